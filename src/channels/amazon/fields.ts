// What must be known about Amazon to open an account: one declaration for every use.
import type { Field } from '../field.ts';

export const fields: readonly Field[] = [
  {
    key: 'endpoint',
    example: 'https://sellingpartnerapi-eu.amazon.com',
    about:
      'The address of the Selling Partner API for the seller’s region: `-na` (US, CA, MX, BR), `-eu` (Europe, Middle East, Africa, India) or `-fe` (JP, AU, SG). No host but Amazon’s six (three regions, each with its sandbox) is accepted. May be left out where `marketplaceIds` are given.',
  },
  {
    key: 'marketplaceIds',
    list: true,
    example: 'A1PA6795UKMFR9',
    about:
      'Identifiers of marketplaces of one region, or countries such as `DE`, as a list or as one text with commas. Without them orders come from every marketplace of the region, and products from the first in which the seller takes part.',
  },
  {
    key: 'token',
    secret: true,
    required: true,
    pattern: 'Atz(r|a|\\.sprdt)\\|[!-~]+',
    begins: ['Atzr|', 'Atza|', 'Atz.sprdt|'],
    wrong: 'not_a_token',
    example: 'Atzr|IwEBIExample',
    about:
      'A refresh token (`Atzr|…`), exchanged for access tokens; an access token (`Atza|…`), which is good for an hour; or a restricted data token (`Atz.sprdt|…`), for Orders v0 alone. In Seller Central: Apps and Services, Develop Apps, Authorize app.',
  },
  {
    key: 'sellerId',
    pattern: '[Aa][A-Za-z0-9]{9,19}',
    wrong: 'wrong_seller',
    example: 'A2EXAMPLE1SELLER',
    about:
      'The merchant token; products need it. In Seller Central: Settings, Account Info, Business Information.',
  },
  {
    key: 'clientId',
    secret: true,
    kind: 'text',
    pattern: 'amzn1\\.application-oa2-client\\.\\w+',
    begins: ['amzn1.application-oa2-client.'],
    example: 'amzn1.application-oa2-client.0123456789abcdef',
    about:
      'Of the app that the refresh token was issued to, when that is not this service’s own. In the developer console: LWA credentials, View.',
  },
  {
    key: 'clientSecret',
    secret: true,
    begins: ['amzn1.oa2-cs.'],
    example: 'amzn1.oa2-cs.v1.0123456789abcdef',
    about: 'Belongs to the client ID and is shown beside it.',
  },
];
