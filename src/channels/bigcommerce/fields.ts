// What must be known about BigCommerce to open an account: one declaration for every use.
import type { Field } from '../field.ts';

export const fields: readonly Field[] = [
  {
    key: 'store_hash',
    required: true,
    looks: '[a-z0-9]{5,15}',
    example: 'k7x2m9qa4c',
    about:
      'The part after `/stores/` in the API path. The whole path (`stores/abc123`) and the address of the control panel (`https://store-abc123.mybigcommerce.com/…`) are accepted too. In the control panel: Settings > Store-level API accounts, API path.',
  },
  {
    key: 'token',
    secret: true,
    required: true,
    pattern: '[!-~]+',
    looks: '[a-z0-9]{25,}',
    wrong: 'token_form',
    example: '0a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5',
    about:
      'The access token of an API account, or of the installed app. Shown once, when the API account is made: Settings > Store-level API accounts > Create API account. Scopes, all read-only: Orders, Products, Information & Settings, and Customers if wanted.',
  },
  {
    key: 'channelId',
    example: '1',
    about:
      'The number of one storefront or sales channel, to read its orders and products alone; all are read unless it is given. In the control panel: Channel Manager.',
  },
];
