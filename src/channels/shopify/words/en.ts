// What a merchant reads when linking Shopify, in English.
import type { ChannelWords } from '../../words.ts';

export const en = {
  fields: {
    baseUrl: {
      label: 'Shop address',
      hint: 'The address that ends in myshopify.com, or the address of your Shopify admin as it appears in your browser.',
    },
    token: {
      label: 'Access token',
      hint: 'The Admin API access token of a custom app. Shopify showed it only once, when the app was installed.',
    },
    clientId: { label: 'Client ID' },
    clientSecret: { label: 'Client secret' },
  },
  ways: {
    shopify: {
      title: 'Sign in to Shopify',
      suits: 'Best for most shops: there is nothing to copy.',
    },
    token: {
      title: 'With an access token',
      suits: 'If your shop already has a custom app in its settings, with an access token.',
      steps: [
        'In your Shopify admin, go to Settings > Apps and sales channels > Develop apps.',
        'Open your app. Under Configuration it needs the Admin API scopes read_orders and read_products.',
        'Copy the Admin API access token under API credentials. If it is no longer shown, reinstall the app to get a new one.',
      ],
      menu: 'Settings > Apps and sales channels > Develop apps',
      toWrite: {
        'orders.write':
          'To mark orders as shipped, the app also needs the scope write_merchant_managed_fulfillment_orders.',
        'products.write':
          'To set stock and prices, the app also needs the scopes write_products, write_inventory and read_locations.',
      },
    },
    'own-app': {
      title: 'With your own app',
      suits: 'If you have created your own app in Shopify’s Dev Dashboard.',
      steps: [
        'Open the Dev Dashboard of your Shopify organisation and choose Create app.',
        'Give it the Admin API scopes read_orders, read_products and read_customers, release a version, and install the app in your shop.',
        'Open the Settings of the app and copy the client ID and the client secret.',
      ],
      menu: 'Dev Dashboard',
      button: 'Create app',
      toWrite: {
        'orders.write':
          'To mark orders as shipped, the app also needs the scope write_merchant_managed_fulfillment_orders.',
        'products.write':
          'To set stock and prices, the app also needs the scopes write_products, write_inventory and read_locations.',
      },
    },
  },
  reasons: {
    not_shopify:
      'The site at this address does not answer like a Shopify shop. Use the address that ends in myshopify.com; you will find it in your Shopify admin under Settings > Domains.',
    custom_domain:
      'This looks like your shop’s own domain. Use the address that ends in myshopify.com; you will find it in your Shopify admin under Settings > Domains.',
    app_secret_given:
      'This is the secret of the app (shpss_…). Enter its Admin API access token instead, which usually starts with shpat_.',
    token_refused:
      'Shopify does not accept this access token: it is wrong, it was revoked, or the app was uninstalled. Copy it again, or create a new one.',
    token_must_expire:
      'Shopify no longer accepts tokens of this app that never expire. Sign in to Shopify instead of pasting a token.',
    shop_unknown:
      'There is no Shopify shop at this address. Compare it with the one in your Shopify admin under Settings > Domains.',
    shop_moved:
      'The shop now has a different Shopify address. Use the one in your Shopify admin under Settings > Domains.',
    shop_frozen:
      'Shopify has frozen this shop because of an unpaid bill. Settle it in your Shopify admin and try again.',
    shop_locked: 'Shopify has locked this shop. Ask Shopify Support why.',
    missing_read_orders:
      'The permission read_orders is missing. Grant it to the app in Shopify and link the shop again.',
    missing_read_products:
      'The permission read_products is missing. Grant it to the app in Shopify and link the shop again.',
    protected_data:
      'Shopify has not yet approved the app for customer data. Ask the people who sent you here.',
  },
} as const satisfies ChannelWords;
