// Writes of REST V1: shipments of orders, source items or stock items, base and special prices.
import { currencies, decimal } from '../../catalogue/currencies.ts';
import type { Catalogue, Fulfilment, Order, Product, Variant } from '../../catalogue/types.ts';
import { leftToShip } from '../../living/order-steps.ts';
import type { VariantEdit, Writes } from '../../living/writes.ts';
import type { StoreReply, StoreRequest } from '../../store.ts';
import { instantOf, utcText } from '../../zone.ts';
import { childId, productId } from './ids.ts';
import { CLOSED, CODES, type SourceItem, sourceRows, stockItem } from './inventory.ts';
import { collection, list } from './listing.ts';
import { isConfigurable, type Special, specialShown } from './products.ts';
import { apiError, json } from './replies.ts';
import { isBundle, type MagentoShop, type Right } from './shops.ts';

export interface Write {
  readonly right: Right;
  readonly answer: (request: StoreRequest) => StoreReply;
}

/** Null where the route is none of these. */
export type FindWrite = (method: string, path: string, shop: MagentoShop) => Write | null;

type Given = Readonly<Record<string, unknown>>;

/** Children of a configurable product are items of their own. */
const childItem = (line: { readonly id: number }): number => 1_000_000 + line.id;
const noEntity = "The entity that was requested doesn't exist. Verify the entity and try again.";
const stamp = (instant: number): string => utcText(instant).replace('T', ' ');

export function openWrites(catalogue: Catalogue, writes: Writes, now: () => number): FindWrite {
  const orderAt = (id: string | number): Order | undefined => catalogue.orderById.get(Number(id));
  const sourceAt = (code: string): object | undefined =>
    sourceRows().rows.find(({ values }) => values.source_code === code)?.record;
  const shipmentAt = (id: string | number) => {
    for (const order of catalogue.orders)
      for (const parcel of order.fulfilments)
        if (parcel.id === Number(id)) return { order, parcel };
    return undefined;
  };

  return (method, path, shop) => {
    const route = `${method} ${path}`;
    const [, id = ''] = /\/(\d+)(?:\/ship)?$/.exec(path) ?? [];
    const given = (answer: (body: Given) => StoreReply) => (request: StoreRequest) => {
      const body = bodyOf(request);
      return body ? answer(body) : apiError(shop, 400, 'Decoding error.');
    };
    if (route === 'GET orders')
      return { right: 'orders', answer: (request) => list(request, shop, orders()) };
    if (route === 'GET products/attributes/price')
      return { right: 'attributes', answer: () => json(200, JSON.stringify(priceAttribute(shop))) };
    const [, source] = /^GET inventory\/sources\/([^/]+)$/.exec(route) ?? [];
    if (source !== undefined && shop.inventory)
      return { right: 'sources', answer: () => found(sourceAt(decodeURIComponent(source)), (row) => row) }; // biome-ignore format: one answer
    if (/^GET orders\/\d+$/.test(route))
      return { right: 'orders', answer: () => found(orderAt(id), (order) => orderShown(order, catalogue)) }; // biome-ignore format: one answer
    if (/^GET shipment\/\d+$/.test(route))
      return { right: 'shipments', answer: () => found(shipmentAt(id), ({ order, parcel }) => shipmentShown(order, parcel)) }; // biome-ignore format: one answer
    if (route === 'GET shipments')
      return { right: 'shipments', answer: (request) => list(request, shop, shipments()) };
    if (/^POST order\/\d+\/ship$/.test(route))
      return { right: 'ship', answer: given((body) => ship(body, orderAt(id), shop)) };
    if (route === 'POST shipment/track')
      return { right: 'ship', answer: given((body) => track(body, shop)) };
    if (route === 'POST inventory/source-items' && shop.inventory)
      return { right: 'sourceItems', answer: given((body) => saveSourceItems(body, shop)) };
    if (route === 'POST products/base-prices')
      return { right: 'prices', answer: given((body) => savePrices(body, shop, basePrice)) };
    if (route === 'POST products/special-price')
      return { right: 'prices', answer: given((body) => savePrices(body, shop, specialPrice)) };
    if (route === 'POST products/special-price-delete')
      return { right: 'prices', answer: given((body) => savePrices(body, shop, deleteSpecial)) };
    const [, sku] = /^PUT products\/([^/]+)\/stockItems\/[^/]+$/.exec(route) ?? [];
    if (sku !== undefined)
      return { right: 'products', answer: given((body) => saveStockItem(body, decodeURIComponent(sku), shop)) }; // biome-ignore format: one answer
    return null;

    function found<T>(record: T | undefined, show: (record: T) => object): StoreReply {
      return record === undefined
        ? apiError(shop, 404, noEntity)
        : json(200, JSON.stringify(show(record)));
    }
  };

  function orders() {
    const rows = catalogue.orders.map((order) => ({
      values: { entity_id: order.id },
      record: orderShown(order, catalogue),
    }));
    return collection({ entity_id: 'number' }, rows);
  }

  function shipments() {
    const rows = catalogue.orders.flatMap((order) =>
      order.fulfilments.map((parcel) => ({
        values: { entity_id: parcel.id, order_id: order.id },
        record: shipmentShown(order, parcel),
      })),
    );
    return collection({ entity_id: 'number', order_id: 'number' }, rows);
  }

  /** More than is left is cut to what is left, and items that are none of the order are passed over. */
  function ship(body: Given, order: Order | undefined, shop: MagentoShop): StoreReply {
    if (order === undefined) return apiError(shop, 404, noEntity);
    const unknown = Object.keys(body).find((name) => !['items', 'notify', 'appendComment', 'comment', 'tracks', 'packages', 'arguments'].includes(name)); // biome-ignore format: one list
    if (unknown !== undefined) return apiError(shop, 400, `There is no "${unknown}" here.`);
    const tracks = (body.tracks ?? []) as readonly Given[];
    for (const name of ['track_number', 'title', 'carrier_code'])
      if (tracks.some((one) => typeof one[name] !== 'string'))
        return apiError(shop, 400, '"%fieldName" is required. Enter and try again.', { fieldName: name }); // biome-ignore format: one refusal
    const items = (body.items ?? []) as readonly Given[];
    if (items.some((one) => !Number.isInteger(one.order_item_id) || typeof one.qty !== 'number'))
      return apiError(shop, 400, '"%fieldName" is required. Enter and try again.', { fieldName: 'qty' }); // biome-ignore format: one refusal
    const left = order.lines.filter((line) => line.requiresShipping && leftToShip(line) > 0);
    const lines = left.flatMap((line) => {
      const asked = items.filter((one) => one.order_item_id === line.id);
      const pieces = asked.reduce((sum, { qty }) => sum + Number(qty), 0);
      const quantity = items.length === 0 ? leftToShip(line) : Math.min(leftToShip(line), pieces);
      return quantity > 0 ? [{ lineId: line.id, quantity }] : [];
    });
    const isClosed = order.state !== 'open' || left.length === 0;
    const errors = [
      ...(isClosed ? ['The order does not allow a shipment to be created.'] : []),
      ...(isClosed || lines.length === 0 ? ["You can't create a shipment without products."] : []),
      ...(tracks.some((one) => one.track_number === '') ? ['Please enter a tracking number.'] : []),
    ];
    if (errors.length > 0)
      return apiError(shop, 400, `Shipment Document Validation Error(s):\n${errors.join('\n')}`);
    const { parcel } = writes.ship(order.id, { lines, ...tracked(tracks) });
    return json(200, String(parcel.id));
  }

  function track(body: Given, shop: MagentoShop): StoreReply {
    const entity = Object(body.entity) as Given;
    const at = shipmentAt(Number(entity.parent_id));
    const missing = ['order_id', 'parent_id', 'track_number', 'title', 'carrier_code'].find((name) => entity[name] === undefined); // biome-ignore format: one list
    if (missing !== undefined)
      return apiError(shop, 400, '"%fieldName" is required. Enter and try again.', { fieldName: missing }); // biome-ignore format: one refusal
    if (at === undefined) return apiError(shop, 404, noEntity);
    const order = writes.track(
      at.order.id,
      at.parcel.id,
      tracked([...tracksOf(at.parcel), entity]),
    );
    const parcel = order.fulfilments.find((one) => one.id === at.parcel.id) ?? at.parcel;
    return json(200, JSON.stringify(shipmentShown(order, parcel).tracks.at(-1)));
  }

  /** All of them or none. */
  function saveSourceItems(body: Given, shop: MagentoShop): StoreReply {
    if (!Array.isArray(body.sourceItems))
      return apiError(shop, 400, '"%fieldName" is required. Enter and try again.', { fieldName: 'sourceItems' }); // biome-ignore format: one refusal
    const items = body.sourceItems as readonly Given[];
    const codes = [...Object.values(CODES), CLOSED];
    const errors = items.flatMap(({ sku, source_code, quantity, status }) => [
      ...(typeof sku !== 'string' || sku === '' ? [fault('"%field" can not be empty.', 'sku')] : []),
      ...(codes.some((code) => code === source_code) ? [] : [{ message: 'Source with code "%sourceCode" does not exist.', parameters: [{ fieldName: 'sourceCode', fieldValue: String(source_code) }] }]),
      ...(typeof quantity === 'number' ? [] : [fault('"%field" should be numeric.', 'quantity')]),
      ...(status === 0 || status === 1 ? [] : [fault('"%field" should a known status.', 'status')]),
    ]); // biome-ignore format: one fault a line
    if (errors.length > 0)
      return json(400, JSON.stringify({ message: 'Validation Failed', errors }));
    if (items.some(({ quantity }) => !Number.isInteger(quantity)))
      return apiError(shop, 400, 'The sandbox counts whole pieces.');
    const meant = items.map((item) => ({ item, at: goodsOf(String(item.sku), shop) }));
    const missing = meant.filter(({ at }) => at === undefined).map(({ item }) => String(item.sku));
    if (missing.length > 0)
      return apiError(shop, 404, 'Following products with requested SKUs were not found: %1', [missing.join(', ')]); // biome-ignore format: one refusal
    for (const own of Map.groupBy(meant, ({ at }) => at?.product.id).values()) {
      const product = own[0]?.at?.product;
      if (product) saveStock(product, own.flatMap(({ item, at }) => (at ? [{ variant: at.variant, code: String(item.source_code), as: { quantity: Number(item.quantity), status: Number(item.status) } }] : []))); // biome-ignore format: one list
    }
    return json(200, '[]');
  }

  /** Without word of it, what was out of stock stays so, however many pieces there are now. */
  function saveStockItem({ stockItem: body }: Given, sku: string, shop: MagentoShop): StoreReply {
    const at = goodsOf(sku, shop);
    if (at === undefined)
      return apiError(shop, 404, "The product that was requested doesn't exist. Verify the product and try again."); // biome-ignore format: one refusal
    const given = Object(body) as Given;
    const before = stockItem(at.product, at.variant, shop.managesStock);
    const unknown = Object.keys(given).find((name) => !Object.hasOwn(before, name));
    if (body === undefined || unknown !== undefined)
      return apiError(shop, 400, '"%fieldName" is required. Enter and try again.', { fieldName: unknown ?? 'stockItem' }); // biome-ignore format: one refusal
    const quantity = given.qty ?? before.qty;
    if (typeof quantity !== 'number' || !Number.isInteger(quantity))
      return apiError(shop, 400, 'The sandbox counts whole pieces.');
    const status = (given.is_in_stock ?? before.is_in_stock) && quantity > 0 ? 1 : 0;
    // There is one number here, whatever lies in places that such a shop does not know.
    const others = at.variant.stock.levels.flatMap(({ locationId }) => CODES[locationId] ?? []).filter((code) => code !== 'default'); // biome-ignore format: one line
    saveStock(at.product, [
      { variant: at.variant, code: 'default', as: { quantity, status } },
      ...others.map((code) => ({ variant: at.variant, code, as: { quantity: 0, status: 0 } })),
    ]);
    return json(200, String(before.item_id));
  }

  function saveStock(
    product: Product,
    rows: readonly { variant: Variant; code: string; as: SourceItem }[],
  ): void {
    const sources = { ...(product.own?.magento?.sources as Record<string, object> | undefined) };
    for (const { variant, code, as } of rows)
      sources[variant.sku ?? ''] = { ...sources[variant.sku ?? ''], [code]: as };
    const edits = rows.flatMap(({ variant, code, as }): readonly VariantEdit[] => {
      const place = Object.entries(CODES).find(([, known]) => known === code)?.[0];
      // What is not counted, or lies in a source that is switched off, is not for sale.
      if (place === undefined || !variant.stock.tracked) return [];
      return [{ variantId: variant.id, stock: as.status === 1 ? as.quantity : 0, locationId: Number(place) }]; // biome-ignore format: one row
    });
    if (edits.length > 0) writes.edit(product.id, edits, undefined, { sources });
    else writes.keepProduct(product.id, { sources });
  }

  /** What is wrong is listed, and all else is written. */
  function savePrices(
    body: Given,
    shop: MagentoShop,
    save: (row: PriceRow, shop: MagentoShop) => Failure | undefined,
  ): StoreReply {
    if (!Array.isArray(body.prices))
      return apiError(shop, 400, '"%fieldName" is required. Enter and try again.', { fieldName: 'prices' }); // biome-ignore format: one refusal
    const failures = (body.prices as readonly Given[]).flatMap((one) => {
      const sku = String(one.sku ?? '');
      const at = goodsOf(sku, shop);
      const [storeId, price] = [Number(one.store_id), one.price];
      const store = [0, ...shop.views.map(({ id }) => id)].includes(storeId);
      const cents = typeof price === 'number' && price >= 0 ? Math.round(price * 100) : undefined;
      const failure = save({ one, sku, storeId, store, cents, at }, shop);
      return failure ? [failure] : [];
    });
    return json(200, JSON.stringify(failures));
  }

  function basePrice(
    { one, sku, storeId, store, cents, at }: PriceRow,
    shop: MagentoShop,
  ): Failure | undefined {
    const invalid = (name: string, value: unknown): Failure => ({
      message: 'Invalid attribute %fieldName = %fieldValue.',
      parameters: [name, String(value ?? '')],
    });
    if (at === undefined) return invalid('SKU', sku);
    if (cents === undefined) return invalid('Price', one.price);
    if (!store)
      return { message: 'Requested store is not found. Row ID: SKU = %SKU, Store ID: %storeId.', parameters: [sku, String(storeId)] }; // biome-ignore format: one failure
    const { product, variant } = at;
    if (shop.viewPrices && storeId === 0 && product.id % 2 === 0) {
      writes.keepProduct(product.id, { globalPrice: cents });
      return undefined;
    }
    keepPrices(product, variant, specialShown(product, variant, catalogue.anchor), cents, shop);
    return undefined;
  }

  function specialPrice(
    { one, sku, storeId, store, cents, at }: PriceRow,
    shop: MagentoShop,
  ): Failure | undefined {
    const [from, to] = [String(one.price_from ?? ''), String(one.price_to ?? '')];
    const failed = (message: string, ...first: readonly string[]): Failure => ({
      message: `${message} Row ID: SKU = %SKU, Store ID: %storeId, Price From: %priceFrom, Price To: %priceTo.`,
      parameters: [...first, sku, String(storeId), from, to],
    });
    if (at === undefined)
      return failed(
        "The product that was requested doesn't exist. Verify the product and try again.",
      );
    if (!store) return failed('Requested store is not found.');
    if (storeId !== 0 && !shop.viewPrices) return failed('Could not change non global Price when price scope is global.'); // biome-ignore format: one refusal
    if (cents === undefined) return failed('Invalid attribute Price = %price.', String(one.price));
    const wrong = [['Price From', from], ['Price To', to]].find(([, date]) => date && !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(date)); // biome-ignore format: one line
    if (wrong) return failed('Invalid attribute %label = %priceTo.', wrong[0] ?? '');
    const { product, variant } = at;
    // Days that are left empty stay as they are.
    const was = specialShown(product, variant, catalogue.anchor);
    const special = { price: cents, from: from || (was?.from ?? ''), to: to || (was?.to ?? '') };
    keepPrices(product, variant, special, variant.compareAtPrice ?? variant.price, shop);
    return undefined;
  }

  function deleteSpecial(
    { one, sku, storeId, at }: PriceRow,
    shop: MagentoShop,
  ): Failure | undefined {
    if (at === undefined)
      return { message: "The product that was requested doesn't exist. Verify the product and try again. Row ID: SKU = %SKU, Store ID: %storeId, Price From: %priceFrom, Price To: %priceTo.", parameters: [sku, String(storeId), String(one.price_from ?? ''), String(one.price_to ?? '')] }; // biome-ignore format: one failure
    const { product, variant } = at;
    keepPrices(product, variant, null, variant.compareAtPrice ?? variant.price, shop);
    return undefined;
  }

  /** A special price counts while it runs and is lower, whichever of the two was written last. */
  function keepPrices(
    product: Product,
    variant: Variant,
    as: Special | null,
    regular: number | null,
    shop: MagentoShop,
  ): void {
    const instant = (date: string) => instantOf(shop.timeZone, date.replace(' ', 'T'));
    const runs = as && (!as.from || instant(as.from) <= now()) && (!as.to || instant(as.to) >= now()); // biome-ignore format: one line
    const sale = runs && regular !== null && as.price < regular ? as.price : null;
    const special = { ...(product.own?.magento?.special as object), [variant.sku ?? '']: as };
    const [price, compareAtPrice] = sale === null ? [regular, null] : [sale, regular];
    writes.edit(product.id, [{ variantId: variant.id, price, compareAtPrice }], 'import', {
      special,
    });
  }

  /** What has a price and a stock of its own, as it is now: neither a bundle nor a parent. */
  function goodsOf(sku: string, shop: MagentoShop) {
    for (const held of shop.held) {
      const product = catalogue.productById.get(held.id);
      const at = held.variants.findIndex((one) => one.sku?.toLowerCase() === sku.toLowerCase());
      const variant = product?.variants[at];
      if (product && variant && !isBundle(held)) return { product, variant };
    }
    return undefined;
  }
}

/** Its scope is Stores > Configuration > Catalog > Price: for all, or for each website. */
const priceAttribute = ({ viewPrices }: MagentoShop) => ({
  ...{ attribute_id: 77, attribute_code: 'price', frontend_input: 'price', entity_type_id: '4' },
  ...{ is_required: true, default_frontend_label: 'Price', frontend_labels: [], options: [] },
  scope: viewPrices ? 'website' : 'global',
});

interface PriceRow {
  readonly one: Given;
  readonly sku: string;
  readonly storeId: number;
  /** Whether there is such a store. */
  readonly store: boolean;
  /** Undefined where it is no price. */
  readonly cents: number | undefined;
  readonly at: { readonly product: Product; readonly variant: Variant } | undefined;
}

interface Failure {
  readonly message: string;
  readonly parameters: readonly string[];
}

const fault = (message: string, fieldName: string) => ({ message, parameters: [{ fieldName }] });

function bodyOf({ body }: StoreRequest): Given | undefined {
  try {
    const given: unknown = JSON.parse(body);
    return typeof given === 'object' && given !== null ? (given as Given) : undefined;
  } catch {
    return undefined;
  }
}

const tracked = (tracks: readonly Given[]) => ({
  carrier: tracks[0] ? String(tracks[0].title) : null,
  tracking: tracks.map((one) => ({ number: String(one.track_number), url: null })),
  own: { tracks: tracks.map(({ track_number, title, carrier_code }) => ({ track_number, title, carrier_code })) }, // biome-ignore format: one row
});

function tracksOf(parcel: Fulfilment): readonly Given[] {
  if (parcel.own?.tracks) return parcel.own.tracks as readonly Given[];
  if (parcel.trackingNumber === null) return [];
  return [
    { track_number: parcel.trackingNumber, title: parcel.carrier ?? '', carrier_code: 'custom' },
  ];
}

function shipmentShown(order: Order, parcel: Fulfilment) {
  const at = stamp(parcel.createdAt);
  return {
    ...{
      entity_id: parcel.id,
      order_id: order.id,
      increment_id: String(parcel.id).padStart(9, '0'),
    },
    ...{ created_at: at, updated_at: at, store_id: 1, packages: [], comments: [] },
    total_qty: parcel.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    items: parcel.lines.map(({ lineId, quantity }, i) => {
      const line = order.lines.find(({ id }) => id === lineId);
      return { entity_id: parcel.id * 100 + i, parent_id: parcel.id, order_item_id: lineId, qty: quantity, name: line?.title ?? '', sku: line?.sku ?? '' }; // biome-ignore format: one row
    }),
    tracks: tracksOf(parcel).map((one, i) => ({
      ...{
        entity_id: parcel.id * 100 + i,
        order_id: order.id,
        parent_id: parcel.id,
        created_at: at,
      },
      ...{ weight: null, qty: null, description: null, ...one },
    })),
  };
}

/** What of an order a write needs: its state, and its items with what was sent of them. */
function orderShown(order: Order, catalogue: Catalogue): object {
  const { currency, totals, lines } = order;
  const number = (minor: number): number => Number(decimal(minor, currencies[currency].decimals));
  const isPaid = order.paidAt !== null;
  const state =
    order.state === 'cancelled' ? 'canceled' : order.financialStatus === 'refunded' ? 'closed' : order.state === 'closed' ? 'complete' : isPaid ? 'processing' : 'new'; // biome-ignore format: one choice
  const total = number(totals.total.presentment);
  // Of what happens to an order, a parcel moves its date only by completing it.
  const moved = order.changes.findLast(({ kind }) => kind !== 'ship' && kind !== 'track');
  const dated = state === 'complete' ? order.updatedAt : (moved?.at ?? order.changes[0]?.before);
  return {
    ...{ entity_id: order.id, increment_id: String(order.number).padStart(9, '0'), store_id: 1 },
    ...{ state, status: state === 'new' ? 'pending' : state },
    ...{ created_at: stamp(order.createdAt), updated_at: stamp(dated ?? order.updatedAt) },
    ...{
      base_currency_code: 'EUR',
      order_currency_code: currency,
      customer_email: order.email ?? '',
    },
    ...{ grand_total: total, base_grand_total: Number(decimal(totals.total.shop, 2)) },
    total_qty_ordered: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    items: lines.flatMap((line) => {
      const product = catalogue.productById.get(line.productId ?? 0);
      const isParent = product !== undefined && isConfigurable(product);
      const type = !line.requiresShipping ? 'virtual' : isParent ? 'configurable' : 'simple';
      const item = {
        ...{ item_id: line.id, order_id: order.id, sku: line.sku ?? '', name: line.title },
        ...{ product_type: type, product_id: product ? productId(product) : null },
        ...{ qty_ordered: line.quantity, qty_shipped: line.fulfilledQuantity },
        ...{ qty_invoiced: isPaid ? line.quantity : 0, qty_refunded: line.refundedQuantity },
        ...{ qty_canceled: order.state === 'cancelled' ? line.quantity : 0 },
        ...{ is_virtual: line.requiresShipping ? 0 : 1, price: number(line.unitPrice.presentment) },
      };
      if (!isParent) return [item];
      const variant = product.variants.find(({ id }) => id === line.variantId);
      const child = { ...item, item_id: childItem(line), parent_item_id: line.id, product_type: 'simple', product_id: variant ? childId(variant) : null, qty_shipped: 0 }; // biome-ignore format: one item
      return [item, child];
    }),
  };
}
