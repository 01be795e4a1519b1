// Writes to Mirakl Connect: orders that are accepted and shipped by actions, products that are upserted later.
import { randomUUID } from 'node:crypto';
import type { Catalogue, Line, Order, Product } from '../../catalogue/types.ts';
import { leftToShip } from '../../living/order-steps.ts';
import { Refusal } from '../../living/refusal.ts';
import type { Writes } from '../../living/writes.ts';
import { isJson, type Json, minorOf, readJson, readRows, unknownIn } from '../../read-json.ts';
import type { StoreReply, StoreRequest } from '../../store.ts';
import { instant } from './connect-orders.ts';
import { placesOf } from './connect-products.ts';
import { lineId, orderId, sku } from './ids.ts';
import { accepted, badInput, connectError, connectReply } from './replies.ts';
import type { Company } from './shops.ts';
import { connectStatus } from './status.ts';

/** By the sandbox's clock; Mirakl asks not to look more than once a minute. */
export const doneAfter = 60_000;

interface Action {
  readonly id: string;
  readonly company: string;
  readonly at: number;
  /** Undefined where it was never done, as after a reset. */
  outcome?: { readonly error: ActionError | undefined };
}

interface ActionError {
  readonly code: string;
  readonly message: string;
}

const wrongState: ActionError = {
  code: 'ORDER_IN_WRONG_STATE',
  message: 'The order was not in the expected status.',
};
const wrongItems: ActionError = {
  code: 'INVALID_SHIPMENT_ITEMS',
  message: 'The quantity of an item is not left to be shipped.',
};

const missing = (): StoreReply =>
  connectError(404, 'DATA_NOT_FOUND', 'The requested resource was not found');

/** Undefined for what is no write, and not about one. */
export function openConnectWrites(writes: Writes, catalogue: Catalogue, now: () => number) {
  const actions: Action[] = [];

  function begin(company: Company, steps: () => ActionError | undefined): StoreReply {
    const action: Action = { id: randomUUID(), company: company.name, at: now() };
    actions.push(action);
    writes.later(doneAfter, () => {
      action.outcome = { error: attempt(steps) };
    });
    return accepted({ action_id: action.id, tracking_id: action.id });
  }

  function shown({ id, at, outcome }: Action): StoreReply {
    const isOver = now() >= at + doneAfter;
    const error = outcome ? outcome.error : wrongState;
    return connectReply(
      JSON.stringify({
        ...{ id, created_at: instant(at) },
        status: !isOver ? 'PENDING' : error ? 'FAILED' : 'SUCCESS',
        ...(isOver && error && { errors: [error] }),
        updated_at: instant(isOver ? at + doneAfter : at),
      }),
    );
  }

  return (request: StoreRequest, company: Company): StoreReply | undefined => {
    const { method, path } = request;
    const [, seen] = /^\/api\/v2\/orders\/(?:tracking|actions)\/([^/]+)$/.exec(path) ?? [];
    const [, name, verb] = /^\/api\/v2\/orders\/([^/]+)\/(accept|shipments)$/.exec(path) ?? [];
    if (seen !== undefined && method === 'GET') {
      const action = actions.find((one) => one.id === seen && one.company === company.name);
      return action ? shown(action) : missing();
    }
    if (path === '/api/products' && method === 'POST')
      return company.readsOrders
        ? upsert(request, company)
        : connectError(403, 'FORBIDDEN', 'Access is denied');
    if (name === undefined) return undefined;
    if (method !== (verb === 'accept' ? 'PUT' : 'POST'))
      return connectError(405, 'METHOD_NOT_ALLOWED', 'The method is not allowed');
    if (!company.readsOrders)
      return connectError(403, 'FORBIDDEN', 'The scope connect:order:update is missing');
    const body = bodyOf(request);
    if (body === undefined) return badInput('body', 'must be JSON');
    const order = company.orders.find((one) => orderId(one) === decodeURIComponent(name));
    if (order === undefined) return missing();
    return verb === 'accept' ? accept(order, body, company) : ship(order, body, company);
  };

  function accept(order: Order, body: Json, company: Company): StoreReply {
    const rows = readRows(body.order_lines) ?? [];
    if (rows.length === 0) return badInput('order_lines', 'must not be empty');
    const ids = order.lines.map((_, index) => lineId(order, index));
    if (rows.some(({ id, accepted: yes }) => !ids.includes(String(id)) || typeof yes !== 'boolean'))
      return badInput('order_lines', 'must name lines of the order, each accepted or not');
    return begin(company, () => {
      const present = catalogue.orderById.get(order.id);
      if (!present || connectStatus(present, catalogue.anchor).status !== 'AWAITING_ACCEPTANCE')
        return wrongState;
      if (rows.length !== ids.length || rows.some((row) => row.accepted !== true))
        return { code: 'NOT_PLAYED', message: 'Only the acceptance of all lines is played here.' };
      writes.accept(order.id);
      return undefined;
    });
  }

  function ship(order: Order, body: Json, company: Company): StoreReply {
    const texts = ['carrier', 'tracking_number', 'return_tracking_number', 'warehouse_id'];
    const [odd] = unknownIn(body, ['items', 'tracking_url', ...texts]);
    if (odd !== undefined) return badInput(odd, 'is not a member of the request');
    const empty = texts.find((name) => body[name] !== undefined && !isText(body[name]));
    if (empty !== undefined) return badInput(empty, 'must be a text of at least 1 character');
    const rows = readRows(body.items) ?? [];
    if (rows.length === 0) return badInput('items', 'must not be empty');
    const items = rows.map((row) => ({ line: lineOf(order, row), quantity: row.quantity }));
    if (items.some(({ quantity }) => !Number.isInteger(quantity) || Number(quantity) < 1))
      return badInput('items.quantity', 'must be greater than or equal to 1');
    if (items.some(({ line }) => line === undefined))
      return badInput('items.order_line_id', 'is not a line of the order');
    const lines = items.map(({ line, quantity }) => ({ lineId: line?.id ?? 0, quantity: Number(quantity) })); // biome-ignore format: one list
    return begin(company, () => {
      const present = catalogue.orderById.get(order.id);
      if (!present || connectStatus(present, catalogue.anchor).status !== 'AWAITING_SHIPMENT')
        return wrongState;
      const left = (id: number): number => {
        const line = present.lines.find((one) => one.id === id);
        return line ? leftToShip(line) : 0;
      };
      if (lines.some((one) => one.quantity > left(one.lineId))) return wrongItems;
      const url = isText(body.tracking_url) ? body.tracking_url : null;
      const number = isText(body.tracking_number) ? body.tracking_number : null;
      const carrier = isText(body.carrier) ? body.carrier : null;
      writes.ship(order.id, { lines, carrier, tracking: [{ number, url }] });
      return undefined;
    });
  }

  /** Taken without a word of what becomes of it: products that are not known are dropped. */
  function upsert(request: StoreRequest, company: Company): StoreReply {
    const rows = readRows(bodyOf(request)?.products) ?? [];
    if (rows.length === 0 || rows.length > 1000)
      return badInput('products', 'size must be between 1 and 1000');
    for (const [at, row] of rows.entries()) {
      const odd = oddIn(row);
      if (odd !== undefined) return badInput(`products[${at}].${odd}`, 'is not valid');
    }
    writes.later(doneAfter, () => {
      for (const row of rows) {
        const product = company.products.find((one) => sku(one.variants[0] ?? { sku: null }) === row.id); // biome-ignore format: one search
        if (product) attempt(() => write(product, row));
      }
    });
    return accepted();
  }

  function write(product: Product, row: Json): undefined {
    const [variant] = product.variants;
    if (variant === undefined) return undefined;
    const quantities = readRows(row.quantities);
    const { own: places } = placesOf(variant);
    // The list is the stock: a warehouse that is not in it has nothing.
    const stock = (quantities === undefined ? [] : places).map(({ locationId }, at) => ({
      ...{ variantId: variant.id, locationId },
      stock: Number(quantities?.find(({ warehouse_code: code }) => code === `KZ-${locationId}` || (code === undefined && at === 0))?.available_quantity ?? 0), // biome-ignore format: one thought
    }));
    const prices = pricesIn(row, variant.compareAtPrice ?? variant.price);
    const edits = [...stock, ...(prices ? [{ variantId: variant.id, ...prices.edit }] : [])];
    if (edits.length > 0) writes.edit(product.id, edits, undefined, prices?.own);
    return undefined;
  }
}

/** What is not done is reported by the action, or by nothing. */
function attempt(steps: () => ActionError | undefined): ActionError | undefined {
  try {
    return steps();
  } catch (error) {
    if (error instanceof Refusal) return { code: 'REFUSED', message: error.message };
    throw error;
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const bodyOf = ({ headers, body }: StoreRequest): Json | undefined =>
  headers['content-type']?.startsWith('application/json') ? readJson(body) : undefined;

/** By the line, or by the seller's own number of the goods. */
const lineOf = (order: Order, { id, order_line_id: line }: Json): Line | undefined =>
  order.lines.find((one, index) =>
    line === undefined ? one.sku === id : lineId(order, index) === line,
  );

const isBase = ({ price, scope }: Json): boolean =>
  (scope ?? null) === null && isJson(price) && price.currency === 'EUR';

const centsIn = (row: Json | undefined): number | undefined =>
  minorOf(isJson(row?.price) ? row.price.amount : undefined, 2);

/** Prices of the catalogue are those without scope, in euro; the others are kept as they came. */
function pricesIn(
  { standard_prices: standard, discount_prices: discounts }: Json,
  was: number | null,
) {
  // biome-ignore format: one signature
  if (standard === undefined && discounts === undefined) return undefined;
  const rows = readRows(standard);
  const base = rows ? centsIn(rows.find(isBase)) : (was ?? undefined);
  const discount = centsIn(readRows(discounts)?.find(isBase));
  if (base === undefined) return undefined;
  const edit =
    discount === undefined
      ? { price: base, compareAtPrice: null }
      : { price: discount, compareAtPrice: base };
  return { edit, own: rows ? { scoped: rows.filter((row) => !isBase(row)), base } : {} };
}

/** The first member that breaks the contract. */
function oddIn(row: Json): string | undefined {
  const lists = { quantities: isQuantity, standard_prices: isPrice, discount_prices: isPrice };
  const [unknown] = unknownIn(row, ['id', ...Object.keys(lists)]);
  if (!isText(row.id) || unknown !== undefined) return unknown ?? 'id';
  return Object.entries(lists).find(([name, isSound]) => {
    const value = row[name];
    if (value === undefined || (value === null && name === 'discount_prices')) return false;
    const rows = readRows(value);
    return !rows || rows.length > 20 || (rows.length === 0 && name !== 'discount_prices') || !rows.every(isSound); // biome-ignore format: one rule
  })?.[0];
}

const isQuantity = ({ available_quantity: pieces }: Json): boolean =>
  Number.isInteger(pieces) && Number(pieces) >= 0 && Number(pieces) <= 1_000_000_000;
const isPrice = (row: Json): boolean =>
  isJson(row.price) && centsIn(row) !== undefined && /^[A-Z]{3}$/.test(String(row.price.currency));
