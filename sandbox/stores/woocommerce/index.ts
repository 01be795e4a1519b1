// The WooCommerce store: REST API v3 on WordPress sites, one per shop.
import { noWrites } from '../../living/writes.ts';
import { type Counter, window } from '../../rates.ts';
import type { OpenStore, Store, StoreReply, StoreRequest } from '../../store.ts';
import { authenticate, openNonces } from './auth.ts';
import { barrierReply, homePage } from './barriers.ts';
import { type Collections, collectionsOf } from './collections.ts';
import { answerConsent } from './consent.ts';
import { orderId, productId, variationId } from './ids.ts';
import { keysOf } from './keys.ts';
import { displayOf } from './living.ts';
import { isVariable } from './products.ts';
import { faultReply, html, tooManyRequests } from './replies.ts';
import { restReply } from './routes.ts';
import { shopsOf, suffix, type WooShop } from './shops.ts';
import { openWebhooks } from './webhooks.ts';
import { openWrites } from './writes.ts';

export const openWoocommerce: OpenStore = ({ catalogue, now, rates, writesAs }) => {
  const writing = openWrites(catalogue, writesAs?.('woocommerce') ?? noWrites, now);
  const shops = shopsOf(catalogue);
  const sites = new Map(
    shops.map((shop) => [
      shop.host,
      {
        shop,
        collections: collectionsOf(shop, catalogue),
        nonces: openNonces(now),
        limit: limitOf(shop, now),
      },
    ]),
  );
  const webhooks = openWebhooks(
    shops,
    (shop) => sites.get(shop.host)?.collections as Collections,
    now,
  );
  const store: Store = {
    channel: 'woocommerce',
    title: 'WooCommerce',
    hosts: [`*.${suffix}`],
    shops,
    limits: [],
    handle(request) {
      const site = sites.get(request.host);
      if (site === undefined) return { status: 0, headers: {}, body: null };
      const { shop, collections, nonces, limit } = site;
      // A shop without a certificate has no listener on port 443.
      if (shop.scheme === 'http' && request.https) return { status: 0, headers: {}, body: null };
      if (shop.scheme === 'https' && !request.https) return toHttps(request);
      if (limit !== null && rates === 'vendor') {
        const taken = limit.take();
        if (!taken.allowed) return tooManyRequests(Math.ceil(taken.resetMs / 1000));
      }
      const barred = barrierReply(request, shop);
      if (barred !== null) return barred;
      const route = routeOf(request, shop);
      if (route === null) return answerConsent(request, shop) ?? page(request, shop);
      const { key, refusal } = authenticate(request, shop, nonces, now);
      if (refusal !== null) return refusal;
      const call = { request, shop, collections, key, route, now };
      const isHooks = /^\/wc\/v3\/webhooks(\/|$)/.test(route) && request.method !== 'OPTIONS';
      if (isHooks && shop.wooActive) return webhooks.answer(call);
      return writing(call) ?? restReply(call);
    },
    fault(kind, request) {
      const shop = sites.get(request.host)?.shop ?? shops[0];
      return shop === undefined ? undefined : faultReply(shop, kind);
    },
    display: displayOf(shops, catalogue),
    keys: keysOf(shops),
    hints: webhooks.hints,
    orderId: (order) => String(orderId(order)),
    productId: (product) => String(productId(product)),
    // A simple product has no variation of its own.
    variantId: (product, variant) =>
      String(isVariable(product) ? variationId(variant) : productId(product)),
  };
  return store;
};

function limitOf(shop: WooShop, now: () => number): Counter | null {
  const { hostLimit } = shop;
  return hostLimit === null ? null : window(hostLimit.requests, hostLimit.perSeconds * 1000, now);
}

/** The REST route of a request, such as `/wc/v3/orders`; null for pages of the site. */
function routeOf({ path, query }: StoreRequest, shop: WooShop): string | null {
  const root = `${shop.folder}/wp-json`;
  if (path === root || path.startsWith(`${root}/`))
    return path.slice(root.length).replace(/(?<!\/)\/+$/, '') || '/';
  const plain = query.find(([name]) => name === 'rest_route')?.[1];
  return plain !== undefined && (path === `${shop.folder}/` || path === shop.folder) ? plain : null;
}

function page(request: StoreRequest, shop: WooShop): StoreReply {
  const root = `${shop.site}/wp-json/`;
  if (request.path === `${shop.folder}/` || request.path === (shop.folder || '/'))
    return homePage(shop, root);
  // Outside its folder the web server answers; inside, WordPress has a page for what is not there.
  return request.path.startsWith(`${shop.folder}/`)
    ? { ...homePage(shop, root), status: 404 }
    : html(404, '404 Not Found');
}

function toHttps({ host, path, rawQuery }: StoreRequest): StoreReply {
  const location = `https://${host}${path}${rawQuery === '' ? '' : `?${rawQuery}`}`;
  return html(301, '301 Moved Permanently', { location });
}
