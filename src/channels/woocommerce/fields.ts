// What must be known about WooCommerce to open an account: one declaration for every use.
import type { Field } from '../field.ts';

export const fields: readonly Field[] = [
  {
    key: 'baseUrl',
    required: true,
    kind: 'address',
    example: 'https://www.example.com',
    about:
      'The address of the shop, as in the browser. If WordPress lives in a folder, with that folder.',
  },
  {
    key: 'token',
    secret: true,
    example: 'Y2tf…',
    about:
      'Consumer key and consumer secret, joined by a colon, in base64. May be left out where both are given by themselves.',
  },
  {
    key: 'consumerKey',
    secret: true,
    pattern: '\\s*ck_\\w+\\s*',
    example: 'ck_0123456789abcdef…',
    about:
      'In the WordPress admin: WooCommerce > Settings > Advanced > REST API > Add key. Choose an administrator or shop manager as its user, and the permission Read.',
  },
  {
    key: 'consumerSecret',
    secret: true,
    pattern: '\\s*cs_\\w+\\s*',
    example: 'cs_0123456789abcdef…',
    about: 'Shown once, beside the consumer key, when the key is made.',
  },
  {
    key: 'authMode',
    choices: ['header', 'query', 'oauth1'],
    only: true,
    example: 'header',
    about:
      'header, query or oauth1. Needed only where the web server drops the Authorization header (query), or WordPress sits behind a proxy and does not notice https (oauth1).',
  },
];
