// The sandbox store for Shopify: shops under myshopify.com, in the GraphQL Admin API's own shapes.
import { derived } from '../../living/derived.ts';
import { noWrites } from '../../living/writes.ts';
import { bucket, perKey } from '../../rates.ts';
import type {
  Store,
  StoreContext,
  StoreCredential,
  StoreReply,
  StoreRequest,
  StoreShop,
} from '../../store.ts';
import { publicApp } from './app.ts';
import { answerConsent, isConsent } from './consent.ts';
import { answerGraphql, openResults } from './graphql.ts';
import { openHooks } from './hooks.ts';
import { numberOf, shopNumber } from './ids.ts';
import { dashboardHost, keysOf } from './keys.ts';
import { display } from './living.ts';
import { answerToken, openShopCodes, type ShopCodes } from './oauth.ts';
import { faultReply, frozen, html, locked, mustExpire, notFound, unauthorized } from './replies.ts';
import { servedVersion } from './schema.ts';
import { holdingOf, type ShopPlan, shopPlans } from './shops.ts';
import { storefront } from './storefront.ts';
import { openTokens, type Tokens } from './tokens.ts';
import { openWebhooks } from './webhooks.ts';
import { type Ask, type SearchReport, type World, worldOf } from './world.ts';

/** A driver's search that was not fully honoured, with the shop it was sent to. */
export interface IgnoredSearch extends SearchReport {
  readonly shop: string;
}

export interface ShopifyStore extends Store {
  /** Every search term that was ignored or malformed since the store was opened. */
  readonly warnings: readonly IgnoredSearch[];
  readonly tokens: Tokens;
  readonly codes: ShopCodes;
}

const suffix = '.myshopify.com';
/** Where each shop has a domain of its own: its storefront answers there, the API does not. */
const ownDomain = '.brand.example';
const tokenPath = '/admin/oauth/access_token';
const points = { size: 2000, perSecond: 100 };
// Shown where nothing is refused, so that a caller who keeps count is not held up either.
const plenty = { size: 2_000_000, perSecond: 1_000_000 };

export function openShopify(context: StoreContext): ShopifyStore {
  const tokens = openTokens(context.now);
  const codes = openShopCodes(context.now);
  const results = openResults();
  const webhooks = openWebhooks(() => shops, context.now);
  const writes = context.writesAs?.('shopify') ?? noWrites;
  const warnings: IgnoredSearch[] = [];
  const { size, perSecond } = context.rates === 'vendor' ? points : plenty;
  const bucketOf = perKey(() => bucket(size, perSecond, context.now));
  const places = shopPlans.map((plan, index) => openPlace(plan, index, context, tokens));
  const { orders: atOpening } = context.catalogue;
  // A catalogue that was reset knows nothing of what was written, nor do its keys.
  context.onChange?.(() => {
    if (context.catalogue.orders === atOpening) for (const { keys } of places) keys.clear();
  });

  function handle(request: StoreRequest): StoreReply {
    const { host, path, method } = request;
    if (!request.https)
      return { status: 301, headers: { location: `https://${host}${path}` }, body: null };
    const ending = [suffix, ownDomain].find((known) => host.endsWith(known)) ?? host;
    const name = host.slice(0, -ending.length);
    const index = shopPlans.findIndex((plan) => plan.name === name);
    const place = places[index];
    if (ending === ownDomain)
      return place ? storefront(path, place.plan, index) : html(404, 'Not Found');
    const api = path.startsWith('/admin/api/');
    if (place === undefined) return api || path === tokenPath ? notFound() : html(404, 'Not Found');
    if (path === tokenPath && method === 'POST') return answerToken(request, index, tokens, codes);
    if (isConsent(request)) return answerConsent(request, place.plan, codes, context.now);
    if (!api) return storefront(path, place.plan, index);
    if (place.plan.closed !== undefined)
      return place.plan.closed === 'frozen' ? frozen() : locked();

    const token = request.headers['x-shopify-access-token'] ?? '';
    const access = tokens.open(token);
    if (access === null || access.shop !== index) return unauthorized();
    if (access.kind === 'public') return mustExpire();

    const graphql = /^\/admin\/api\/([^/]+)\/graphql\.json$/.exec(path);
    const version = servedVersion(graphql?.[1] ?? '');
    if (version === null || method !== 'POST') return notFound();
    return answerGraphql({
      request,
      version,
      world: place.world(),
      scopes: access.scopes,
      now: context.now(),
      rates: context.rates,
      bucket: bucketOf(token),
      results,
      webhooks: webhooks.of(place.shop.name, access.kind, version),
      ...{ writes, keys: place.keys },
      report: (report) => warnings.push({ shop: place.plan.name, ...report }),
    });
  }

  const shops = places.map(({ shop }) => shop);
  return {
    channel: 'shopify',
    title: 'Shopify',
    hosts: [`*${suffix}`, `*${ownDomain}`, dashboardHost],
    shops,
    limits: [
      {
        name: 'GraphQL query cost, points',
        requests: points.perSecond,
        perSeconds: 1,
        countedBy: 'credential',
      },
    ],
    handle,
    fault: faultReply,
    app: { clientId: publicApp.clientId, clientSecret: publicApp.clientSecret },
    orderId: (order) => String(numberOf('Order', order.id)),
    productId: (product) => String(numberOf('Product', product.id)),
    variantId: (_product, variant) => String(numberOf('ProductVariant', variant.id)),
    display,
    keys: keysOf(shops),
    hooks: openHooks(context.now, tokens),
    hints: webhooks.hints,
    warnings,
    tokens,
    codes,
  };
}

interface Place {
  readonly plan: ShopPlan;
  readonly shop: StoreShop;
  /** What was answered to writes with a key. */
  readonly keys: Ask['keys'];
  world(): World;
}

function openPlace(plan: ShopPlan, index: number, context: StoreContext, tokens: Tokens): Place {
  const { catalogue } = context;
  const host = `${plan.name}${suffix}`;
  const holding = holdingOf(plan, catalogue);
  const lists = (scope: 'read_orders' | 'read_products'): boolean =>
    plan.closed === undefined && plan.token !== 'public' && plan.scopes.includes(scope);
  const credential = credentialOf(plan, index, context, tokens, host);
  return {
    plan,
    keys: new Map(),
    world: derived(catalogue, () =>
      worldOf({
        host,
        number: shopNumber(index),
        timeZone: plan.timeZone,
        catalogue,
        orders: holding().orders,
        products: holding().products,
      }),
    ),
    shop: {
      name: plan.name,
      title: plan.title,
      about: plan.about,
      host,
      timeZone: plan.timeZone,
      get credential() {
        return credential();
      },
      get orders() {
        if (!lists('read_orders')) return [];
        if (plan.scopes.includes('read_all_orders')) return holding().orders;
        const from = context.now() - 60 * 86_400_000;
        return holding().orders.filter((order) => order.createdAt >= from);
      },
      get products() {
        return lists('read_products') ? holding().products : [];
      },
    },
  };
}

/** A pair that is about to end, or died with the app, is replaced, so that the one shown always opens the shop. */
function credentialOf(
  plan: ShopPlan,
  index: number,
  context: StoreContext,
  tokens: Tokens,
  host: string,
): () => StoreCredential {
  const baseUrl = `https://${host}`;
  if (plan.token !== 'expiring') {
    const token = tokens.issue(index, plan.token, plan.scopes);
    return () => ({ account: { baseUrl }, secrets: { token } });
  }
  let pair = tokens.issuePair(index, plan.scopes);
  let installed = 0;
  return () => {
    const uninstalled = tokens.uninstalls(index);
    if (pair.expiresAt - context.now() < 600_000 || uninstalled !== installed)
      pair = tokens.issuePair(index, plan.scopes);
    installed = uninstalled;
    const { token, refreshToken, expiresAt } = pair;
    return {
      account: { baseUrl },
      secrets: { token, refreshToken, endsAt: String(expiresAt) },
    };
  };
}
