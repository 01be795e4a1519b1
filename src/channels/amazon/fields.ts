// What must be known about Amazon to open an account: one declaration for every use.
import type { Field } from '../field.ts';

export const fields: readonly Field[] = [
  {
    key: 'endpoint',
    example: 'https://sellingpartnerapi-eu.amazon.com',
    about:
      'The address of the Selling Partner API for the seller’s region: -na for America, -eu for Europe, the Middle East, Africa and India, -fe for the Far East. May be left out where marketplaceIds are given.',
  },
  {
    key: 'marketplaceIds',
    list: true,
    example: 'A1PA6795UKMFR9',
    about:
      'Identifiers of marketplaces of one region, or countries such as DE. Without them orders come from every marketplace of the region, and products from the first.',
  },
  {
    key: 'token',
    secret: true,
    required: true,
    pattern: '\\s*Atzr\\|\\S+\\s*',
    example: 'Atzr|IwEBIExample',
    about:
      'A refresh token (Atzr|…) from the app’s Authorize page in Seller Central, an access token (Atza|…), which is good for an hour, or a restricted data token (Atz.sprdt|…) for Orders v0.',
  },
  {
    key: 'sellerId',
    pattern: '\\s*[Aa][A-Za-z0-9]{9,19}\\s*',
    example: 'A2EXAMPLE1SELLER',
    about:
      'Needed for products. In Seller Central under Settings, Account Info, Business Information.',
  },
  {
    key: 'clientId',
    secret: true,
    kind: 'text',
    pattern: '\\s*amzn1\\.application-oa2-client\\.\\w+\\s*',
    example: 'amzn1.application-oa2-client.0123456789abcdef',
    about:
      'Of the app that the refresh token was issued to, when that is not this service’s own: in the developer console under LWA credentials, View.',
  },
  {
    key: 'clientSecret',
    secret: true,
    example: 'amzn1.oa2-cs.v1.0123456789abcdef',
    about: 'Belongs to the client identifier and stands beside it.',
  },
];
