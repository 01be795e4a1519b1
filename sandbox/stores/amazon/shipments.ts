// confirmShipment: what a seller sent, taken with 204 and shown by the Orders API minutes later.
import type { Catalogue, Order } from '../../catalogue/types.ts';
import { leftToShip } from '../../living/order-steps.ts';
import { Refusal } from '../../living/refusal.ts';
import type { Writes } from '../../living/writes.ts';
import { isJson, type Json, readJson, readRows } from '../../read-json.ts';
import type { StoreRequest } from '../../store.ts';
import { carrierCodes } from './carriers.ts';
import { isSentByAmazon, statusOf } from './holding.ts';
import { itemId, orderId, referenceOf } from './ids.ts';
import { readOrderId } from './orders-2026.ts';
import { readQuery, Wrong } from './params.ts';
import { type AmazonShop, marketplaceOf } from './shops.ts';

/** By the sandbox's clock; Amazon says only that it is not done yet. */
export const shownAfter = 120_000;

/** A carrier that Amazon takes, answers with 204, and forgets (selling-partner-api-models issue 5232). */
const forgotten = 'Amazon Shipping';

/** Null when there is no such order; otherwise the answer is empty. */
export function confirmShipment(
  id: string,
  request: StoreRequest,
  shop: AmazonShop,
  writes: Writes,
  catalogue: Pick<Catalogue, 'orderById'>,
): null | undefined {
  readQuery(request.query, {});
  readOrderId(id);
  const { marketplaceId, detail, items, reference } = readConfirmation(request);
  const order = shop.orders.find((one) => orderId(one) === id);
  if (order === undefined) return null;
  if (marketplaceOf(order, shop.sells).id !== marketplaceId)
    throw new Wrong(`MarketplaceId: is invalid for order ${id}.`);
  if (isSentByAmazon(order))
    throw new Wrong(`Order ${id} is fulfilled by Amazon and cannot be confirmed.`);
  refuseUnready(order);
  const isKnown = order.fulfilments.some((parcel) => referenceOf(parcel) === reference);
  if (!isKnown) refuseShipped(order);
  const lines = items.map(({ item, quantity }) => {
    const line = order.lines.find((one) => itemId(one) === item);
    if (line === undefined)
      throw new Wrong(`ErrorCode: NonexistentOrderItem Description: Failed to find order item ${item} of order ID: ${id}`); // biome-ignore format: one sentence
    if (!isKnown && quantity > leftToShip(line))
      throw new Wrong(`Quantity: ${quantity} of item ${item} exceeds the quantity to ship.`);
    return { lineId: line.id, quantity };
  });
  if (detail.carrierCode === forgotten) return undefined;
  const parcel = {
    carrier: String(detail.carrierCode === 'Other' ? detail.carrierName : detail.carrierCode),
    tracking: [{ number: String(detail.trackingNumber), url: null }],
    own: {
      reference,
      shipDate: Date.parse(String(detail.shipDate)),
      ...(detail.shippingMethod !== undefined && { method: detail.shippingMethod }),
    },
  };
  writes.later(shownAfter, () => {
    const now = catalogue.orderById.get(order.id)?.fulfilments ?? [];
    const same = now.find((one) => referenceOf(one) === reference);
    try {
      // The same package again is that package with other numbers.
      if (same) writes.track(order.id, same.id, parcel);
      else writes.ship(order.id, { lines, ...parcel });
    } catch (error) {
      // Taken, and forgotten: something else was faster.
      if (!(error instanceof Refusal)) throw error;
    }
  });
  return undefined;
}

const texts = ['packageReferenceId', 'carrierCode', 'trackingNumber', 'shipDate'];
const optionalTexts = ['carrierName', 'shippingMethod', 'shipFromSupplySourceId'];

function readConfirmation(request: StoreRequest) {
  const body = readJson(request.body);
  if (body === undefined) throw new Wrong('Request has missing or invalid parameters and cannot be parsed.'); // biome-ignore format: one sentence
  const detail: Json = isJson(body.packageDetail) ? body.packageDetail : {};
  const items = readRows(detail.orderItems) ?? [];
  const odd = [
    ...(typeof body.marketplaceId === 'string' ? [] : ['marketplaceId']),
    ...(isJson(body.packageDetail) ? [] : ['packageDetail']),
    ...texts.filter((name) => typeof detail[name] !== 'string').map((name) => `packageDetail.${name}`),
    ...optionalTexts.filter((name) => !['string', 'undefined'].includes(typeof detail[name])).map((name) => `packageDetail.${name}`),
    ...(items.length > 0 ? [] : ['packageDetail.orderItems']),
    ...items.flatMap(({ orderItemId, quantity }) => [
      ...(typeof orderItemId === 'string' ? [] : ['packageDetail.orderItems.orderItemId']),
      ...(Number.isInteger(quantity) ? [] : ['packageDetail.orderItems.quantity']),
    ]),
  ]; // biome-ignore format: a list
  if (odd.length > 0)
    throw new Wrong(
      `The input you have submitted is not valid. Please check the fields with invalid type [${odd.join(', ')}].`,
    );
  const reference = String(detail.packageReferenceId);
  if (!/^[1-9]\d{0,17}$/.test(reference))
    throw new Wrong('PackageReferenceId: is invalid, must be a positive numeric value.');
  if (!carrierCodes.has(String(detail.carrierCode)))
    throw new Wrong(`CarrierCode: ${String(detail.carrierCode)} is invalid.`);
  if (detail.carrierCode === 'Other' && !detail.carrierName)
    throw new Wrong('CarrierName: is required when CarrierCode is Other.');
  if (detail.trackingNumber === '') throw new Wrong('TrackingNumber: is invalid.');
  if (!/^\d{4}-\d{2}-\d{2}T.+(Z|[+-]\d{2}:\d{2})$/.test(String(detail.shipDate)) || Number.isNaN(Date.parse(String(detail.shipDate))))
    throw new Wrong('ShipDate: is invalid, must be an ISO 8601 date.'); // biome-ignore format: one question
  const cash = body.codCollectionMethod;
  if (cash !== undefined && cash !== 'DirectPayment')
    throw new Wrong('CodCollectionMethod: is invalid.');
  return {
    marketplaceId: String(body.marketplaceId),
    detail,
    reference,
    items: items.map(({ orderItemId, quantity }) => {
      if (Number(quantity) < 1) throw new Wrong('Quantity: is invalid, must be a positive number.');
      return { item: String(orderItemId), quantity: Number(quantity) };
    }),
  };
}

function refuseUnready(order: Order): void {
  const status = statusOf(order);
  if (status === 'CANCELLED')
    throw new Wrong(`ErrorCode: NonexistentOrderItem Description: Failed to find order item list by order ID: ${orderId(order)}`); // biome-ignore format: one sentence
  if (status === 'PENDING') throw new Wrong(`Order ${orderId(order)} is pending.`);
}

function refuseShipped(order: Order): void {
  if (statusOf(order) !== 'SHIPPED') return;
  throw new Wrong(
    `Failed to create package due to not finding a matching package or order already fulfilled. ErrorMessage(errorCode=GeneralError, errorDescription=Unable to find package to update for order (${orderId(order)}), errorMetric=PackageToUpdateNotFound, packageIndex=null)`,
  );
}
