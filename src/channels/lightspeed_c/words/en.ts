// What a merchant reads when linking Lightspeed eCom (C-Series), in English.
import type { ChannelWords } from '../../words.ts';

export const en = {
  fields: {
    region: {
      label: 'Region',
      hint: 'Where your shop is hosted. For shops in Europe this is almost always Europe.',
      choices: { eu1: 'Europe', us1: 'North America' },
    },
    apiKey: { label: 'API key', hint: '32 letters and digits.' },
    apiSecret: { label: 'API secret', hint: '32 letters and digits, shown with the API key.' },
    language: {
      label: 'Shop language',
      hint: 'The two-letter code of a language that is active in your shop. Leave it empty to use the default language.',
    },
    shopId: {
      label: 'Shop number',
      hint: 'If you know it, this makes sure that no other shop is linked by mistake.',
    },
  },
  ways: {
    keys: {
      title: 'With an API key',
      suits: 'If your plan lets you create API keys in the back office.',
      steps: [
        'Sign in to the back office of your shop.',
        'Go to Settings > Developers and choose New API key. If there is no such page, ask Lightspeed support to enable API keys for your plan.',
        'Give the key a name, switch it on (Enabled), and tick Read for Orders, Products and Settings.',
        'Save, and copy the API key and the API secret.',
      ],
      menu: 'Settings > Developers',
      button: 'New API key',
      toWrite: {
        'orders.write': 'To mark orders as shipped, also tick Write for Orders.',
        'products.write': 'To set stock and prices, also tick Write for Products.',
      },
    },
    app: {
      title: 'By installing the app',
      suits: 'If you would rather install an app than copy a key, or cannot create API keys.',
    },
  },
  reasons: {
    region_form: 'Choose the region of your shop: Europe or North America.',
    language_form:
      'Enter the shop language as a two-letter code, such as nl or en, or leave it empty.',
    key_form:
      'The API key and the API secret each have exactly 32 letters and digits. Copy both again in full, without spaces.',
    shop_form: 'The shop number consists of digits only, such as 356891. You can leave it empty.',
    access_denied:
      'Lightspeed does not accept this key. Check that it is switched on (Enabled) under Settings > Developers, and copy the API key and the API secret again.',
    wrong_cluster:
      'The key is valid, but your shop is in the other region. Choose the other region and try again.',
    unknown_language:
      'This language is not active in your shop. Leave the field empty, or enter the two-letter code of a language that is active.',
    orders_not_allowed:
      'The key is not allowed to read orders. Under Settings > Developers, open the key, tick Read for Orders, save, and try again.',
    products_not_allowed:
      'The key is not allowed to read products. Under Settings > Developers, open the key, tick Read for Products, save, and try again.',
    settings_not_allowed:
      'The key is not allowed to read settings, which include the currency of your shop. Under Settings > Developers, open the key, tick Read for Settings, save, and try again.',
  },
} as const satisfies ChannelWords;
