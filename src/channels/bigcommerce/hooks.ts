// What BigCommerce sends: to the operator's app that a merchant removed it; and hints at changes.
import type { Hint, Hints, HookMessage, HookRequest, Hooks } from '../hook.ts';
import { isSame } from '../kit/consent.ts';
import { membersOf } from '../kit/loose.ts';
import { claimsIn, hmac, isInForce, isSignedToken, jsonIn } from '../kit/signed.ts';
import { STORE_HASH } from './auth.ts';
import { endSubscriptions, keepSubscriptions, SECRET_HEADER } from './subscriptions.ts';

/**
 * A GET of BigCommerce's own server, with a token in its query that holds for a day. The callback for
 * a user's removal and the one that opens the app look the same: only that for the removal of the app
 * may be registered here.
 * https://developer.bigcommerce.com/docs/integrations/apps/guide/callbacks
 */
export const hooks: Hooks = {
  method: 'GET',
  needs: ['clientId', 'clientSecret'],
  verify(request, { clientId = '', clientSecret = '' }, now) {
    const token = tokenOf(request);
    if (!isSignedToken(token, clientSecret)) return false;
    const claims = claimsIn(token);
    return claims.aud === clientId && claims.iss === 'bc' && isInForce(claims, now);
  },
  read,
};

/** `stores/abc123` names the store by its hash. */
function hashIn(value: unknown): string | undefined {
  const [, hash] = /^stores\/([a-z0-9]+)$/i.exec(typeof value === 'string' ? value : '') ?? [];
  const account = hash?.toLowerCase();
  return account !== undefined && STORE_HASH.test(account) ? account : undefined;
}

const tokenOf = ({ query }: HookRequest): string => query.signed_payload_jwt ?? '';

function read(request: HookRequest): HookMessage | undefined {
  const { sub, jti, iat } = claimsIn(tokenOf(request));
  const account = hashIn(sub);
  if (account === undefined) return undefined;
  return {
    id: typeof jti === 'string' && jti !== '' ? jti : tokenOf(request),
    kind: 'uninstalled',
    account,
    at: typeof iat === 'number' && Number.isFinite(iat) ? iat * 1000 : undefined,
  };
}

/**
 * Signed by the rule of Standard Webhooks with the client secret of the app whose token subscribed.
 * That of a merchant's own API account is not ours to know: its hooks bring a header instead.
 * https://developer.bigcommerce.com/docs/webhooks
 */
export const hints: Hints = {
  byApp: {
    needs: ['clientSecret'],
    verify: ({ headers, body }, { clientSecret = '' }) => {
      const [id, time] = [headers['webhook-id'] ?? '', headers['webhook-timestamp'] ?? ''];
      const signed = Buffer.concat([Buffer.from(`${id}.${time}.`), body]);
      const right = `v1,${hmac(signed, clientSecret, 'base64')}`;
      // Several while a secret is replaced.
      const given = (headers['webhook-signature'] ?? '').split(' ');
      return given.filter((one) => isSame(one, right)).length > 0;
    },
    accountOf: ({ body }) => hashIn(jsonIn(body).producer),
  },
  proof: {
    by: 'secret',
    verify: ({ headers }, secret) => isSame(headers[SECRET_HEADER] ?? '', secret),
  },
  read: readHints,
  keep: keepSubscriptions,
  end: endSubscriptions,
};

/**
 * Of a variant only the number of the variant itself may be there; where its stock changed, its
 * product stands with the stock.
 */
function readHints({ body }: HookRequest): readonly Hint[] {
  const { scope, data } = jsonIn(body);
  const { type, id, sku, inventory, order_id } = membersOf(data);
  const [, kind, part] = typeof scope === 'string' ? scope.split('/') : [];
  if (kind === 'order') return [{ resource: 'orders', record: idIn(order_id ?? id) }];
  if (kind === 'sku') {
    const product = membersOf(sku).product_id ?? membersOf(inventory).product_id;
    return [{ resource: 'products', record: idIn(product) }];
  }
  if (kind !== 'product') return [];
  const isProduct = part !== 'inventory' || type === 'product';
  return [{ resource: 'products', record: isProduct ? idIn(id) : undefined }];
}

const idIn = (value: unknown): string | undefined =>
  Number.isSafeInteger(value) && Number(value) > 0 ? String(value) : undefined;
