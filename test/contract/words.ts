// What the vendors' contracts forbid in words, by channel and operation: the rule, where it stands, and a call that breaks it.
import { TODAY } from '../service.ts';
import { iso } from './instants.ts';

/**
 * What makes a driver's call a wrong one: parameters of the query, `{…}` for a part of the path, `@` before a header,
 * `$` before a variable of GraphQL, `#` before a member of the body; null leaves it out.
 */
type Change = Readonly<Record<string, unknown>>;

export interface Rule {
  /** What the vendor says. */
  readonly words: string;
  readonly change: Change;
  /** How the sandbox says no, as the vendor does. */
  readonly says: RegExp;
  readonly status?: number;
  /** A parameter that the changed call must have had. */
  readonly needs?: string;
  /** The shop of the sandbox that it must have gone to. */
  readonly shop?: string;
  /** Milliseconds that pass before it is sent again. */
  readonly later?: number;
}

export interface Row {
  /** Where it was read. */
  readonly source: string;
  /** None: the contract has nothing beyond its schema. */
  readonly rules: readonly Rule[];
}

export interface Contract {
  /** The status of a refusal, and the form of its body, unless a rule says otherwise. */
  readonly status: number;
  readonly body: RegExp;
  /** By method and path, `{…}` for any part of it and `*` for any beginning; for Shopify by the name of the query. */
  readonly operations: Readonly<Record<string, Row>>;
}

const row = (source: string, ...rules: readonly Rule[]): Row => ({ source, rules });
const rule = (words: string, change: Change, says: RegExp, more: Partial<Rule> = {}): Rule => ({ words, change, says, ...more }); // biome-ignore format: one line

const many = (count: number, of = (at: number): string => String(at + 1)): string =>
  Array.from({ length: count }, (_, at) => of(at)).join();
const day = (offset: number) => iso(TODAY + offset * 86_400_000);
const LATER = day(1);

/** RFC 6749: sections 4.1.3, 4.4.2, 5.2 and 6. */
const formOnly = rule('the parameters are sent as a form', { '@content-type': 'text/plain' }, /./);
const grants = rule('the grant is one that the service knows', { '#grant_type': 'password' }, /unsupported_grant_type|Unauthorized/); // biome-ignore format: one rule

const AMAZON = 'amzn/selling-partner-api-models';
const search = `${AMAZON}, orders_2026-01-01.json, searchOrders`;
const orders0 = `${AMAZON}, ordersV0.json`;
const userAgent = rule('a user-agent names the application, its version and language, in 500 characters', { '@user-agent': 'curl/8' }, /user-agent/); // biome-ignore format: one rule
const orderId = rule('an order identifier is 3-7-7', { '{id}': '302-1' }, /Invalid orderId/);

// biome-ignore format: a rule a line
const amazon: Contract = {
  status: 400,
  body: /^\{"errors":\[\{"code":"(InvalidInput|INVALID_INPUT)","message":/,
  operations: {
    'POST /auth/o2/token': row('developer-docs.amazon.com, website-authorization-workflow', { ...formOnly, says: /^\{"error":"invalid_request"/ }, grants),
    'GET /orders/2026-01-01/orders': row(
      search,
      rule('exactly one of createdAfter and lastUpdatedAfter: none', { createdAfter: null, createdBefore: null, lastUpdatedAfter: null, lastUpdatedBefore: null }, /Exactly one/),
      rule('exactly one of createdAfter and lastUpdatedAfter: both', { createdAfter: day(-9), lastUpdatedAfter: day(-9) }, /cannot both/),
      rule('createdAfter without lastUpdatedBefore', { createdAfter: day(-9), createdBefore: null, lastUpdatedAfter: null, lastUpdatedBefore: day(-8) }, /mixed/),
      rule('lastUpdatedAfter without createdBefore', { lastUpdatedAfter: day(-9), lastUpdatedBefore: null, createdAfter: null, createdBefore: day(-8) }, /mixed/),
      rule('the end at or after the start', { createdAfter: day(-8), createdBefore: day(-9) }, /before its start/),
      rule('the end two minutes before the call', { createdAfter: day(-9), createdBefore: LATER }, /two minutes/),
      rule('pages of 1 to 100', { maxResultsPerPage: '101' }, /between 1 and 100/),
      rule('at most 50 marketplaces', { marketplaceIds: many(51) }, /more than 50/),
      rule('a token goes with the filters it came from', { fulfillmentStatuses: 'SHIPPED' }, /other parameters/, { needs: 'paginationToken' }),
      userAgent,
    ),
    'GET /orders/2026-01-01/orders/{id}': row(`${AMAZON}, orders_2026-01-01.json, getOrder`, orderId),
    'GET /orders/v0/orders': row(
      `${orders0}, getOrders`,
      rule('MarketplaceIds are required', { MarketplaceIds: null }, /required/),
      rule('CreatedAfter or LastUpdatedAfter', { CreatedAfter: null, CreatedBefore: null, LastUpdatedAfter: null, LastUpdatedBefore: null, AmazonOrderIds: null }, /Exactly one/),
      rule('no LastUpdatedAfter beside CreatedAfter', { CreatedAfter: day(-9), LastUpdatedAfter: day(-9), AmazonOrderIds: null }, /cannot both/),
      rule('the end two minutes before the call', { CreatedAfter: day(-9), CreatedBefore: LATER, AmazonOrderIds: null }, /two minutes/),
      rule('pages of 1 to 100', { MaxResultsPerPage: '101' }, /between 1 and 100/),
      rule('at most 50 identifiers', { AmazonOrderIds: many(51, (at) => `302-0000000-${1_000_000 + at}`) }, /more than 50/),
      rule('at most 50 marketplaces', { MarketplaceIds: many(51) }, /more than 50/),
    ),
    'GET /orders/v0/orders/{id}/orderItems': row(`${orders0}, getOrderItems`, orderId),
    'GET /orders/v0/orders/{id}': row(`${orders0}, getOrder`),
    'GET /listings/2021-08-01/items/{seller}': row(
      `${AMAZON}, listingsItems_2021-08-01.json, searchListingsItems`,
      rule('identifiers need their type', { identifiers: 'A', identifiersType: null }, /belong together/),
      rule('a type needs identifiers', { identifiers: null, identifiersType: 'SKU' }, /belong together/),
      rule('no identifiers beside variationParentSku', { identifiers: 'A', identifiersType: 'SKU', variationParentSku: 'B' }, /cannot be used/),
      rule('at most 20 identifiers', { identifiers: many(21), identifiersType: 'SKU' }, /more than 20/),
      rule('pages of at most 20', { pageSize: '21' }, /between 1 and 20/),
      rule('marketplaceIds are required', { marketplaceIds: null }, /required/),
    ),
    'GET /fba/inventory/v1/summaries': row(
      `${AMAZON}, fbaInventory.json, getInventorySummaries`,
      rule('at most 50 SKUs', { sellerSkus: many(51) }, /more than 50/),
      rule('one marketplace', { marketplaceIds: 'A1805IZSGTT6HS,A1PA6795UKMFR9' }, /more than 1/),
      rule('granularityType and granularityId are required', { granularityType: null }, /required/),
      rule('"The string token will expire 30 seconds after being created."', {}, /expired/, { needs: 'nextToken', later: 31_000 }),
    ),
    'GET /sellers/v1/marketplaceParticipations': row(`${AMAZON}, sellers.json`, userAgent),
  },
};

const BOL = 'bol Retailer API v10, retailer.json';
const media = rule('the version is that of the Accept header', { '@accept': 'application/json' }, /Only application\/vnd\.retailer\.v1\d\+json/, { status: 406 }); // biome-ignore format: one rule
// biome-ignore format: a rule a line
const bol: Contract = {
  status: 400,
  body: /^\{"type":"https:\/\/api\.bol\.com\/problems","title":.*"status":4\d\d,.*"violations":\[/,
  operations: {
    'GET /retailer/shipments': row(
      `${BOL}, get-shipments`,
      rule('order-id: "Only valid without fulfilment-method."', { 'order-id': 'C1', 'fulfilment-method': 'FBR' }, /order-id together with fulfilment-method/),
      rule('no method but FBR and FBB', { 'order-id': null, 'fulfilment-method': 'ALL' }, /fulfilment-method/),
      media,
    ),
    'GET /retailer/shipments/{id}': row(`${BOL}, get-shipment`, media),
    'GET /retailer/orders': row(
      `${BOL}, get-orders`,
      rule('changes of the last 60 minutes at most', { 'change-interval-minute': '61', 'latest-change-date': null }, /change-interval-minute/),
      rule('"Up to 3 months of history is supported."', { 'latest-change-date': '2026-08-14' }, /3 months/),
      rule('a day that has come', { 'latest-change-date': '2026-11-17' }, /future/),
      media,
    ),
    'GET /retailer/orders/{id}': row(`${BOL}, get-order`, media),
    'GET /retailer/offers': row(
      'bol Offers API v11, offers.json, get-offers',
      rule('pages of 1 to 100', { 'page-size': '101' }, /between 1 and 100/),
      rule('a cursor goes with the filters it came from', { cursor: 'e30' }, /does not belong/),
      media,
    ),
    'GET /retailer/content/catalog-products/{ean}': row(`${BOL}, get-catalog-product`, rule('Dutch or French', { '@accept-language': 'en' }, /Accept-Language/), media),
    'GET /retailer/products/{ean}/assets': row(`${BOL}, get-product-assets`, media),
    'GET /retailer/inventory': row(`${BOL}, get-inventory`, rule('pages from 1', { page: '0' }, /"page"/), media),
    'GET /retailer/retailers/current': row(`${BOL}, get-retailer-information`, media),
    'GET /retailer/subscriptions': row(`${BOL}, get-push-notification-subscriptions`, media),
    'GET /retailer/subscriptions/signature-keys': row(`${BOL}, get-subscription-keys`, media),
    'POST /retailer/subscriptions': row(
      `${BOL}, post-push-notification-subscription`,
      rule('resources of its list', { '#resources': ['ORDERS'] }, /ORDERS is not a resource/),
      rule('a webhook has an https address', { '#url': 'http://shop.example/' }, /https/),
      rule('the version is that of the Content-Type header', { '@content-type': 'application/json' }, /Only application/, { status: 415 }),
    ),
    'PUT /retailer/subscriptions/{id}': row(`${BOL}, put-push-notification-subscription`),
    'DELETE /retailer/subscriptions/{id}': row(`${BOL}, delete-push-notification-subscription`),
    'POST /token': row(
      'api.bol.com, Retailer-API, authentication',
      { ...formOnly, says: /^\{"error":"invalid_request"/ },
      rule('no credentials in the address', { client_id: 'x' }, /^\{"error":"invalid_request".*body/),
      grants,
    ),
  },
};

/** Its pages cannot be fetched: read through SEOshop/API-PHP-Client and hotgluexyz/tap-lightspeed. */
const LIGHTSPEED = 'developers.lightspeedhq.com/ecom';
const seoPages = rule('limit: 1 to 250', { limit: '251' }, /"limit":\["limit must be 1 to 250"\]/);
const seoDates = rule('times are written YYYY-MM-DD HH:MM:SS', { created_at_max: '2026-11-01T00:00:00Z' }, /"created_at_max":\["created_at_max must be a date/); // biome-ignore format: one rule
const seoLanguage = rule('the language is an active one of the shop', { '{language}': 'xx' }, /Unknown or inactive language/, { status: 404 }); // biome-ignore format: one rule
// biome-ignore format: a rule a line
const lightspeed: Contract = {
  status: 422,
  body: /^\{"error":\{"code":4\d\d,"method":"GET","request":"\/.*","message":/,
  operations: {
    'GET /{language}/orders.json': row(`${LIGHTSPEED}/endpoints/order`, seoPages, seoDates, seoLanguage),
    'GET /{language}/orders/count.json': row(`${LIGHTSPEED}/endpoints/order`, seoDates),
    'GET /{language}/orders/{id}.json': row(`${LIGHTSPEED}/endpoints/order`),
    'GET /{language}/orders/{id}/products.json': row(`${LIGHTSPEED}/endpoints/orderproduct`, seoPages),
    'GET /{language}/shipments.json': row(`${LIGHTSPEED}/endpoints/shipment`, seoPages),
    'GET /{language}/shipments/{id}/products.json': row(`${LIGHTSPEED}/endpoints/shipmentproduct`, seoPages),
    'GET /{language}/catalog.json': row(`${LIGHTSPEED}/endpoints/catalog`, seoPages),
    'GET /{language}/catalog/count.json': row(`${LIGHTSPEED}/endpoints/catalog`),
    'GET /{language}/variants.json': row(`${LIGHTSPEED}/endpoints/variant`, seoPages),
    'GET /{language}/shop.json': row(`${LIGHTSPEED}/endpoints/shop`, seoLanguage),
    'GET /{language}/languages.json': row(`${LIGHTSPEED}/endpoints/language`, seoLanguage),
    'GET /{language}/account/permissions.json': row(`${LIGHTSPEED}/endpoints/account`),
    'GET /{language}/webhooks.json': row(`${LIGHTSPEED}/endpoints/webhook`, seoPages),
    'POST /{language}/webhooks.json': row(
      `${LIGHTSPEED}/endpoints/webhook`,
      rule('all members are there, and of their lists', { '#webhook': { isActive: true, itemGroup: 'order', itemAction: 'made', language: 'xx', format: 'csv' } }, /"itemGroup".*"itemAction".*"language".*"format".*"address"/),
    ),
    'PUT /{language}/webhooks/{id}.json': row(`${LIGHTSPEED}/endpoints/webhook`),
    'DELETE /{language}/webhooks/{id}.json': row(`${LIGHTSPEED}/endpoints/webhook`),
  },
};

const MAGENTO =
  'AdobeDocs/commerce-webapi, rest/use-rest/performing-searches; get-started/api-security';
const bearer = { shop: 'bearer' };
const filter = (field: string, value: string, condition_type: string): Change =>
  Object.fromEntries(Object.entries({ field, value, condition_type }).map(([name, one]) => [`searchCriteria[filter_groups][7][filters][0][${name}]`, one])); // biome-ignore format: one thought
// biome-ignore format: a rule a line
const criteria: readonly Rule[] = [
  rule('searchCriteria is required', { 'searchCriteria*': null, fields: null }, /%fieldName\\" is required/, bearer),
  rule('condition_type: a word of its list', filter('sku', 'x', 'is'), /is not a condition/, bearer),
  rule('ASC or DESC', { 'searchCriteria[sortOrders][0][direction]': 'UP' }, /Invalid sort direction/, bearer),
  rule('with input limits, pages of at most as many rows as the shop says', { 'searchCriteria[pageSize]': '301' }, /Maximum SearchCriteria pageSize is %max","parameters":\{"max":20/, { shop: 'limited' }),
  rule('answers are JSON or XML', { '@accept': 'text/csv' }, /Accept HTTP header/, { ...bearer, status: 406 }),
];
// biome-ignore format: a rule a line
const magento: Contract = {
  status: 400,
  body: /^\{"message":"/,
  operations: {
    'GET */V1/products/attributes': row(MAGENTO, ...criteria),
    'GET */V1/products': row(MAGENTO, ...criteria, rule('times are UTC, without a zone', filter('updated_at', '2026-11-01T00:00:00Z', 'gteq'), /updated_at/, bearer)),
    'GET */V1/inventory/source-items': row(MAGENTO, ...criteria),
    'GET */V1/inventory/sources': row(MAGENTO, ...criteria),
    'GET */V1/stockItems/lowStock/': row('CatalogInventory, StockRegistryInterface::getLowStockItems', rule('scopeId and qty are required', { scopeId: null }, /is required/, bearer)),
    'GET */V1/stockItems/{sku}': row('CatalogInventory, StockRegistryInterface::getStockItemBySku'),
    'GET */V1/inventory/stock-resolver/website/{code}': row('InventorySalesApi, StockResolverInterface::execute'),
    'GET */V1/inventory/get-product-salable-quantity/{sku}/{stock}': row('InventorySalesApi, GetProductSalableQtyInterface::execute'),
    'GET */V1/store/storeConfigs': row('Store, StoreConfigManagerInterface::getStoreConfigs'),
    'GET */V1/store/websites': row('Store, WebsiteRepositoryInterface::getList'),
    'GET */V1/store/storeGroups': row('Store, GroupRepositoryInterface::getList'),
    'GET */V1/directory/currency': row('Directory, CurrencyInformationAcquirerInterface'),
    'POST /ims/token/v3': row(
      'AdobeDocs/commerce-webapi, rest/authentication/server-to-server',
      { ...formOnly, says: /^\{"error":"invalid_request"/ },
      rule('the scope holds commerce.accs', { '#scope': 'openid' }, /^\{"error":"invalid_scope"/),
      grants,
    ),
  },
};

const CONNECT = 'Mirakl Connect API, openapi3';
const MARKET = 'Mirakl Marketplace API for sellers, openapi3';
const offsetPages = rule('pages of at most 100', { max: '101' }, /less than or equal to 100/);
const https = rule('"All requests must use the HTTPS protocol."', { https: false }, /HTTPS is required/, { status: 403 }); // biome-ignore format: one rule
// biome-ignore format: a rule a line
const mirakl: Contract = {
  status: 400,
  body: /^\{("code":"INVALID_INPUT","message":".*","errors":\[\{"message":.*"field":"query\.|"message":".*","status":4)/,
  operations: {
    'POST /oauth/token': row('help.mirakl.com, Mirakl Authentication System', { ...formOnly, says: /^\{"error":"invalid_request"/ }, grants),
    'GET /api/v2/orders': row(
      `${CONNECT}, v2-listOrders`,
      rule('pages of at most 100', { limit: '101' }, /less than or equal to 100/),
      rule('sorted by created_at or updated_at', { sort: 'id,ASC' }, /query\.sort/),
      rule('a page token goes with the filters it came from', { statuses: 'SHIPPED' }, /page_token/, { needs: 'page_token' }),
      https,
    ),
    'GET /api/products': row(`${CONNECT}, listProducts`, rule('pages of at most 1000', { limit: '1001' }, /less than or equal to 1000/), https),
    'GET /api/orders': row(
      `${MARKET}, OR11`,
      offsetPages,
      rule('at most 100 identifiers', { order_ids: many(101) }, /order_ids/),
      rule('sorted by dateCreated', { sort: 'dateUpdated' }, /sort/),
      rule('a shop of the user', { shop_id: '1' }, /no access to this shop/, { status: 403 }),
      https,
    ),
    'GET /api/offers/{id}': row(`${MARKET}, OF22`, https),
    'GET /api/offers': row(`${MARKET}, OF21`, offsetPages, rule('sorted by totalPrice, price or productTitle', { sort: 'sku' }, /sort/), https),
    'GET /api/account': row(`${MARKET}, A01`, https),
  },
};

const SHARETRIBE = 'sharetribe.com/api-reference/integration.html';
const transit = rule('JSON is asked for, otherwise it is Transit', { '@accept': '*/*' }, /unsupported-content-type/); // biome-ignore format: one rule
// biome-ignore format: a rule a line
const sharetribe: Contract = {
  status: 400,
  body: /^\{"errors":\[\{"id":"[0-9a-f-]{36}","status":4\d\d,"code":"/,
  operations: {
    'POST /v1/auth/token': row(
      'sharetribe.com/api-reference/authentication.html',
      { ...formOnly, says: /unsupported-content-type/ },
      { ...grants, status: 401 },
      rule('the scope of the Integration API is integ', { '#scope': 'user' }, /^Unauthorized$/, { status: 401 }),
    ),
    'GET /v1/integration_api/listings/query': row(
      `${SHARETRIBE}#query-listings`,
      rule('perPage: 1 to 100', { perPage: '101' }, /validation-invalid-value.*perPage/),
      rule('no page behind paginationLimit', { page: '3' }, /validation-invalid-value.*page/, { shop: 'capped' }),
      rule('unknown parameters are refused', { per_page: '10' }, /validation-disallowed-key.*per_page/),
      rule('times are UTC', { createdAtEnd: '2026-11-01 00:00' }, /validation-invalid-value.*createdAtEnd/),
      transit,
    ),
    'GET /v1/integration_api/events/query': row(
      `${SHARETRIBE}#query-events`,
      rule('a sequence id is a number', { createdAtStart: null, startAfterSequenceId: 'x' }, /validation-invalid-value.*startAfterSequenceId/),
      rule('a hundred at a time, and no other number', { perPage: '10' }, /validation-disallowed-key.*perPage/),
      rule('times are UTC', { startAfterSequenceId: null, createdAtStart: '2026-11-01 00:00' }, /validation-invalid-value.*createdAtStart/),
      rule('only known types of events', { eventTypes: 'listing/sold' }, /validation-invalid-value.*eventTypes/),
      transit,
    ),
    'GET /v1/integration_api/marketplace/show': row(`${SHARETRIBE}#show-marketplace`, transit),
  },
};

const SHOPIFY = 'shopify.dev/docs/api/usage/limits';
const inputs = (kind: string, says: RegExp): Rule =>
  rule('at most 250 items in an input array', { $ids: Array.from({ length: 251 }, (_, at) => `gid://shopify/${kind}/${at}`) }, says); // biome-ignore format: one rule
const tooMany = /input array size of 251/;
const tooDear = /MAX_COST_EXCEEDED/;
const pages = rule('first: at most 250', { $first: 251 }, /first cannot exceed 250/);
const cursors = rule('a cursor of the same list', { $after: 'bm9uZQ==' }, /Invalid cursor/);
const onlyJson = rule('a body of application/json', { '@content-type': 'text/plain' }, /Required parameter missing or invalid/, { status: 400 }); // biome-ignore format: one rule
// biome-ignore format: a rule a line
const shopify: Contract = {
  // GraphQL says no with a 200.
  status: 200,
  body: /^\{("data":.*)?"errors":/,
  operations: {
    'POST /admin/oauth/access_token': row(
      'shopify.dev, authentication-authorization, access-tokens',
      { ...formOnly, words: 'the parameters are sent as JSON or as a form', status: 400, says: /^\{"error":"invalid_request"/ },
      { ...grants, status: 400, says: /unsupported_grant_type|invalid_client/ },
    ),
    Orders: row(`${SHOPIFY}; admin-graphql, queries/orders`, cursors, rule('one query costs at most 1,000 points', { $first: 250 }, tooDear), onlyJson),
    Products: row(`${SHOPIFY}; admin-graphql, queries/products`, pages, cursors, onlyJson),
    OrderFigures: row(`${SHOPIFY}; admin-graphql, queries/orders`, pages, cursors, onlyJson),
    ProductFigures: row(`${SHOPIFY}; admin-graphql, queries/products`, pages, cursors, onlyJson),
    OrdersByIds: row(SHOPIFY, inputs('Order', tooDear)),
    ProductsByIds: row(SHOPIFY, inputs('Product', tooMany)),
    Fulfillments: row(SHOPIFY, inputs('Order', tooMany)),
    WholeFulfillments: row(SHOPIFY, inputs('Order', tooMany)),
    Refunds: row(SHOPIFY, inputs('Order', tooDear)),
    InventoryLevels: row(SHOPIFY, inputs('InventoryItem', tooMany)),
    'More{what}': row(SHOPIFY, pages, cursors),
    Installation: row('admin-graphql, queries/currentAppInstallation', onlyJson),
    CredentialCheck: row('admin-graphql, queries/shop', onlyJson),
    Subscriptions: row('admin-graphql, queries/webhookSubscriptions', pages, onlyJson),
    Subscribe: row('admin-graphql, mutations/webhookSubscriptionCreate', rule('a topic of its list', { $topic: 'ORDERS_MADE' }, /ORDERS_MADE/), onlyJson),
    ChangeSubscription: row('admin-graphql, mutations/webhookSubscriptionUpdate', onlyJson),
    Unsubscribe: row('admin-graphql, mutations/webhookSubscriptionDelete', onlyJson),
  },
};

const BIGCOMMERCE = 'bigcommerce/docs';
const mostRows = rule('at most 250 records a page', { limit: '251' }, /must not exceed 250/, { status: 413 }); // biome-ignore format: one rule
const accept = rule('Accept is required', { '@accept': '*/*' }, /Accept/, { status: 406 });
const v2 = (operation: string, ...rules: readonly Rule[]) =>
  row(`${BIGCOMMERCE}, orders.v2.oas2.yml, ${operation}; common-query-params`, ...rules, accept);
const v3 = (source: string, ...rules: readonly Rule[]) =>
  row(`${BIGCOMMERCE}, ${source}; common-query-params`, mostRows, ...rules, accept);
// biome-ignore format: a rule a line
const bigcommerce: Contract = {
  status: 400,
  body: /^(\[\{"status":4\d\d,"message":"|\{"status":4\d\d,"title":")/,
  operations: {
    'POST /oauth2/token': row(
      `${BIGCOMMERCE}, integrations/apps/guide/auth`,
      rule('the body is JSON', { '@content-type': 'text/plain' }, /^\{"error":"invalid_request"/, { status: 415 }),
      grants,
    ),
    'GET /stores/{hash}/v2/orders': v2(
      'getOrders',
      mostRows,
      rule('one status_id', { status_id: '1,2' }, /status_id/),
      rule('times are RFC 2822 or ISO 8601 with their offset', { min_date_created: '2026-11-01' }, /min_date_created/),
    ),
    'GET /stores/{hash}/v2/orders/{id}': v2('getOrder'),
    'GET /stores/{hash}/v2/orders/{id}/products': v2('getOrderProducts', mostRows),
    'GET /stores/{hash}/v2/orders/{id}/coupons': v2('getOrderCoupons', mostRows),
    'GET /stores/{hash}/v2/orders/{id}/shipments': v2('getOrderShipments', mostRows),
    'GET /stores/{hash}/v2/store': row(`${BIGCOMMERCE}, store_information.v2.yml`, accept),
    'GET /stores/{hash}/v3/orders/payment_actions/refunds': v3('orders.v3.yml, getOrdersRefunds'),
    'GET /stores/{hash}/v3/catalog/products': v3(
      'catalog/products_catalog.v3.yml, getProducts',
      rule('with options or modifiers at most 10 a page', { include: 'options', limit: '11' }, /must not exceed 10/, { status: 422 }),
      rule('bounds of date_modified have hours, minutes and seconds', { 'date_modified:min': '2026-11-01' }, /date_modified:min/, { status: 422 }),
    ),
    'GET /stores/{hash}/v3/catalog/products/{id}/variants': v3('catalog/product-variants_catalog.v3.yml, getProductVariants'),
    'GET /stores/{hash}/v3/catalog/variants': v3('catalog/product-variants_catalog.v3.yml, getVariants'),
    'GET /stores/{hash}/v3/catalog/brands': v3('catalog/brands_catalog.v3.yml, getBrands'),
    'GET /stores/{hash}/v3/customers': v3('customers.v3.yml, getCustomers'),
    'GET /stores/{hash}/v3/hooks': v3('webhooks.v3.yml, getWebhooks'),
    'POST /stores/{hash}/v3/hooks': row(
      `${BIGCOMMERCE}, webhooks.v3.yml, createWebhooks`,
      rule('a scope of its list', { '#scope': 'store/orders/*' }, /is not a scope/, { status: 422 }),
      rule('the destination has https', { '#destination': 'http://shop.example/' }, /https/, { status: 422 }),
      rule('headers are texts', { '#headers': { a: 1 } }, /Headers are texts/, { status: 422 }),
      accept,
    ),
    'PUT /stores/{hash}/v3/hooks/{id}': row(`${BIGCOMMERCE}, webhooks.v3.yml, updateWebhook`),
    'DELETE /stores/{hash}/v3/hooks/{id}': row(`${BIGCOMMERCE}, webhooks.v3.yml, deleteWebhook`),
  },
};

const WOO = 'woocommerce/woocommerce, includes/rest-api/Controllers';
const invalid = (name: string) => new RegExp(`Invalid parameter\\(s\\): ${name}"`);
const perPage = (value: string) =>
  rule('per_page: 1 to 100', { per_page: value }, invalid('per_page'));
const sorts = rule('orderby: a word of its list', { orderby: 'number' }, invalid('orderby'));
// biome-ignore format: a rule a line
const woocommerce: Contract = {
  status: 400,
  body: /^\{"code":"rest_invalid_param","message":".*","data":\{"status":400,"params":/,
  operations: {
    'OPTIONS */wc/v3/orders': row(`${WOO}, orders`),
    'GET */wc/v3/orders/statuses': row(`${WOO}, order statuses`),
    'GET */wc/v3/orders/{id}/refunds': row(`${WOO}, order refunds`, perPage('101')),
    'GET */wc/v3/orders/{id}': row('woocommerce-rest-api-docs, "Retrieve an order": dp counts here too'),
    'GET */wc/v3/orders': row(
      `${WOO}, orders`,
      perPage('101'),
      perPage('0'),
      rule('statuses that are registered', { status: 'partially-shipped' }, invalid('status'), { shop: 'demo' }),
      rule('times by RFC 3339', { after: '1 november' }, invalid('after')),
      sorts,
    ),
    'GET */wc/v3/refunds': row(`${WOO}, refunds`, perPage('101'), sorts),
    'GET */wc/v3/customers': row(`${WOO}, customers`, perPage('101'), rule('role: one of the roles', { role: 'buyer' }, invalid('role'))),
    'GET */wc/v3/products/{id}/variations': row(`${WOO}, product variations`, perPage('101')),
    'GET */wc/v3/products': row(`${WOO}, products`, perPage('101'), rule('one status', { status: 'publish,draft' }, invalid('status')), sorts),
    'GET */wc/v3/variations': row(`${WOO}, variations`, perPage('101'), sorts),
    'GET */wc/v3/data/currencies/current': row(`${WOO}, data currencies`),
    'GET */wc/v3/settings/{group}/{id}': row(`${WOO}, setting options`),
    'GET */wc/v3/system_status': row(`${WOO}, system status`),
    'GET */wc/v3/webhooks': row(`${WOO}, webhooks`, perPage('101')),
    'POST */wc/v3/webhooks': row(
      `${WOO}, webhooks`,
      rule('a topic that is valid', { '#topic': 'orders.made' }, /Webhook topic must be valid/),
      rule('an address with http or https', { '#delivery_url': 'shop.example' }, /must start with http/),
      rule('a status of its list', { '#status': 'on' }, invalid('status')),
    ),
    'PUT */wc/v3/webhooks/{id}': row(`${WOO}, webhooks`),
    'DELETE */wc/v3/webhooks/{id}': row(`${WOO}, webhooks`),
    'GET */wp-json/': row('WordPress, rest-api, discovery'),
  },
};

export const CONTRACTS: Readonly<Record<string, Contract>> = { bol, shopify, amazon, woocommerce, sharetribe, lightspeed_c: lightspeed, mirakl, magento, bigcommerce }; // biome-ignore format: one line
