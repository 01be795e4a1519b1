// Amazon: orders and listings of a seller, by the Selling Partner API.
import type { Channel, Orders, Products } from '../channel.ts';
import { accept, check, hosts, renewal, sign } from './auth.ts';
import { explain } from './explain.ts';
import { limits, pace } from './limits.ts';
import { link } from './link.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';

export const amazon: Channel = {
  title: 'Amazon',
  fields: [
    {
      key: 'endpoint',
      label: 'Endpoint',
      secret: false,
      required: false,
      example: 'https://sellingpartnerapi-eu.amazon.com',
      hint: 'The address of the Selling Partner API for the seller’s region: -na for America, -eu for Europe, the Middle East, Africa and India, -fe for the Far East. May be left out where marketplaceIds are given.',
    },
    {
      key: 'marketplaceIds',
      label: 'Marketplaces',
      secret: false,
      required: false,
      list: true,
      example: 'A1PA6795UKMFR9',
      hint: 'Identifiers of marketplaces of one region, or countries such as DE. Without them orders come from every marketplace of the region, and products from the first.',
    },
    {
      key: 'token',
      label: 'Token',
      secret: true,
      required: true,
      example: 'Atzr|IwEBIExample',
      hint: 'A refresh token (Atzr|…) from the app’s Authorize page in Seller Central, an access token (Atza|…), which is good for an hour, or a restricted data token (Atz.sprdt|…) for Orders v0.',
    },
    {
      key: 'sellerId',
      label: 'Merchant token',
      secret: false,
      required: false,
      example: 'A2EXAMPLE1SELLER',
      hint: 'Needed for products. In Seller Central under Settings, Account Info, Business Information.',
    },
    {
      key: 'clientId',
      label: 'LWA client identifier',
      secret: true,
      required: false,
      example: 'amzn1.application-oa2-client.0123456789abcdef',
      hint: 'Of the app that the refresh token was issued to, when that is not this service’s own: in the developer console under LWA credentials, View.',
    },
    {
      key: 'clientSecret',
      label: 'LWA client secret',
      secret: true,
      required: false,
      example: 'amzn1.oa2-cs.v1.0123456789abcdef',
      hint: 'Belongs to the client identifier and stands beside it.',
    },
  ],
  versions: { default: '2026-01-01', speaks: ['2026-01-01', 'v0'] },
  limits,
  accountName: ({ sellerId, endpoint = '', marketplaceIds = '' }) =>
    sellerId && `${sellerId} ${endpoint} ${marketplaceIds}`,
  accept,
  hosts,
  sign,
  check,
  explain,
  pace,
  renewal,
  link,
  orders: orders as Orders<unknown, unknown>,
  products: products as Products<unknown, unknown>,
};
