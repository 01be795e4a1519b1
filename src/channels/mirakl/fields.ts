// What must be known about Mirakl to open an account: one declaration for every use.
import type { Field } from '../field.ts';

export const fields: readonly Field[] = [
  {
    key: 'token',
    secret: true,
    pattern: '[!-~][ -~]*',
    wrong: 'token_form',
    example: 'eyJhbGciOiJSUzI1NiJ9…',
    about:
      'For Mirakl Connect a bearer token, with or without `Bearer`; it is valid for an hour, then another must be sent. With `baseUrl` the API key of that marketplace, as it is; where the operator takes OAuth tokens, `Bearer …`. In the marketplace’s back office: user name at the top right, tab "API key".',
  },
  {
    key: 'clientId',
    secret: true,
    kind: 'text',
    pattern: '[!-~]+',
    looks: '[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}',
    wrong: 'client_form',
    example: '3f0a6d52-6f0e-4b7c-9a51-0d6f1f3f7b10',
    about:
      'Mirakl Connect, instead of `token`: the client with which this service gets tokens by itself. In the account settings, in the section about API or integrations.',
  },
  {
    key: 'clientSecret',
    secret: true,
    pattern: '[!-~]+',
    wrong: 'client_form',
    example: 'Zq4…',
    about: 'Belongs to the client ID.',
  },
  {
    key: 'companyId',
    pattern: '[!-~]+',
    wrong: 'client_form',
    optional: true,
    example: '77f1c2a4-1d0b-4c55-8a55-2f6d6a3b9e01',
    about:
      'Mirakl Connect: needed only for older clients, which serve several companies; sent as `audience`.',
  },
  {
    key: 'baseUrl',
    kind: 'address',
    example: 'https://marketplace-name.mirakl.net',
    about:
      'The address of one marketplace’s back office, https only; what was copied behind the host (`/api`, `/mmp/shop/…`) is dropped. Where it is left out, or `https://miraklconnect.com`, Mirakl Connect is read.',
  },
  {
    key: 'shop_id',
    pattern: '\\d{1,18}',
    wrong: 'shop_form',
    optional: true,
    example: '2044',
    about: 'One marketplace: needed where the key’s user has several shops.',
  },
];
