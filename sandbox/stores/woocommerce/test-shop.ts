// Opens the store for its tests and calls it as a client would.
import assert from 'node:assert/strict';
import { catalogueOf, lastDaysOf } from '../../catalogue/index.ts';
import type { Order, OrderTrait } from '../../catalogue/types.ts';
import type { StoreReply, StoreRequest } from '../../store.ts';
import { openWoocommerce } from './index.ts';
import type { WooShop } from './shops.ts';

export const anchor = Date.parse('2026-11-15T00:00:00Z');
export const now = (): number => anchor + 3_600_000;
const years = catalogueOf(anchor);
/** Orders of so many days show every trait; with repetitions there are years of them. */
export const catalogue = process.env.TEST_ALL === '1' ? years : lastDaysOf(years, 60);
export const store = openWoocommerce({ catalogue, now, rates: 'vendor' });
export const { moments } = catalogue;

export function shopNamed(name: string): WooShop {
  const shop = store.shops.find((candidate) => candidate.name === name);
  assert.ok(shop);
  return shop as WooShop;
}

export interface Ask {
  readonly shop?: string;
  readonly authorization?: string | null;
  readonly https?: boolean;
  readonly method?: string;
}

export function ask(
  path: string,
  { shop: name = 'demo', authorization, https, method }: Ask = {},
): StoreReply {
  const shop = shopNamed(name);
  const [route = '', rawQuery = ''] = path.split('?');
  const token =
    authorization === undefined ? `Basic ${shop.credential.secrets.token}` : authorization;
  const request: StoreRequest = {
    method: method ?? 'GET',
    host: shop.host,
    https: https ?? shop.scheme === 'https',
    path: `${shop.folder}/wp-json${route}`,
    rawQuery,
    query: [...new URLSearchParams(rawQuery)],
    headers: token === null ? {} : { authorization: token },
    body: '',
  };
  const reply = store.handle(request);
  assert.ok(!(reply instanceof Promise));
  return reply;
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read as a caller would, without a type
export type Native = any;
export const read = (reply: StoreReply): Native => JSON.parse(String(reply.body));
export const ok = (path: string, how?: Ask): Native => {
  const reply = ask(path, how);
  assert.equal(reply.status, 200, String(reply.body));
  return read(reply);
};
export const ids = (rows: Native): readonly string[] => rows.map((row: Native) => String(row.id));
export const having = (trait: OrderTrait): Order => {
  const order = shopNamed('demo').orders.findLast((candidate) => candidate.traits.includes(trait));
  assert.ok(order, trait);
  return order;
};
export const native = (order: Order, how?: Ask): Native =>
  ok(`/wc/v3/orders/${store.orderId(order)}`, how);

export function every(path: string, how?: Ask): readonly Native[] {
  const rows: Native[] = [];
  for (let page = 1; ; page += 1) {
    const reply = ask(`${path}${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`, how);
    assert.equal(reply.status, 200, String(reply.body));
    rows.push(...read(reply));
    if (page >= Number(reply.headers['x-wp-totalpages'])) return rows;
  }
}
