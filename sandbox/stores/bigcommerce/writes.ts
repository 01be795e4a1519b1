// Writes of the Management API: shipments of orders, absolute stock of locations, prices of variants.
import { randomUUID } from 'node:crypto';
import type { Product, Variant } from '../../catalogue/types.ts';
import { leftToShip } from '../../living/order-steps.ts';
import type { VariantEdit, Writes } from '../../living/writes.ts';
import type { StoreReply } from '../../store.ts';
import { splitOf } from './consignments.ts';
import { consignmentId, lineId, orderId, productId, variantId } from './ids.ts';
import {
  basePrice,
  nativeVariant,
  productPrice,
  type WrittenPrice,
  writtenOf,
} from './products.ts';
import { error, forbidden, type Generation, json, notFound } from './replies.ts';
import type { ApiCall } from './routes.ts';
import { itemsOf, nativeShipment } from './shipments.ts';
import type { Scope } from './shops.ts';

type Given = Readonly<Record<string, unknown>>;
type Answer = (call: ApiCall, body: unknown, id: number, second: number) => StoreReply;

/** Those that BigCommerce knows; a carrier of an app is called `carrier_` and a number. */
const providers = ['auspost', 'canadapost', 'endicia', 'usps', 'fedex', 'ups', 'upsready', 'upsonline', 'shipperhq', 'royalmail', '']; // biome-ignore format: one list
const trackingNames = ['tracking_number', 'tracking_carrier', 'tracking_link', 'shipping_provider', 'shipping_method', 'comments']; // biome-ignore format: one list
const lengths: Readonly<Record<string, number>> = { tracking_number: 50, tracking_link: 500, comments: 65_535 }; // biome-ignore format: one list
const mostVariants = 50;
const mostItems = 2000;

/** Undefined for what is no write. */
export function openWrites(writes: Writes): (call: ApiCall) => StoreReply | undefined {
  const routes: readonly (readonly [string, Generation, RegExp, Scope, Answer])[] = [
    ['POST', 'v2', /^\/orders\/(\d{1,10})\/shipments$/, 'orders-modify', ship],
    ['PUT', 'v2', /^\/orders\/(\d{1,10})\/shipments\/(\d{1,10})$/, 'orders-modify', track],
    ['PUT', 'v3', /^\/inventory\/adjustments\/absolute$/, 'inventory-modify', setStock],
    ['PUT', 'v3', /^\/catalog\/variants$/, 'products-modify', setPrices],
  ];

  function ship(call: ApiCall, body: unknown, id: number): StoreReply {
    const order = call.collections.orderById.get(id)?.order;
    if (order === undefined) return notFound('v2');
    const given = Object(body) as Given;
    const refusal = wrongField(given, ['order_address_id', 'items', 'merchant_shipping_cost', ...trackingNames]); // biome-ignore format: one list
    if (refusal) return refusal;
    const { parcels } = splitOf(order);
    const there = parcels.find((_, at) => consignmentId(order, at) === given.order_address_id);
    if (there === undefined)
      return wrong('order_address_id', 'It is no shipping address of the order.');
    const items = Array.isArray(given.items) ? (given.items as readonly Given[]) : [];
    if (items.length === 0) return wrong('items', 'A shipment has at least one item.');
    // Those that were never completed have numbers of their own.
    if (
      order.state === 'cancelled' ||
      orderId(order) !== id ||
      !call.catalogue.orderById.has(order.id)
    )
      return wrong('order_id', 'The order cannot be shipped in its status.');
    const rows = items.map(({ order_product_id, quantity }) => {
      const line = there.find((one) => lineId(one) === order_product_id);
      return { line, quantity: Number(quantity), left: line ? leftToShip(line) : 0 };
    });
    const lines = rows.flatMap(({ line, quantity }) =>
      line ? [{ lineId: line.id, quantity }] : [],
    );
    if (lines.length < rows.length)
      return wrong('order_product_id', 'It is no product that goes to this address.');
    if (
      rows.some(
        ({ quantity, left }) => !Number.isInteger(quantity) || quantity < 1 || quantity > left,
      )
    )
      // biome-ignore format: one question
      return wrong('quantity', 'It is more than is left to ship.');
    if (new Set(lines.map((one) => one.lineId)).size < lines.length)
      return wrong('items', 'A product is there twice.');
    const { order: next, parcel } = writes.ship(order.id, { lines, ...trackingOf(given) });
    return json(201, JSON.stringify(nativeShipment(parcel, itemsOf(parcel, next), next)));
  }

  function track(call: ApiCall, body: unknown, id: number, shipment: number): StoreReply {
    const order = call.collections.orderById.get(id)?.order;
    const before = order?.fulfilments.find((one) => one.id === shipment - 900);
    if (order === undefined || before === undefined) return notFound('v2');
    const given = Object(body) as Given;
    const refusal = wrongField(given, ['order_address_id', 'merchant_shipping_cost', ...trackingNames]); // biome-ignore format: one list
    if (refusal) return refusal;
    const [number, url] = [before.trackingNumber ?? '', before.trackingUrl ?? ''];
    const was = { tracking_number: number, tracking_link: url, tracking_carrier: before.carrier ?? '', ...before.own }; // biome-ignore format: one thought
    const next = writes.track(order.id, before.id, trackingOf({ ...was, ...given }));
    const parcel = next.fulfilments.find((one) => one.id === before.id) ?? before;
    return json(200, JSON.stringify(nativeShipment(parcel, itemsOf(parcel, next), next)));
  }

  /** All of them, or none and a list of what is wrong. */
  function setStock(call: ApiCall, body: unknown): StoreReply {
    const { items } = Object(body) as { items?: unknown };
    if (!Array.isArray(items)) return problem({ items: 'The items are missing.' });
    if (items.length === 0 || items.length > mostItems)
      return problem({ items: `There must be 1 to ${mostItems} of them.` });
    const errors: Record<string, string> = {};
    const rows = (items as readonly Given[]).flatMap((item, at) => {
      const { location_id, quantity } = item;
      const found = meantBy(item, call);
      const place = call.catalogue.locations.find(({ id }) => id === location_id);
      const bad =
        place === undefined ? 'The location is not found.'
        : found === undefined ? 'The item is not found.'
        : !Number.isInteger(quantity) || Number(quantity) < 0 ? 'The quantity must be an integer of 0 or more.'
        : !found.variant.stock.tracked ? 'The inventory of the item is not tracked.'
        : undefined; // biome-ignore format: one question a line
      if (bad !== undefined) errors[`items.${at}`] = bad;
      return bad === undefined && found && place
        ? [{ ...found, locationId: place.id, stock: Number(quantity) }]
        : [];
    });
    if (Object.keys(errors).length > 0) return problem(errors);
    for (const [id, own] of Map.groupBy(rows, ({ product }) => product.id))
      writes.edit(
        id,
        own.map(({ variant, locationId, stock }) => ({ variantId: variant.id, locationId, stock })),
      );
    return json(200, JSON.stringify({ transaction_id: randomUUID() }));
  }

  function setPrices(call: ApiCall, body: unknown): StoreReply {
    if (!Array.isArray(body)) return error('v3', 422, 'The body must be a list of variants.', {});
    if (body.length > mostVariants)
      return error(
        'v3',
        413,
        `No more than ${mostVariants} variants can be updated in one request.`,
      );
    const rows = (body as readonly Given[]).map((item) => ({
      item,
      at: meantBy({ variant_id: item.id }, call),
    }));
    const batch_errors = rows.flatMap(({ item, at }) => {
      const bad = at === undefined ? ['id', `The variant ${String(item.id)} is not found.`] : wrongPrice(item, at.variant); // biome-ignore format: one choice
      return bad ? [{ status: 422, title: bad[1], type: problemType, instance: `/catalog/variants/${String(item.id)}`, errors: { [bad[0] ?? '']: bad[1] } }] : []; // biome-ignore format: one error
    });
    if (batch_errors.length > 0) return json(422, JSON.stringify({ batch_errors }));
    const saved = new Map<number, Product>();
    for (const [id, own] of Map.groupBy(rows, ({ at }) => at?.product.id ?? 0)) {
      const product = own[0]?.at?.product;
      if (product === undefined) continue;
      const variants: Record<number, WrittenPrice> = { ...writtenOf(product) };
      const edits = own.flatMap(({ item, at }): readonly VariantEdit[] => {
        if (at === undefined) return [];
        const price = item.price === undefined ? undefined : cents(item.price);
        const sale = item.sale_price === undefined ? undefined : cents(item.sale_price);
        variants[at.variant.id] = { ...variants[at.variant.id], ...(price !== undefined && { price }), ...(sale !== undefined && { sale }) }; // biome-ignore format: one row
        return [{ variantId: at.variant.id, ...pricesAfter(at.variant, price, sale), ...(item.inventory_level !== undefined && { stock: Number(item.inventory_level) }) }]; // biome-ignore format: one row
      });
      saved.set(id, writes.edit(id, edits, undefined, { variants, price: productPrice(product) }));
    }
    const data = rows.flatMap(({ at }) => {
      const product = at && saved.get(at.product.id);
      const variant = product?.variants.find(({ id }) => id === at?.variant.id);
      return product && variant ? [nativeVariant(variant, product, call.shop)] : [];
    });
    return json(200, JSON.stringify({ data, meta: {} }));
  }

  return (call) => {
    const { request, generation, route, shop } = call;
    for (const [method, wanted, path, scope, answer] of routes) {
      const match = wanted === generation && method === request.method ? path.exec(route) : null;
      if (match === null) continue;
      if (!shop.scopes.includes(scope)) return forbidden();
      let body: unknown;
      try {
        body = JSON.parse(request.body);
      } catch {
        return error(generation, 400, 'Input is not valid JSON.', {});
      }
      return answer(call, body, Number(match[1] ?? 0), Number(match[2] ?? 0));
    }
    return undefined;
  };
}

const problemType = 'https://developer.bigcommerce.com/api-docs/getting-started/api-status-codes';

function problem(errors: Readonly<Record<string, string>>): StoreReply {
  const reply = error('v3', 422, 'Unprocessable entity', errors);
  return { ...reply, headers: { ...reply.headers, 'content-type': 'application/problem+json' } };
}

const wrong = (field: string, invalid_reason: string): StoreReply =>
  error('v2', 400, `The field '${field}' is invalid.`, { invalid_reason });

/** What V2 finds wrong with a shipment before it looks at the order. */
function wrongField(given: Given, known: readonly string[]): StoreReply | undefined {
  for (const [name, value] of Object.entries(given)) {
    if (!known.includes(name)) return wrong(name, 'The field is not known.');
    if (trackingNames.includes(name) && typeof value !== 'string')
      return wrong(name, 'The value must be a string.');
    if (String(value).length > (lengths[name] ?? Number.POSITIVE_INFINITY))
      return wrong(name, `The value may have at most ${lengths[name]} characters.`);
  }
  const provider = String(given.shipping_provider ?? '');
  return providers.includes(provider) || /^carrier_\d+$/.test(provider)
    ? undefined
    : wrong('shipping_provider', 'The provider is not known.');
}

function trackingOf(given: Given) {
  const text = (name: string): string => String(given[name] ?? '');
  const [number, url] = [text('tracking_number') || null, text('tracking_link') || null];
  return {
    carrier: text('tracking_carrier') || text('shipping_provider') || null,
    tracking: number === null && url === null ? [] : [{ number, url }],
    own: Object.fromEntries(['shipping_provider', 'shipping_method', 'comments'].map((name) => [name, text(name)])), // biome-ignore format: one list
  };
}

/** By its stock-keeping unit, its number, or that of its product where this has one only. */
function meantBy({ sku, variant_id, product_id }: Given, { collections }: ApiCall) {
  for (const { product } of collections.products) {
    const variant = product.variants.find(
      (one: Variant) =>
        (sku !== undefined && one.sku === sku) ||
        variantId(one) === variant_id ||
        (productId(product) === product_id && product.options.length === 0),
    );
    if (variant) return { product, variant };
  }
  return undefined;
}

const cents = (value: unknown): number => Math.round(Number(value) * 100);

function wrongPrice(item: Given, { stock }: Variant): readonly string[] | undefined {
  for (const [name, value] of Object.entries(item)) {
    if (!['id', 'price', 'sale_price', 'inventory_level'].includes(name))
      return [name, 'The sandbox does not play this field.'];
    if (typeof value !== 'number' || value < 0)
      return [name, `${name} must be a number of 0 or more.`];
  }
  const { inventory_level: level } = item;
  if (level !== undefined && !(Number.isInteger(level) && stock.tracked))
    return ['inventory_level', 'The inventory of the variant is not tracked.'];
  return undefined;
}

/** A sale price of 0 is none. */
function pricesAfter(
  variant: Variant,
  price: number | undefined,
  sale: number | undefined,
): Partial<VariantEdit> {
  if (price === undefined && sale === undefined) return {};
  const base = price ?? basePrice(variant);
  const now = sale ?? (variant.compareAtPrice === null ? 0 : (variant.price ?? 0));
  const onSale = now > 0 && now < base;
  return { price: onSale ? now : base, compareAtPrice: onSale ? base : null };
}
