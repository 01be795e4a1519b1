// What a merchant types, by channel and way; a new channel adds its lines here and nowhere else.
import type { StoreShop } from '../../sandbox/store.ts';

export interface Entry {
  /** The sandbox shop whose keys are typed; `demo` unless set. */
  readonly shop?: string;
  /** What goes into the inputs, by key; what the shop's credential calls the same unless set. */
  readonly typed?: (shop: StoreShop) => Readonly<Record<string, string>>;
}

/** What is typed for an entry. */
export function typedFor(entry: Entry, shop: StoreShop, keys: readonly string[]) {
  if (entry.typed) return entry.typed(shop);
  const all: Readonly<Record<string, unknown>> = {
    ...shop.credential.account,
    ...shop.credential.secrets,
  };
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = all[key];
      return value === undefined
        ? []
        : [[key, Array.isArray(value) ? value.join(', ') : String(value)]];
    }),
  );
}

export interface ConsentEntry extends Entry {
  /** What the vendor does with the browser of a merchant who says no. */
  readonly refused: 'returns' | 'stays';
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const baseUrl = ({ credential }: StoreShop) => text(credential.account.baseUrl);
const host = (shop: StoreShop) => new URL(baseUrl(shop)).host;
export const secret = ({ credential }: StoreShop, key: string) => text(credential.secrets[key]);
/** Both halves of a token in base64. */
export const halves = (shop: StoreShop): readonly [string, string] => {
  const token = secret(shop, 'token').replace(/^Basic /, '');
  const [first = '', second = ''] = Buffer.from(token, 'base64').toString().split(':');
  return [first, second];
};

/** By channel, then by the id of the way. */
export const FORMS: Readonly<Record<string, Readonly<Record<string, Entry>>>> = {
  amazon: { keys: { shop: 'private' } },
  bol: {
    keys: { typed: (shop) => ({ clientId: halves(shop)[0], clientSecret: halves(shop)[1] }) },
  },
  bigcommerce: { keys: {} },
  lightspeed_c: {
    keys: {
      typed: (shop) => ({
        region: 'eu1',
        language: 'nl',
        apiKey: halves(shop)[0],
        apiSecret: halves(shop)[1],
      }),
    },
  },
  magento: { integration: {}, token: { shop: 'bearer' }, cloud: { shop: 'cloud' } },
  mirakl: { connect: {}, marketplace: { shop: 'marketplace' } },
  sharetribe: { keys: {} },
  shopify: {
    token: {
      shop: 'custom',
      typed: (shop) => ({ baseUrl: host(shop), token: secret(shop, 'token') }),
    },
    'own-app': {
      shop: 'custom',
      typed: (shop) => ({
        baseUrl: ` https://admin.shopify.com/store/${shop.name}/orders?x=1 `,
        clientId: 'c0a8b1d2e3f405162738495a6b7c8d9e',
        clientSecret: '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',
      }),
    },
  },
  woocommerce: {
    keys: {
      typed: (shop) => ({
        baseUrl: `  ${host(shop)}/wp-admin/index.php `,
        consumerKey: halves(shop)[0],
        consumerSecret: halves(shop)[1],
      }),
    },
  },
};

export const CONSENTS: Readonly<Record<string, Readonly<Record<string, ConsentEntry>>>> = {
  amazon: {
    consent: { typed: () => ({ marketplaceIds: 'A1805IZSGTT6HS' }), refused: 'returns' },
  },
  bigcommerce: { app: { refused: 'stays' } },
  bol: { consent: { typed: () => ({}), refused: 'returns' } },
  lightspeed_c: {
    app: { typed: () => ({ region: 'eu1', language: 'nl' }), refused: 'returns' },
  },
  shopify: {
    shopify: { typed: ({ name }) => ({ baseUrl: name }), refused: 'stays' },
  },
  woocommerce: {
    wordpress: {
      shop: 'folder',
      typed: (shop) => ({ baseUrl: `${baseUrl(shop)}/wp-login.php` }),
      refused: 'returns',
    },
  },
};

export interface Failure {
  readonly title: string;
  readonly way: string;
  readonly shop?: string;
  /** What goes into the inputs; `other` finds another sandbox shop of the channel. */
  readonly typed: (
    shop: StoreShop,
    other: (name: string) => StoreShop,
  ) => Readonly<Record<string, string>>;
  /** A fault to plant in the sandbox meanwhile. */
  readonly fault?: {
    readonly kind: '429' | '503' | '404' | '403' | 'reset' | 'wrong-content-type';
  };
  /** What the page must say. */
  readonly says: RegExp;
  /** The input it points to. */
  readonly at?: string;
}

const shopifyToken = (typed: Failure['typed']) => ({ way: 'token', typed });
const wooKeys = (shop: StoreShop, address = baseUrl(shop)) => ({
  baseUrl: address,
  consumerKey: halves(shop)[0],
  consumerSecret: halves(shop)[1],
});

export const FAILURES: Readonly<Record<string, readonly Failure[]>> = {
  shopify: [
    {
      title: 'a domain of the shop’s own',
      ...shopifyToken((shop) => ({
        baseUrl: 'www.unknown.brand.example',
        token: secret(shop, 'token'),
      })),
      says: /does not answer like a Shopify shop/,
      at: 'baseUrl',
    },
    {
      title: 'the secret of the app instead of a token',
      ...shopifyToken(() => ({ baseUrl: 'demo', token: 'shpss_ffff0000ffff' })),
      says: /looks like the value for “Client secret”/,
      at: 'token',
    },
    {
      title: 'a wrong token',
      ...shopifyToken(() => ({ baseUrl: 'demo', token: 'shpat_ffff0000ffff' })),
      says: /does not accept this access token/,
    },
    {
      title: 'a shop that does not exist',
      ...shopifyToken((shop) => ({ baseUrl: 'no-such-shop', token: secret(shop, 'token') })),
      says: /There is no Shopify shop at this address/,
    },
    {
      title: 'a missing permission, by its name',
      shop: 'no-orders',
      ...shopifyToken((shop) => ({ baseUrl: host(shop), token: secret(shop, 'token') })),
      says: /permission read_orders is missing/,
    },
    {
      title: 'a frozen shop',
      shop: 'frozen',
      ...shopifyToken((shop) => ({ baseUrl: host(shop), token: secret(shop, 'token') })),
      says: /frozen this shop/,
    },
    {
      title: 'a locked shop',
      shop: 'locked',
      ...shopifyToken((shop) => ({ baseUrl: host(shop), token: secret(shop, 'token') })),
      says: /locked this shop/,
    },
    {
      title: 'a token that never ends of a public app',
      shop: 'never-expires',
      ...shopifyToken((shop) => ({ baseUrl: host(shop), token: secret(shop, 'token') })),
      says: /tokens of this app that never expire/,
    },
    {
      title: 'a broken connection',
      shop: 'custom',
      ...shopifyToken((shop) => ({ baseUrl: host(shop), token: secret(shop, 'token') })),
      fault: { kind: 'reset' },
      says: /The site could not be reached/,
    },
  ],
  woocommerce: [
    {
      title: 'what is no address',
      way: 'keys',
      typed: (shop) => wooKeys(shop, 'my shop'),
      says: /not the address of a website/,
      at: 'baseUrl',
    },
    {
      title: 'an address in a private network',
      way: 'keys',
      typed: (shop) => wooKeys(shop, 'http://192.168.1.10/shop'),
      says: /not on the public internet/,
    },
    {
      title: 'a wrong consumer key',
      way: 'keys',
      typed: (shop) => ({ ...wooKeys(shop), consumerKey: `ck_${'0'.repeat(40)}` }),
      says: /does not recognise this consumer key/,
    },
    {
      title: 'a wrong consumer secret',
      way: 'keys',
      typed: (shop) => ({ ...wooKeys(shop), consumerSecret: `cs_${'0'.repeat(40)}` }),
      says: /the consumer secret is wrong/,
    },
    {
      title: 'a key that may only write',
      way: 'keys',
      shop: 'write-only',
      typed: (shop) => wooKeys(shop),
      says: /can only write/,
    },
    {
      title: 'a key whose user may not read orders',
      way: 'keys',
      shop: 'no-orders',
      typed: (shop) => wooKeys(shop),
      says: /WordPress user is not allowed to read orders/,
    },
    {
      title: 'WordPress without WooCommerce',
      way: 'keys',
      shop: 'bare',
      typed: (shop) => wooKeys(shop),
      says: /WooCommerce is not active/,
    },
    {
      title: 'a shop that has no https',
      way: 'keys',
      shop: 'plain',
      typed: (shop) => wooKeys(shop, host(shop)),
      says: /enter its address with http:\/\//,
    },
    {
      title: 'a page that is not WordPress, or plain permalinks',
      way: 'keys',
      typed: (shop) => wooKeys(shop),
      fault: { kind: '404' },
      says: /WordPress/,
    },
    {
      title: 'a maintenance page',
      way: 'keys',
      typed: (shop) => wooKeys(shop),
      fault: { kind: 'wrong-content-type' },
      says: /There is no WordPress at this address/,
    },
    {
      title: 'a shop that is down',
      way: 'keys',
      typed: (shop) => wooKeys(shop),
      fault: { kind: '503' },
      says: /answered with an error/,
    },
  ],
};
