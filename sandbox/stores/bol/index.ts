// The sandbox store for bol: the Retailer API and its token service, for several sellers.
import type { Order } from '../../catalogue/types.ts';
import { derived, perRecord } from '../../living/derived.ts';
import { noWrites } from '../../living/writes.ts';
import { type Counter, perKey, type Taken, window } from '../../rates.ts';
import type {
  Store,
  StoreContext,
  StoreLimit,
  StoreReply,
  StoreRequest,
  StoreShop,
} from '../../store.ts';
import { offerId, orderId } from './ids.ts';
import { keysOf, partnerHost } from './keys.ts';
import { isVisible, listOrders } from './listing.ts';
import { display } from './living.ts';
import { answerLogin, app } from './login.ts';
import { type Held, heldOf, timeZone } from './orders.ts';
import { openProcesses } from './processes.ts';
import {
  catalogProduct,
  inventory,
  listOffers,
  productAssets,
  type Shelf,
  shelfOf,
} from './products.ts';
import { bucketOf } from './quantities.ts';
import {
  answer,
  expired,
  faultReply,
  forbidden,
  inactive,
  mediaType,
  oauthError,
  problem,
  tooMany,
  unauthorized,
  type Version,
} from './replies.ts';
import { listShipments, oneShipment } from './shipments.ts';
import { type Seller, sellersOf } from './shops.ts';
import { openSubscriptions } from './subscriptions.ts';
import { openTokens, type Tokens } from './tokens.ts';
import { changeTransport, createShipment, patchOffer, putPrice, putStock, type Writing } from './writes.ts'; // biome-ignore format: one list

export interface BolStore extends Store {
  readonly tokens: Tokens;
}

/** What a seller holds, as the API looks at it. */
interface Place {
  readonly seller: Seller;
  readonly held: readonly Held[];
  readonly byId: ReadonlyMap<string, Held>;
  readonly shelf: Shelf;
}

interface Asked {
  readonly request: StoreRequest;
  readonly place: Place;
  /** The last part of the path. */
  readonly name: string;
  readonly now: number;
}

interface WriteRoute {
  readonly method: 'POST' | 'PUT' | 'PATCH';
  readonly path: RegExp;
  readonly version: Version;
  readonly limit: string | null;
  readonly write: (writing: Writing) => StoreReply;
}

interface Route {
  readonly path: RegExp;
  readonly version: Version;
  /** The name of its limit. */
  readonly limit: string | null;
  answer(asked: Asked): StoreReply;
}

const limits: readonly StoreLimit[] = [
  ['GET /retailer/orders', 25, 60],
  ['GET /retailer/orders/*', 25, 1],
  ['GET /retailer/offers', 25, 1],
  ['GET /retailer/content/catalog-products/*', 10, 1],
  ['GET /retailer/products/*', 50, 60],
  ['GET /retailer/inventory', 20, 60],
  ['GET /retailer/shipments', 25, 60],
  ['GET /retailer/shipments/*', 50, 60],
  ['POST /retailer/shipments', 25, 1],
  ['PUT /retailer/offers/*', 50, 1],
].map(([name, requests, perSeconds]) => ({
  name: String(name),
  requests: Number(requests),
  perSeconds: Number(perSeconds),
  countedBy: 'credential',
}));

/** bol blocks callers that ask for a token again and again; how many that are, it does not say. */
const tokensAMinute = 20;

const routes: readonly Route[] = [
  {
    path: /^\/retailer\/orders$/,
    version: 'v10',
    limit: 'GET /retailer/orders',
    answer: ({ request, place, now }) =>
      listOrders(request, place.held, place.seller.wholeOrders, now),
  },
  {
    path: /^\/retailer\/orders\/([^/]+)$/,
    version: 'v10',
    limit: 'GET /retailer/orders/*',
    answer({ request, place, name, now }) {
      const held = place.byId.get(name);
      return held !== undefined && isVisible(held, now)
        ? answer('v10', held.whole(place.seller.services))
        : problem(request, 404, `Order for order id ${name} not found.`);
    },
  },
  {
    path: /^\/retailer\/offers$/,
    version: 'v11',
    limit: 'GET /retailer/offers',
    answer: ({ request, place }) => listOffers(request, place.shelf),
  },
  {
    path: /^\/retailer\/content\/catalog-products\/([^/]+)$/,
    version: 'v10',
    limit: 'GET /retailer/content/catalog-products/*',
    answer: ({ request, place, name }) => catalogProduct(request, place.shelf, name),
  },
  {
    path: /^\/retailer\/products\/([^/]+)\/assets$/,
    version: 'v10',
    limit: 'GET /retailer/products/*',
    answer: ({ request, place, name }) => productAssets(request, place.shelf, name),
  },
  {
    path: /^\/retailer\/inventory$/,
    version: 'v10',
    limit: 'GET /retailer/inventory',
    answer: ({ request, place }) => inventory(request, place.shelf),
  },
  {
    path: /^\/retailer\/shipments$/,
    version: 'v10',
    limit: 'GET /retailer/shipments',
    answer: ({ request, place, now }) => listShipments(request, place.held, now),
  },
  {
    path: /^\/retailer\/shipments\/([^/]+)$/,
    version: 'v10',
    limit: 'GET /retailer/shipments/*',
    answer: ({ request, place, name, now }) => oneShipment(request, place.held, name, now),
  },
  {
    path: /^\/retailer\/retailers\/current$/,
    version: 'v10',
    limit: null,
    answer: ({ place }) => answer('v10', retailer(place.seller)),
  },
];

/** How often transports may be changed is not published. */
const writeRoutes: readonly WriteRoute[] = [
  { method: 'POST', path: /^\/retailer\/shipments$/, version: 'v10', limit: 'POST /retailer/shipments', write: createShipment },
  { method: 'PUT', path: /^\/retailer\/transports\/([^/]+)$/, version: 'v10', limit: null, write: changeTransport },
  { method: 'PUT', path: /^\/retailer\/offers\/([^/]+)\/stock$/, version: 'v10', limit: 'PUT /retailer/offers/*', write: putStock },
  { method: 'PUT', path: /^\/retailer\/offers\/([^/]+)\/price$/, version: 'v10', limit: 'PUT /retailer/offers/*', write: putPrice },
  { method: 'PATCH', path: /^\/retailer\/offers\/([^/]+)$/, version: 'v11', limit: 'PUT /retailer/offers/*', write: patchOffer },
]; // biome-ignore format: one route a line

export function openBol(context: StoreContext): BolStore {
  const { catalogue, now, rates } = context;
  const sellers = sellersOf(catalogue);
  const tokens = openTokens(now);
  const writes = context.writesAs?.('bol') ?? noWrites;
  const processes = openProcesses(writes, now);
  const subscriptions = openSubscriptions(sellers, processes, now);
  const places = new Map<string, Place>();
  const counters = new Map(
    limits.map(({ name, requests, perSeconds }) => [
      name,
      perKey((): Counter => window(requests, perSeconds * 1000, now)),
    ]),
  );
  const tokenCounters = perKey(() => window(tokensAMinute, 60_000, now));

  function placeOf(seller: Seller): Place {
    const known = places.get(seller.name);
    if (known !== undefined) return known;
    const asHeld = perRecord((order: Order) => heldOf(order, catalogue));
    const held = derived(catalogue, () =>
      seller.orders
        .toSorted((one, other) => other.createdAt - one.createdAt || other.id - one.id)
        .map(asHeld),
    );
    const byId = derived(catalogue, () => new Map(held().map((one) => [one.id, one])));
    const shelf = shelfOf(seller, catalogue);
    const place: Place = {
      seller,
      get held() {
        return held();
      },
      get byId() {
        return byId();
      },
      get shelf() {
        return shelf();
      },
    };
    places.set(seller.name, place);
    return place;
  }

  function answerApi(request: StoreRequest): StoreReply {
    const opened = tokens.open(
      /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '',
    );
    if (opened.kind === 'expired') return expired(opened.endedAt, now());
    if (opened.kind === 'unknown') return unauthorized();
    const seller = sellers.find(({ name }) => name === opened.seller);
    if (seller === undefined) return unauthorized();
    if (seller.refuses === 'everything') return inactive();

    const subscribed = subscriptions.reply(request, seller, now());
    if (subscribed !== undefined) return subscribed;
    const process = processes.reply(request, seller);
    if (process !== undefined) return process;
    const isHere = ({ path }: { readonly path: RegExp }): boolean => path.test(request.path);
    const read = routes.find(isHere);
    const written = writeRoutes.filter(isHere).find(({ method }) => method === request.method);
    const route = written ?? read;
    if (route === undefined) {
      const isOther = writeRoutes.some(isHere);
      return isOther
        ? problem(request, 405, 'This method is not allowed here.')
        : problem(request, 404, 'There is nothing at this address.');
    }
    if (!written && request.method !== 'GET')
      return problem(request, 405, 'Only GET is allowed here.');
    if (request.headers.accept !== mediaType(route.version))
      return problem(request, 406, `Only ${mediaType(route.version)} can be sent from here.`);
    const headers = countedHeaders(route, `${opened.client} ${seller.name}`);
    if ('refused' in headers) return headers.refused;
    if (seller.refuses === 'orders' && route.path.test('/retailer/orders')) return forbidden();
    if (seller.refuses === 'orders' && route.path.test('/retailer/orders/1')) return forbidden();
    const name = decodeURIComponent(route.path.exec(request.path)?.[1] ?? '');
    const place = placeOf(seller);
    const reply =
      'write' in route
        ? route.write({ request, seller, place, processes, writes, catalogue, name })
        : route.answer({ request, place, name, now: now() });
    return { ...reply, headers: { ...reply.headers, ...headers.shown } };
  }

  /** When relaxed, the limit shown is never reached. */
  function countedHeaders(
    { limit }: Pick<Route, 'limit'>,
    key: string,
  ): { readonly shown: Record<string, string> } | { readonly refused: StoreReply } {
    const declared = limits.find(({ name }) => name === limit);
    if (limit === null || declared === undefined) return { shown: {} };
    if (rates === 'relaxed') return { shown: rateHeaders(1_000_000, 999_999, 1) };
    const taken: Taken | undefined = counters.get(limit)?.(key).take();
    if (taken === undefined) return { shown: {} };
    const seconds = Math.max(1, Math.ceil(taken.resetMs / 1000));
    const shown = rateHeaders(declared.requests, taken.left, seconds);
    return taken.allowed ? { shown } : { refused: tooMany(seconds, shown) };
  }

  function handle(request: StoreRequest): StoreReply {
    const { host, https, path } = request;
    if (!https) return { status: 301, headers: { location: `https://${host}${path}` }, body: null };
    if (host === 'api.bol.com') return answerApi(request);
    if (host === partnerHost) return problem(request, 404, 'The sandbox does not play this page.');
    if (rates === 'vendor' && path === '/token') {
      const { allowed } = tokenCounters(request.headers.authorization ?? '').take();
      if (!allowed) return oauthError(429, 'too_many_requests', 'Reuse your access token');
    }
    return answerLogin(request, { sellers, tokens });
  }

  const shops = sellers.map((seller) => shopOf(seller, placeOf, now));
  return {
    channel: 'bol',
    title: 'bol',
    hosts: ['api.bol.com', 'login.bol.com', partnerHost],
    shops,
    limits,
    app,
    handle,
    fault: (kind, request) => faultReply(kind, request, now()),
    secretNames: ['client_secret', 'refresh_token', 'access_token', 'code'],
    bucket: bucketOf,
    display,
    keys: keysOf(shops),
    hints: subscriptions.hints,
    orderId,
    productId: ({ variants: [first] }) => (first === undefined ? '' : offerId(first)),
    variantId: (_product, variant) => offerId(variant),
    tokens,
  };
}

function shopOf(seller: Seller, placeOf: (seller: Seller) => Place, now: () => number): StoreShop {
  const { clientId, clientSecret, refuses } = seller;
  return {
    name: seller.name,
    title: seller.title,
    about: seller.about,
    host: 'api.bol.com',
    timeZone,
    credential: {
      account: {},
      secrets: { token: Buffer.from(`${clientId}:${clientSecret}`).toString('base64') },
    },
    /** As time goes by, orders fall out of what bol lists. */
    get orders() {
      if (refuses !== 'nothing') return [];
      const visible = placeOf(seller).held.filter((held) => isVisible(held, now()));
      return visible.map(({ order }) => order).toSorted((one, other) => one.id - other.id);
    },
    get products() {
      return refuses === 'everything' ? [] : seller.products;
    },
  };
}

const rateHeaders = (limit: number, left: number, seconds: number): Record<string, string> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(Math.max(0, Math.floor(left))),
  'x-ratelimit-reset': String(seconds),
});

function retailer({ retailerId, title }: Seller): string {
  return JSON.stringify({
    retailerId,
    displayName: title,
    companyName: 'Kade & Zonen BV',
    vatNumber: 'NL999999999B01',
    kvkNumber: '99990001',
    registrationDate: '2021-02-08',
    topRetailer: false,
    ratingMethod: 'THREE_MONTHS',
    retailerRating: { retailerRating: 9.2 },
    retailerReview: {
      totalReviewCount: 41,
      positiveReviewCount: 39,
      neutralReviewCount: 1,
      negativeReviewCount: 1,
    },
  });
}
