// What a merchant reads when linking Lightspeed eCom (C-Series), in English.
import type { ChannelWords } from '../../words.ts';

export const en = {
  fields: {
    region: {
      label: 'Region',
      hint: 'Where your shop is hosted. Shops in Europe are almost always in the first.',
      choices: { eu1: 'Europe', us1: 'North America' },
    },
    apiKey: { label: 'API key', hint: '32 letters and digits.' },
    apiSecret: { label: 'API secret', hint: '32 letters and digits, beside the API key.' },
    language: {
      label: 'Shop language',
      hint: 'Two letters of a language that is active in your shop. Leave it empty to use the default language.',
    },
    shopId: {
      label: 'Shop number',
      hint: 'If you know it: then no other shop can be linked by mistake.',
    },
  },
  ways: {
    keys: {
      title: 'With an API key',
      suits: 'If your plan lets you make API keys in the back office.',
      steps: [
        'Sign in to the back office of your shop.',
        'Open Settings > Developers and choose New API key. If there is no such page, ask Lightspeed support to switch on API keys for your plan.',
        'Give it a name, switch it on (Enabled), and tick Read for Orders, Products and Settings.',
        'Save, and copy the API key and the API secret.',
      ],
    },
    app: {
      title: 'By installing the app',
      suits: 'If you would rather install an app than copy a key, or cannot make API keys.',
    },
  },
  reasons: {
    region_form: 'Choose the region of your shop: Europe or North America.',
    language_form: 'Write the shop language as two letters, such as nl or en, or leave it empty.',
    key_form:
      'API key and API secret each have exactly 32 letters and digits. Copy both again, whole and without spaces.',
    shop_form: 'The shop number consists of digits only, such as 356891. You may leave it empty.',
    access_denied:
      'Lightspeed does not accept this key. Check that the key is switched on (Enabled) under Settings > Developers, and copy the key and the secret again.',
    wrong_cluster:
      'The key is good, but your shop is in the other region. Choose the other region and try again.',
    unknown_language:
      'This language is not active in your shop. Leave the language empty, or write the two letters of one that is active.',
    orders_not_allowed:
      'The key may not read orders. Tick Read for Orders at this key under Settings > Developers, save, and try again.',
    products_not_allowed:
      'The key may not read products. Tick Read for Products at this key under Settings > Developers, save, and try again.',
    settings_not_allowed:
      'The key may not read settings, where the currency of your shop stands. Tick Read for Settings at this key under Settings > Developers, save, and try again.',
  },
} as const satisfies ChannelWords;
