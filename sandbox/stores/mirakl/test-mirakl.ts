// Opens the store for its tests and calls it as a client would.
import assert from 'node:assert/strict';
import { catalogueOf } from '../../catalogue/index.ts';
import type { Order, OrderTrait } from '../../catalogue/types.ts';
import type { Rates, StoreReply, StoreRequest, StoreShop } from '../../store.ts';
import { openMirakl } from './index.ts';
import { connectHost, loginHost } from './shops.ts';

export const anchor = Date.parse('2026-11-15T00:00:00Z');
export const catalogue = catalogueOf(anchor);

// biome-ignore lint/suspicious/noExplicitAny: answers are read as a caller would, without a type
export type Native = any;

/** A store of its own, with a clock that a test may turn. */
export function openStore(rates: Rates = 'relaxed') {
  const clock = { now: anchor + 3_600_000 };
  const store = openMirakl({ catalogue, now: () => clock.now, rates });

  function send(host: string, target: string, more: Partial<StoreRequest> = {}): StoreReply {
    const [path = '', rawQuery = ''] = target.split('?');
    const reply = store.handle({
      method: 'GET',
      host,
      https: true,
      path,
      rawQuery,
      query: [...new URLSearchParams(rawQuery)],
      headers: {},
      body: '',
      ...more,
    });
    assert.ok(!(reply instanceof Promise));
    return reply;
  }

  const shop = (name: string): StoreShop => {
    const found = store.shops.find((one) => one.name === name);
    assert.ok(found, name);
    return found;
  };

  const login = (fields: Record<string, string>): StoreReply =>
    send(loginHost, '/oauth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });

  /** The form with which a shop's client asks for a token. */
  const client = (name: string): Record<string, string> => {
    const { account, secrets } = shop(name).credential;
    return {
      grant_type: 'client_credentials',
      client_id: String(account.clientId),
      client_secret: secrets.clientSecret ?? '',
      ...(account.companyId !== undefined && { audience: String(account.companyId) }),
    };
  };

  const token = (name: string): string =>
    shop(name).credential.secrets.token ?? read(login(client(name))).access_token;

  const connect = (target: string, name = 'demo'): StoreReply =>
    send(connectHost, target, { headers: { authorization: `Bearer ${token(name)}` } });

  const market = (target: string, name = 'marketplace', authorization?: string): StoreReply =>
    send(shop(name).host, target, {
      headers: { authorization: authorization ?? shop(name).credential.secrets.token ?? '' },
    });

  return { store, clock, send, shop, login, client, token, connect, market };
}

export const read = (reply: StoreReply): Native => JSON.parse(String(reply.body));

export const good = (reply: StoreReply): Native => {
  assert.equal(reply.status, 200, String(reply.body));
  return read(reply);
};

export function having({ orders }: StoreShop, trait: OrderTrait): Order {
  const order = orders.findLast(({ traits }) => traits.includes(trait));
  assert.ok(order, trait);
  return order;
}
