// The Selling Partner API: who calls, what the call counts against, and which operation answers.
import type { Catalogue } from '../../catalogue/types.ts';
import { noWrites, type Writes } from '../../living/writes.ts';
import { bucket, perKey } from '../../rates.ts';
import type { StoreContext, StoreLimit, StoreReply, StoreRequest } from '../../store.ts';
import { openShelves, type Shelves } from './listings.ts';
import { marketplaces } from './marketplaces.ts';
import { type OrderBook, openOrders } from './orders-2026.ts';
import { type OldOrderBook, openOldOrders } from './orders-v0.ts';
import { Wrong } from './params.ts';
import { patchListing } from './patches.ts';
import {
  expired,
  failure,
  invalidInput,
  json,
  jsonText,
  noContent,
  noToken,
  notAccepted,
  notFound,
  quotaExceeded,
  roleMissing,
} from './replies.ts';
import { confirmShipment } from './shipments.ts';
import type { AmazonShop, Role } from './shops.ts';
import type { Access, Tokens } from './tokens.ts';

/** The usage plans that Amazon publishes. */
const plans = {
  searchOrders: { rate: 0.0056, burst: 20 },
  getOrder: { rate: 0.5, burst: 30 },
  getOrders: { rate: 0.0167, burst: 20 },
  getOrderV0: { rate: 0.5, burst: 30 },
  getOrderItems: { rate: 0.5, burst: 30 },
  confirmShipment: { rate: 2, burst: 10 },
  searchListingsItems: { rate: 5, burst: 5 },
  getListingsItem: { rate: 5, burst: 10 },
  patchListingsItem: { rate: 5, burst: 5 },
  getInventorySummaries: { rate: 2, burst: 2 },
  getMarketplaceParticipations: { rate: 0.016, burst: 15 },
} as const;
type Operation = keyof typeof plans;

export const limits: readonly StoreLimit[] = Object.entries(plans).map(([name, { rate }]) => ({
  name,
  requests: Math.max(1, rate),
  perSeconds: Math.max(1, Math.round(1 / rate)),
  countedBy: 'credential',
}));

/** Shown instead of the plan where limits are relaxed. */
const relaxedRate = '100.0';

interface Desk {
  readonly shop: AmazonShop;
  readonly orders: OrderBook;
  readonly oldOrders: OldOrderBook;
  readonly shelves: Shelves;
  readonly writes: Writes;
  readonly catalogue: Catalogue;
}

interface Route {
  readonly operation: Operation;
  /** GET unless said; others have a JSON body. */
  readonly method?: 'POST' | 'PATCH';
  readonly pattern: RegExp;
  readonly role: Role | null;
  /** A restricted data token opens this. */
  readonly restricted?: true;
  /** Where the message itself says what is wrong: its code. Listings spell it in capitals. */
  readonly code?: 'InvalidInput' | 'INVALID_INPUT';
  /** Null where there is nothing, undefined for an answer without a body. */
  answer(
    desk: Desk,
    request: StoreRequest,
    found: RegExpExecArray,
    access: Access,
  ): string | object | null | undefined;
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
    operation: 'confirmShipment',
    method: 'POST',
    pattern: /^\/orders\/v0\/orders\/([^/]+)\/shipmentConfirmation$/,
    role: 'orders',
    code: 'InvalidInput',
    answer: ({ shop, writes, catalogue }, request, found) =>
      confirmShipment(found[1] ?? '', request, shop, writes, catalogue),
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
    code: 'INVALID_INPUT',
    answer({ shelves, shop }, request, found) {
      if (decodeURIComponent(found[1] ?? '') !== shop.sellerId) return null;
      return shelves.search(request);
    },
  },
  {
    operation: 'getListingsItem',
    pattern: /^\/listings\/2021-08-01\/items\/([^/]+)\/([^/]+)$/,
    role: 'listings',
    code: 'INVALID_INPUT',
    answer({ shelves, shop }, request, found) {
      if (decodeURIComponent(found[1] ?? '') !== shop.sellerId) return null;
      return shelves.one(decodeURIComponent(found[2] ?? ''), request);
    },
  },
  {
    operation: 'patchListingsItem',
    method: 'PATCH',
    pattern: /^\/listings\/2021-08-01\/items\/([^/]+)\/([^/]+)$/,
    role: 'listings',
    code: 'INVALID_INPUT',
    answer({ shop, writes, catalogue }, request, found) {
      if (decodeURIComponent(found[1] ?? '') !== shop.sellerId)
        throw new Wrong('The sellerId is not the one that granted access.');
      return patchListing(decodeURIComponent(found[2] ?? ''), request, shop, writes, catalogue);
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
  { now, rates, catalogue, writesAs }: StoreContext,
  tokens: Tokens,
): (request: StoreRequest) => StoreReply {
  const writes = writesAs?.('amazon') ?? noWrites;
  const desks = new Map<string, Desk>(
    shops.map((shop) => [
      shop.name,
      {
        shop,
        orders: openOrders(shop, now),
        oldOrders: openOldOrders(shop, now),
        shelves: openShelves(shop, now),
        writes,
        catalogue,
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
    // The gateway knows paths only together with their methods.
    const route = routes.find(
      ({ pattern, method = 'GET' }) => request.method === method && pattern.test(request.path),
    );
    const found = route?.pattern.exec(request.path);
    if (!route || !found) return noToken();
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
    if (route.method && !/^application\/json\b/.test(request.headers['content-type'] ?? ''))
      return failure(route.method === 'POST' ? 400 : 415, 'InvalidInput', 'The content type must be application/json.'); // biome-ignore format: one sentence
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
    if (answer === undefined) return noContent();
    return typeof answer === 'string' ? jsonText(200, answer) : json(200, answer);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return route.code ? failure(400, route.code, error.message) : invalidInput(error.message);
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
