// What must be known about Lightspeed eCom (C-Series) to open an account: one declaration for every use.
import type { Field } from '../field.ts';

export const fields: readonly Field[] = [
  {
    key: 'region',
    required: true,
    kind: 'choice',
    choices: ['eu1', 'us1'],
    example: 'eu1',
    about:
      'The cluster (`eu1` or `eu` for Europe, `us1` or `us` for North America), the two letters of a shop language (`nl`), or both (`eu1/nl`, `us1-en`), in any case. What is left out is found.',
  },
  {
    key: 'token',
    secret: true,
    example: 'Basic MDEyMzQ1…',
    about:
      'The whole Authorization header: the word Basic and the base64 form of API key and API secret, joined by a colon. Without that word, or as `key:secret`, it is accepted too. May be left out where `apiKey` and `apiSecret` are given.',
  },
  {
    key: 'apiKey',
    secret: true,
    kind: 'text',
    pattern: '[0-9A-Za-z]{32}',
    wrong: 'key_form',
    example: '0123456789abcdef0123456789abcdef',
    about:
      'Instead of `token`, with the API secret; 32 characters. In the back office: Settings > Developers > New API key. Switch the key on, and let it read orders, products and settings.',
  },
  {
    key: 'apiSecret',
    secret: true,
    pattern: '[0-9A-Za-z]{32}',
    wrong: 'key_form',
    example: 'fedcba9876543210fedcba9876543210',
    about: 'Shown beside the API key; 32 characters.',
  },
  {
    key: 'language',
    pattern: '[A-Za-z]{2}',
    wrong: 'language_form',
    optional: true,
    example: 'nl',
    about:
      'Two letters of a language that is active in the shop; titles come in it. Wins over the region.',
  },
  {
    key: 'cluster',
    example: 'eu1',
    about: '`eu1` (Europe) or `us1` (North America). Wins over the region.',
  },
  {
    key: 'shopId',
    pattern: '[0-9]{1,12}',
    wrong: 'shop_form',
    optional: true,
    example: '356891',
    about:
      'The number of the shop, only to make sure that no other is linked: a key of another shop is refused.',
  },
];
