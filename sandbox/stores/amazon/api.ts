// The Selling Partner API: who calls, what the call counts against, and which operation answers.
import { bucket, perKey } from '../../rates.ts';
import type { StoreContext, StoreLimit, StoreReply, StoreRequest } from '../../store.ts';
import { openShelves, type Shelves } from './listings.ts';
import { marketplaces } from './marketplaces.ts';
import { type OrderBook, openOrders } from './orders-2026.ts';
import { type OldOrderBook, openOldOrders } from './orders-v0.ts';
import { Wrong } from './params.ts';
import {
  expired,
  failure,
  invalidInput,
  json,
  jsonText,
  noToken,
  notAccepted,
  notFound,
  quotaExceeded,
  roleMissing,
} from './replies.ts';
import type { AmazonShop, Role } from './shops.ts';
import type { Access, Tokens } from './tokens.ts';

/** The usage plans that Amazon publishes. */
const plans = {
  searchOrders: { rate: 0.0056, burst: 20 },
  getOrder: { rate: 0.5, burst: 30 },
  getOrders: { rate: 0.0167, burst: 20 },
  getOrderV0: { rate: 0.5, burst: 30 },
  getOrderItems: { rate: 0.5, burst: 30 },
  searchListingsItems: { rate: 5, burst: 5 },
  getInventorySummaries: { rate: 2, burst: 2 },
  getMarketplaceParticipations: { rate: 0.016, burst: 15 },
} as const;
type Operation = keyof typeof plans;

export const limits: readonly StoreLimit[] = Object.entries(plans).map(([name, { rate }]) => ({
  name,
  requests: 1,
  perSeconds: Math.round(1 / rate),
  countedBy: 'credential',
}));

/** Shown instead of the plan where limits are relaxed. */
const relaxedRate = '100.0';

interface Desk {
  readonly shop: AmazonShop;
  readonly orders: OrderBook;
  readonly oldOrders: OldOrderBook;
  readonly shelves: Shelves;
}

interface Route {
  readonly operation: Operation;
  readonly pattern: RegExp;
  readonly role: Role | null;
  /** A restricted data token opens this. */
  readonly restricted?: true;
  /** Listings spell their errors in capitals. */
  readonly loud?: true;
  answer(
    desk: Desk,
    request: StoreRequest,
    found: RegExpExecArray,
    access: Access,
  ): string | object | null;
}

const routes: readonly Route[] = [
  {
    operation: 'searchOrders',
    pattern: /^\/orders\/2026-01-01\/orders$/,
    role: 'orders',
    answer: ({ orders }, request) => orders.search(request),
  },
  {
    operation: 'getOrder',
    pattern: /^\/orders\/2026-01-01\/orders\/([^/]+)$/,
    role: 'orders',
    answer: ({ orders }, request, found) => orders.find(found[1] ?? '', request),
  },
  {
    operation: 'getOrders',
    pattern: /^\/orders\/v0\/orders$/,
    role: 'orders',
    restricted: true,
    answer: ({ oldOrders }, request, _, access) => oldOrders.list(request, access.restricted),
  },
  {
    operation: 'getOrderV0',
    pattern: /^\/orders\/v0\/orders\/([^/]+)$/,
    role: 'orders',
    restricted: true,
    answer: ({ oldOrders }, request, found, access) =>
      oldOrders.find(found[1] ?? '', request, access.restricted),
  },
  {
    operation: 'getOrderItems',
    pattern: /^\/orders\/v0\/orders\/([^/]+)\/orderItems$/,
    role: 'orders',
    restricted: true,
    answer: ({ oldOrders }, request, found) => oldOrders.items(found[1] ?? '', request),
  },
  {
    operation: 'searchListingsItems',
    pattern: /^\/listings\/2021-08-01\/items\/([^/]+)$/,
    role: 'listings',
    loud: true,
    answer({ shelves, shop }, request, found) {
      if (decodeURIComponent(found[1] ?? '') !== shop.sellerId) return null;
      return shelves.search(request);
    },
  },
  {
    operation: 'getInventorySummaries',
    pattern: /^\/fba\/inventory\/v1\/summaries$/,
    role: 'stock',
    answer: ({ shelves }, request) => shelves.stock(request),
  },
  {
    operation: 'getMarketplaceParticipations',
    pattern: /^\/sellers\/v1\/marketplaceParticipations$/,
    role: null,
    answer: ({ shop }) => participationsOf(shop),
  },
];

export function openApi(
  shops: readonly AmazonShop[],
  { now, rates }: StoreContext,
  tokens: Tokens,
): (request: StoreRequest) => StoreReply {
  const desks = new Map<string, Desk>(
    shops.map((shop) => [
      shop.name,
      {
        shop,
        orders: openOrders(shop, now),
        oldOrders: openOldOrders(shop, now),
        shelves: openShelves(shop, now),
      },
    ]),
  );
  const counters = Object.fromEntries(
    Object.entries(plans).map(([name, { rate, burst }]) => [
      name,
      perKey(() => bucket(burst, rate, now)),
    ]),
  );

  return (request) => {
    const route = routes.find(({ pattern }) => pattern.test(request.path));
    const found = route?.pattern.exec(request.path);
    // The gateway knows paths only together with their methods.
    if (!route || !found || request.method !== 'GET') return noToken();
    const refusal = refusedHeaders(request);
    if (refusal !== null) return refusal;
    const access = tokens.open(request.headers['x-amz-access-token'] ?? '');
    const desk = desks.get(access?.shop ?? '');
    // A token opens only the hosts of the seller's region.
    if (!access || !desk || desk.shop.host !== request.host) return notAccepted();
    if (access.endsAt <= now()) return expired();
    if (access.restricted && !route.restricted) return roleMissing();
    if (route.role !== null && !desk.shop.roles.includes(route.role)) return roleMissing();

    const { operation } = route;
    if (rates === 'vendor' && !counters[operation]?.(desk.shop.name).take().allowed)
      return quotaExceeded();
    const rate = rates === 'vendor' ? String(plans[operation].rate) : relaxedRate;
    const reply = answerOf(route, desk, request, found, access);
    return { ...reply, headers: { ...reply.headers, 'x-amzn-ratelimit-limit': rate } };
  };
}

function refusedHeaders({ headers }: StoreRequest): StoreReply | null {
  if ((headers['x-amz-access-token'] ?? '') === '') return noToken();
  const agent = headers['user-agent'] ?? '';
  // oxlint-disable-next-line expressions/super-linear -- of at most 500 characters
  if (agent.length > 500 || !/^\S[^(]*\/\S+ \(.*Language=.*\)/.test(agent))
    return invalidInput(
      'The user-agent header must name the application, its version and language.',
    );
  const when = headers['x-amz-date'];
  if (when !== undefined && !/^\d{8}T\d{6}Z$/.test(when))
    return invalidInput('x-amz-date is not in the form YYYYMMDDTHHMMSSZ.');
  return null;
}

function answerOf(
  route: Route,
  desk: Desk,
  request: StoreRequest,
  found: RegExpExecArray,
  access: Access,
): StoreReply {
  try {
    const answer = route.answer(desk, request, found, access);
    if (answer === null) return notFound('');
    return typeof answer === 'string' ? jsonText(200, answer) : json(200, answer);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return route.loud ? failure(400, 'INVALID_INPUT', error.message) : invalidInput(error.message);
  }
}

/** The seller's own marketplaces, and one of the region that the seller left. */
function participationsOf(shop: AmazonShop): object {
  const own = shop.sells.map((marketplace) => ({ marketplace, isParticipating: true }));
  const european = shop.sells[0]?.region === 'eu';
  const left = european ? [{ marketplace: marketplaces.FR, isParticipating: false }] : [];
  return {
    payload: [...own, ...left].map(({ marketplace, isParticipating }) => ({
      marketplace: {
        id: marketplace.id,
        name: marketplace.name,
        countryCode: marketplace.country,
        defaultCurrencyCode: marketplace.currency,
        defaultLanguageCode: marketplace.language,
        domainName: `www.${marketplace.domain}`,
      },
      storeName: 'Kade & Zonen',
      participation: { isParticipating, hasSuspendedListings: false },
    })),
  };
}
