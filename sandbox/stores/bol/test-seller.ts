// Opens the store for its tests and calls it as a client would.
import assert from 'node:assert/strict';
import { catalogueOf } from '../../catalogue/index.ts';
import type { StoreReply, StoreRequest } from '../../store.ts';
import { openBol } from './index.ts';

export const anchor = Date.parse('2026-11-15T00:00:00Z');
export const catalogue = catalogueOf(anchor);
export const clock = { now: anchor + 12 * 3_600_000 };
export const open = (rates: 'vendor' | 'relaxed' = 'vendor') =>
  openBol({ catalogue, now: () => clock.now, rates });
export const store = open('relaxed');

export const shopNamed = (name: string, from = store) => {
  const shop = from.shops.find((candidate) => candidate.name === name);
  assert.ok(shop, name);
  return shop;
};

type Headers = Readonly<Record<string, string>>;

export function send(
  method: string,
  address: string,
  {
    headers = {},
    body = '',
    from = store,
  }: { headers?: Headers; body?: string; from?: typeof store } = {},
): StoreReply {
  const { host, pathname, search } = new URL(address);
  const rawQuery = search.slice(1);
  const request: StoreRequest = {
    method,
    host,
    https: true,
    path: pathname,
    rawQuery,
    query: [...new URLSearchParams(rawQuery)],
    headers,
    body,
  };
  const reply = from.handle(request);
  assert.ok(!(reply instanceof Promise));
  return reply;
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read as a caller would, without a type
export const read = (reply: StoreReply): any => JSON.parse(String(reply.body));

export const askToken = (form: Headers, basic: string, from = store): StoreReply =>
  send('POST', 'https://login.bol.com/token', {
    from,
    headers: {
      authorization: `Basic ${basic}`,
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(form).toString(),
  });

export function tokenOf(shop = 'demo', from = store): string {
  const basic = shopNamed(shop, from).credential.secrets.token ?? '';
  const reply = askToken({ grant_type: 'client_credentials' }, basic, from);
  assert.equal(reply.status, 200);
  return read(reply).access_token;
}

const tokens = new Map<string, string>();

export function get(
  path: string,
  {
    shop = 'demo',
    version = 'v10',
    headers = {},
  }: { shop?: string; version?: string; headers?: Headers } = {},
): StoreReply {
  const token = tokens.get(shop) ?? tokenOf(shop);
  tokens.set(shop, token);
  return send('GET', `https://api.bol.com/retailer/${path}`, {
    headers: {
      authorization: `Bearer ${token}`,
      accept: `application/vnd.retailer.${version}+json`,
      ...headers,
    },
  });
}

// biome-ignore lint/suspicious/noExplicitAny: as above
export const ok = (path: string, how?: Parameters<typeof get>[1]): any => {
  const reply = get(path, how);
  assert.equal(reply.status, 200, String(reply.body));
  return read(reply);
};
