// The Mirakl store: Mirakl Connect with its token service, and marketplaces with the seller API.
import { noWrites } from '../../living/writes.ts';
import { type Counter, perKey, window } from '../../rates.ts';
import type { OpenStore, StoreCredential, StoreReply, StoreRequest } from '../../store.ts';
import { connectList, listsOf, operationOf } from './connect-api.ts';
import { openConnectWrites } from './connect-writes.ts';
import { orderId, sku } from './ids.ts';
import { keysOf } from './keys.ts';
import { displayOf } from './living.ts';
import { login } from './login.ts';
import { marketplaceAnswer, stallLists } from './marketplace-api.ts';
import { openMarketWrites } from './marketplace-writes.ts';
import {
  connectError,
  faultReply,
  page,
  tooManyOnConnect,
  tooManyOnMarketplace,
} from './replies.ts';
import {
  type Company,
  companiesOf,
  connectHost,
  loginHost,
  type Stall,
  stallsOf,
} from './shops.ts';
import { bucketOf } from './status.ts';
import { issue, open } from './tokens.ts';

const year = 365 * 86_400;

export const openMirakl: OpenStore = ({ catalogue, now, rates, writesAs }) => {
  const writes = writesAs?.('mirakl') ?? noWrites;
  const writeConnect = openConnectWrites(writes, catalogue, now);
  const writeMarket = openMarketWrites(writes, catalogue, now);
  const companies = companiesOf(catalogue);
  const stalls = stallsOf(catalogue);
  const connect = new Map(companies.map((company) => [company, listsOf(company, catalogue)]));
  const markets = Map.groupBy(
    stalls.map((stall) => stallLists(stall, catalogue)),
    ({ stall }) => stall.host,
  );
  // Mirakl wants a list to be read at most once a minute; its further pages belong to that reading.
  const readings = perKey(() => window(1, 60_000, now));
  const calls = new Map<string, Counter>(
    stalls.flatMap(({ host, limit }) =>
      limit === null ? [] : [[host, window(limit, 10_000, now)] as const],
    ),
  );

  const shops = [...companies, ...stalls].map((one) => ({
    name: one.name,
    title: one.title,
    about: one.about,
    host: one.api === 'connect' ? connectHost : one.host,
    timeZone: 'UTC',
    credential: credentialOf(one, catalogue.anchor),
    get orders() {
      return one.orders;
    },
    get products() {
      return one.products;
    },
  }));

  return {
    channel: 'mirakl',
    title: 'Mirakl',
    hosts: [connectHost, loginHost, '*.mirakl.net', ...ownHostsOf(stalls)],
    shops,
    limits: [
      { name: 'v2-listOrders', requests: 1, perSeconds: 60, countedBy: 'credential' },
      { name: 'listProducts', requests: 1, perSeconds: 60, countedBy: 'credential' },
      { name: 'upsertProducts', requests: 1, perSeconds: 60, countedBy: 'credential' },
      { name: 'STO01', requests: 1, perSeconds: 60, countedBy: 'shop' },
      { name: 'PRI01', requests: 1, perSeconds: 60, countedBy: 'shop' },
    ],
    handle(request) {
      if (!request.https) return page(403, 'HTTPS is required');
      if (request.host === connectHost) return onConnect(request);
      if (request.host === loginHost) return login(request, companies, now());
      return onMarketplace(request);
    },
    fault(kind, { host }) {
      if (host === connectHost) return faultReply(kind, 'connect');
      return faultReply(kind, host === loginHost ? 'login' : 'marketplace');
    },
    bucket: bucketOf,
    display: displayOf(catalogue),
    keys: keysOf(shops),
    orderId,
    // Of Connect; a marketplace calls its offers by numbers of its own.
    productId: ({ variants: [variant] }) => sku(variant ?? { sku: null }),
    variantId: (_, variant) => sku(variant),
  };

  function onConnect(request: StoreRequest): StoreReply {
    if (!request.path.startsWith('/api/')) return page(404, 'Not Found');
    const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ');
    if (scheme !== 'Bearer' || token === '')
      return connectError(401, 'UNAUTHORIZED', 'Authentication is required');
    const opened = open(token, companies, now());
    if ('refused' in opened)
      return opened.refused === 'expired'
        ? faultReply('expired', 'connect')
        : connectError(401, 'UNAUTHORIZED', 'Authentication is required');
    const { company } = opened;
    const lists = connect.get(company);
    if (lists === undefined) throw new Error('every company has lists');
    const isList = request.method === 'GET' && operationOf(request) !== undefined;
    const isImport = request.method === 'POST' && request.path === '/api/products';
    const begins = (isList || isImport) && !request.query.some(([name]) => name === 'page_token');
    if (rates === 'vendor' && begins) {
      const taken = readings(`${company.name} ${request.method} ${operationOf(request)}`).take();
      if (!taken.allowed) return tooManyOnConnect(Math.ceil(taken.resetMs / 1000));
    }
    return writeConnect(request, company) ?? connectList(request, company, lists, now());
  }

  function onMarketplace(request: StoreRequest): StoreReply {
    const lists = markets.get(request.host);
    if (lists === undefined || !request.path.startsWith('/api/')) return page(404, 'Not Found');
    const counter = rates === 'vendor' ? calls.get(request.host) : undefined;
    const taken = counter?.take();
    if (taken && !taken.allowed) return tooManyOnMarketplace(Math.ceil(taken.resetMs / 1000));
    return writeMarket(request, lists, rates) ?? marketplaceAnswer(request, lists);
  }
};

const ownHostsOf = (stalls: readonly Stall[]): readonly string[] =>
  stalls.map(({ host }) => host).filter((host) => !host.endsWith('.mirakl.net'));

function credentialOf(one: Company | Stall, anchor: number): StoreCredential {
  if (one.api === 'marketplace')
    return {
      account: {
        baseUrl: `https://${one.host}`,
        ...(!one.isDefault && { shop_id: String(one.shopId) }),
      },
      secrets: { token: one.key },
    };
  if (one.bareToken) return { account: {}, secrets: { token: issue(one, anchor, 10 * year) } };
  return {
    account: {
      clientId: one.clientId,
      ...(one.needsAudience && { companyId: one.companyId }),
    },
    secrets: { clientSecret: one.clientSecret },
  };
}
