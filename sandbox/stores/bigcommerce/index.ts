// The BigCommerce store: the REST Management API on one host for all stores, and the login host.
import { messagePage } from '../../consent/page.ts';
import { noWrites } from '../../living/writes.ts';
import { once } from '../../once.ts';
import { type Counter, type Taken, window } from '../../rates.ts';
import type { Store, StoreContext, StoreReply, StoreRequest } from '../../store.ts';
import { type Collections, collectionsOf } from './collections.ts';
import { openHooks } from './hooks.ts';
import { orderId, productId, variantId } from './ids.ts';
import { app, type Install, loginHost, openInstall } from './install.ts';
import { keysOf } from './keys.ts';
import { displayOf } from './living.ts';
import {
  error,
  faultReply,
  forbidden,
  type Generation,
  notFound,
  quotaHeaders,
  tooMany,
  unauthorized,
  unavailable,
  windowMs,
} from './replies.ts';
import { apiReply } from './routes.ts';
import { apiHost, type BigcommerceShop, shopsOf } from './shops.ts';
import { bucketOf } from './status.ts';
import { openWebhooks } from './webhooks.ts';
import { openWrites } from './writes.ts';

export interface BigcommerceStore extends Store {
  readonly install: Install;
}

/** The limit that a relaxed sandbox shows: so high that no caller has to wait. */
const generous = 1_000_000;

export function openBigcommerce({
  catalogue,
  now,
  rates,
  writesAs,
}: StoreContext): BigcommerceStore {
  const writing = openWrites(writesAs?.('bigcommerce') ?? noWrites);
  const shops = shopsOf(catalogue);
  const install = openInstall(shops, now);
  const webhooks = openWebhooks(shops, now);
  const places = new Map(shops.map((shop) => [shop.hash, openPlace(shop)]));

  function openPlace(shop: BigcommerceShop) {
    const collections = once(() => collectionsOf(shop, catalogue));
    return {
      shop,
      quota: window(shop.quota, windowMs, now),
      collections: (): Collections => collections()(),
    };
  }

  function handle(request: StoreRequest): StoreReply {
    const { host, path } = request;
    if (!request.https)
      return { status: 301, headers: { location: `https://${host}${path}` }, body: null };
    if (host === loginHost) return install.handle(request);
    if (host !== apiHost)
      return messagePage(404, 'BigCommerce', 'Not found', 'The sandbox does not play this page.');
    const match = /^\/stores\/([^/]+)\/(v2|v3)(\/.*)$/.exec(path);
    const [, hash = '', generation = 'v3', route = ''] = match ?? [];
    return answer(request, hash, generation as Generation, route.replace(/\/$/, ''));
  }

  /** The gateway: token, store, quota; then the API itself. */
  function answer(
    request: StoreRequest,
    hash: string,
    generation: Generation,
    route: string,
  ): StoreReply {
    const token = request.headers['x-auth-token'] ?? '';
    // An API account's own token, or the one of the app since it was last installed.
    const owner = shops.find((shop) => [shop.token, install.tokenOf(shop.hash)].includes(token));
    if (owner === undefined) return unauthorized();
    const place = places.get(hash);
    if (place === undefined) return notFound(generation);
    if (owner !== place.shop) return forbidden();
    const taken = take(place.quota);
    const limit = rates === 'vendor' ? place.shop.quota : generous;
    const reply = !taken.allowed
      ? tooMany(taken.resetMs)
      : place.shop.suspended
        ? unavailable()
        : !(request.headers.accept ?? '').includes('application/json')
          ? error(generation, 406, 'The Accept header must be application/json.')
          : generation === 'v3' && /^\/hooks(\/|$)/.test(route)
            ? webhooks.answer(request, place.shop, token, route)
            : api(request, place, generation, route);
    const headers = { ...reply.headers, ...quotaHeaders({ limit, taken }, generation) };
    return { ...reply, headers };
  }

  function api(
    request: StoreRequest,
    { shop, collections }: ReturnType<typeof openPlace>,
    generation: Generation,
    route: string,
  ): StoreReply {
    const call = { request, shop, collections: collections(), catalogue, generation, route, now };
    return writing(call) ?? apiReply(call);
  }

  function take(quota: Counter): Taken {
    if (rates === 'vendor') return quota.take();
    return { allowed: true, left: generous - 1, resetMs: windowMs };
  }

  return {
    channel: 'bigcommerce',
    title: 'BigCommerce',
    // The last are the control panels, where a merchant finds the keys.
    hosts: [apiHost, loginHost, '*.mybigcommerce.com'],
    shops,
    limits: [{ name: 'store quota', requests: 150, perSeconds: 30, countedBy: 'shop' }],
    app,
    install,
    hooks: openHooks(shops, install, now),
    hints: webhooks.hints,
    handle,
    fault: (kind, { path }) => faultReply(kind, path.includes('/v2/') ? 'v2' : 'v3'),
    bucket: bucketOf,
    display: displayOf(shops, catalogue),
    keys: keysOf(shops),
    orderId: (order) => String(orderId(order)),
    productId: (product) => String(productId(product)),
    variantId: (_product, variant) => String(variantId(variant)),
  };
}
