// Writes to a Lightspeed shop: a shipment that has left, and stock and prices of a variant.
import { inAll } from '../../holding.ts';
import { leftToShip } from '../../living/order-steps.ts';
import { isJson, type Json, readJson, unknownIn } from '../../read-json.ts';
import type { StoreReply } from '../../store.ts';
import { orderOfShipment, shipmentId } from './ids.ts';
import type { Errors } from './params.ts';
import { nativeVariant, taxOf } from './products.ts';
import { error, forbidden, json, notFound } from './replies.ts';
import { type Visit, variantIn } from './routes.ts';
import { announcedOf, nativeShipment, parcelOf, shipmentsOf } from './shipments.ts';

export const writable = /^(shipments|variants)\/\d+\.json$/;

/** `name` is the resource without `.json`. */
export function write(visit: Visit, name: string): StoreReply {
  const { request, shop, taken } = visit;
  const [kind = '', id = ''] = name.split('/');
  const isShipment = kind === 'shipments';
  if (!shop.writes.includes(isShipment ? 'orders' : 'products'))
    return forbidden(request, taken.headers);
  const root = isShipment ? 'shipment' : 'variant';
  const body = readJson(request.body)?.[root];
  if (!isJson(body)) return error(request, 400, `The body has no ${root}.`, taken.headers);
  const written = isShipment ? ship(visit, Number(id), body) : edit(visit, Number(id), body);
  if (written === undefined) return notFound(request, taken.headers);
  return 'errors' in written
    ? error(request, 422, 'Invalid parameters.', taken.headers, written.errors)
    : json(200, JSON.stringify({ [root]: written.record }), taken.headers);
}

/** Undefined where there is no such record. */
type Written = { readonly errors: Errors } | { readonly record: unknown } | undefined;

const flags = ['doNotifyShipped', 'doNotifyReadyForPickup', 'doNotifyTrackingCode'];

/** The whole shipment leaves: there is no way to send a part of it. */
function ship({ holding, shop, writes }: Visit, id: number, body: Json): Written {
  const order = holding.orders.find((one) => one.id === orderOfShipment(id));
  const shipment = order && shipmentsOf(order).find((one) => one.id === id);
  if (order === undefined || shipment === undefined) return undefined;
  const { status = shipment.status, trackingCode } = body;
  const errors: Errors = {
    ...strange(body, ['status', 'trackingCode', ...flags]),
    ...(![shipment.status, 'shipped'].includes(String(status)) && { status: ['status is not possible now'] }), // biome-ignore format: one rule
    ...(!['string', 'undefined'].includes(typeof trackingCode) && { trackingCode: ['trackingCode must be a text'] }), // biome-ignore format: one rule
    ...(order.state === 'cancelled' && { status: ['The order is cancelled.'] }),
  };
  const odd = flags.find((name) => !['boolean', 'undefined'].includes(typeof body[name]));
  if (odd !== undefined || Object.keys(errors).length > 0)
    return { errors: { ...errors, ...(odd && { [odd]: [`${odd} must be a boolean`] }) } };
  const sent = parcelOf(order, id === shipmentId(order, 1) ? 1 : 0);
  const known = sent?.trackingNumber ?? announcedOf(order);
  const number = trackingCode === undefined ? known : String(trackingCode);
  const tracking = [{ number: number || null, url: null }];
  // What was completed without its shipment has a parcel already: it gets another number.
  const isSent = order.lines.every((line) => leftToShip(line) === 0) && sent !== undefined;
  if (isSent || shipment.status === 'shipped') {
    if (sent === undefined) return undefined;
    const next = writes.track(order.id, sent.id, { carrier: sent.carrier, tracking });
    return { record: nativeShipment(next, id, shop) };
  }
  if (status !== 'shipped') {
    const next = writes.keepOrder(order.id, { trackingCode: number });
    return { record: nativeShipment(next, id, shop) };
  }
  const lines = [...shipment.pieces].flatMap(([{ id: lineId }, quantity]) => {
    const line = order.lines.find((one) => one.id === lineId);
    const left = line ? Math.min(quantity, leftToShip(line)) : 0;
    return left > 0 ? [{ lineId, quantity: left }] : [];
  });
  const { order: next } = writes.ship(order.id, { lines, carrier: null, tracking });
  return { record: nativeShipment(next, id, shop) };
}

const prices = ['priceExcl', 'priceIncl', 'oldPriceExcl', 'oldPriceIncl'];

function edit({ holding, shop, writes }: Visit, id: number, body: Json): Written {
  const found = variantIn(holding, id);
  if (found === undefined) return undefined;
  const { product, variant } = found;
  const { stockLevel } = body;
  const errors = {
    ...strange(body, ['stockLevel', ...prices]),
    ...(stockLevel !== undefined && !(Number.isInteger(stockLevel) && Number(stockLevel) >= 0) && { stockLevel: ['stockLevel must be a number'] }), // biome-ignore format: one rule
    ...Object.fromEntries(
      prices
        .filter((name) => body[name] !== undefined && !(Number(body[name]) >= 0 && typeof body[name] === 'number')) // biome-ignore format: one rule
        .map((name) => [name, [`${name} must be a number`]]),
    ),
  };
  if (Object.keys(errors).length > 0) return { errors };
  const rate = taxOf(product, variant);
  // Where both are given, the one that the shop counts from is taken.
  const [main, other] = shop.cluster === 'us1' ? ['Excl', 'Incl'] : ['Incl', 'Excl'];
  const cents = (name: string): number | undefined => {
    const kind = body[`${name}${main}`] === undefined ? other : main;
    const value = body[`${name}${kind}`];
    if (value === undefined) return undefined;
    return Math.round(Number(value) * (kind === 'Excl' ? 1 + rate : 1) * 100);
  };
  const [price, old] = [cents('price'), cents('oldPrice')];
  const edits = [
    // Doubtful: a level that is not tracked is taken for nothing here; Lightspeed may keep it.
    ...(stockLevel !== undefined && variant.stock.tracked ? inAll(variant, Number(stockLevel)) : []),
    ...(price === undefined ? [] : [{ variantId: variant.id, price }]),
    ...(old === undefined ? [] : [{ variantId: variant.id, compareAtPrice: old === 0 ? null : old }]),
  ]; // biome-ignore format: one list
  const next = edits.length === 0 ? product : writes.edit(product.id, edits);
  const now = next.variants.find((one) => one.id === variant.id) ?? variant;
  return { record: nativeVariant(now, next, shop) };
}

const strange = (body: Json, known: readonly string[]): Errors =>
  Object.fromEntries(unknownIn(body, known).map((name) => [name, [`${name} is not played here`]]));
