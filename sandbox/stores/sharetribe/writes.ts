// Commands of the Integration API: the stock of a listing, if it is still what the caller thinks, and its price.
import { inAll } from '../../holding.ts';
import type { Writes } from '../../living/writes.ts';
import { isJson, type Json, readJson, unknownIn } from '../../read-json.ts';
import type { StoreReply, StoreRequest } from '../../store.ts';
import { listingId } from './ids.ts';
import type { Listing } from './listings.ts';
import { json, refused } from './replies.ts';
import type { Marketplace } from './shops.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Command {
  readonly keys: Readonly<Record<string, (value: unknown) => boolean>>;
  readonly required: readonly string[];
  run(body: Json, around: Around): StoreReply;
}

export interface Around {
  readonly shop: Marketplace;
  readonly listings: readonly Listing[];
  readonly writes: Writes;
}

const isId = (value: unknown): boolean => typeof value === 'string' && UUID.test(value);
const isTotal = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;
const isMoney = (value: unknown): boolean =>
  isJson(value) && isTotal(value.amount) && /^[A-Z]{3}$/.test(String(value.currency));

/** A command finds no resource, or one in another state. */
const conflict = (): StoreReply => refused(409, 'conflict');

function found({ shop, listings }: Around, id: unknown) {
  const listing = listings.find((one) => one.id === id);
  const product = shop.products.find((one) => listingId(one) === id);
  return listing && product && { listing, product };
}

const commands: Readonly<Record<string, Command>> = {
  'stock/compare_and_set': {
    keys: { listingId: isId, oldTotal: (value) => value === null || Number.isInteger(value), newTotal: isTotal }, // biome-ignore format: one list
    required: ['listingId', 'oldTotal', 'newTotal'],
    run(body, around) {
      const one = found(around, body.listingId);
      const [variant] = one?.product.variants ?? [];
      if (one === undefined || variant === undefined) return conflict();
      const { stock } = one.listing;
      if ((stock?.attributes.quantity ?? null) !== body.oldTotal)
        return refused(409, 'old-total-mismatch');
      // Played for counted goods only: neither a booking nor what never ends gets a stock here.
      if (stock === null || !variant.stock.tracked) return conflict();
      around.writes.edit(one.product.id, inAll(variant, Number(body.newTotal)));
      return data({ ...stock, attributes: { quantity: body.newTotal } });
    },
  },
  'listings/update': {
    keys: { id: isId, price: (value) => value === null || isMoney(value) },
    required: ['id'],
    run({ id, price }, around) {
      const one = found(around, id);
      const [variant] = one?.product.variants ?? [];
      if (one === undefined || variant === undefined) return conflict();
      const { currency, amount } = isJson(price) ? price : {};
      // One currency for the whole marketplace: the catalogue has no other.
      if (price && currency !== around.shop.currency)
        return refused(400, 'validation-invalid-value', 'price', 'body');
      const edits = [{ variantId: variant.id, price: price === null ? null : Number(amount) }];
      if (price !== undefined) around.writes.edit(one.product.id, edits);
      return data({ id, type: 'listing' });
    },
  },
};

const data = (value: object): StoreReply => json(200, JSON.stringify({ data: value }));

export const isCommand = (path: string): boolean => Object.hasOwn(commands, path);

export function command(path: string, request: StoreRequest, around: Around): StoreReply {
  const { keys, required, run } = commands[path] ?? {};
  if (!keys || !required || !run) return refused(404, 'not-found');
  if (!request.headers['content-type']?.startsWith('application/json'))
    return refused(400, 'unsupported-content-type');
  const [parameter] = request.query;
  if (parameter) return refused(400, 'validation-disallowed-key', parameter[0]);
  const body = readJson(request.body);
  if (body === undefined) return refused(400, 'bad-request');
  const [strange] = unknownIn(body, Object.keys(keys));
  if (strange !== undefined) return refused(400, 'validation-disallowed-key', strange, 'body');
  const missing = required.find((name) => body[name] === undefined);
  if (missing !== undefined) return refused(400, 'validation-missing-key', missing, 'body');
  const wrong = Object.keys(body).find((name) => !keys[name]?.(body[name]));
  if (wrong !== undefined) return refused(400, 'validation-invalid-value', wrong, 'body');
  return run(body, around);
}
