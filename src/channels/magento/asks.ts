// How a Magento shop is asked: where its API is, and the form of an ask.

import type { Account } from '../../model/credential.ts';
import type { Ask, Pairs, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Reading } from '../channel.ts';
import { listed, membersOf } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import { unlike } from '../kit/unlike.ts';
import type { StoreConfig } from './native.ts';

/** Hosts of Adobe Commerce as a Cloud Service, where the API has no `/rest` before it. */
const CLOUD = /\.api\.commerce\.adobe\.com$/;

export const isCloud = (baseUrl: string): boolean => CLOUD.test(new URL(baseUrl).hostname);

/** Where the API may be; the second where the web server does not rewrite addresses. */
export const API_PATHS = ['/rest', '/index.php/rest'] as const;

const DAY = 86_400;

export type Reads = Pick<Reading, 'account' | 'call' | 'remember'>;

/** The account with its API's place, which the check keeps and a bare credential must find out. */
export async function located({ account, call, remember }: Reads): Promise<Account> {
  if (account.apiPath !== undefined) return account;
  const apiPath = await remember('api path', DAY, async () => (await discover(account, call)).path);
  return { ...account, apiPath };
}

/** Tries the places one after another, by the ask for the shop's settings. */
export async function discover(
  account: Account,
  call: Reading['call'],
): Promise<{ readonly path: string; readonly reply: Reply }> {
  const paths = account.apiPath === undefined ? API_PATHS : [account.apiPath];
  for (const apiPath of paths) {
    const ask = askFor({ ...account, apiPath }, 'store/storeConfigs');
    const reply = await call({ ...ask, expect: [401, 404] });
    if (reply.status < 300 && !areSettings(reply)) throw notMagento(account, 'its settings');
    if (reply.status !== 404 || isMagentoError(reply)) return { path: apiPath, reply };
  }
  throw new Fault(
    'channel_failed',
    `There is no Magento API at ${account.baseUrl}: check the address of the shop. Where the storefront is a separate application, give the address of Magento itself.`,
    { status: 404, reason: 'not_magento', field: 'baseUrl', retryable: false },
  );
}

const isMagentoError = ({ body }: Reply): boolean => typeof membersOf(body).message === 'string';

/** One entry a store view, of which each shop has at least one. */
export const areSettings = ({ body }: Reply): boolean =>
  Array.isArray(body) &&
  listed<StoreConfig>(body).some(
    ({ code, website_id }) => filled(code) !== null && filled(website_id) !== null,
  );

export const notMagento = ({ baseUrl }: Account, wanted: string): Fault =>
  unlike({ address: baseUrl, vendor: 'Magento', wanted, reason: 'not_magento' });

/** An ask that writes; a refusal for what it asks for is read by the driver. */
export function writingAsk(
  account: Account,
  method: 'POST' | 'PUT',
  path: string,
  body: object,
): Ask {
  const { headers, query, ...asked } = askFor(account, path);
  return {
    ...asked,
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    expect: [400],
  };
}

export function askFor(account: Account, path: string, query: Pairs = []): Ask {
  const { baseUrl = '', apiPath = '/rest', storeCode, auth = 'token' } = account;
  const cloud = isCloud(baseUrl);
  const scope = cloud || !storeCode ? '' : `/${storeCode}`;
  return {
    url: `${baseUrl}${apiPath}${scope}/V1/${path}`,
    query,
    // Where a proxy adds its own wishes, XML would come back.
    headers: {
      accept: 'application/json',
      ...(cloud && storeCode && { store: storeCode }),
    },
    numbers: 'exact',
    // The options of an attribute come in one list: a bookshop has a hundred thousand authors.
    ...(path === 'products/attributes' && { longest: 200_000 }),
    // What a refusal means depends on how the ask was signed.
    operation: auth,
  };
}
