// The WooCommerce shops of the sandbox: a demo shop, and others with one real-world quirk each.
import { createHash } from 'node:crypto';
import type { Catalogue, Order, Product } from '../../catalogue/types.ts';
import { derived, stillThese } from '../../living/derived.ts';
import type { StoreShop } from '../../store.ts';
import { ordersSeen, productSeenHere } from './moves.ts';

export interface ApiKey {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly permissions: 'read' | 'write' | 'read_write';
  /** What the key's WordPress user may read. */
  readonly reads: readonly ('orders' | 'products' | 'settings')[];
}

export interface WooShop extends StoreShop {
  readonly version: string;
  /** The folder WordPress is in, without a slash at the end. */
  readonly site: string;
  /** The folder of the site, such as `/winkel`, or empty. */
  readonly folder: string;
  readonly scheme: 'https' | 'http';
  readonly keys: readonly ApiKey[];
  /** `/wc/v3/variations` exists since 10.3. */
  readonly variationsRoute: boolean;
  /** `/wc/v3/refunds` exists since 9.0. */
  readonly refundsRoute: boolean;
  /** An order's list of refunds says their tax since 10.9. */
  readonly refundTax: boolean;
  /** What blocks a caller from the REST API, if anything. */
  readonly barrier: 'plain-permalinks' | 'maintenance' | 'login' | 'loop' | null;
  /** `modified_after` and `modified_before` exist since 5.8; before that they are ignored. */
  readonly modifiedFilters: boolean;
  /** Coupon lines name their discount type since 8.7. */
  readonly couponTypes: boolean;
  /** Statuses that a plugin added. */
  readonly customStatuses: readonly string[];
  /** Some orders are in a status that no plugin registers any more. */
  readonly orphaned: boolean;
  /** High-performance order storage, the default since 8.2, or posts. */
  readonly storage: 'hpos' | 'legacy';
  /** False behind a proxy that hides TLS from WordPress. */
  readonly seesTls: boolean;
  /** False on servers that drop the Authorization header. */
  readonly keepsAuthorization: boolean;
  /** False where WordPress runs without the plugin. */
  readonly wooActive: boolean;
  /** What takes parcels: the feature of the core, one of the plugins, or nothing but the status. */
  readonly tracking: 'core' | 'shipment-tracking' | 'ast' | null;
  /** The hosting company's own limit, if any. */
  readonly hostLimit: { readonly requests: number; readonly perSeconds: number } | null;
}

type Quirks = Partial<
  Omit<
    WooShop,
    'name' | 'title' | 'about' | 'host' | 'credential' | 'orders' | 'products' | 'site' | 'keys'
  >
> & {
  readonly reads?: ApiKey['reads'];
  readonly permissions?: ApiKey['permissions'];
  readonly few?: boolean;
  readonly nothing?: boolean;
};

export const suffix = 'woo.example';

export function shopsOf(catalogue: Catalogue): readonly WooShop[] {
  const orders = derived(catalogue, () => catalogue.orders.filter(isTellable));
  const products = derived(catalogue, () =>
    catalogue.products.filter(({ status }) => status !== 'archived').map(productSeenHere),
  );
  const archived = derived(catalogue, () =>
    catalogue.products.filter(({ status }) => status === 'archived').map(productSeenHere),
  );
  const theseOrders = stillThese(orders().slice(-12), orders());
  const theseProducts = stillThese(products().slice(0, 5), catalogue.products);
  const fewOrders = derived(catalogue, () => theseOrders(orders()));
  const fewProducts = derived(catalogue, () => theseProducts(products()));
  const make = (name: string, title: string, about: string, quirks: Quirks = {}): WooShop => {
    const { reads, permissions, few = false, nothing = false, ...rest } = quirks;
    const host = `${name}.${suffix}`;
    const scheme = rest.scheme ?? 'https';
    const folder = rest.folder ?? '';
    const site = `${scheme}://${host}${folder}`;
    const key: ApiKey = {
      consumerKey: `ck_${digest(`${name} key`)}`,
      consumerSecret: `cs_${digest(`${name} secret`)}`,
      permissions: permissions ?? 'read',
      reads: reads ?? ['orders', 'products', 'settings'],
    };
    const pair = `${key.consumerKey}:${key.consumerSecret}`;
    return {
      version: '11.0.1',
      timeZone: catalogue.shop.timeZone,
      variationsRoute: true,
      refundsRoute: true,
      refundTax: true,
      barrier: null,
      modifiedFilters: true,
      couponTypes: true,
      customStatuses: [],
      orphaned: false,
      storage: 'hpos',
      seesTls: true,
      keepsAuthorization: true,
      wooActive: true,
      hostLimit: null,
      tracking: null,
      ...rest,
      name,
      title,
      about,
      host,
      scheme,
      folder,
      site,
      keys: [key],
      credential: {
        account: { baseUrl: site },
        secrets: { token: Buffer.from(pair).toString('base64') },
      },
      get orders() {
        const all = nothing ? [] : few ? fewOrders() : orders();
        return all.map(ordersSeen[rest.storage ?? 'hpos']);
      },
      get products() {
        return nothing ? [] : few ? fewProducts() : products();
      },
      get hiddenProducts() {
        return nothing || few ? [] : archived();
      },
    };
  };
  return [
    make(
      'demo',
      'Demo shop',
      'WooCommerce 11.0.1 on https, everything as it should be, and a read_write key.',
      { permissions: 'read_write' },
    ),
    make('small', 'Small shop', 'Twelve orders and five products, for looking at by hand.', {
      few: true,
    }),
    make('empty', 'Empty shop', 'No order and no product yet.', { nothing: true }),
    make(
      'older',
      'Older shop',
      'WooCommerce 9.5.1: no /variations route, and orders do not say the tax of their refunds.',
      {
        version: '9.5.1',
        variationsRoute: false,
        refundTax: false,
      },
    ),
    make(
      'ancient',
      'Ancient shop',
      'WooCommerce 5.6.0: ignores modified_after and modified_before, coupon lines without type.',
      {
        version: '5.6.0',
        variationsRoute: false,
        refundsRoute: false,
        refundTax: false,
        modifiedFilters: false,
        couponTypes: false,
        storage: 'legacy',
      },
    ),
    make('plain', 'Plain-http shop', 'No https at all: only OAuth 1.0a signatures work.', {
      scheme: 'http',
    }),
    make('folder', 'Shop in a folder', 'WordPress lives under /winkel.', { folder: '/winkel' }),
    make(
      'zoned',
      'Shop in Newfoundland',
      'Keeps its clock three and a half hours behind UTC, with summer time.',
      {
        timeZone: 'America/St_Johns',
      },
    ),
    make(
      'custom',
      'Shop with custom statuses',
      'A plugin added partially-shipped and ready-to-ship.',
      {
        customStatuses: ['partially-shipped', 'ready-to-ship'],
      },
    ),
    make(
      'legacy',
      'Shop with legacy order storage',
      'Orders are posts: edits of lines and addresses do not move their date of change.',
      { storage: 'legacy', few: true },
    ),
    make(
      'orphaned',
      'Shop whose status plugin was switched off',
      'Orders in the status backordered are in no list, but there by their number.',
      { orphaned: true, few: true },
    ),
    make(
      'no-orders',
      'Shop whose key may not read orders',
      'The key belongs to a user who edits products only.',
      {
        reads: ['products'],
      },
    ),
    make('write-only', 'Shop with a write-only key', 'The key may write but not read.', {
      permissions: 'write',
    }),
    make(
      'stripped',
      'Shop that drops the Authorization header',
      'Credentials work in the query only.',
      {
        keepsAuthorization: false,
      },
    ),
    make(
      'proxied',
      'Shop behind a silent proxy',
      'WordPress thinks it is on http: sign with OAuth 1.0a for http.',
      {
        seesTls: false,
      },
    ),
    make(
      'busy',
      'Shop with a host limit',
      'The hosting company allows 10 requests in 10 seconds.',
      {
        hostLimit: { requests: 10, perSeconds: 10 },
      },
    ),
    make(
      'island',
      'Shop on Lord Howe Island',
      'Puts its clock forward by half an hour, at two at night.',
      {
        timeZone: 'Australia/Lord_Howe',
      },
    ),
    make(
      'plain-permalinks',
      'Shop with plain permalinks',
      'Behind nginx: the API answers with the home page, or with a slash.',
      {
        barrier: 'plain-permalinks',
      },
    ),
    make('updating', 'Shop that is being updated', 'WordPress shows its maintenance page.', {
      barrier: 'maintenance',
    }),
    make('members', 'Shop for members only', 'A plugin sends every visitor to the login page.', {
      barrier: 'login',
    }),
    make('looping', 'Shop that leads in circles', 'Every address leads to itself.', {
      barrier: 'loop',
    }),
    make(
      'writable',
      'Shop with a key that may write',
      'Twelve orders, and a read_write key, with which webhooks can be made.',
      { permissions: 'read_write', few: true },
    ),
    make(
      'fulfilling',
      'Shop with fulfillments',
      'A read_write key, and the fulfillments of the core switched on.',
      { permissions: 'read_write', tracking: 'core' },
    ),
    make(
      'tracking',
      'Shop with Shipment Tracking',
      'A read_write key, and the plugin Shipment Tracking.',
      { permissions: 'read_write', tracking: 'shipment-tracking', few: true },
    ),
    make(
      'ast',
      'Shop with Advanced Shipment Tracking',
      'A read_write key, and the plugin Advanced Shipment Tracking.',
      { permissions: 'read_write', tracking: 'ast', few: true },
    ),
    make('bare', 'WordPress without WooCommerce', 'The plugin is switched off.', {
      wooActive: false,
      nothing: true,
    }),
  ];
}

function digest(text: string): string {
  return createHash('sha1').update(`sandbox ${text}`).digest('hex');
}

/** The shop prints two decimals, so an order in a currency with three fits only if it is round. */
export function isTellable(order: Order): boolean {
  if (order.currency !== 'KWD') return true;
  const parts = [
    ...order.lines.flatMap((line) => [line.unitPrice, line.gross, line.total, line.discount]),
    ...order.shippingLines.map((line) => line.price),
    ...order.refunds.map((refund) => refund.total),
    order.totals.total,
  ];
  return parts.every((amount) => amount.presentment % 10 === 0);
}

/** A product in the trash leaves every list that does not ask for the trash. */
export function everyProduct(shop: WooShop): readonly Product[] {
  return [...shop.products, ...(shop.hiddenProducts ?? [])];
}
