// What BigCommerce tells the operator's app: that a merchant removed it from a store.
import type { HookMessage, HookRequest, Hooks } from '../hook.ts';
import { claimsIn, isInForce, isSignedToken } from '../kit/signed.ts';
import { STORE_HASH } from './auth.ts';

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

const tokenOf = ({ query }: HookRequest): string => query.signed_payload_jwt ?? '';

function read(request: HookRequest): HookMessage | undefined {
  const { sub, jti, iat } = claimsIn(tokenOf(request));
  const [, hash] = /^stores\/([a-z0-9]+)$/i.exec(typeof sub === 'string' ? sub : '') ?? [];
  const account = hash?.toLowerCase();
  if (account === undefined || !STORE_HASH.test(account)) return undefined;
  return {
    id: typeof jti === 'string' && jti !== '' ? jti : tokenOf(request),
    kind: 'uninstalled',
    account,
    at: typeof iat === 'number' && Number.isFinite(iat) ? iat * 1000 : undefined,
  };
}
