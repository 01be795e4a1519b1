// Shops enough that no rate limit waits: the sandbox's own, under other names and with other keys.
import type { StoreCredential } from '../sandbox/store.ts';
import { pairsOf } from '../test/params.ts';

type Values = Record<string, string | readonly string[]>;

/** What makes one shop another, for each channel: what its limits are counted by. */
const OTHERS: Readonly<Record<string, (given: Values, n: number) => Values>> = {
  shopify: (given, n) => ({ ...given, baseUrl: `https://demo-${n}.myshopify.com` }),
  woocommerce: (given, n) => ({ ...given, baseUrl: `https://demo-${n}.woo.example` }),
  magento: (given, n) => ({ ...given, baseUrl: `https://demo-${n}.magento.example` }),
  amazon: (given, n) => ({ ...given, token: `${given.token}${n}` }),
  bol: ({ token }, n) => ({ token: inBasic(String(token), n) }),
  lightspeed_c: (given, n) => ({ ...given, token: `Basic ${inBasic(String(given.token), n)}` }),
  mirakl: (given, n) => ({ ...given, clientId: numbered(String(given.clientId), n) }),
  sharetribe: (given, n) => ({ ...given, clientId: numbered(String(given.clientId), n) }),
  bigcommerce: (given, n) => ({ ...given, token: numbered(String(given.token), n) }),
};

/** The last digits of an identifier replaced by a number, its form kept. */
function numbered(text: string, n: number): string {
  const digits = String(n).padStart(4, '0');
  return `${text.slice(0, -digits.length)}${digits}`;
}

/** The same for the name before the colon of what Basic authorization sends. */
function inBasic(token: string, n: number): string {
  const [, packed = ''] = /^(?:Basic )?(.*)$/.exec(token) ?? [];
  const [name = '', ...rest] = Buffer.from(packed, 'base64').toString().split(':');
  return Buffer.from([numbered(name, n), ...rest].join(':')).toString('base64');
}

export interface Pair {
  readonly key: string;
  readonly value: string | readonly string[];
}

/** The credential of the n-th shop, as `params` has it; the first is the sandbox's own. */
export function shopOf(channel: string, credential: StoreCredential, n: number): Pair[] {
  const own = Object.fromEntries(
    pairsOf(channel, credential).map(({ key, value }) => [key, value]),
  );
  // One that can be renewed is tied to its shop.
  delete own.refreshToken;
  const given = n === 0 ? own : OTHERS[channel]?.(own, n);
  if (!given) throw new Error(`no other shops for ${channel}`);
  return Object.entries(given).map(([key, value]) => ({ key, value }));
}
