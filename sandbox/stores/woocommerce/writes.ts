// Writes of the REST API: products and variations one by one or in batches, orders, their notes and their parcels.
import { createHash } from 'node:crypto';
import type { Catalogue, Fulfilment, Order, Product, Tracking, Variant } from '../../catalogue/types.ts'; // biome-ignore format: one list
import { leftToShip } from '../../living/order-steps.ts';
import type { VariantEdit, Writes } from '../../living/writes.ts';
import type { StoreReply } from '../../store.ts';
import { localText, utcText } from '../../zone.ts';
import { ownStatuses } from './arguments.ts';
import type { OrderRow } from './collections.ts';
import { lineId, orderId, variationId } from './ids.ts';
import { ordersSeen, productSeenHere } from './moves.ts';
import { type Meta, nativeOrder, ownOf, statusOf } from './orders.ts';
import { isVariable, nativeProduct, nativeVariation } from './products.ts';
import { type Invalid, invalidParams, json, noRoute, restError, restRoot } from './replies.ts';
import type { RestCall } from './routes.ts';
import type { WooShop } from './shops.ts';
import { times } from './texts.ts';

type Given = Readonly<Record<string, unknown>>;

/** Carriers by region, with the form of their addresses: a part of what Shipment Tracking lists. */
const carriersListed = {
  Global: { Aramex: 'https://www.aramex.com/track/results?ShipmentNumber=%1$s' },
  Netherlands: {
    PostNL: 'https://postnl.nl/tracktrace/?B=%1$s&P=%2$s&D=%3$s&T=C',
    'DPD.NL': 'https://track.dpdnl.nl/?parcelnumber=%1$s',
    'UPS Netherlands': 'https://wwwapps.ups.com/WebTracking?sort_by=status&InquiryNumber1=%1$s',
  },
} as const;
/** More in one batch is refused whole. */
const mostInBatch = 100;
const editing = ['PUT', 'PATCH', 'POST'];

/** Thrown on the way, answered as it is, or inside a batch as the error of one entry. */
class Refused extends Error {
  readonly reply: StoreReply;
  constructor(reply: StoreReply) {
    super('refused');
    this.reply = reply;
  }
}

/** Undefined for what is no write, and no list of what was written. */
export function openWrites(catalogue: Catalogue, writes: Writes, now: () => number) {
  type Answer = (call: RestCall, given: Given, one: string, two: string) => StoreReply;
  const routes: readonly (readonly [RegExp, readonly string[], 'orders' | 'products', Answer])[] = [
    [/^\/wc\/v3\/products\/batch$/, editing, 'products', (call, given) => batch(call, given, (item) => saveProduct(call, item, Number(item.id)))],
    [/^\/wc\/v3\/products\/(\d+)$/, editing, 'products', (call, given, id) => done(call, saveProduct(call, given, Number(id)))],
    [/^\/wc\/v3\/products\/(\d+)\/variations\/batch$/, editing, 'products', (call, given, id) => batch(call, given, (item) => saveVariation(call, item, Number(id), Number(item.id)))],
    [/^\/wc\/v3\/products\/(\d+)\/variations\/(\d+)$/, editing, 'products', (call, given, id, two) => done(call, saveVariation(call, given, Number(id), Number(two)))],
    [/^\/wc\/v3\/products\/(\d+)\/variations\/(\d+)$/, ['GET'], 'products', (call, _, id, two) => done(call, variationShown(call, Number(id), Number(two), 404))],
    [/^\/wc\/v3\/orders\/(\d+)$/, editing, 'orders', (call, given, id) => done(call, saveOrder(call, given, Number(id)))],
    [/^\/wc\/v3\/orders\/(\d+)\/notes$/, ['GET', 'POST'], 'orders', notes],
    [/^\/wc\/v3\/orders\/(\d+)\/fulfillments$/, ['GET', 'POST'], 'orders', fulfillments],
    [/^\/wc-(shipment-tracking|ast)\/v3\/orders\/(\d+)\/shipment-trackings$/, ['GET', 'POST'], 'orders', trackings],
    [/^\/wc-shipment-tracking\/v3\/shipment-trackings\/providers$/, ['GET'], 'orders', providers],
  ]; // biome-ignore format: one route a line

  function saveProduct(call: RestCall, given: Given, id: number): object {
    const { shop } = call;
    const row = call.collections.products.find((one) => one.id === id);
    const [first] = row?.product.variants ?? [];
    if (row === undefined || first === undefined)
      throw new Refused(restError(shop, 400, 'woocommerce_rest_product_invalid_id', 'Invalid ID.'));
    const isParent = isVariable(row.product);
    const next = save(row.product, first, readEdit(given, shop), {
      // The prices of a variable product are those of its variations: what is sent is left aside.
      prices: !isParent,
      stock: first.stock.tracked && (!isParent || first.stock.shared),
    });
    return nativeProduct(productSeenHere(next), shop);
  }

  function saveVariation(call: RestCall, given: Given, parent: number, id: number): object {
    const { product, variant } = variationAt(call, parent, id, 400);
    const { tracked, shared } = variant.stock;
    // Where the parent keeps the stock, the variation takes a figure of its own and never shows it.
    const takes = { prices: true, stock: tracked && !shared };
    const next = productSeenHere(save(product, variant, readEdit(given, call.shop), takes));
    const after = next.variants.find((one) => one.id === variant.id) ?? variant;
    return nativeVariation(next, after, call.shop);
  }

  function variationAt(
    { shop, collections }: RestCall,
    parent: number,
    id: number,
    status: 400 | 404,
  ) {
    const product = collections.products.find((one) => one.id === parent)?.product;
    const variant = product?.variants.find((one) => variationId(one) === id);
    if (product === undefined || variant === undefined || !isVariable(product))
      throw new Refused(restError(shop, status, 'woocommerce_rest_product_variation_invalid_id', 'Invalid ID.')); // biome-ignore format: one refusal
    return { product, variant };
  }

  function variationShown(call: RestCall, parent: number, id: number, status: 404): object {
    const { product, variant } = variationAt(call, parent, id, status);
    return nativeVariation(product, variant, call.shop);
  }

  /** A product that is saved without a change moves its date all the same. */
  function save(
    product: Product,
    variant: Variant,
    edit: Edit,
    takes: { readonly prices: boolean; readonly stock: boolean },
  ): Product {
    const wish: VariantEdit = {
      variantId: variant.id,
      ...(takes.prices && pricesAfter(variant, edit)),
      ...(takes.stock && edit.stock !== undefined && { stock: edit.stock }),
    };
    return Object.keys(wish).length > 1
      ? writes.edit(product.id, [wish])
      : writes.keepProduct(product.id, {});
  }

  function saveOrder(call: RestCall, given: Given, id: number): object {
    const { shop } = call;
    const { order } = orderAt(call, id, 400, 'shop_order_invalid_id', 'Invalid ID.');
    onlyThese(given, ['id', 'status', 'meta_data'], shop);
    const known = [...ownStatuses, ...shop.customStatuses];
    const status = given.status ?? statusOf(order, shop);
    if (!known.some((one) => one === status))
      throw invalid(
        shop,
        'status',
        'rest_not_in_enum',
        `status is not one of ${known.join(', ')}.`,
      );
    const meta = metaIn(given, shop);
    if (status !== 'completed' && status !== statusOf(order, shop)) throw unplayed(shop, 'status');
    const isLeft = order.state !== 'cancelled' && order.lines.some((line) => leftToShip(line) > 0);
    const own = { ...(status === 'completed' && { completed: true }), ...(meta && { meta }) };
    const next =
      status === 'completed' && isLeft
        ? writes.ship(order.id, { ...trackingIn(meta ?? [], trackingsOf(order)), own }).order
        : writes.keepOrder(order.id, { ...own, ...(meta && { meta: [...((order.own?.woocommerce?.meta as readonly Meta[]) ?? []), ...meta] }) }); // biome-ignore format: one answer
    return nativeOrder(ordersSeen[shop.storage](next), { shop, catalogue, dp: 2 });
  }

  function notes(call: RestCall, given: Given, id: string): StoreReply {
    const { shop, request } = call;
    const { order } = orderAt(call, Number(id), 404, 'order_invalid_id', 'Invalid order ID.');
    const kept = (order.own?.woocommerce?.notes ?? []) as readonly Given[];
    const shown = ({ at, ...note }: Given) => ({
      ...{
        id: note.id,
        author: 'WooCommerce',
        ...times('date_created', Number(at), shop.timeZone),
      },
      ...{ note: note.note, customer_note: note.customer_note },
      _links: { up: [{ href: `${restRoot(shop)}/wc/v3/orders/${id}` }] },
    });
    if (request.method === 'GET') return json(shop, 200, JSON.stringify(kept.map(shown).reverse()));
    onlyThese(given, ['note', 'customer_note', 'added_by_user'], shop);
    if (typeof given.note !== 'string')
      throw new Refused(restError(shop, 400, 'rest_missing_callback_param', 'Missing parameter(s): note', { params: ['note'] })); // biome-ignore format: one refusal
    const note = { id: 700_000 + order.id * 20 + kept.length, at: now(), note: given.note, customer_note: given.customer_note === true }; // biome-ignore format: one note
    writes.keepOrder(order.id, { notes: [...kept, note] }, 'notes');
    return json(shop, 201, JSON.stringify(shown(note)));
  }

  /** The core takes whatever it is given, more than is left too: only its own counts are then wrong. */
  function fulfillments(call: RestCall, given: Given, id: string): StoreReply {
    const { shop, request } = call;
    if (shop.tracking !== 'core') return noRoute(shop);
    const { order } = orderAt(call, Number(id), 404, 'order_invalid_id', 'Invalid order ID.');
    if (request.method === 'GET')
      return json(shop, 200, JSON.stringify(fulfillmentsOf(order, shop)));
    onlyThese(given, ['entity_type', 'entity_id', 'status', 'is_fulfilled', 'meta_data', 'notify_customer'], shop); // biome-ignore format: one list
    const meta = metaIn(given, shop) ?? [];
    const items = meta.find(({ key }) => key === '_items')?.value;
    const wrong = (message: string) => new Refused(json(shop, 400, JSON.stringify({ code: 0, message, data: { status: 400 } }))); // biome-ignore format: one refusal
    if (items == null || (Array.isArray(items) && items.length === 0))
      throw wrong('The fulfillment should contain at least one item.');
    if (!Array.isArray(items)) throw wrong('The fulfillment items should be an array.');
    const rows = items as readonly { item_id?: unknown; qty?: unknown }[];
    if (
      rows.some(
        ({ item_id, qty }) =>
          !Number.isInteger(item_id) ||
          !Number.isFinite(qty) ||
          Number(item_id) <= 0 ||
          Number(qty) <= 0,
      )
    )
      // biome-ignore format: one question
      throw wrong('Invalid item.');
    const lines = rows.flatMap(({ item_id, qty }) => {
      const line = order.lines.find((one) => lineId(one) === item_id);
      const quantity = line ? Math.min(leftToShip(line), Number(qty)) : 0;
      return line && quantity > 0 ? [{ lineId: line.id, quantity }] : [];
    });
    const isSent = given.is_fulfilled === true || given.status === 'fulfilled';
    const fulfillment = {
      status: isSent ? 'fulfilled' : 'unfulfilled',
      is_fulfilled: isSent,
      meta,
    };
    const next =
      isSent && lines.length > 0 && order.state !== 'cancelled'
        ? writes.ship(order.id, { lines, ...trackingIn(meta, []), own: { fulfillment } }).order
        : writes.keepOrder(order.id, {
            drafts: [...draftsOf(order), { ...fulfillment, at: now() }],
          });
    return json(shop, 201, JSON.stringify(fulfillmentsOf(next, shop).at(-1)));
  }

  /** https://woocommerce.com/document/shipment-tracking/shipment-tracking-rest-api-list-providers/ */
  function providers({ shop }: RestCall): StoreReply {
    if (shop.tracking !== 'shipment-tracking') return noRoute(shop);
    return json(shop, 200, JSON.stringify(carriersListed));
  }

  function trackings(call: RestCall, given: Given, plugin: string, id: string): StoreReply {
    const { shop, request } = call;
    if (shop.tracking !== plugin) return noRoute(shop);
    const { order } = orderAt(call, Number(id), 404, 'order_invalid_id', 'Invalid order ID.');
    const base = `${restRoot(shop)}/wc-${plugin}/v3/orders/${id}`;
    const shown = (one: TrackingItem): object => ({
      ...{ tracking_id: one.id, tracking_provider: one.provider, tracking_link: one.link },
      ...{ tracking_number: one.number, date_shipped: one.date },
      _links: { self: [{ href: `${base}/shipment-trackings/${one.id}` }], up: [{ href: base }] },
    });
    if (request.method === 'GET')
      return json(shop, 200, JSON.stringify(trackingsOf(order).map(shown)));
    const ast = ['status_shipped', 'replace_tracking', 'sku', 'qty'];
    onlyThese(given, ['tracking_provider', 'custom_tracking_provider', 'custom_tracking_link', 'tracking_number', 'date_shipped', ...(plugin === 'ast' ? ast : [])], shop); // biome-ignore format: one list
    if (typeof given.tracking_number !== 'string' || given.tracking_number === '')
      throw new Refused(restError(shop, 400, 'rest_missing_callback_param', 'Missing parameter(s): tracking_number', { params: ['tracking_number'] })); // biome-ignore format: one refusal
    const kept = (order.own?.woocommerce?.trackings ?? []) as readonly TrackingItem[];
    const text = (value: unknown): string => (typeof value === 'string' ? value : '');
    const number = given.tracking_number;
    const item: TrackingItem = {
      id: createHash('md5').update(`${number} ${now()} ${kept.length}`).digest('hex'),
      number,
      provider: text(given.custom_tracking_provider) || text(given.tracking_provider),
      link: text(given.custom_tracking_link),
      date: text(given.date_shipped) || localText(shop.timeZone, now()).slice(0, 10),
    };
    const isLeft = order.state !== 'cancelled' && order.lines.some((line) => leftToShip(line) > 0);
    if (plugin === 'ast' && String(given.status_shipped) === '1' && isLeft)
      writes.ship(order.id, { ...trackingIn([], [...kept, item]), own: { completed: true, trackings: [item] } }); // biome-ignore format: one parcel
    else writes.keepOrder(order.id, { trackings: [...kept, item] });
    return json(shop, 201, JSON.stringify(shown(item)));
  }

  return (call: RestCall): StoreReply | undefined => {
    const { request, route, shop, key } = call;
    if (!shop.wooActive) return undefined;
    for (const [pattern, methods, right, answer] of routes) {
      const match = pattern.exec(route);
      if (match === null || !methods.includes(request.method)) continue;
      const reads = request.method === 'GET';
      // Known callers without the right get 403, others 401.
      if (!key?.reads.includes(right))
        return restError(shop, key === null ? 401 : 403, `woocommerce_rest_cannot_${reads ? 'view' : 'edit'}`, `Sorry, you ${reads ? 'cannot view' : 'are not allowed to edit'} this resource.`); // biome-ignore format: one refusal
      try {
        return answer(call, reads ? {} : bodyOf(call), match[1] ?? '', match[2] ?? '');
      } catch (error) {
        if (error instanceof Refused) return error.reply;
        throw error;
      }
    }
    return undefined;
  };
}

const done = ({ shop }: RestCall, record: object): StoreReply =>
  json(shop, 200, JSON.stringify(record), { allow: 'GET, POST, PUT, PATCH, DELETE' });

/** What is refused in a batch is an entry of its answer, which is 200 all the same. */
function batch({ shop }: RestCall, given: Given, save: (item: Given) => object): StoreReply {
  onlyThese(given, ['update'], shop);
  const items = Array.isArray(given.update) ? (given.update as readonly Given[]) : [];
  if (items.length > mostInBatch)
    throw new Refused(restError(shop, 413, 'woocommerce_rest_request_entity_too_large', `Unable to accept more than ${mostInBatch} items for this request.`)); // biome-ignore format: one refusal
  const update = items.map((item) => {
    try {
      return save(item);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { id: item.id, error: JSON.parse(String(error.reply.body)) as unknown };
    }
  });
  return json(shop, 200, JSON.stringify({ update }), { allow: 'POST, PUT, PATCH' });
}

function bodyOf({ request, shop }: RestCall): Given {
  try {
    const given: unknown = JSON.parse(request.body);
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given as Given;
  } catch {}
  throw new Refused(restError(shop, 400, 'rest_invalid_json', 'Invalid JSON body passed.'));
}

const unplayed = (shop: WooShop, name: string): Refused =>
  new Refused(restError(shop, 501, 'sandbox_not_played', `The sandbox does not play this use of "${name}".`)); // biome-ignore format: one refusal

/** WordPress passes over what it does not know: a misspelt name must not look as if it had worked. */
function onlyThese(given: Given, names: readonly string[], shop: WooShop): void {
  const other = Object.keys(given).find((name) => !names.includes(name));
  if (other !== undefined) throw unplayed(shop, other);
}

function invalid(shop: WooShop, name: string, code: string, message: string): Refused {
  return new Refused(invalidParams(shop, new Map<string, Invalid>([[name, { code, message }]])));
}

function orderAt(
  { shop, collections }: RestCall,
  id: number,
  status: 400 | 404,
  code: string,
  message: string,
): OrderRow {
  const row = collections.orders.find((one) => one.id === id && one.status !== 'trash');
  if (row === undefined)
    throw new Refused(restError(shop, status, `woocommerce_rest_${code}`, message));
  return row;
}

interface Edit {
  readonly regular?: number | null;
  readonly sale?: number | null;
  readonly stock?: number;
}

function readEdit(given: Given, shop: WooShop): Edit {
  onlyThese(given, ['id', 'regular_price', 'sale_price', 'stock_quantity', 'manage_stock'], shop);
  if (given.manage_stock !== undefined && given.manage_stock !== true)
    throw unplayed(shop, 'manage_stock');
  const price = (name: string): number | null | undefined => {
    const value = given[name];
    if (value === undefined) return undefined;
    if (typeof value !== 'string')
      throw invalid(shop, name, 'rest_invalid_type', `${name} is not of type string.`);
    if (value === '') return null;
    // WooCommerce cleans what is no number, and keeps more decimals than it shows.
    if (!/^\d+(\.\d{1,2})?$/.test(value)) throw unplayed(shop, name);
    return Math.round(Number(`${value}e2`));
  };
  const { stock_quantity: stock } = given;
  if (stock != null && !Number.isInteger(Number(stock)))
    throw invalid(shop, 'stock_quantity', 'rest_invalid_type', 'stock_quantity is not of type integer.'); // biome-ignore format: one refusal
  const [regular, sale] = [price('regular_price'), price('sale_price')];
  return {
    ...(regular !== undefined && { regular }),
    ...(sale !== undefined && { sale }),
    ...(stock != null && { stock: Number(stock) }),
  };
}

/** A sale price counts where it is below the regular one; above it, it is passed over in silence. */
function pricesAfter({ price, compareAtPrice }: Variant, edit: Edit): Partial<VariantEdit> {
  if (edit.regular === undefined && edit.sale === undefined) return {};
  const { regular = compareAtPrice ?? price, sale = compareAtPrice === null ? null : price } = edit;
  const isSale = sale !== null && regular !== null && sale < regular;
  return { price: isSale ? sale : regular, compareAtPrice: isSale ? regular : null };
}

function metaIn({ meta_data: meta }: Given, shop: WooShop): readonly Meta[] | undefined {
  if (meta === undefined) return undefined;
  if (!Array.isArray(meta) || meta.some((one) => typeof Object(one).key !== 'string'))
    throw invalid(shop, 'meta_data', 'rest_invalid_type', 'meta_data is not of type array.');
  return (meta as readonly Meta[]).map(({ key, value }) => ({ key, value: value ?? null }));
}

interface TrackingItem {
  readonly id: string;
  readonly number: string;
  readonly provider: string;
  readonly link: string;
  readonly date: string;
}

/** What the meta data, or the plugin, says of the parcel. */
function trackingIn(meta: readonly Meta[], items: readonly TrackingItem[]) {
  const said = (name: RegExp): string | null => {
    const value = meta.find(({ key }) => name.test(key))?.value;
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const [number, url] = [said(/tracking_number$/), said(/tracking_(url|link)$/)];
  const own: readonly Tracking[] = number === null && url === null ? [] : [{ number, url }];
  const carrier = said(/(tracking|shipment)_(provider|company|carrier)$/) ?? items[0]?.provider;
  const tracking = items.map((one) => ({ number: one.number, url: one.link || null }));
  return { carrier: carrier ?? null, tracking: [...own, ...tracking] };
}

/** What the plugin was given, and what other systems sent. */
function trackingsOf(order: Order): readonly TrackingItem[] {
  const written = ownOf(order).flatMap(({ trackings }) => (trackings ?? []) as readonly TrackingItem[]); // biome-ignore format: one list
  const others = order.fulfilments.flatMap(
    (parcel): readonly TrackingItem[] =>
    parcel.by === 'woocommerce' || parcel.trackingNumber === null
      ? []
      : [{ id: createHash('md5').update(String(parcel.id)).digest('hex'), number: parcel.trackingNumber, provider: parcel.carrier ?? '', link: parcel.trackingUrl ?? '', date: utcText(parcel.createdAt).slice(0, 10) }], // biome-ignore format: one item
  );
  return [...others, ...written];
}

interface Draft {
  readonly status: string;
  readonly is_fulfilled: boolean;
  readonly meta: readonly Meta[];
  readonly at: number;
}

const draftsOf = (order: Order): readonly Draft[] =>
  (order.own?.woocommerce?.drafts ?? []) as readonly Draft[];

function fulfillmentsOf(order: Order, shop: WooShop): readonly object[] {
  const shown = (id: number, { status, is_fulfilled, meta, at }: Draft): object => ({
    ...{ id, entity_type: 'WC_Order', entity_id: String(orderId(order)), status, is_fulfilled },
    ...{ date_updated: localText(shop.timeZone, at).replace('T', ' '), date_deleted: null },
    meta_data: meta.map((one, i) => ({ id: id * 10 + i, ...one })),
  });
  const parcels = order.fulfilments.map((parcel) => {
    const own = parcel.by === 'woocommerce' ? parcel.own?.fulfillment : undefined;
    return shown(parcel.id, {
      ...((own as Draft | undefined) ?? draftOf(parcel)),
      at: parcel.createdAt,
    });
  });
  return [
    ...parcels,
    ...draftsOf(order).map((draft, i) => shown(900_000 + order.id * 10 + i, draft)),
  ];
}

const draftOf = (parcel: Fulfilment): Omit<Draft, 'at'> => ({
  ...{ status: 'fulfilled', is_fulfilled: true },
  meta: [
    { key: '_items', value: parcel.lines.map(({ lineId: id, quantity }) => ({ item_id: lineId({ id }), qty: quantity })) }, // biome-ignore format: one row
    { key: '_shipment_provider', value: parcel.carrier ?? '' },
    { key: '_tracking_number', value: parcel.trackingNumber ?? '' },
    { key: '_tracking_url', value: parcel.trackingUrl ?? '' },
  ],
});
