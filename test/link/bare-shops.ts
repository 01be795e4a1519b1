// Shops and accounts with all left out that a vendor may leave out, written by the vendors' own documents.
import { type Answer, json } from '../wrong-servers.ts';

export interface BareShop {
  readonly name: string;
  readonly way: string;
  /** By method and path. */
  readonly answers: (asked: string) => Answer;
}

/** The first whose ending fits; a place that no entry names does not exist. */
const by =
  (table: Readonly<Record<string, Answer>>) =>
  (asked: string): Answer =>
    Object.entries(table).find(([ending]) => asked.endsWith(ending))?.[1] ??
    json({ message: 'not there' }, 404);

const DENIED_BY_MAGENTO = json(
  {
    message: 'The consumer isn’t authorized to access %resources.',
    parameters: { resources: 'Magento_Backend::store' },
  },
  401,
);
const NO_PRODUCTS_OF_MAGENTO = json({
  items: null,
  search_criteria: { filter_groups: [], page_size: 1, current_page: 1 },
  total_count: 0,
});
const STORE_VIEWS = json([{ id: 1, code: 'default', website_id: 1 }]);

const DENIED_BY_AMAZON = json(
  {
    errors: [
      { code: 'Unauthorized', message: 'Access to requested resource is denied.', details: '' },
    ],
  },
  403,
);
const PARTICIPATIONS = json({
  payload: [
    { marketplace: { id: 'A1805IZSGTT6HS' }, participation: { isParticipating: true } },
    { marketplace: { id: 'A1PA6795UKMFR9' }, participation: { isParticipating: true } },
  ],
});

const shopify = by({
  // Any page of Shopify's own host says that there is such a shop.
  'GET /': { status: 200, body: '<html></html>' },
  'graphql.json': json({
    data: {
      shop: { name: 'x', myshopifyDomain: 'x.myshopify.com' },
      currentAppInstallation: {
        accessScopes: [{ handle: 'write_orders' }, { handle: 'read_products' }],
      },
    },
  }),
});

const HIDDEN = json({ code: 'rest_cannot_access', message: 'No.', data: { status: 401 } }, 401);

export const BARE_SHOPS: Readonly<Record<string, BareShop>> = {
  'Shopify with two scopes': { name: 'shopify', way: 'token', answers: shopify },
  'Shopify, by consent': { name: 'shopify', way: 'shopify', answers: shopify },
  'Amazon without names of stores': {
    name: 'amazon',
    way: 'keys',
    answers: by({
      marketplaceParticipations: PARTICIPATIONS,
      // Seen for an order that is not there.
      '000-0000000-0000000': json({ payload: {} }),
    }),
  },
  'Amazon for an app without the role to read marketplaces': {
    name: 'amazon',
    way: 'keys',
    answers: by({
      marketplaceParticipations: DENIED_BY_AMAZON,
      '000-0000000-0000000': json({ errors: [{ code: 'NotFound', message: 'No.' }] }, 404),
    }),
  },
  'Amazon, by consent': {
    name: 'amazon',
    way: 'consent',
    answers: by({
      marketplaceParticipations: PARTICIPATIONS,
      '000-0000000-0000000': { status: 404 },
    }),
  },
  'WooCommerce without orders, products and a name': {
    name: 'woocommerce',
    way: 'keys',
    answers: by({
      '/wp-json/': json({ namespaces: ['wc/v3'] }),
      '/orders': json([]),
      '/products': json([]),
    }),
  },
  'WooCommerce behind a plugin that hides the index': {
    name: 'woocommerce',
    way: 'keys',
    answers: by({ '/wp-json/': HIDDEN, '/orders': json([{ id: '7' }]), '/products': json([]) }),
  },
  'WooCommerce behind a firewall that hides the index': {
    name: 'woocommerce',
    way: 'keys',
    answers: by({
      '/wp-json/': { status: 403, body: '<html>No.</html>' },
      '/wp-json/wc/v3': json({ namespace: 'wc/v3' }),
      '/orders': json([]),
      '/products': json([]),
    }),
  },
  'WooCommerce, by consent': {
    name: 'woocommerce',
    way: 'wordpress',
    answers: by({
      '/wp-json/': json({ name: '', namespaces: { 1: 'wc/v3' } }),
      '/orders': json([]),
      '/products': json([]),
    }),
  },
  'bol without a shown name and without orders': {
    name: 'bol',
    way: 'keys',
    answers: by({ 'retailers/current': json({ retailerId: '1499021' }), '/orders': json({}) }),
  },
  'bol, by consent': {
    name: 'bol',
    way: 'consent',
    answers: by({ 'retailers/current': json({ retailerId: '1499021' }), '/orders': json({}) }),
  },
  'Sharetribe without a name and without listings': {
    name: 'sharetribe',
    way: 'keys',
    answers: by({
      'marketplace/show': json({
        data: { id: '16c6a4b8-88ee-429b-835a-6725206cd08c', type: 'marketplace' },
      }),
      'listings/query': json({ data: [], meta: { totalItems: 0, totalPages: 0 } }),
    }),
  },
  'Lightspeed without a domain': {
    name: 'lightspeed_c',
    way: 'keys',
    answers: by({
      'account/permissions.json': json({
        accountPermissions: {
          orders: { read: true },
          products: { read: true },
          settings: { read: true },
        },
      }),
      'shop.json': json({ shop: { id: 1, currency: { shortcode: 'EUR' } } }),
    }),
  },
  'Mirakl Connect without orders': {
    name: 'mirakl',
    way: 'connect',
    answers: by({ '/api/v2/orders': json({ data: [] }) }),
  },
  'a Mirakl marketplace without orders': {
    name: 'mirakl',
    way: 'marketplace',
    answers: by({
      '/api/account': json({ shop_id: 2044, shop_name: 'x' }),
      '/api/orders': json({ orders: [] }),
    }),
  },
  'Magento without products': {
    name: 'magento',
    way: 'integration',
    answers: by({ storeConfigs: STORE_VIEWS, '/products': NO_PRODUCTS_OF_MAGENTO }),
  },
  'Magento where the settings may not be read': {
    name: 'magento',
    way: 'token',
    answers: by({ storeConfigs: DENIED_BY_MAGENTO, '/products': NO_PRODUCTS_OF_MAGENTO }),
  },
  'Magento in the cloud': {
    name: 'magento',
    way: 'cloud',
    answers: by({ storeConfigs: STORE_VIEWS, '/products': NO_PRODUCTS_OF_MAGENTO }),
  },
  'BigCommerce without a name, orders and products': {
    name: 'bigcommerce',
    way: 'keys',
    answers: by({
      'v2/store': json({ id: 'abc123', domain: 'store-abc123.mybigcommerce.com' }),
      'v2/orders': { status: 204 },
      'catalog/products': json({ data: [], meta: {} }),
    }),
  },
  'BigCommerce where the settings may not be read': {
    name: 'bigcommerce',
    way: 'app',
    answers: by({
      'v2/store': json({ status: 403, title: 'No.' }, 403),
      'v2/orders': json([{ id: 1 }]),
      'catalog/products': json({ data: [{ id: 1 }], meta: {} }),
    }),
  },
};
