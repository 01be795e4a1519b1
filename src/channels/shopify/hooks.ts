// What Shopify sends: to the operator's app its removal and requests about privacy; and hints at changes.
import type { VendorApp } from '../../model/credential.ts';
import type { Hint, Hints, HookKind, HookMessage, HookRequest, Hooks } from '../hook.ts';
import { isSame } from '../kit/consent.ts';
import { isRecord, membersOf } from '../kit/loose.ts';
import { hmac, jsonIn } from '../kit/signed.ts';
import { SHOP_HOST } from './auth.ts';
import { endSubscriptions, keepSubscriptions } from './subscriptions.ts';

const isSigned = ({ headers, body }: HookRequest, { clientSecret = '' }: VendorApp): boolean =>
  isSame(headers['x-shopify-hmac-sha256'] ?? '', hmac(body, clientSecret, 'base64'));

/**
 * https://shopify.dev/docs/apps/build/webhooks/verify-deliveries
 * https://shopify.dev/docs/apps/build/compliance/privacy-law-compliance
 */
export const hooks: Hooks = {
  method: 'POST',
  needs: ['clientSecret'],
  verify: isSigned,
  read,
};

/**
 * The merchant's own app signs with a secret that we do not have: what it sends comes to an address of
 * its own. Neither the topic nor the shop is signed; sent under others, a body names a record that is
 * not there, or is read once more.
 */
export const hints: Hints = {
  byApp: {
    needs: ['clientSecret'],
    verify: isSigned,
    accountOf({ headers }) {
      const shop = headers['x-shopify-shop-domain']?.toLowerCase() ?? '';
      return SHOP_HOST.test(shop) ? `https://${shop}` : undefined;
    },
  },
  read: readHints,
  keep: keepSubscriptions,
  end: endSubscriptions,
};

function readHints({ headers, body: bytes }: HookRequest): readonly Hint[] {
  const { id, order_id } = jsonIn(bytes);
  const [kind] = (headers['x-shopify-topic'] ?? '').split('/');
  switch (kind) {
    case 'orders':
      return [{ resource: 'orders', record: idIn(id) }];
    case 'refunds':
    case 'fulfillments':
      return [{ resource: 'orders', record: idIn(order_id) }];
    case 'products':
      return [{ resource: 'products', record: idIn(id) }];
    // Stock of an item: whose it is stands in no list of ours.
    case 'inventory_levels':
      return [{ resource: 'products', record: undefined }];
    default:
      return [];
  }
}

/**
 * Only the body is signed. Anyone who has one signed body could send it under another topic or shop, so
 * a topic counts only with a body of its own shape, and the shop is the one that the body names.
 */
const TOPICS = new Map<string, readonly [HookKind, (body: Body) => boolean]>([
  ['app/uninstalled', ['uninstalled', (body) => 'myshopify_domain' in body]],
  ['customers/data_request', ['data_request', (body) => isRecord(body.data_request)]],
  ['customers/redact', ['customer_redact', (body) => 'orders_to_redact' in body]],
  ['shop/redact', ['shop_redact', (body) => 'shop_id' in body && !('customer' in body)]],
]);
type Body = Readonly<Record<string, unknown>>;

function read({ headers, body: bytes }: HookRequest): HookMessage | undefined {
  const body = jsonIn(bytes);
  const [kind, isShaped] = TOPICS.get(headers['x-shopify-topic'] ?? '') ?? [];
  if (!kind || !isShaped?.(body)) return undefined;
  const named = kind === 'uninstalled' ? body.myshopify_domain : body.shop_domain;
  const said = headers['x-shopify-shop-domain']?.toLowerCase();
  const shop = typeof named === 'string' ? named.toLowerCase() : said;
  if (shop === undefined || !SHOP_HOST.test(shop) || (said !== undefined && said !== shop))
    return undefined;
  // Neither the time is signed nor, where the body does not name it, the shop.
  const time = Date.parse(headers['x-shopify-triggered-at'] ?? '');
  const sure = typeof named === 'string' && Number.isFinite(time);
  const reference = idIn(membersOf(body.data_request).id);
  const customer = idIn(membersOf(body.customer).id);
  const orders = body.orders_requested ?? body.orders_to_redact;
  return {
    // Not the id in the headers: that is not signed, and the same body could come under any.
    id: headers['x-shopify-hmac-sha256'] ?? '',
    kind,
    account: `https://${shop}`,
    at: sure ? time : undefined,
    ...(reference !== undefined && { reference }),
    ...(customer !== undefined && { customer }),
    ...(Array.isArray(orders) && {
      orders: orders.map(idIn).filter((id) => id !== undefined),
    }),
  };
}

/** Identifiers are numbers; the older documents write them as text. */
function idIn(value: unknown): string | undefined {
  const id = Number.isSafeInteger(value) ? String(value) : value;
  return typeof id === 'string' && /^\d{1,20}$/.test(id) ? id : undefined;
}
