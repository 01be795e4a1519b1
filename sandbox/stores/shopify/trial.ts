// Opens the store for its own tests: one catalogue, a clock to move, and shortcuts for requests.
import { catalogueOf } from '../../catalogue/index.ts';
import type { Catalogue } from '../../catalogue/types.ts';
import type { Rates, StoreReply } from '../../store.ts';
import { openShopify, type ShopifyStore } from './index.ts';

export const anchor = Date.UTC(2026, 10, 15);

let known: Catalogue | undefined;

export function catalogue(): Catalogue {
  known ??= catalogueOf(anchor);
  return known;
}

// biome-ignore lint/suspicious/noExplicitAny: an answer is looked into, not typed
export type Json = any;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
}

export interface Trial {
  readonly store: ShopifyStore;
  readonly clock: { now: number };
  /** A raw call to a shop, with that shop's own token unless another is given. */
  call(
    shop: string,
    method: string,
    path: string,
    body?: string,
    headers?: Record<string, string>,
  ): Answer;
  ask(shop: string, query: string, variables?: object, version?: string): Answer;
}

export function openTrial(rates: Rates = 'relaxed'): Trial {
  const clock = { now: anchor + 9 * 3_600_000 };
  const store = openShopify({ catalogue: catalogue(), now: () => clock.now, rates });
  const call: Trial['call'] = (shop, method, path, body = '', headers = {}) => {
    const token = store.shops.find(({ name }) => name === shop)?.credential.secrets.token ?? '';
    const reply = store.handle({
      method,
      host: `${shop}.myshopify.com`,
      https: true,
      path,
      rawQuery: '',
      query: [],
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'x-shopify-access-token': token,
        ...headers,
      },
      body,
    }) as StoreReply;
    return { status: reply.status, headers: reply.headers, body: readJson(reply.body) };
  };
  return {
    store,
    clock,
    call,
    ask: (shop, query, variables = {}, version = '2026-10') =>
      call(
        shop,
        'POST',
        `/admin/api/${version}/graphql.json`,
        JSON.stringify({ query, variables }),
      ),
  };
}

function readJson(body: StoreReply['body']): Json {
  const text = typeof body === 'string' ? body : '';
  return text.startsWith('{') ? JSON.parse(text) : text;
}
