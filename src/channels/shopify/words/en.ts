// What a merchant reads when linking Shopify, in English.
import type { ChannelWords } from '../../words.ts';

export const en = {
  fields: {
    baseUrl: {
      label: 'Shop address',
      hint: 'The address that ends in myshopify.com, or what stands in the address bar of your Shopify admin.',
    },
    token: {
      label: 'Access token',
      hint: 'The Admin API access token of a custom app. Shopify showed it once, when the app was installed.',
    },
    clientId: { label: 'Client ID' },
    clientSecret: { label: 'Client secret' },
  },
  ways: {
    shopify: {
      title: 'Sign in at Shopify',
      suits: 'Best for most shops: nothing has to be copied.',
    },
    token: {
      title: 'With an access token',
      suits: 'If your shop already has a custom app in its settings, with an access token.',
      steps: [
        'Open your Shopify admin and go to Settings, Apps and sales channels, Develop apps.',
        'Open your app. Under Configuration it needs the Admin API scopes read_orders and read_products.',
        'Under API credentials you find the Admin API access token. If it is no longer shown, reinstall the app to get a new one.',
      ],
    },
    'own-app': {
      title: 'With an app of your own',
      suits: 'If you have made an app of your own in Shopify’s Dev Dashboard.',
      steps: [
        'Open the Dev Dashboard of your Shopify organisation and choose Create app.',
        'Give it the Admin API scopes read_orders, read_products and read_customers, release a version, and install the app in your shop.',
        'Open Settings of the app: the client ID and the client secret stand there.',
      ],
    },
  },
  reasons: {
    not_shopify:
      'This site does not answer as a Shopify shop. Use the address that ends in myshopify.com; it stands in your admin under Settings, Domains.',
    custom_domain:
      'This looks like your shop’s own domain. Shopify is reached by the address that ends in myshopify.com; it stands in your admin under Settings, Domains.',
    app_secret_given:
      'That is the secret of the app (shpss_…). What is needed is its Admin API access token, which mostly begins with shpat_.',
    token_refused:
      'Shopify does not accept this access token: it is wrong, was revoked, or the app was uninstalled. Copy it again, or make a new one.',
    token_must_expire:
      'Shopify no longer accepts tokens of this app that never end. Sign in at Shopify instead of pasting a token.',
    shop_unknown:
      'There is no Shopify shop at this address. Compare it with the one in your admin under Settings, Domains.',
    shop_moved:
      'The shop has another address at Shopify now. Use the one in your admin under Settings, Domains.',
    shop_frozen:
      'Shopify has frozen this shop because a bill is unpaid. Settle it in your Shopify admin and try again.',
    shop_locked: 'Shopify has locked this shop. Ask Shopify’s support why.',
    missing_read_orders:
      'The access lacks the permission read_orders. Grant it to the app in Shopify and link the shop again.',
    missing_read_products:
      'The access lacks the permission read_products. Grant it to the app in Shopify and link the shop again.',
    protected_data:
      'Shopify has not approved the app for customers’ data yet. Ask the application that sent you.',
  },
} as const satisfies ChannelWords;
