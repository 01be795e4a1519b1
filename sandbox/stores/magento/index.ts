// The Magento store: REST V1 of shops on their own hosts, and of one in Adobe's cloud.
import { type Counter, window } from '../../rates.ts';
import type { OpenStore, StoreReply, StoreRequest } from '../../store.ts';
import { attributeRows, attributesOf } from './attributes.ts';
import { authenticate, type Nonces } from './auth.ts';
import { childId, productId } from './ids.ts';
import { type Ims, imsHost, openIms } from './ims.ts';
import { sourceItemRows, sourceRows, stockItems } from './inventory.ts';
import { type Collection, list } from './listing.ts';
import { isConfigurable, productRows } from './products.ts';
import { apiError, faultReply, html, json, maintenance, noRoute, tooManyRequests, unauthorized } from './replies.ts'; // biome-ignore format: one line
import { storeConfigs } from './settings.ts';
import { type MagentoShop, type Right, shopsOf, suffix } from './shops.ts';

interface Site {
  readonly shop: MagentoShop;
  readonly products: Collection;
  readonly sourceItems: Collection;
  readonly stock: ReadonlyMap<string, string>;
  readonly nonces: Nonces;
  readonly limit: Counter | null;
}

export const openMagento: OpenStore = ({ catalogue, now, rates }) => {
  const shops = shopsOf(catalogue);
  const attributes = attributesOf(catalogue);
  const listed = { attributes: attributeRows(attributes), sources: sourceRows() };
  const ims = openIms(
    shops.flatMap(({ cloud }) => cloud ?? []),
    now,
  );
  // Every shop holds a beginning of the same list; those of one length share what is made of it.
  const made = new Map<string, Pick<Site, 'products' | 'sourceItems' | 'stock'>>();
  const goodsOf = ({ products }: MagentoShop) => {
    const key = String(products.length);
    const goods = made.get(key) ?? {
      products: productRows(products, attributes, catalogue.anchor),
      sourceItems: sourceItemRows(products),
      stock: stockItems(products),
    };
    made.set(key, goods);
    return goods;
  };
  const sites = new Map(
    shops.map((shop): [string, Site] => [
      shop.host,
      { shop, ...goodsOf(shop), nonces: new Set(), limit: limitOf(shop, now) },
    ]),
  );
  return {
    channel: 'magento',
    title: 'Magento / Adobe Commerce',
    hosts: [`*.${suffix}`, '*.api.commerce.adobe.com', imsHost],
    shops,
    limits: [],
    handle(request) {
      if (request.host === imsHost) return ims.reply(request);
      const site = sites.get(request.host);
      if (site === undefined) return { status: 0, headers: {}, body: null };
      const { shop, limit } = site;
      // Nobody listens on port 443 of a shop without a certificate.
      if (shop.scheme === 'http' && request.https) return { status: 0, headers: {}, body: null };
      if (shop.scheme === 'https' && !request.https) return toHttps(request);
      if (shop.maintenance) return maintenance();
      if (!shop.isMagento) return html(404, '404 Not Found');
      if (limit !== null && rates === 'vendor') {
        const taken = limit.take();
        if (!taken.allowed) return tooManyRequests(Math.ceil(taken.resetMs / 1000));
      }
      const route = routeOf(request, shop);
      if (route === null) return html(404, '404 Not Found');
      return restReply(route, request, site, listed, ims, now);
    },
    fault(kind, request) {
      const shop = sites.get(request.host)?.shop ?? shops[0];
      return shop === undefined ? undefined : faultReply(shop, kind);
    },
    orderId: (order) => String(order.id),
    productId: (product) => String(productId(product)),
    // A simple product is its own variant.
    variantId: (product, variant) =>
      String(isConfigurable(product) ? childId(variant) : productId(product)),
  };
};

const limitOf = ({ hostLimit }: MagentoShop, now: () => number): Counter | null =>
  hostLimit === null ? null : window(hostLimit.requests, hostLimit.perSeconds * 1000, now);

/** What stands behind `V1/`; null for pages of the shop, undefined for what is no route. */
function routeOf({ path, headers }: StoreRequest, shop: MagentoShop): string | null | undefined {
  if (shop.cloud !== null) {
    const root = `/${shop.cloud.tenant}/V1/`;
    if (headers.store !== undefined && !shop.storeCodes.includes(headers.store)) return undefined;
    return path.startsWith(root) ? path.slice(root.length) : null;
  }
  if (!path.startsWith(`${shop.folder}/`)) return null;
  const match = /^(\/index\.php)?\/rest\/(.*)$/.exec(path.slice(shop.folder.length));
  if (match === null || (match[1] === undefined && !shop.rewrites)) return null;
  const [first = '', ...rest] = (match[2] ?? '').split('/');
  const scoped = shop.storeCodes.includes(first) || first === 'all';
  const [version, ...route] = scoped ? rest : [first, ...rest];
  return version === 'V1' ? route.join('/') : undefined;
}

interface Listed {
  readonly attributes: Collection;
  readonly sources: Collection;
}

function restReply(
  route: string | undefined,
  request: StoreRequest,
  site: Site,
  listed: Listed,
  ims: Ims,
  now: () => number,
): StoreReply {
  const { shop } = site;
  const found = route === undefined || request.method !== 'GET' ? null : answerOf(route, site);
  if (found === null) return noRoute(shop);
  const refusal = refusalOf(found.right, request, site, ims, now);
  if (refusal !== null) return refusal;
  if (!/json|\*\/\*/.test(request.headers.accept ?? ''))
    return apiError(shop, 406, 'Server cannot match any of the given Accept HTTP header media type(s) from the request: "%1" with media types from the config of response renderer.', [request.headers.accept ?? '']); // biome-ignore format: one sentence
  return found.answer(request, listed);
}

/** Magento looks for the route first, then at who asks. */
function refusalOf(
  right: Right,
  request: StoreRequest,
  { shop, nonces }: Site,
  ims: Ims,
  now: () => number,
): StoreReply | null {
  if (shop.cloud !== null) {
    const token = /^bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const { clientId, orgId } = shop.cloud;
    return ims.opens(token, shop.cloud) &&
      request.headers['x-api-key'] === clientId &&
      request.headers['x-gw-ims-org-id'] === orgId
      ? null
      : unauthorized(shop, right);
  }
  const { integration, refusal } = authenticate(request, shop, nonces, now);
  if (refusal !== null) return refusal;
  return integration?.reads.includes(right) ? null : unauthorized(shop, right);
}

interface Answer {
  readonly right: Right;
  readonly answer: (request: StoreRequest, listed: Listed) => StoreReply;
}

function answerOf(route: string, site: Site): Answer | null {
  const { shop } = site;
  const listing = (right: Right, of: (listed: Listed) => Collection): Answer => ({
    right,
    answer: (request, listed) => list(request, shop, of(listed)),
  });
  switch (route) {
    case 'products':
      return listing('products', () => site.products);
    case 'products/attributes':
      return listing('attributes', (listed) => listed.attributes);
    case 'inventory/source-items':
      return shop.inventory ? listing('sources', () => site.sourceItems) : null;
    case 'inventory/sources':
      return shop.inventory ? listing('sources', (listed) => listed.sources) : null;
    case 'store/storeConfigs':
      return { right: 'settings', answer: ({ query }) => settings(shop, query) };
  }
  const sku = /^stockItems\/([^/]+)$/.exec(route)?.[1];
  if (sku === undefined) return null;
  return { right: 'stock', answer: () => stockReply(decodeURIComponent(sku), site) };
}

function settings(shop: MagentoShop, query: StoreRequest['query']): StoreReply {
  const [first] = query;
  return first === undefined
    ? json(200, storeConfigs(shop))
    : apiError(shop, 400, `${first[0]} is not a parameter of this route.`);
}

function stockReply(sku: string, { shop, stock }: Site): StoreReply {
  const found = stock.get(sku.toLowerCase());
  return found === undefined
    ? apiError(shop, 404, 'The product with the "%1" SKU doesn\'t exist. Verify and try again.', [sku]) // biome-ignore format: one sentence
    : json(200, found);
}

function toHttps({ host, path, rawQuery }: StoreRequest): StoreReply {
  const location = `https://${host}${path}${rawQuery === '' ? '' : `?${rawQuery}`}`;
  return html(301, '301 Moved Permanently', { location });
}
