// The Sharetribe store: the Integration API and its token service, for several marketplaces.
import { noWrites } from '../../living/writes.ts';
import { bucket } from '../../rates.ts';
import type { OpenStore, StoreRequest } from '../../store.ts';
import { eventsReply, openEvents } from './events.ts';
import { listingId } from './ids.ts';
import { consoleHost, keysOf } from './keys.ts';
import { listingsOf } from './listings.ts';
import { display } from './living.ts';
import { queryReply } from './query.ts';
import { faultReply, json, refused } from './replies.ts';
import { integrationHost, type Marketplace, marketplaceHost, shopsOf } from './shops.ts';
import { openTokens } from './tokens.ts';
import { command, isCommand } from './writes.ts';

const TOKENS = '/v1/auth/token';
const API = '/v1/integration_api/';

export const openSharetribe: OpenStore = ({ catalogue, now, rates, onChange, writesAs }) => {
  const writes = writesAs?.('sharetribe') ?? noWrites;
  const shops = shopsOf(catalogue);
  const tokens = openTokens(shops, now);
  const listings = new Map(shops.map((shop) => [shop, listingsOf(shop, catalogue)]));
  const events = new Map([...listings].map(([shop, of]) => [shop, openEvents(shop, of, now)]));
  onChange?.(() => {
    for (const journal of events.values()) journal.note();
  });
  // Counted by the caller's address, so that all marketplaces in Test and Dev share it.
  const queries = bucket(100, 1, now);
  const commands = bucket(30, 0.5, now);

  const read = (request: StoreRequest, shop: Marketplace) => {
    if (shop.environment === 'test' && rates === 'vendor' && !queries.take().allowed)
      return refused(429, 'too-many-requests');
    const path = request.path.slice(API.length);
    if (path === 'marketplace/show') return show(shop);
    if (path === 'listings/query')
      return queryReply(request, shop, listings.get(shop)?.all() ?? []);
    if (path === 'events/query') return eventsReply(request, events.get(shop)?.kept() ?? []);
    return refused(404, 'not-found');
  };

  const write = (request: StoreRequest, shop: Marketplace) => {
    if (shop.environment === 'test' && rates === 'vendor' && !commands.take().allowed)
      return refused(429, 'too-many-requests');
    const path = request.path.slice(API.length);
    return command(path, request, { shop, listings: listings.get(shop)?.all() ?? [], writes });
  };

  return {
    channel: 'sharetribe',
    title: 'Sharetribe',
    hosts: [integrationHost, marketplaceHost, consoleHost],
    shops,
    limits: [
      { name: 'queries in Test and Dev', requests: 60, perSeconds: 60, countedBy: 'address' },
      { name: 'commands in Test and Dev', requests: 30, perSeconds: 60, countedBy: 'address' },
    ],
    handle(request) {
      if (request.path === TOKENS) return tokens.reply(request);
      const isWrite = request.method === 'POST' && isCommand(request.path.slice(API.length));
      if (!request.path.startsWith(API) || !(isWrite || request.method === 'GET'))
        return refused(404, 'not-found');
      // A caller that does not ask for JSON gets Transit, which is not simulated.
      if (!request.headers.accept?.includes('application/json'))
        return refused(400, 'unsupported-content-type');
      const opened = tokens.open(request);
      if ('status' in opened) return opened;
      return isWrite ? write(request, opened) : read(request, opened);
    },
    fault: (kind, request) => faultReply(kind, request.path === TOKENS),
    display,
    keys: keysOf(shops),
    orderId: (order) => String(order.id),
    productId: listingId,
    variantId: listingId,
  };
};

const show = ({ id, title, about }: Marketplace) =>
  json(
    200,
    JSON.stringify({
      data: { id, type: 'marketplace', attributes: { name: title, description: about } },
    }),
  );
