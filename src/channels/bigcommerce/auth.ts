// Access to a BigCommerce store: what people type, the header that opens it, and the check.

import type { Account, Credential, Given } from '../../model/credential.ts';
import { Fault } from '../../model/faults.ts';
import type { AccountFacts, Channel, Reading } from '../channel.ts';
import { isRecord } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import { API, askFor, entriesOf } from './asks.ts';

/** Answers for installations of the app alone; no token is ever sent there. */
export const LOGIN = 'login.bigcommerce.com';

/** Anchored: it becomes a part of every address. */
const STORE_HASH = /^[a-z0-9]{1,50}$/;

export function accept(given: Given): Credential {
  const channelId = text(given, 'channelId');
  if (!/^(|[1-9]\d{0,9})$/.test(channelId))
    refuse('channelId', '"channelId" must be the number of a sales channel, such as 1.');
  return {
    account: { store_hash: storeHash(text(given, 'store_hash')), ...(channelId && { channelId }) },
    secrets: { token: token(text(given, 'token')) },
  };
}

function text(given: Given, key: string): string {
  const value = given[key] ?? '';
  if (typeof value !== 'string') return refuse(key, `"${key}" must be one text, not a list.`);
  return value.trim();
}

/** The hash, from any of the ways in which it is shown: the API path, the control panel's address. */
export function storeHash(typed: string): string {
  const address = typed.toLowerCase().replace(/^https?:\/\//, '');
  const [host = '', ...path] = address.split(/[/?#]/);
  const shown = /^store-([a-z0-9]+)(?:-\d+)?\.mybigcommerce\.com$/.exec(host)?.[1];
  const parts = [host, ...path].filter((part) => part !== '' && part !== API);
  const hash = shown ?? (parts[0] === 'stores' ? parts[1] : parts.length === 1 ? parts[0] : '');
  if (hash && STORE_HASH.test(hash)) return hash;
  return refuse(
    'store_hash',
    address.includes('.')
      ? '"store_hash" is not the address of the storefront, but what stands after /stores/ in the API path: https://api.bigcommerce.com/stores/abc123/v3/ has abc123.'
      : '"store_hash" must be what stands after /stores/ in the API path of the API account, letters and digits such as abc123.',
    'store_hash_form',
  );
}

function token(typed: string): string {
  if (typed === '')
    refuse('token', '"token" is missing: the access token of the API account.', 'token_form');
  if (/[^\x21-\x7e]/.test(typed))
    refuse('token', '"token" holds a space or a character that no access token has: copy it again.', 'token_form'); // biome-ignore format: one sentence
  return typed;
}

function refuse(field: string, sentence: string, reason?: string): never {
  throw new Fault('invalid_request', sentence, { field, reason });
}

export const hosts = (): readonly string[] => [API, LOGIN];

export const sign: Channel['sign'] = ({ url }, { secrets }) =>
  new URL(url).host === API ? { headers: { 'x-auth-token': secrets.token ?? '' } } : {};

/** Reads what tells the store, then one order and one product, so that every scope is proven. */
export async function check(
  account: Account,
  { call }: Pick<Reading, 'call' | 'now' | 'version'>,
): Promise<AccountFacts> {
  const asking = { account };
  // The scope for it is optional; without it there is no name to show.
  const store = await call({ ...askFor(asking, 'v2', 'store'), expect: [403] });
  const { id, name, domain } = store.status !== 403 && isRecord(store.body) ? store.body : {};
  if (store.status !== 403 && (filled(id) === null || filled(domain) === null))
    throw unlike('its settings');
  const orders = await call({
    ...askFor(asking, 'v2', 'orders', [['limit', '1']]),
    ...(store.status === 403 && { expect: [403] }),
  });
  if (orders.status === 403)
    throw new Fault(
      'permission_missing',
      'The access token may read neither the store’s settings nor its orders: it belongs to another store than this store hash, or lacks the scopes "Information & Settings" and "Orders" (read-only).',
      { status: 403, reason: 'other_store' },
    );
  if (!entriesOf(orders, 'v2').every(isRecord)) throw unlike('orders');
  const products = await call(
    askFor(asking, 'v3', 'catalog/products', [
      ['limit', '1'],
      ['include_fields', 'name'],
    ]),
  );
  const told = isRecord(products.body) ? products.body : {};
  if (!entriesOf(products, 'v3').every(isRecord) || !isRecord(told.meta)) throw unlike('products');
  const shown = filled(name);
  return { account, ...(shown !== null && { name: shown }) };
}

const unlike = (what: string): Fault =>
  new Fault('channel_invalid_response', `BigCommerce sent something else than ${what}.`);
