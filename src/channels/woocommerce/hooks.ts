// What a WooCommerce shop sends by itself: hints at changes, signed with the secret of each hook.
import type { Hint, Hints, HookRequest } from '../hook.ts';
import { isSame } from '../kit/consent.ts';
import { hmac, jsonIn } from '../kit/signed.ts';
import { endSubscriptions, keepSubscriptions } from './subscriptions.ts';
import { numberOf } from './values.ts';

/**
 * The time is not signed, and neither is the topic. With legacy storage an order that goes to the trash
 * also comes as a product that was deleted, under the order's number: there is no such product.
 * https://woocommerce.com/document/webhooks/
 */
export const hints: Hints = {
  proof: {
    by: 'secret',
    verify: (request, secret) =>
      isGreeting(request) ||
      isSame(request.headers['x-wc-webhook-signature'] ?? '', hmac(request.body, secret, 'base64')),
  },
  read,
  keep: keepSubscriptions,
  end: endSubscriptions,
};

/** A new hook says `webhook_id=12` first, without a signature, and is switched off unless that is taken. */
const GREETING = /^webhook_id=\d{1,20}$/;
const isGreeting = ({ headers, body }: HookRequest): boolean =>
  headers['x-wc-webhook-signature'] === undefined &&
  body.length <= 40 &&
  GREETING.test(Buffer.from(body).toString('latin1'));

const RESOURCES = { order: 'orders', product: 'products' } as const;

function read({ headers, body }: HookRequest): readonly Hint[] {
  const [kind = ''] = (headers['x-wc-webhook-topic'] ?? '').split('.');
  const resource = Object.hasOwn(RESOURCES, kind)
    ? RESOURCES[kind as keyof typeof RESOURCES]
    : undefined;
  if (!resource) return [];
  const { id, parent_id } = jsonIn(body);
  // A variation comes as a product of its own number.
  const record = idIn(resource === 'products' ? parent_id : 0) ?? idIn(id);
  // The unsigned greeting has none: it must not count as a hint.
  return record === undefined ? [] : [{ resource, record }];
}

/** What was deleted is named as WordPress's own action named it, which may be as text. */
const idIn = (value: unknown): string | undefined => numberOf(value)?.toString();
