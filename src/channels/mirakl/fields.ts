// What must be known about Mirakl to open an account: one declaration for every use.
import type { Field } from '../field.ts';

export const fields: readonly Field[] = [
  {
    key: 'token',
    secret: true,
    pattern: '\\s*\\S.*',
    example: 'eyJhbGciOiJSUzI1NiJ9…',
    about:
      'A bearer token of Mirakl Connect, which lives for an hour. With baseUrl: the API key from that marketplace’s back office, under the user name.',
  },
  {
    key: 'clientId',
    secret: true,
    kind: 'text',
    pattern: '\\s*\\S+\\s*',
    example: '3f0a6d52-6f0e-4b7c-9a51-0d6f1f3f7b10',
    about:
      'Mirakl Connect, instead of token: the client for which this service gets tokens by itself.',
  },
  {
    key: 'clientSecret',
    secret: true,
    pattern: '\\s*\\S+\\s*',
    example: 'Zq4…',
    about: 'Belongs to the client ID.',
  },
  {
    key: 'companyId',
    pattern: '\\s*\\S*\\s*',
    optional: true,
    example: '77f1c2a4-1d0b-4c55-8a55-2f6d6a3b9e01',
    about: 'Mirakl Connect: needed for older clients only, which serve several companies.',
  },
  {
    key: 'baseUrl',
    kind: 'address',
    example: 'https://marketplace-name.mirakl.net',
    about: 'The address of one marketplace’s back office. Left out, Mirakl Connect is read.',
  },
  {
    key: 'shop_id',
    pattern: '\\s*\\d*\\s*',
    optional: true,
    example: '2044',
    about: 'One marketplace: needed where the key’s user has several shops.',
  },
];
