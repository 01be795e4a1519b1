// What bol sends by itself: hints at changes, signed with a key of its own.
import type { Hint, Hints, HookRequest } from '../hook.ts';
import { listed, membersOf } from '../kit/loose.ts';
import { isSignedByKey, jsonIn } from '../kit/signed.ts';
import { filled } from '../kit/text.ts';
import { askFor, rowsIn } from './asks.ts';
import { endSubscriptions, keepSubscriptions } from './subscriptions.ts';

/**
 * `Signature: keyId=0, algorithm="SHA256withRSA", signature=…` over the raw body.
 * https://api.bol.com/retailer/public/Retailer-API/v10/functional/retailer-api/subscriptions.html
 */
export const hints: Hints = {
  proof: {
    by: 'keys',
    async keys({ call }) {
      const reply = await call(askFor('subscriptions/signature-keys', 'subscriptions'));
      const rows = listed<Record<'id' | 'publicKey', unknown>>(rowsIn(reply, 'signatureKeys'));
      return Object.fromEntries(
        rows.map(({ id, publicKey }) => [filled(id) ?? '', filled(publicKey) ?? '']),
      );
    },
    verify: isSigned,
  },
  read,
  keep: keepSubscriptions,
  end: endSubscriptions,
};

function signatureOf({ headers }: HookRequest): Readonly<Record<string, string | undefined>> {
  const parts = (headers.signature ?? '').split(',').map((part) => part.trim());
  return Object.fromEntries(
    parts.flatMap((part) => {
      const [, name, value] = /^(\w+)="?([^"]*)"?$/.exec(part) ?? [];
      return name === undefined ? [] : [[name, value]];
    }),
  );
}

/** The algorithm is ours to say, not the message's. */
function isSigned(request: HookRequest, keys: Readonly<Record<string, string>>): boolean {
  const { keyId = '', signature = '' } = signatureOf(request);
  const publicKey = Object.hasOwn(keys, keyId) ? keys[keyId] : undefined;
  return publicKey !== undefined && isSignedByKey(request.body, signature, publicKey);
}

/** A shipment is named by its own number, from which no order is found. */
function read({ body }: HookRequest): readonly Hint[] {
  const { resource, resourceId } = membersOf(jsonIn(body).event);
  const id = typeof resourceId === 'number' ? String(resourceId) : resourceId;
  const record = typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : undefined;
  if (resource === 'ORDER') return [{ resource: 'orders', record }];
  if (resource === 'SHIPMENT') return [{ resource: 'orders', record: undefined }];
  return [];
}
