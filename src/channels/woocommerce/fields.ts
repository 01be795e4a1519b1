// What must be known about WooCommerce to open an account: one declaration for every use.
import type { Field } from '../field.ts';

export const fields: readonly Field[] = [
  {
    key: 'baseUrl',
    required: true,
    kind: 'address',
    example: 'https://www.example.com',
    about:
      'The address of the shop, as in the browser. A folder is kept (`https://example.com/winkel`); what was copied from the admin pages (`/wp-admin…`, `/wp-json…`, a query) is dropped. `http://` is kept only where it was typed.',
  },
  {
    key: 'token',
    secret: true,
    example: 'Y2tf…',
    about:
      'Consumer key and consumer secret, joined by a colon, in base64. A leading `Basic` and the pair as it is (`ck_…:cs_…`) are accepted too. May be left out where both are given by themselves.',
  },
  {
    key: 'consumerKey',
    secret: true,
    pattern: 'ck_\\w+',
    begins: ['ck_'],
    wrong: 'bad_keys',
    example: 'ck_0123456789abcdef…',
    about:
      'Instead of `token`, with the consumer secret. In the WordPress admin: WooCommerce > Settings > Advanced > REST API > Add key. Choose an administrator or shop manager as its user, and the permission Read.',
  },
  {
    key: 'consumerSecret',
    secret: true,
    pattern: 'cs_\\w+',
    begins: ['cs_'],
    wrong: 'bad_keys',
    example: 'cs_0123456789abcdef…',
    about: 'Shown once, beside the consumer key, when the key is made.',
  },
  {
    key: 'authMode',
    choices: ['header', 'query', 'oauth1'],
    only: true,
    example: 'header',
    about:
      'How the key travels: `header`, which is the default; `query`, where the web server drops the Authorization header; `oauth1`, where WordPress sits behind a proxy and does not notice https, and for every `http://` shop.',
  },
  {
    key: 'permalinks',
    choices: ['pretty', 'plain'],
    only: true,
    example: 'plain',
    about:
      'How WordPress writes its addresses (Settings > Permalinks): `pretty`, which is the default, or `plain`. The link pages find it out by themselves.',
  },
];
