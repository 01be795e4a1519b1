// The Magento store: REST V1 of shops on their own hosts, and of one in Adobe's cloud.
import type { Product } from '../../catalogue/types.ts';
import { perRecord } from '../../living/derived.ts';
import { noWrites } from '../../living/writes.ts';
import { type Counter, window } from '../../rates.ts';
import type { OpenStore, StoreReply, StoreRequest } from '../../store.ts';
import { attributeRows, attributesOf } from './attributes.ts';
import { authenticate, type Nonces } from './auth.ts';
import { childId, productId } from './ids.ts';
import { type Ims, imsHost, openIms } from './ims.ts';
import {
  lowStock,
  salableQuantity,
  sourceItemRows,
  sourceRows,
  stockOf,
  stockOfWebsite,
} from './inventory.ts';
import { consoleHost, keysOf } from './keys.ts';
import { type Collection, list } from './listing.ts';
import { display } from './living.ts';
import { isConfigurable, openProductRows } from './products.ts';
import { apiError, faultReply, html, json, maintenance, noRoute, notProcessed, tooManyRequests, unauthorized } from './replies.ts'; // biome-ignore format: one line
import { currencyOf, storeConfigs, storeGroups, websites } from './settings.ts';
import { type MagentoShop, type Right, shopsOf, suffix, type View } from './shops.ts';
import { type FindWrite, openWrites } from './writes.ts';

interface Site {
  readonly shop: MagentoShop;
  /** By the code of the view. */
  readonly products: ReadonlyMap<string, () => Collection>;
  readonly sourceItems: () => Collection;
  readonly nonces: Nonces;
  readonly limit: Counter | null;
}

export const openMagento: OpenStore = ({ catalogue, now, rates, writesAs }) => {
  const findWrite = openWrites(catalogue, writesAs?.('magento') ?? noWrites, now);
  const shops = shopsOf(catalogue);
  const attributes = attributesOf(catalogue);
  const listed = { attributes: attributeRows(attributes), sources: sourceRows() };
  const ims = openIms(
    shops.flatMap(({ cloud }) => cloud ?? []),
    now,
  );
  // Many shops hold the same list; those that are alike share what is made of it.
  const rowsFor = new Map<string, (products: readonly Product[]) => Collection>();
  const sourceItemsOf = perRecord(sourceItemRows);
  const goodsOf = (shop: MagentoShop) => {
    const websiteIds = [...new Set(shop.views.map(({ websiteId }) => websiteId))];
    const listings = shop.views.map((view) => {
      const key = JSON.stringify([view.currency, websiteIds]);
      const rows =
        rowsFor.get(key) ??
        perRecord(openProductRows(attributes, catalogue.anchor, view, websiteIds));
      rowsFor.set(key, rows);
      return [view.code, rows] as const;
    });
    return {
      products: new Map(listings.map(([code, rows]) => [code, () => rows(shop.held)])),
      sourceItems: () => sourceItemsOf(shop.held),
    };
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
    hosts: [`*.${suffix}`, '*.api.commerce.adobe.com', imsHost, consoleHost],
    shops,
    limits: [],
    handle(request) {
      if (request.host === imsHost) return ims.reply(request);
      if (request.host === consoleHost) return html(404, 'Not Found');
      const site = sites.get(request.host);
      if (site === undefined) return { status: 0, headers: {}, body: null };
      const { shop, limit } = site;
      // A shop without a certificate has no listener on port 443.
      if (shop.scheme === 'http' && request.https) return { status: 0, headers: {}, body: null };
      if (shop.scheme === 'https' && !request.https) return toHttps(request);
      if (shop.maintenance) return maintenance();
      if (!shop.isMagento) return html(404, '404 Not Found');
      if (limit !== null && rates === 'vendor') {
        const taken = limit.take();
        if (!taken.allowed) return tooManyRequests(Math.ceil(taken.resetMs / 1000));
      }
      const route = routeOf(request, shop);
      if (route === null) return { ...page(request, shop), isPage: true };
      return route === undefined
        ? notProcessed(shop)
        : restReply(route, request, site, listed, ims, now, findWrite);
    },
    fault(kind, request) {
      const shop = sites.get(request.host)?.shop ?? shops[0];
      return shop === undefined ? undefined : faultReply(shop, kind);
    },
    display,
    keys: keysOf(shops),
    orderId: (order) => String(order.id),
    productId: (product) => String(productId(product)),
    // A simple product is its own variant.
    variantId: (product, variant) =>
      String(isConfigurable(product) ? childId(variant) : productId(product)),
  };
};

/** Every page of the theme starts its scripts in the same way. */
function page({ path }: StoreRequest, shop: MagentoShop): StoreReply {
  const { folder, title, cloud, rewrites } = shop;
  const isHome = path === folder || path === `${folder}/`;
  const isLed = isHome || rewrites || path.startsWith(`${folder}/index.php`);
  if (cloud !== null || !isLed || !`${path}/`.startsWith(`${folder}/`))
    return html(404, '404 Not Found');
  const name = isHome ? title : '404 Not Found';
  return {
    status: isHome ? 200 : 404,
    headers: { 'content-type': 'text/html; charset=UTF-8', 'x-frame-options': 'SAMEORIGIN' },
    body: `<!doctype html><html lang="nl"><head><title>${name}</title></head><body><script type="text/x-magento-init">{"*":{"Magento_Ui/js/core/app":{}}}</script><h1>${name}</h1></body></html>`,
  };
}

const limitOf = ({ hostLimit }: MagentoShop, now: () => number): Counter | null =>
  hostLimit === null ? null : window(hostLimit.requests, hostLimit.perSeconds * 1000, now);

interface Route {
  /** The part after `V1/`. */
  readonly path: string;
  /** Whose texts and prices are read; the admin's scope has those of the first. */
  readonly view: View;
}

/** Null for pages of the shop, undefined for what the API does not feel meant by. */
function routeOf({ path, headers }: StoreRequest, shop: MagentoShop): Route | null | undefined {
  const [first] = shop.views;
  const viewCalled = (code: string) => shop.views.find((view) => view.code === code);
  const usual = viewCalled(shop.defaultView) ?? first;
  if (usual === undefined || first === undefined) return null;
  if (shop.cloud !== null) {
    const root = `/${shop.cloud.tenant}/V1/`;
    const view = headers.store === undefined ? usual : viewCalled(headers.store);
    if (view === undefined) return undefined;
    return path.startsWith(root) ? { path: path.slice(root.length), view } : null;
  }
  if (!path.startsWith(`${shop.folder}/`)) return null;
  const match = /^(\/index\.php)?\/rest\/(.*)$/.exec(path.slice(shop.folder.length));
  if (match === null || (match[1] === undefined && !shop.rewrites)) return null;
  const [code = '', ...rest] = (match[2] ?? '').split('/');
  const named = code === 'all' ? first : viewCalled(code);
  const [version, ...route] = named === undefined ? [code, ...rest] : rest;
  return version === 'V1' ? { path: route.join('/'), view: named ?? usual } : undefined;
}

interface Listed {
  readonly attributes: Collection;
  readonly sources: Collection;
}

function restReply(
  route: Route,
  request: StoreRequest,
  site: Site,
  listed: Listed,
  ims: Ims,
  now: () => number,
  findWrite: FindWrite,
): StoreReply {
  const { shop } = site;
  const read = request.method === 'GET' ? answerOf(route, site) : null;
  const found = read ?? findWrite(request.method, route.path, shop);
  if (found === null) return noRoute(shop);
  const refusal = found.right === null ? null : refusalOf(found.right, request, site, ims, now);
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
  /** Null: anybody may ask. */
  readonly right: Right | null;
  readonly answer: (request: StoreRequest, listed: Listed) => StoreReply;
}

function answerOf({ path, view }: Route, site: Site): Answer | null {
  const { shop } = site;
  const products = site.products.get(view.code);
  if (products === undefined) return null;
  const listing = (right: Right, of: (listed: Listed) => Collection): Answer => ({
    right,
    answer: (request, listed) => list(request, shop, of(listed)),
  });
  switch (path) {
    case 'products':
      return listing('products', products);
    case 'products/attributes':
      return listing('attributes', (listed) => listed.attributes);
    case 'inventory/source-items':
      return shop.inventory ? listing('sources', site.sourceItems) : null;
    case 'inventory/sources':
      return shop.inventory ? listing('sources', (listed) => listed.sources) : null;
    case 'store/storeConfigs':
      return settings(storeConfigs(shop));
    case 'store/websites':
      return settings(websites(shop));
    case 'store/storeGroups':
      return settings(storeGroups(shop));
    case 'directory/currency':
      return { right: null, answer: () => json(200, currencyOf(view)) };
  }
  if (/^stockItems\/lowStock\/?$/.test(path))
    return { right: 'stock', answer: (request) => lowStockReply(request, site) };
  const website = /^inventory\/stock-resolver\/website\/([^/]+)$/.exec(path)?.[1];
  if (website !== undefined && shop.inventory)
    return { right: 'stocks', answer: () => json(200, stockOfWebsite(website)) };
  const [, salable, stock] =
    /^inventory\/get-product-salable-quantity\/([^/]+)\/(\d+)$/.exec(path) ?? [];
  if (salable !== undefined && shop.inventory)
    return { right: 'stocks', answer: () => salableReply(urldecode(salable), Number(stock), site) };
  const sku = /^stockItems\/([^/]+)$/.exec(path)?.[1];
  if (sku === undefined) return null;
  return { right: 'stock', answer: () => stockReply(urldecode(sku), site) };

  function settings(body: string): Answer {
    return {
      right: 'settings',
      answer: ({ query: [first] }) =>
        first === undefined
          ? json(200, body)
          : apiError(shop, 400, `${first[0]} is not a parameter of this route.`),
    };
  }
}

/** PHP's own, for which a plus sign is a space. */
const urldecode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

function stockReply(sku: string, { shop }: Site): StoreReply {
  const found = stockOf(sku, shop.held, shop.managesStock);
  return found === undefined
    ? apiError(shop, 404, 'The Product with the "%1" SKU doesn\'t exist.', [sku])
    : json(200, found);
}

function salableReply(sku: string, stock: number, { shop }: Site): StoreReply {
  const found = salableQuantity(sku, stock, shop.held);
  if (found === 'no sources')
    return apiError(shop, 400, "Can't check requested quantity for products without Source Items support."); // biome-ignore format: one sentence
  return found === undefined
    ? apiError(shop, 404, 'The product with SKU %sku does not exist.', [sku])
    : json(200, String(found));
}

/** Both numbers are required; a page without a size is not given. */
function lowStockReply({ query }: StoreRequest, { shop }: Site): StoreReply {
  const given = new Map(query);
  const numbers = ['scopeId', 'qty', 'currentPage', 'pageSize'].map((name) => Number(given.get(name) ?? Number.NaN)); // biome-ignore format: one line
  const [scope = Number.NaN, qty = 0, page = 1, size = 0] = numbers;
  const wrong = ['scopeId', 'qty'].find((name) => !given.has(name));
  if (wrong !== undefined)
    return apiError(shop, 400, '"%fieldName" is required. Enter and try again.', [wrong]);
  if (numbers.some((number) => !Number.isSafeInteger(number)) || scope !== 0 || size < 1)
    return apiError(shop, 400, 'The parameters are not what they should be.');
  return json(200, lowStock(shop.held, shop.managesStock, { qty, page, size }));
}

function toHttps({ host, path, rawQuery }: StoreRequest): StoreReply {
  const location = `https://${host}${path}${rawQuery === '' ? '' : `?${rawQuery}`}`;
  return html(301, '301 Moved Permanently', { location });
}
