// A marketplace's seller API: the key, the shop, the parameters, offset pages.
import type { Catalogue, Order, Product } from '../../catalogue/types.ts';
import { piecesOf } from '../../holding.ts';
import { derived, perRecord } from '../../living/derived.ts';
import { once } from '../../once.ts';
import type { StoreReply, StoreRequest } from '../../store.ts';
import { offerId, orderId, productSku, sku } from './ids.ts';
import { marketplaceAccount } from './marketplace-account.ts';
import { marketplaceOffer, marketplaceProduct, onlyVariant } from './marketplace-offers.ts';
import { marketplaceOrder } from './marketplace-orders.ts';
import { isWrong, type Rules, readParams, type Values } from './params.ts';
import { marketplaceError, marketplaceReply } from './replies.ts';
import type { Stall } from './shops.ts';
import { isPaidOnDelivery, marketplaceState } from './status.ts';

const states = [
  'STAGING',
  'WAITING_ACCEPTANCE',
  'WAITING_DEBIT',
  'WAITING_DEBIT_PAYMENT',
  'SHIPPING',
  'SHIPPED',
  'TO_COLLECT',
  'RECEIVED',
  'CLOSED',
  'REFUSED',
  'CANCELED',
];

const everywhere: Rules = {
  shop_id: { kind: 'integer', least: 1, most: Number.MAX_SAFE_INTEGER },
};
const localized: Rules = {
  ...everywhere,
  locale: { kind: 'text', pattern: /^[a-z]{2}(_[A-Z]{2})?$/ },
};
const paged: Rules = {
  ...localized,
  max: { kind: 'integer', least: 1, most: 100 },
  offset: { kind: 'integer', least: 0, most: Number.MAX_SAFE_INTEGER },
  paginate: { kind: 'flag' },
  order: { kind: 'text', words: ['asc', 'desc'] },
};

const orderRules: Rules = {
  ...paged,
  order_ids: { kind: 'list', most: 100 },
  order_references_for_customer: { kind: 'list', most: 100 },
  order_state_codes: { kind: 'list', words: states },
  start_date: { kind: 'date' },
  end_date: { kind: 'date' },
  start_update_date: { kind: 'date' },
  end_update_date: { kind: 'date' },
  customer_debited: { kind: 'flag' },
  payment_workflow: {
    kind: 'text',
    words: ['PAY_ON_ACCEPTANCE', 'PAY_ON_DELIVERY', 'PAY_ON_DUE_DATE', 'PAY_ON_SHIPMENT'],
  },
  sort: { kind: 'text', words: ['dateCreated'] },
};

const offerRules: Rules = {
  ...paged,
  sku: { kind: 'text' },
  product_id: { kind: 'text' },
  offer_state_codes: { kind: 'text' },
  sort: { kind: 'text', words: ['totalPrice', 'price', 'productTitle'] },
};

/** Mirakl looks back a little further than it was asked to. */
const delta = 60_000;

/** A record as lists need it; its JSON is made once. */
interface Row {
  readonly id: string;
  readonly text: () => string;
}
interface OrderRow extends Row {
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly state: string;
  readonly reference: string | null;
  readonly debited: boolean;
  readonly workflow: string;
}
interface OfferRow extends Row {
  readonly product: Product;
}

export interface StallLists {
  readonly stall: Stall;
  readonly account: () => string;
  readonly orders: readonly OrderRow[];
  readonly offers: readonly OfferRow[];
}

export function stallLists(stall: Stall, catalogue: Catalogue): StallLists {
  const rowOf = perRecord(
    (order: Order): OrderRow => ({
      id: orderId(order),
      createdAt: order.createdAt,
      updatedAt: order.updatedAt,
      state: marketplaceState(order, catalogue.anchor),
      reference: order.poNumber,
      debited: order.paidAt !== null,
      workflow: isPaidOnDelivery(order) ? 'PAY_ON_DELIVERY' : 'PAY_ON_ACCEPTANCE',
      text: once(() => JSON.stringify(marketplaceOrder(order, stall, catalogue))),
    }),
  );
  const offerOf = perRecord(
    (product: Product): OfferRow => ({
      id: String(offerId(onlyVariant(product).id)),
      product,
      text: once(() => JSON.stringify(marketplaceOffer(product))),
    }),
  );
  const orders = derived(catalogue, () => stall.orders.map(rowOf));
  const offers = derived(catalogue, () => stall.products.map(offerOf));
  return {
    stall,
    account: derived(catalogue, () => JSON.stringify(marketplaceAccount(stall, catalogue))),
    get orders() {
      return orders();
    },
    get offers() {
      return offers();
    },
  };
}

/** What a key opens on this host; the user's default shop unless another is asked for. */
export function marketplaceAnswer(request: StoreRequest, lists: readonly StallLists[]): StoreReply {
  const { path, method, headers, query } = request;
  const own = lists.find(({ stall }) => stall.key === headers.authorization);
  if (own === undefined) return marketplaceError(401, 'Unauthorized');
  if (!/json|\*\/\*/.test(headers.accept ?? '*/*'))
    return marketplaceError(406, 'Only application/json is played by the sandbox');
  const route = routes.find(([pattern]) => pattern.test(path));
  if (route === undefined) return marketplaceError(404, 'Resource not found');
  if (method !== 'GET') return marketplaceError(405, 'Method not allowed');
  const [pattern, rules, answer] = route;
  const values = readParams(query, rules, 'commas');
  if (isWrong(values)) return marketplaceError(400, values.message);
  const shop = values.integer('shop_id');
  if (shop !== undefined && shop !== own.stall.shopId)
    return marketplaceError(403, 'The user has no access to this shop');
  // Without its number the user's first shop answers, which holds nothing.
  const isOther = shop === undefined && !own.stall.isDefault;
  const found: StallLists = isOther ? { ...own, orders: [], offers: [] } : own;
  return answer({ request, lists: found, values, id: pattern.exec(path)?.[1] ?? '' });
}

interface MarketplaceCall {
  readonly request: StoreRequest;
  readonly lists: StallLists;
  readonly values: Values;
  readonly id: string;
}

const routes: readonly (readonly [
  pattern: RegExp,
  rules: Rules,
  answer: (call: MarketplaceCall) => StoreReply,
])[] = [
  [/^\/api\/version$/, everywhere, () => marketplaceReply('{"version":"3.1240"}')],
  [/^\/api\/account$/, everywhere, ({ lists }) => marketplaceReply(lists.account())],
  [/^\/api\/orders$/, orderRules, listOrders],
  [/^\/api\/offers$/, offerRules, listOffers],
  [/^\/api\/offers\/(\d+)$/, localized, oneOffer],
  [
    /^\/api\/products$/,
    { ...localized, product_references: { kind: 'text' }, products: { kind: 'text' } },
    findProducts,
  ],
];

function listOrders(call: MarketplaceCall): StoreReply {
  const { lists, values } = call;
  if (!lists.stall.readsOrders)
    return marketplaceError(403, 'The role of the user does not allow this');
  const ids = values.list('order_ids');
  const references = values.list('order_references_for_customer');
  const wanted = values.list('order_state_codes');
  const debited = values.flag('customer_debited');
  const workflow = values.text('payment_workflow');
  const [from, to] = [values.date('start_date'), values.date('end_date')];
  const [since, until] = [values.date('start_update_date'), values.date('end_update_date')];
  const rows = lists.orders.filter(
    (row) =>
      (ids?.includes(row.id) ?? true) &&
      (references?.includes(row.reference ?? '') ?? true) &&
      (wanted?.includes(row.state) ?? true) &&
      (debited ?? row.debited) === row.debited &&
      (workflow ?? row.workflow) === row.workflow &&
      row.createdAt >= (from ?? Number.NEGATIVE_INFINITY) &&
      row.createdAt <= (to ?? Infinity) &&
      row.updatedAt >= (since ?? Number.NEGATIVE_INFINITY) - delta &&
      row.updatedAt <= (until ?? Infinity),
  );
  const sign = values.text('order') === 'desc' ? -1 : 1;
  const sorted = rows.toSorted(
    (a, b) => sign * (a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)),
  );
  return offsetPage('orders', sorted, call);
}

function listOffers(call: MarketplaceCall): StoreReply {
  const { lists, values } = call;
  const own = values.text('sku');
  const operators = values.text('product_id');
  const rows = lists.offers.filter(({ product }) => {
    const variant = onlyVariant(product);
    return (
      (own === undefined || sku(variant) === own) &&
      (operators === undefined || productSku(variant.id) === operators)
    );
  });
  const sign = values.text('order') === 'desc' ? -1 : 1;
  const price = ({ product }: OfferRow) => onlyVariant(product).price ?? 0;
  const byTitle = values.text('sort') === 'productTitle';
  const sorted = rows.toSorted(
    (a, b) =>
      sign *
      ((byTitle ? compareText(a.product.title, b.product.title) : 0) ||
        price(a) - price(b) ||
        piecesOf(onlyVariant(a.product)) - piecesOf(onlyVariant(b.product))),
  );
  return offsetPage('offers', sorted, call);
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function oneOffer({ lists, id }: MarketplaceCall): StoreReply {
  const row = lists.offers.find((offer) => offer.id === id);
  return row === undefined
    ? marketplaceError(404, `Offer with identifier ${id} not found`)
    : marketplaceReply(row.text());
}

/** P31: `product_references=EAN|8712…,UPC|…`. */
function findProducts({ lists, values }: MarketplaceCall): StoreReply {
  const text = values.text('product_references');
  if (text === undefined) return marketplaceError(400, 'product_references is required');
  const wanted = text.split(',').map((entry) => entry.split('|'));
  if (wanted.some((pair) => pair.length !== 2))
    return marketplaceError(400, 'product_references must be type|reference pairs');
  const found = lists.offers.filter(({ product }) =>
    wanted.some(
      ([type, reference]) => type === 'EAN' && onlyVariant(product).barcode === reference,
    ),
  );
  const products = found.map(({ product }) => marketplaceProduct(product));
  return marketplaceReply(JSON.stringify({ products, total_count: products.length }));
}

function offsetPage(
  name: string,
  rows: readonly Row[],
  { request, values }: MarketplaceCall,
): StoreReply {
  const offset = values.integer('offset') ?? 0;
  const paginate = values.flag('paginate') ?? true;
  const max = paginate ? (values.integer('max') ?? 10) : rows.length;
  const page = rows.slice(offset, offset + max);
  const links = [
    ...(offset > 0 ? [pageLink(request, Math.max(0, offset - max), max, 'previous')] : []),
    ...(offset + max < rows.length ? [pageLink(request, offset + max, max, 'next')] : []),
  ];
  return marketplaceReply(
    `{"${name}":[${page.map((row) => row.text()).join(',')}],"total_count":${rows.length}}`,
    links.length > 0 ? { link: links.join(', ') } : {},
  );
}

function pageLink(request: StoreRequest, offset: number, max: number, rel: string): string {
  const query = new URLSearchParams();
  for (const [name, value] of request.query)
    if (name !== 'offset' && name !== 'max') query.append(name, value);
  query.append('max', String(max));
  query.append('offset', String(offset));
  return `<https://${request.host}${request.path}?${query}>; rel="${rel}"`;
}
