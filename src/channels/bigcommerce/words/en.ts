// What a merchant reads when linking BigCommerce, in English.
import type { ChannelWords } from '../../words.ts';

export const en = {
  fields: {
    store_hash: {
      label: 'Store hash',
      hint: 'The part after /stores/ in the API path. You can also paste the whole API path or the address of your control panel.',
    },
    token: {
      label: 'Access token',
      hint: 'BigCommerce shows it only once, when you create the API account. It is also in the text file you can download at that point.',
    },
  },
  ways: {
    keys: {
      title: 'With an API account',
      suits: 'Best for most stores: you create the key yourself and decide what it can read.',
      steps: [
        'Sign in to your BigCommerce control panel as the store owner.',
        'Go to Settings > Store-level API accounts and choose Create API account (type V2/V3 API token).',
        'Set these scopes to read-only: Orders, Products, Information & Settings. If you want details about buyers too, also set Customers to read-only.',
        'Save, and copy the access token and the API path from the window that appears.',
      ],
      menu: 'Settings > Store-level API accounts',
      button: 'Create API account',
      toWrite: {
        'orders.write': 'To mark orders as shipped, set Orders to modify instead of read-only.',
        'products.write':
          'To set stock and prices, set Products to modify instead of read-only, and also set Store Inventory to modify.',
      },
    },
    app: {
      title: 'By installing the app',
      suits: 'If you would rather install an app than copy a key.',
    },
  },
  reasons: {
    store_hash_form:
      'This is not a store hash. It is the part after /stores/ in the API path of your API account: in https://api.bigcommerce.com/stores/abc123/v3/ it is abc123.',
    token_form:
      'The access token is missing or contains a space. Copy it again, with nothing before or after it.',
    token_refused:
      'BigCommerce does not accept this access token. It may be mistyped, or its API account may have been deleted. Create a new API account and copy its access token (not the client secret).',
    other_store:
      'This access token does not belong to this store, or it lacks the scopes it needs. Check the store hash; if it is right, create a new API account with Orders, Products and Information & Settings set to read-only.',
    orders_scope:
      'The API account is not allowed to read orders. Its scopes cannot be changed afterwards: create a new API account with Orders set to read-only.',
    products_scope:
      'The API account is not allowed to read products. Its scopes cannot be changed afterwards: create a new API account with Products set to read-only.',
    store_not_found:
      'BigCommerce has no store with this store hash. Copy it again from the API path of your API account.',
    store_unavailable:
      'The store is down for maintenance, being upgraded or suspended. Try again later, or contact BigCommerce if it stays that way.',
    install_refused:
      'BigCommerce did not complete the installation. Start again; if it fails a second time, use an API account instead.',
    other_store_installed:
      'The app was installed in a different store from the one you named. Start again with the hash of that store, or choose the right store in BigCommerce.',
    app_scopes:
      'The app does not ask BigCommerce for enough permissions. The operator of this service needs to correct that; use an API account in the meantime.',
  },
} as const satisfies ChannelWords;
