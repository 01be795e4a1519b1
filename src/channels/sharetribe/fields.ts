// What must be known about Sharetribe to open an account: one declaration for every use.
import type { Field } from '../field.ts';

export const fields: readonly Field[] = [
  {
    key: 'clientId',
    pattern: '[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}',
    looks: '[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}',
    wrong: 'client_id_form',
    example: '11111111-2222-3333-4444-555555555555',
    about:
      'The ID of an Integration API application. In Sharetribe Console: Build > Applications. Needed, unless `token` is given.',
  },
  {
    key: 'clientSecret',
    secret: true,
    pattern: '[!-~]+',
    example: '0123456789abcdef0123456789abcdef01234567',
    about:
      'The secret of that application, shown beside the client ID when it is made. Needed, unless `token` is given.',
  },
  {
    key: 'marketplaceUrl',
    kind: 'address',
    optional: true,
    example: 'https://www.example.com',
    about: 'Where buyers see the marketplace. Used only for `url` of products.',
  },
  {
    key: 'token',
    secret: true,
    example: 'eyJhbGciOiJIUzI1NiJ9…',
    about:
      'Instead of the client secret: a ready access token. It ends after minutes and cannot be renewed.',
  },
  {
    key: 'baseUrl',
    example: 'https://flex-integ-api.sharetribe.com',
    about:
      'Only where Sharetribe named another address of its API than the usual one: https, and a host of sharetribe.com.',
  },
  {
    key: 'client_id',
    example: '11111111-2222-3333-4444-555555555555',
    about: 'The same as `clientId`.',
  },
  {
    key: 'client_secret',
    secret: true,
    example: '0123456789abcdef0123456789abcdef01234567',
    about: 'The same as `clientSecret`.',
  },
];
