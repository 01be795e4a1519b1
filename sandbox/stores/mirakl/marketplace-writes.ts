// Writes to a marketplace: orders that are accepted (OR21), tracked (OR23) and shipped (OR24, ST01), and files.
import type { Catalogue, Fulfilment, Order } from '../../catalogue/types.ts';
import { leftToShip } from '../../living/order-steps.ts';
import { Refusal } from '../../living/refusal.ts';
import type { Writes } from '../../living/writes.ts';
import { isJson, type Json, readJson, readRows } from '../../read-json.ts';
import type { Rates, StoreReply, StoreRequest } from '../../store.ts';
import { carriers } from './carriers.ts';
import { instant } from './connect-orders.ts';
import { lineId, orderId, uuid } from './ids.ts';
import type { StallLists } from './marketplace-api.ts';
import { type MarketCall, openImports } from './marketplace-imports.ts';
import { isWrong, type Rules, readParams } from './params.ts';
import { marketplaceError, marketplaceReply, noContent } from './replies.ts';
import type { Stall } from './shops.ts';
import { marketplaceState } from './status.ts';
import { Bad, isWritten, keptTrail, type Trail, trailOf } from './trails.ts';

interface Route {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: RegExp;
  readonly rules?: Rules;
  /** Only where the operator lets an order be sent in parts, and the other way round. */
  readonly multi?: boolean;
  readonly orders?: true;
  readonly answer: (call: MarketCall) => StoreReply;
}

const shopRule: Rules = { shop_id: { kind: 'integer', least: 1, most: Number.MAX_SAFE_INTEGER } };

export function openMarketWrites(writes: Writes, catalogue: Catalogue, now: () => number) {
  const imports = openImports(writes, now);
  const stateOf = (order: Order) => marketplaceState(order, catalogue.anchor);

  function orderOf({ stall, name }: Pick<MarketCall, 'stall' | 'name'>): Order | undefined {
    return stall.orders.find((one) => orderId(one) === name);
  }

  function must(order: Order, state: string): void {
    if (stateOf(order) !== state)
      throw new Bad(`The order status must be '${state}' but it is '${stateOf(order)}'.`);
  }

  const onOrder = (take: (order: Order, call: MarketCall) => void) => (call: MarketCall) => {
    const order = orderOf(call);
    if (order === undefined) return marketplaceError(404, `Order with identifier ${call.name} not found`); // biome-ignore format: one sentence
    take(order, call);
    return noContent();
  };

  /** OR21: a decision on every line; refusals are not played. */
  function accept(order: Order, { request }: MarketCall): void {
    const rows = readRows(bodyOf(request).order_lines) ?? [];
    const ids = order.lines.map((_, index) => lineId(order, index));
    const given = rows.map(({ id }) => String(id));
    if (rows.some(({ accepted }) => typeof accepted !== 'boolean')) throw new Bad('VALIDATION_ERROR'); // biome-ignore format: one rule a line
    if (new Set(given).size < given.length) throw new Bad('ORDER_LINE_DUPLICATE_ID');
    if (given.some((id) => !ids.includes(id))) throw new Bad('ORDER_LINE_NOT_FOUND');
    if (given.length < ids.length) throw new Bad('ORDER_LINE_ACCEPTANCE_DECISION_MISSING');
    if (stateOf(order) !== 'WAITING_ACCEPTANCE') throw new Bad('ORDER_INVALID_STATE');
    if (rows.some(({ accepted }) => !accepted)) throw new Bad('ORDER_PARTIAL_ACCEPTANCE_DISABLED');
    writes.accept(order.id);
  }

  /** OR23: before it is shipped the order keeps it, afterwards its parcel. */
  function track(order: Order, { request }: MarketCall): void {
    const trail = trailOf(bodyOf(request), 'carrier_url');
    const sent = order.fulfilments.findLast(isWritten);
    if (sent) writes.track(order.id, sent.id, parcelOf(trail));
    else {
      if (!['SHIPPING', 'SHIPPED'].includes(stateOf(order))) must(order, 'SHIPPING');
      writes.keepOrder(order.id, { trail });
    }
  }

  /** OR24: all that is left, in one go. */
  function ship(order: Order, { request }: MarketCall): void {
    if (request.body !== '') throw new Bad('The request has no body');
    must(order, 'SHIPPING');
    const trail = keptTrail(order) ?? { code: null, carrier: null, number: null, url: null };
    writes.ship(order.id, parcelOf(trail));
  }

  /** ST01: each shipment stands or falls by itself. */
  function createShipments({ request, stall }: MarketCall): StoreReply {
    const rows = readRows(bodyOf(request).shipments) ?? [];
    if (rows.length === 0 || rows.length > 1000)
      throw new Bad('shipments: size must be between 1 and 1000');
    const success: object[] = [];
    const errors: object[] = [];
    for (const row of rows) {
      try {
        success.push(createShipment(row, stall));
      } catch (error) {
        if (!(error instanceof Bad || error instanceof Refusal)) throw error;
        errors.push({ order_id: String(row.order_id), message: error.message });
      }
    }
    const body = { shipment_errors: errors, shipment_success: success };
    return { ...marketplaceReply(JSON.stringify(body)), status: 201 };
  }

  function createShipment(row: Json, stall: Stall): object {
    const named = orderOf({ stall, name: String(row.order_id) });
    const order = named && catalogue.orderById.get(named.id);
    if (order === undefined) throw new Bad('Order not found.');
    must(order, 'SHIPPING');
    if (row.shipped !== true) throw new Bad('A shipment that is not shipped yet is not played here.'); // biome-ignore format: one sentence
    const wanted = readRows(row.shipment_lines) ?? [];
    if (wanted.length === 0) throw new Bad('Shipment lines are missing.');
    const lines = wanted.map(({ order_line_id: id, offer_sku: sku, quantity }) => {
      const line = order.lines.find((one, index) =>
        id === undefined ? one.sku === sku : lineId(order, index) === id,
      );
      if (line === undefined) throw new Bad('Order line not found.');
      if (
        !Number.isInteger(quantity) ||
        Number(quantity) < 1 ||
        Number(quantity) > leftToShip(line)
      )
        // biome-ignore format: one rule
        throw new Bad('Shipment quantity is invalid.');
      return { lineId: line.id, quantity: Number(quantity) };
    });
    const trail = row.tracking === undefined ? undefined : trailOf(isJson(row.tracking) ? row.tracking : {}, 'tracking_url'); // biome-ignore format: one choice
    const parcel = parcelOf(trail ?? { code: null, carrier: null, number: null, url: null });
    const next = writes.ship(order.id, { lines, ...parcel });
    return shipmentOf(next.parcel, next.order);
  }

  /** ST11. */
  function listShipments({ stall, values }: MarketCall): StoreReply {
    const ids = values.list('order_id');
    const found = stall.orders
      .filter((order) => ids?.includes(orderId(order)) ?? true)
      .flatMap((order) => order.fulfilments.map((one) => shipmentOf(one, order)));
    const start = Number(values.text('page_token') ?? 0);
    const end = start + (values.integer('limit') ?? 10);
    const more = end < found.length && { next_page_token: String(end) };
    return marketplaceReply(JSON.stringify({ data: found.slice(start, end), ...more }));
  }

  const routes: readonly Route[] = [
    { method: 'GET', path: /^\/api\/shipping\/carriers$/, answer: () => marketplaceReply(JSON.stringify({ carriers })) },
    { method: 'PUT', path: /^\/api\/orders\/([^/]+)\/accept$/, orders: true, answer: onOrder(accept) },
    { method: 'PUT', path: /^\/api\/orders\/([^/]+)\/tracking$/, orders: true, multi: false, answer: onOrder(track) },
    { method: 'PUT', path: /^\/api\/orders\/([^/]+)\/ship$/, orders: true, multi: false, answer: onOrder(ship) },
    { method: 'POST', path: /^\/api\/shipments$/, orders: true, multi: true, answer: createShipments },
    { method: 'GET', path: /^\/api\/shipments$/, rules: { order_id: { kind: 'list' }, limit: { kind: 'integer', least: 1, most: 100 }, page_token: { kind: 'text', pattern: /^\d+$/ } }, orders: true, multi: true, answer: listShipments },
    { method: 'POST', path: /^\/api\/offers\/(stock|pricing)\/imports$/, answer: imports.begin },
    { method: 'GET', path: /^\/api\/offers\/stock\/imports\/([^/]+)\/status$/, answer: imports.stockStatus },
    { method: 'GET', path: /^\/api\/offers\/pricing\/imports$/, rules: { import_id: { kind: 'list' }, limit: { kind: 'integer', least: 1, most: 100 } }, answer: imports.priceStatuses },
    { method: 'GET', path: /^\/api\/offers\/(?:stock|pricing)\/imports\/([^/]+)\/error_report$/, answer: imports.report },
  ]; // biome-ignore format: one route a line

  /** Undefined for what is no write, and not about one. */
  return (request: StoreRequest, lists: readonly StallLists[], rates: Rates) => {
    const { method, path, headers } = request;
    const here = routes.filter((route) => route.path.test(path));
    if (here.length === 0) return undefined;
    const stall = lists.find((one) => one.stall.key === headers.authorization)?.stall;
    if (stall === undefined) return marketplaceError(401, 'Unauthorized');
    const route = here.find((one) => one.method === method);
    if (here.some(({ multi }) => multi !== undefined && multi !== stall.multiShipment))
      return marketplaceError(404, 'Resource not found');
    if (route === undefined) return marketplaceError(405, 'Method not allowed');
    if (
      method !== 'GET' &&
      headers['content-length'] === undefined &&
      headers['transfer-encoding'] === undefined
    )
      // biome-ignore format: one question
      return marketplaceError(411, 'Length Required');
    const values = readParams(request.query, { ...shopRule, ...route.rules }, 'repeated');
    if (isWrong(values)) return marketplaceError(400, values.message);
    const shop = values.integer('shop_id');
    if ((shop ?? (stall.isDefault ? stall.shopId : 0)) !== stall.shopId)
      return marketplaceError(403, 'The user has no access to this shop');
    if ((route.orders || method !== 'GET') && !stall.readsOrders)
      return marketplaceError(403, 'The role of the user does not allow this');
    if (method === 'POST' && rates === 'vendor' && path.endsWith('/imports')) {
      const wait = imports.wait(stall, path);
      if (wait > 0) return marketplaceError(429, 'Too Many Requests', { 'retry-after': String(wait) }); // biome-ignore format: one sentence
    }
    const name = decodeURIComponent(route.path.exec(path)?.[1] ?? '');
    try {
      return route.answer({ request, stall, values, name });
    } catch (error) {
      if (error instanceof Bad || error instanceof Refusal) return marketplaceError(400, error.message); // biome-ignore format: one sentence
      throw error;
    }
  };
}

function bodyOf({ headers, body }: StoreRequest): Json {
  const given = headers['content-type']?.startsWith('application/json') ? readJson(body) : undefined; // biome-ignore format: one choice
  if (given === undefined) throw new Bad('The body is not JSON');
  return given;
}

const parcelOf = ({ code, carrier, number, url }: Trail) => ({
  ...{ carrier, tracking: [{ number, url }], own: { code } },
});

function shipmentOf(parcel: Fulfilment, order: Order): object {
  const { carrier, trackingNumber, trackingUrl } = parcel;
  const code = parcel.by === 'mirakl' ? parcel.own?.code : undefined;
  return {
    created_date: instant(parcel.createdAt),
    id: uuid(`shipment ${parcel.id}`),
    last_updated_date: instant(Math.max(parcel.createdAt, order.updatedAt)),
    order_id: orderId(order),
    shipment_lines: parcel.lines.flatMap(({ lineId: id, quantity }) => {
      const index = order.lines.findIndex((line) => line.id === id);
      const line = order.lines[index];
      return line ? [{ offer_sku: line.sku, order_line_id: lineId(order, index), quantity }] : [];
    }),
    shipped_date: instant(parcel.createdAt),
    status: 'SHIPPED',
    status_customer_debit: 'NO_DEBIT',
    tracking: {
      ...(code ? { carrier_code: code, carrier_standard_code: code } : {}),
      ...(carrier !== null && { carrier_name: carrier }),
      ...(trackingNumber !== null && { tracking_number: trackingNumber }),
      ...(trackingUrl !== null && { tracking_url: trackingUrl }),
    },
  };
}
