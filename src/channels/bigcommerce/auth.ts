// Access to a BigCommerce store: what people type, the header that opens it, and the check.
import type { Account, Credential, Given } from '../../model/credential.ts';
import { Fault } from '../../model/faults.ts';
import type { AccountFacts, Channel, Reading } from '../channel.ts';
import { refuse, textIn, visibleIn } from '../kit/given.ts';
import { isRecord, membersOf } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import { mended } from '../kit/web-address.ts';
import { API, ask, entriesIn } from './asks.ts';

/** Answers for installations of the app alone; no token is ever sent there. */
export const LOGIN = 'login.bigcommerce.com';

/** Anchored: it becomes a part of every address. */
export const STORE_HASH = /^[a-z0-9]{1,50}$/;

export function accept(given: Given): Credential {
  const channelId = textIn(given, 'channelId');
  if (!/^(|[1-9]\d{0,9})$/.test(channelId))
    refuse('channelId', 'must be the number of a sales channel, such as 1.');
  const store_hash = storeHashIn(given);
  const token = visibleIn(given, 'token', 'token_form');
  if (token === '')
    refuse('token', 'is missing: the access token of the API account.', 'token_form');
  return { account: { store_hash, ...(channelId && { channelId }) }, secrets: { token } };
}

/** The hash, from any of the ways in which it is shown: the API path, the control panel's address. */
export function storeHashIn(given: Given): string {
  const address = mended(textIn(given, 'store_hash'))
    .toLowerCase()
    .replace(/^https?:\/\/(www\.)?/, '')
    .replace(/^([^/?#]+):\d+/, '$1');
  const [host = '', ...path] = address.split(/[/?#]/);
  const shown = /^store-([a-z0-9]+)(?:-\d+)?\.mybigcommerce\.com$/.exec(host)?.[1];
  const parts = [host, ...path].filter((part) => part !== '' && part !== API);
  const hash = shown ?? (parts[0] === 'stores' ? parts[1] : parts.length === 1 ? parts[0] : '');
  if (hash && STORE_HASH.test(hash)) return hash;
  return refuse(
    'store_hash',
    address.includes('.')
      ? 'is not the address of the storefront, but what stands after /stores/ in the API path: https://api.bigcommerce.com/stores/abc123/v3/ has abc123.'
      : 'must be what stands after /stores/ in the API path of the API account, letters and digits such as abc123.',
    'store_hash_form',
  );
}

export const hosts = (): readonly string[] => [API, LOGIN];

export const sign: Channel['sign'] = ({ url }, { secrets }) =>
  url.startsWith(`https://${API}/`) ? { headers: { 'x-auth-token': secrets.token ?? '' } } : {};

/** Reads the store's settings, then one order and one product, so that every scope is proven. */
export async function check(
  account: Account,
  { call }: Pick<Reading, 'call'>,
): Promise<AccountFacts> {
  const connection = { account, call };
  // The scope for it is optional; without it there is no name to show.
  const store = await ask(connection, 'v2/store', [], { expect: [403] });
  const mayReadStore = store.status !== 403;
  const { id, name, domain } = mayReadStore ? membersOf(store.body) : {};
  if (mayReadStore && (filled(id) === null || filled(domain) === null))
    throw brokenAnswer('BigCommerce', 'its settings');
  const expect = mayReadStore ? [] : [403];
  const orders = await ask(connection, 'v2/orders', [['limit', '1']], { expect });
  if (orders.status === 403)
    throw new Fault(
      'permission_missing',
      'The access token may read neither the store’s settings nor its orders: it belongs to another store than this store hash, or lacks the scopes "Information & Settings" and "Orders" (read-only).',
      { status: 403, reason: 'other_store' },
    );
  if (!entriesIn(orders, 'v2/orders').every(isRecord)) throw brokenAnswer('BigCommerce', 'orders');
  const path = 'v3/catalog/products';
  const products = await ask(connection, path, [
    ['limit', '1'],
    ['include_fields', 'name'],
  ]);
  if (!entriesIn(products, path).every(isRecord) || !isRecord(membersOf(products.body).meta))
    throw brokenAnswer('BigCommerce', 'products');
  const shown = filled(name);
  return { account, ...(shown !== null && { name: shown }) };
}
