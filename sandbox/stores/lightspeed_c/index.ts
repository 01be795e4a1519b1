// The sandbox store for Lightspeed eCom (C-Series): two clusters, and shops known by their keys.
import type { Order } from '../../catalogue/types.ts';
import { noWrites } from '../../living/writes.ts';
import type { Store, StoreContext, StoreReply, StoreRequest } from '../../store.ts';
import { orderId, productId, variantId } from './ids.ts';
import { type Install, openInstall } from './install.ts';
import { keysOf } from './keys.ts';
import { displayOf } from './living.ts';
import { openQuota, retryAfter } from './quota.ts';
import { accessDenied, error, faultReply, notFound } from './replies.ts';
import { answer, type Holding, holdingOf } from './routes.ts';
import { apps, type Cluster, hosts, type LightspeedShop, shopsOf } from './shops.ts';
import { statusOf } from './status.ts';
import { openWebhooks } from './webhooks.ts';
import { writable, write } from './writes.ts';

export interface LightspeedStore extends Store {
  readonly install: Install;
}

export function openLightspeedC(context: StoreContext): LightspeedStore {
  const { catalogue, now, rates } = context;
  const writes = context.writesAs?.('lightspeed_c') ?? noWrites;
  const shops = shopsOf(catalogue);
  const install = openInstall(shops, now);
  const quota = openQuota(rates, now);
  const webhooks = openWebhooks(shops, catalogue, now);
  const holdings = new Map<string, Holding>();

  function holding(shop: LightspeedShop): Holding {
    const known = holdings.get(shop.name) ?? holdingOf(shop, catalogue);
    holdings.set(shop.name, known);
    return known;
  }

  function handle(request: StoreRequest): StoreReply {
    const { host, path } = request;
    const cluster: Cluster = host === hosts.us1 ? 'us1' : 'eu1';
    if (!request.https)
      return { status: 301, headers: { location: `https://${host}${path}` }, body: null };
    const [, language = '', resource = ''] = /^\/([a-z]{2})\/(.+)$/.exec(path) ?? [];
    if (resource === 'apps/install') return install.handle(request, cluster, language);
    const isHooks = /^webhooks(\/\d+)?\.json$/.test(resource);
    const isWrite = request.method === 'PUT' && writable.test(resource);
    if (request.method !== 'GET' && !isHooks && !isWrite)
      return error(request, 405, 'Method not allowed.');
    // The back office is for browsers, and shows the keys.
    if (path.startsWith('/backoffice')) return notFound(request);
    const opened = open(request, cluster);
    if (!opened) return accessDenied(request);
    const { shop, credential } = opened;
    const reply = answerAt(request, shop, credential, language, resource);
    // The vendor's own client looks for an error in every answer, whatever its status.
    return shop.politeErrors && reply.status >= 400 ? { ...reply, status: 200 } : reply;
  }

  function answerAt(
    request: StoreRequest,
    shop: LightspeedShop,
    credential: string,
    language: string,
    resource: string,
  ): StoreReply {
    if (!request.headers['user-agent']) return error(request, 400, 'A User-Agent is required.');
    const taken = quota.take(credential);
    if (!taken.allowed)
      return error(request, 429, 'Too many requests.', {
        ...taken.headers,
        'retry-after': retryAfter(taken, now()),
      });
    if (!shop.languages.includes(language))
      return error(request, 404, 'Unknown or inactive language.', taken.headers);
    if (!resource.endsWith('.json')) return notFound(request, taken.headers);
    if (/^webhooks(\/\d+)?\.json$/.test(resource))
      return webhooks.answer(request, shop, resource.slice(0, -'.json'.length), taken.headers);
    const visit = { request, shop, holding: holding(shop), catalogue, taken, now: now(), writes };
    const name = resource.slice(0, -'.json'.length);
    return request.method === 'PUT' ? write(visit, name) : answer(visit, name);
  }

  /** A key opens its shop on its own cluster; the app's key opens the shop of the installation. */
  function open(request: StoreRequest, cluster: Cluster) {
    const [, encoded = ''] =
      /^Basic ([A-Za-z0-9+/]+=*)$/.exec(request.headers.authorization ?? '') ?? [];
    const [user = '', password = ''] = Buffer.from(encoded, 'base64').toString().split(':');
    const shop =
      shops.find(({ key, secret }) => key === user && secret === password) ??
      (user === apps[cluster].key ? install.shopOf(password) : undefined);
    if (!shop?.enabled || shop.cluster !== cluster) return undefined;
    return { shop, credential: `${user}:${password}` };
  }

  return {
    channel: 'lightspeed_c',
    title: 'Lightspeed eCom (C-Series)',
    hosts: Object.values(hosts),
    shops,
    limits: [
      { name: 'five minutes', requests: 300, perSeconds: 300, countedBy: 'credential' },
      { name: 'hour', requests: 3000, perSeconds: 3600, countedBy: 'credential' },
      { name: 'day', requests: 12_000, perSeconds: 86_400, countedBy: 'credential' },
    ],
    app: {
      clientId: apps.eu1.key,
      clientSecret: apps.eu1.secret,
      usClientId: apps.us1.key,
      usClientSecret: apps.us1.secret,
    },
    handle,
    fault: faultReply,
    secretNames: ['signature'],
    bucket,
    display: displayOf(shops),
    keys: keysOf(shops),
    hints: webhooks.hints,
    orderId: (order) => String(orderId(order)),
    productId: (product) => String(productId(product)),
    variantId: (_product, variant) => String(variantId(variant)),
    install,
  };
}

/** What the native status stands for. */
function bucket(order: Order): 'open' | 'closed' | 'cancelled' {
  const status = statusOf(order, false);
  if (status === 'cancelled') return 'cancelled';
  return status.startsWith('completed') ? 'closed' : 'open';
}
