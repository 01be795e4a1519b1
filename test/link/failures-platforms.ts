// The failures that merchants of BigCommerce, Lightspeed C-Series and Magento are walked through.
import type { StoreShop } from '../../sandbox/store.ts';
import { baseUrl, type Failure, halves, secret, typedFor } from '../browser/typing.ts';

type Typed = Readonly<Record<string, string>>;

const bigcommerce = (title: string, says: RegExp, more: Partial<Failure> = {}): Failure => ({
  title,
  way: 'keys',
  typed: (shop) => bigcommerceKeys(shop),
  says,
  ...more,
});
const bigcommerceKeys = (shop: StoreShop): Typed => typedFor({}, shop, ['store_hash', 'token']);

const lightspeed = (title: string, says: RegExp, more: Partial<Failure> = {}): Failure => ({
  title,
  way: 'keys',
  typed: (shop) => lightspeedKeys(shop),
  says,
  ...more,
});
const lightspeedKeys = (shop: StoreShop, region = 'eu1', language = ''): Typed => ({
  region,
  apiKey: halves(shop)[0],
  apiSecret: halves(shop)[1],
  language,
});

const magento = (title: string, says: RegExp, more: Partial<Failure> = {}): Failure => ({
  title,
  way: 'integration',
  typed: (shop) => fourValues(shop),
  says,
  ...more,
});
const fourValues = (shop: StoreShop): Typed =>
  typedFor({}, shop, [
    'baseUrl',
    'consumerKey',
    'consumerSecret',
    'accessToken',
    'accessTokenSecret',
  ]);

export const PLATFORM_FAILURES: Readonly<Record<string, readonly Failure[]>> = {
  bigcommerce: [
    bigcommerce('the address of the storefront instead of a store hash', /not a store hash/, {
      typed: (shop) => ({ ...bigcommerceKeys(shop), store_hash: 'www.brand-shop.com' }),
      at: 'store_hash',
    }),
    bigcommerce('a wrong access token', /does not accept this access token/, {
      typed: (shop) => ({ ...bigcommerceKeys(shop), token: '0'.repeat(31) }),
    }),
    bigcommerce('the token of another store', /does not belong to this store/, {
      typed: (shop, other) => ({
        ...bigcommerceKeys(shop),
        token: secret(other('small'), 'token'),
      }),
    }),
    bigcommerce('a missing scope', /not allowed to read orders.*Orders set to read-only/, {
      shop: 'no-orders',
    }),
    bigcommerce('a suspended store', /down for maintenance, being upgraded or suspended/, {
      shop: 'suspended',
    }),
  ],
  lightspeed_c: [
    lightspeed('the other region', /your shop is in the other region/, {
      typed: (shop) => lightspeedKeys(shop, 'us1'),
      at: 'region',
    }),
    lightspeed('a key that is switched off', /Check that it is switched on/, {
      shop: 'disabled',
    }),
    lightspeed(
      'a missing right to read orders',
      /not allowed to read orders.*tick Read for Orders/,
      {
        shop: 'no-orders',
      },
    ),
    lightspeed(
      'a missing right to read settings',
      /not allowed to read settings, which include the currency/,
      {
        shop: 'no-settings',
      },
    ),
    lightspeed('a language the shop does not speak', /This language is not active in your shop/, {
      typed: (shop) => lightspeedKeys(shop, 'eu1', 'fr'),
      at: 'language',
    }),
  ],
  magento: [
    magento('a token alone, which Magento takes no longer', /does not allow a token on its own/, {
      way: 'token',
      shop: 'closed',
      typed: (shop) => ({ baseUrl: baseUrl(shop), token: secret(shop, 'token') }),
    }),
    magento(
      'a token alone in a shop that has no https',
      /a token on its own could be intercepted/,
      {
        way: 'token',
        shop: 'plain',
        typed: (shop) => ({ baseUrl: baseUrl(shop), token: secret(shop, 'accessToken') }),
      },
    ),
    magento('a wrong consumer key', /does not recognise this Consumer Key/, {
      typed: (shop) => ({ ...fourValues(shop), consumerKey: '0'.repeat(32) }),
    }),
    magento('a wrong consumer secret', /one of the two secrets is not/, {
      typed: (shop) => ({ ...fourValues(shop), consumerSecret: '0'.repeat(32) }),
    }),
    magento('the token of another shop', /does not recognise this Access Token/, {
      typed: (shop, other) => ({
        ...fourValues(shop),
        accessToken: secret(other('empty'), 'accessToken'),
      }),
    }),
    magento('a missing resource, by the box to tick', /tick Catalog > Inventory > Products/, {
      shop: 'no-products',
    }),
    magento('a clock that is wrong', /The clock of your shop’s server is wrong/, {
      shop: 'slow-clock',
    }),
    magento('maintenance', /Your shop is in maintenance mode/, { shop: 'maintenance' }),
    magento('a site that is not Magento', /does not answer like Magento/, {
      shop: 'other',
    }),
    magento('a wrong secret of Adobe’s cloud', /Adobe does not accept this Client ID/, {
      way: 'cloud',
      shop: 'cloud',
      typed: (shop) => ({
        ...typedFor({}, shop, ['baseUrl', 'imsClientId', 'imsOrgId']),
        imsClientSecret: 'p8e-wrong',
      }),
    }),
  ],
};
