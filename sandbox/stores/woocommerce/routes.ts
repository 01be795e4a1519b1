// The REST routes of a shop: who may read what, which parameters count, and the answer.
import { perRecord } from '../../living/derived.ts';
import { once } from '../../once.ts';
import type { StoreReply, StoreRequest } from '../../store.ts';
import { offsetMinutes } from '../../zone.ts';
import {
  customerArguments,
  orderArguments,
  orderItemArguments,
  orderOptions,
  ownStatuses,
  productArguments,
  refundArguments,
  variationArguments,
} from './arguments.ts';
import type { Collections, OrderRow } from './collections.ts';
import { orderFilter, productFilter } from './filters.ts';
import { page, type Row, single } from './listing.ts';
import { ORPHANED } from './orders.ts';
import { type Arguments, type Parameters, readParameters } from './params.ts';
import { cannotView, invalidParams, json, noRoute, restError, restRoot } from './replies.ts';
import type { ApiKey, WooShop } from './shops.ts';

export interface RestCall {
  readonly request: StoreRequest;
  readonly shop: WooShop;
  readonly collections: Collections;
  readonly key: ApiKey | null;
  readonly route: string;
  readonly now: () => number;
}

type Right = ApiKey['reads'][number];

export function restReply(call: RestCall): StoreReply {
  const { request, shop, route } = call;
  if (route === '/') return indexReply(call);
  if (!shop.wooActive || !route.startsWith('/wc/v3')) return noRoute(shop);
  if (request.method === 'OPTIONS') {
    return route === '/wc/v3/orders'
      ? json(shop, 200, JSON.stringify(orderOptions(shop.customStatuses)), { allow: 'GET, POST' })
      : noRoute(shop);
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return noRoute(shop);
  for (const [pattern, answer] of routes) {
    const match = pattern.exec(route);
    if (match !== null) return answer(call, match);
  }
  return unplayed.test(route)
    ? restError(
        shop,
        501,
        'sandbox_not_played',
        `WooCommerce has ${route}, the sandbox does not play it.`,
      )
    : noRoute(shop);
}

const routes: readonly (readonly [
  RegExp,
  (call: RestCall, match: RegExpExecArray) => StoreReply,
])[] = [
  [/^\/wc\/v3\/orders$/, listOrders],
  [/^\/wc\/v3\/orders\/statuses$/, listStatuses],
  [/^\/wc\/v3\/orders\/(\d+)$/, oneOrder],
  [/^\/wc\/v3\/orders\/(\d+)\/refunds$/, listRefunds],
  [/^\/wc\/v3\/orders\/(\d+)\/refunds\/(\d+)$/, oneRefund],
  [/^\/wc\/v3\/refunds$/, listAllRefunds],
  [/^\/wc\/v3\/customers$/, listCustomers],
  [/^\/wc\/v3\/products$/, listProducts],
  [/^\/wc\/v3\/products\/(\d+)$/, oneProduct],
  [/^\/wc\/v3\/products\/(\d+)\/variations$/, listVariations],
  [/^\/wc\/v3\/variations$/, listAllVariations],
  [/^\/wc\/v3\/data\/currencies\/current$/, currentCurrency],
  [/^\/wc\/v3\/settings\/([\w-]+)\/([\w-]+)$/, oneSetting],
  [/^\/wc\/v3\/system_status$/, systemStatus],
];

const unplayed =
  /^\/wc\/v3\/(coupons|customers|reports|products|taxes|webhooks|settings|shipping|payment_gateways|shipping_methods|data|orders)(\/|$)/;

/** Checks the right and the parameters, then answers. */
function guarded(
  { request, shop, key }: RestCall,
  right: Right,
  what: 'list' | 'one',
  known: Arguments,
  answer: (parameters: Parameters) => StoreReply,
): StoreReply {
  const { parameters, invalid } = readParameters(request.query, known);
  // WordPress looks at parameters before permissions.
  if (invalid.size > 0) return invalidParams(shop, invalid);
  if (key === null || !key.reads.includes(right)) return cannotView(shop, key !== null, what);
  return answer(parameters);
}

function listOrders(call: RestCall): StoreReply {
  const { request, shop, collections } = call;
  return guarded(call, 'orders', 'list', orderArguments(shop.customStatuses), (parameters) => {
    const dp = parameters.integer('dp');
    // OrdersTableQuery asks for the registered statuses by name; posts are asked for whatever they have.
    const isListed = ({ status }: OrderRow) => shop.storage === 'legacy' || status !== ORPHANED;
    const rows = collections.orders.filter(orderFilter(parameters)).filter(isListed);
    return page(
      request,
      shop,
      '/wc/v3/orders',
      dp === undefined ? rows : rows.map((row) => redone(row, dp)),
      parameters,
    );
  });
}

/** A recent route: older shops give their statuses only by OPTIONS. */
function listStatuses(call: RestCall): StoreReply {
  if (!call.shop.variationsRoute) return noRoute(call.shop);
  return guarded(call, 'orders', 'list', {}, () => {
    const title = (slug: string): string =>
      slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ');
    const rows = [...ownStatuses, ...call.shop.customStatuses].map((slug) => ({
      slug,
      name: title(slug),
    }));
    return json(call.shop, 200, JSON.stringify(rows), { allow: 'GET' });
  });
}

/** Rows whose records have so many decimals: every list of a driver asks for them, and shows a few. */
const byDecimals = new Map<number, (row: OrderRow) => Row>();

function redone(row: OrderRow, dp: number): Row {
  let redo = byDecimals.get(dp);
  if (redo === undefined) {
    redo = perRecord((one) => {
      const record = once(() => one.withDecimals(dp));
      return { ...one, record, text: once(() => JSON.stringify(record())) };
    });
    byDecimals.set(dp, redo);
  }
  return redo(row);
}

function oneOrder(call: RestCall, match: RegExpExecArray): StoreReply {
  return guarded(call, 'orders', 'one', orderItemArguments, (parameters) => {
    const row = orderRow(call, match);
    if (row === undefined) return invalidId(call.shop);
    const dp = parameters.integer('dp');
    return single(call.request, call.shop, dp === undefined ? row : redone(row, dp));
  });
}

function listRefunds(call: RestCall, match: RegExpExecArray): StoreReply {
  return guarded(call, 'orders', 'list', refundArguments, (parameters) => {
    const row = orderRow(call, match);
    if (row === undefined) {
      return restError(call.shop, 404, 'woocommerce_rest_invalid_order_id', 'Invalid order ID.');
    }
    const rows = call.collections.refundsOf(row.order, parameters.integer('dp') ?? 2);
    return page(call.request, call.shop, `/wc/v3/orders/${match[1]}/refunds`, rows, parameters);
  });
}

function oneRefund(call: RestCall, match: RegExpExecArray): StoreReply {
  return guarded(call, 'orders', 'one', orderItemArguments, () => {
    const row = orderRow(call, match);
    if (row === undefined) {
      return restError(call.shop, 404, 'woocommerce_rest_invalid_order_id', 'Invalid order ID.');
    }
    const refund = call.collections
      .refundsOf(row.order, 2)
      .find(({ id }) => id === Number(match[2]));
    return refund === undefined
      ? restError(
          call.shop,
          404,
          'woocommerce_rest_invalid_order_refund_id',
          'Invalid order refund ID.',
        )
      : single(call.request, call.shop, refund);
  });
}

/** Refunds of many orders in one request came with 9.0. */
function listAllRefunds(call: RestCall): StoreReply {
  if (!call.shop.refundsRoute) return noRoute(call.shop);
  return guarded(call, 'orders', 'list', refundArguments, (parameters) => {
    const dp = parameters.integer('dp') ?? 2;
    const rows = call.collections.orders.flatMap(({ order }) =>
      call.collections.refundsOf(order, dp),
    );
    return page(call.request, call.shop, '/wc/v3/refunds', rows, parameters);
  });
}

function orderRow({ collections }: RestCall, match: RegExpExecArray): OrderRow | undefined {
  const id = Number(match[1]);
  return collections.orders.find((row) => row.id === id);
}

function invalidId(shop: WooShop): StoreReply {
  return restError(shop, 404, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.');
}

function listCustomers(call: RestCall): StoreReply {
  return guarded(call, 'orders', 'list', customerArguments, (parameters) => {
    const role = parameters.text('role') ?? 'customer';
    const email = parameters.text('email')?.toLowerCase();
    const search = parameters.text('search')?.toLowerCase();
    const rows = call.collections.customers.filter(
      (row) =>
        (role === 'all' || row.role === role) &&
        (email === undefined || row.customer.email === email) &&
        (search === undefined ||
          `${row.title} ${row.customer.email}`.toLowerCase().includes(search)),
    );
    const defaults = { orderby: 'name', order: 'asc' } as const;
    return page(call.request, call.shop, '/wc/v3/customers', rows, parameters, defaults);
  });
}

function listProducts(call: RestCall): StoreReply {
  return guarded(call, 'products', 'list', productArguments, (parameters) => {
    const rows = call.collections.products.filter(productFilter(parameters));
    return page(call.request, call.shop, '/wc/v3/products', rows, parameters);
  });
}

function oneProduct(call: RestCall, match: RegExpExecArray): StoreReply {
  return guarded(call, 'products', 'one', orderItemArguments, () => {
    const { products, variations } = call.collections;
    // A variation can be read as a product, though not written as one.
    const row = [...products, ...variations].find(({ id }) => id === Number(match[1]));
    return row === undefined
      ? restError(call.shop, 404, 'woocommerce_rest_product_invalid_id', 'Invalid ID.')
      : single(call.request, call.shop, row);
  });
}

function listVariations(call: RestCall, match: RegExpExecArray): StoreReply {
  return guarded(call, 'products', 'list', variationArguments, (parameters) => {
    const product = Number(match[1]);
    if (!call.collections.products.some(({ id }) => id === product)) {
      return restError(call.shop, 404, 'woocommerce_rest_product_invalid_id', 'Invalid ID.');
    }
    const rows = variationsFor(call, parameters).filter((row) => row.parentId === product);
    return page(call.request, call.shop, `/wc/v3/products/${product}/variations`, rows, parameters);
  });
}

function listAllVariations(call: RestCall): StoreReply {
  if (!call.shop.variationsRoute) return noRoute(call.shop);
  return guarded(call, 'products', 'list', variationArguments, (parameters) =>
    page(call.request, call.shop, '/wc/v3/variations', variationsFor(call, parameters), parameters),
  );
}

function variationsFor({ collections }: RestCall, parameters: Parameters): readonly Row[] {
  const sku = parameters.text('sku');
  const stock = parameters.text('stock_status');
  const status = parameters.text('status') ?? 'any';
  return collections.variations.filter(
    (row) =>
      (status === 'any' || status === 'publish') &&
      (sku === undefined || row.sku === sku) &&
      (stock === undefined || row.stockStatus === stock),
  );
}

function currentCurrency(call: RestCall): StoreReply {
  return guarded(call, 'settings', 'list', {}, () => {
    const root = `${restRoot(call.shop)}/wc/v3/data/currencies`;
    const record = {
      code: 'EUR',
      name: 'Euro',
      symbol: '&euro;',
      _links: { self: [{ href: `${root}/EUR` }], collection: [{ href: root }] },
    };
    return json(call.shop, 200, JSON.stringify(record), { allow: 'GET' });
  });
}

interface Setting {
  readonly label: string;
  readonly description: string;
  readonly type: string;
  readonly default: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly value: string;
}

const settings: Readonly<Record<string, Setting>> = {
  'products/woocommerce_weight_unit': {
    label: 'Weight unit',
    description: 'This controls what unit you will define weights in.',
    type: 'select',
    default: 'kg',
    options: { kg: 'kg', g: 'g', lbs: 'lbs', oz: 'oz' },
    value: 'kg',
  },
  'general/woocommerce_price_num_decimals': {
    label: 'Number of decimals',
    description: 'This sets the number of decimal points shown in displayed prices.',
    type: 'number',
    default: '2',
    value: '2',
  },
};

function oneSetting(call: RestCall, match: RegExpExecArray): StoreReply {
  return guarded(call, 'settings', 'one', {}, () => {
    const [, group = '', id = ''] = match;
    const setting = settings[`${group}/${id}`];
    if (setting === undefined) {
      return restError(call.shop, 404, 'rest_setting_setting_invalid', 'Invalid setting.');
    }
    const root = `${restRoot(call.shop)}/wc/v3/settings/${group}`;
    const record = {
      id,
      ...setting,
      tip: setting.description,
      group_id: group,
      _links: { self: [{ href: `${root}/${id}` }], collection: [{ href: root }] },
    };
    return json(call.shop, 200, JSON.stringify(record), { allow: 'GET, POST, PUT, PATCH' });
  });
}

/** Of the system status only what shows the storage of orders; a shop older than 7.1 has no such line. */
function systemStatus(call: RestCall): StoreReply {
  const { shop } = call;
  return guarded(call, 'settings', 'one', {}, () => {
    const settings = {
      currency: 'EUR',
      number_of_decimals: 2,
      ...(Number.parseFloat(shop.version) < 7.1 ? {} : { HPOS_enabled: shop.storage === 'hpos' }),
    };
    const record = { environment: { version: shop.version }, settings };
    const text = () => JSON.stringify(record);
    return single(call.request, shop, { record: () => record, text });
  });
}

const pluginOf = ({ tracking }: WooShop): readonly string[] =>
  tracking === 'ast' ? ['wc-ast/v3'] : tracking === 'shipment-tracking' ? ['wc-shipment-tracking/v3'] : []; // biome-ignore format: one choice

const editing = ['POST', 'PUT', 'PATCH'];

/** Of the routes, those about writing: a caller looks there for what a shop has. */
function routesOf(
  shop: WooShop,
): readonly (readonly [route: string, methods: readonly string[]])[] {
  if (!shop.wooActive) return [['/', ['GET']]];
  const order = '/wc/v3/orders/(?P<order_id>[\\d]+)';
  const product = '/wc/v3/products/(?P<product_id>[\\d]+)';
  const one = ['GET', ...editing, 'DELETE'];
  return [
    ['/', ['GET']],
    ['/wc/v3/orders', ['GET', 'POST']],
    ['/wc/v3/orders/(?P<id>[\\d]+)', one],
    [`${order}/notes`, ['GET', 'POST']],
    ...(shop.tracking === 'core' ? [[`${order}/fulfillments`, ['GET', 'POST']] as const] : []),
    ...pluginOf(shop).map((name) => [`/${name}/orders/(?P<order_id>[\\d]+)/shipment-trackings`, ['GET', 'POST']] as const), // biome-ignore format: one route
    ['/wc/v3/products/(?P<id>[\\d]+)', one],
    ['/wc/v3/products/batch', editing],
    [`${product}/variations/(?P<id>[\\d]+)`, one],
    [`${product}/variations/batch`, editing],
  ];
}

/** The index of the REST API, open to everyone. */
function indexReply({ shop, now }: RestCall): StoreReply {
  const woo = ['wc/v1', 'wc/v2', 'wc/v3', 'wc-analytics', 'wc/store', 'wc/store/v1'];
  return json(
    shop,
    200,
    JSON.stringify({
      name: shop.title,
      description: '',
      url: shop.site,
      home: shop.site,
      gmt_offset: String(offsetMinutes(shop.timeZone, now()) / 60),
      timezone_string: shop.timeZone,
      namespaces: [
        ...['oembed/1.0', ...(shop.wooActive ? [...woo, ...pluginOf(shop)] : []), 'wp/v2'],
      ],
      routes: Object.fromEntries(
        routesOf(shop).map(([route, methods]) => [
          route,
          {
            namespace: /^\/([\w-]+\/v\d)/.exec(route)?.[1] ?? '',
            methods,
            endpoints: [{ methods }],
          },
        ]),
      ),
      authentication: {
        'application-passwords': {
          endpoints: { authorization: `${shop.site}/wp-admin/authorize-application.php` },
        },
      },
    }),
    { allow: 'GET' },
  );
}
