// What a Lightspeed shop sends by itself: hints at changes, to an address that only it knows.
import type { Hint, Hints, HookRequest } from '../hook.ts';
import { membersOf } from '../kit/loose.ts';
import { jsonIn } from '../kit/signed.ts';
import { identifier } from '../kit/text.ts';
import { endSubscriptions, keepSubscriptions } from './subscriptions.ts';

/**
 * There is a header `X-Signature`, but no page that can be read says what it signs, or with which secret
 * where a merchant made the key: the address is the proof.
 */
export const hints: Hints = { read, keep: keepSubscriptions, end: endSubscriptions };

/** The whole record comes; of it, only the number is looked at. */
function read({ body }: HookRequest): readonly Hint[] {
  const { order, product, variant } = jsonIn(body);
  if (order !== undefined) return [{ resource: 'orders', record: idIn(membersOf(order).id) }];
  if (product !== undefined) return [{ resource: 'products', record: idIn(membersOf(product).id) }];
  if (variant === undefined) return [];
  const { resource } = membersOf(membersOf(variant).product);
  return [{ resource: 'products', record: idIn(membersOf(resource).id) }];
}

function idIn(value: unknown): string | undefined {
  const id = typeof value === 'number' || typeof value === 'string' ? identifier(value) : null;
  return id !== null && /^\d{1,20}$/.test(id) ? id : undefined;
}
