// The failures that sellers on Amazon, bol, Mirakl and Sharetribe are walked through.
import type { StoreShop } from '../../sandbox/store.ts';
import { privateApp, publicApp } from '../../sandbox/stores/amazon/tokens.ts';
import { baseUrl, type Failure, halves, secret, typedFor } from '../browser/typing.ts';

const DE = 'A1PA6795UKMFR9';
const FR = 'A13V1IB3VIYZZH';
const US = 'ATVPDKIKX0DER';

type Typed = Readonly<Record<string, string>>;
type More = Partial<Failure>;

const amazon = (title: string, says: RegExp, more: More = {}): Failure => ({
  title,
  way: 'keys',
  shop: 'private',
  typed: (shop) => amazonKeys(shop),
  says,
  ...more,
});
const amazonKeys = (shop: StoreShop, app: Typed = privateApp): Typed => ({
  ...typedFor({}, shop, ['marketplaceIds', 'token', 'sellerId']),
  clientId: app.clientId ?? '',
  clientSecret: app.clientSecret ?? '',
});

const bol = (title: string, says: RegExp, more: More = {}): Failure => ({
  title,
  way: 'keys',
  typed: (shop) => bolKeys(shop),
  says,
  ...more,
});
const bolKeys = (shop: StoreShop): Typed => ({
  clientId: halves(shop)[0],
  clientSecret: halves(shop)[1],
});

const connect = (title: string, says: RegExp, more: More = {}): Failure => ({
  title,
  way: 'connect',
  typed: (shop) => typedFor({}, shop, ['clientId', 'clientSecret']),
  says,
  ...more,
});
const marketplace = (title: string, says: RegExp, more: More = {}): Failure => ({
  title,
  way: 'marketplace',
  shop: 'marketplace',
  typed: (shop) => typedFor({}, shop, ['baseUrl', 'token', 'shop_id']),
  says,
  ...more,
});

const sharetribe = (title: string, says: RegExp, more: More = {}): Failure => ({
  title,
  way: 'keys',
  typed: (shop) => sharetribeKeys(shop),
  says,
  ...more,
});
const sharetribeKeys = (shop: StoreShop): Typed => typedFor({}, shop, ['clientId', 'clientSecret']);

export const MARKETPLACE_FAILURES: Readonly<Record<string, readonly Failure[]>> = {
  amazon: [
    amazon('marketplaces of several regions', /belong to different regions/, {
      typed: (shop) => ({ ...amazonKeys(shop), marketplaceIds: `${DE}, ${US}` }),
      at: 'marketplaceIds',
    }),
    amazon('a marketplace where nothing is sold', /do not sell in one of these marketplaces/, {
      typed: (shop) => ({ ...amazonKeys(shop), marketplaceIds: `${DE}, ${FR}` }),
    }),
    amazon('a seller of another region', /belongs to a seller in another region/, {
      typed: (shop) => ({ ...amazonKeys(shop), marketplaceIds: US }),
    }),
    amazon('a wrong client secret', /does not recognise this client identifier/, {
      typed: (shop) => ({ ...amazonKeys(shop), clientSecret: 'amzn1.oa2-cs.v1.wrong' }),
    }),
    amazon('the token of another app', /refresh token was issued to another app/, {
      shop: 'demo',
    }),
    amazon('a wrong refresh token', /authorisation has expired or was revoked/, {
      typed: (shop) => ({ ...amazonKeys(shop), token: 'Atzr|wrong' }),
    }),
    amazon('a missing role, by its name', /the role “Inventory and Order Tracking”/, {
      shop: 'no-orders',
      typed: (shop) => amazonKeys(shop, publicApp),
    }),
  ],
  bol: [
    bol('keys that may not read orders', /cannot be used for the Retailer API/, {
      shop: 'no-orders',
    }),
    bol('wrong keys', /bol does not recognise these keys/, {
      typed: (shop) => ({ ...bolKeys(shop), clientSecret: 'wrong' }),
    }),
    bol('a service that is down', /answered with an error/, {
      fault: { kind: '503' },
    }),
    bol('an account that is not active', /this seller account is not active/, {
      shop: 'inactive',
    }),
  ],
  mirakl: [
    connect('a wrong client secret', /does not accept this client ID and client secret/, {
      typed: (shop) => ({
        ...typedFor({}, shop, ['clientId']),
        clientSecret: 'wrong',
      }),
    }),
    connect('an older client without its company', /Fill in the company ID too/, {
      shop: 'older-client',
      at: 'companyId',
    }),
    connect('a client that may not read orders', /not allowed to read the orders of this company/, {
      shop: 'no-orders',
    }),
    marketplace('a key of another marketplace', /does not recognise this API key/, {
      typed: (shop, other) => ({ baseUrl: baseUrl(shop), token: secret(other('busy'), 'token') }),
    }),
    marketplace('a role that may not read orders', /its user is not allowed to read this shop/, {
      shop: 'no-rights',
    }),
    marketplace('an address without Mirakl', /There is no Mirakl marketplace at this address/, {
      typed: (shop) => ({
        baseUrl: 'https://left-long-ago.mirakl.net',
        token: secret(shop, 'token'),
      }),
    }),
  ],
  sharetribe: [
    sharetribe('a wrong client secret', /Sharetribe does not accept these keys/, {
      typed: (shop) => ({ ...sharetribeKeys(shop), clientSecret: '0'.repeat(40) }),
    }),
    sharetribe('keys for the Marketplace API', /Integration API, not the Marketplace API/, {
      shop: 'storefront',
    }),
    sharetribe('an application without rights', /cannot use the Integration API/, {
      shop: 'forbidden',
    }),
    sharetribe('a service that is down', /answered with an error/, {
      fault: { kind: '503' },
    }),
  ],
};
