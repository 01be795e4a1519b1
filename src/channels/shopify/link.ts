// How a merchant links a Shopify shop: by consent, by an app of their own, or by a pasted token.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Credential, Given } from '../../model/credential.ts';
import type { Call } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { isRecord } from '../kit/loose.ts';
import { tokenIn } from '../kit/token-answer.ts';
import type { Arrival, ByConsent, ByForm, Trip, Way } from '../way.ts';
import { shopHost } from './auth.ts';

/** Without `read_all_orders`, which Shopify grants to few apps, orders of the last 60 days are read. */
const SCOPES = ['read_orders', 'read_products', 'read_customers', 'read_locations'];
const NEEDED = ['read_orders', 'read_products'];
/** How far the vendor's own library lets the clocks be apart. */
const CLOCK_MS = 90_000;

/** https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/authorization-code-grant */
const byConsent: ByConsent = {
  kind: 'consent',
  id: 'shopify',
  needs: ['clientId', 'clientSecret'],
  inputs: ['baseUrl'],

  begin(given, { app, returnUrl, state }) {
    const host = hostOf(given);
    const url = new URL(`https://${host}/admin/oauth/authorize`);
    url.searchParams.set('client_id', app.clientId ?? '');
    url.searchParams.set('scope', SCOPES.join(','));
    url.searchParams.set('redirect_uri', returnUrl);
    url.searchParams.set('state', state);
    return { url: url.href, account: { baseUrl: `https://${host}` } };
  },

  async finish(arrival, trip, call) {
    verify(arrival, trip);
    return exchange(arrival, trip, call);
  },
};

const hostOf = (given: Given): string =>
  shopHost(typeof given.baseUrl === 'string' ? given.baseUrl.trim() : '');

/** All of it before anything is sent: whose answer it is, who signed it, when, and for which shop. */
export function verify({ query, account }: Arrival, { app, state, now }: Trip): void {
  const refuse = (reason: string, message: string): never => {
    throw new Fault('credential_refused', message, { reason });
  };
  if (query.error !== undefined) refuse('consent_denied', 'The access was not approved.');
  if (!same(query.state ?? '', state))
    refuse('wrong_state', 'The answer belongs to another visit.');
  if (!same(query.hmac ?? '', signatureOf(query, app.clientSecret ?? '')))
    refuse('bad_signature', 'The answer is not signed by Shopify.');
  if (!(Math.abs(now - Number(query.timestamp) * 1000) <= CLOCK_MS))
    refuse('clock_skew', 'The answer is too old or from a wrong clock.');
  if (`https://${query.shop}` !== account.baseUrl)
    refuse('wrong_account', 'The answer is for another shop.');
}

/** Everything but the signature itself, sorted, with spaces as %20. */
export function signatureOf(query: Arrival['query'], clientSecret: string): string {
  const signed = Object.entries(query)
    .filter(([name]) => name !== 'hmac' && name !== 'signature')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const message = new URLSearchParams(signed).toString().replaceAll('+', '%20');
  return createHmac('sha256', clientSecret).update(message).digest('hex');
}

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** `expiring` asks for the only kind of offline token that Shopify gives public apps since 2026. */
async function exchange({ query, account }: Arrival, { app, now }: Trip, call: Call) {
  let body: unknown;
  try {
    const reply = await call({
      method: 'POST',
      url: `${account.baseUrl}/admin/oauth/access_token`,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        client_id: app.clientId,
        client_secret: app.clientSecret,
        code: query.code,
        expiring: '1',
      }),
    });
    body = reply.body;
  } catch (error) {
    if (error instanceof Fault && error.status === 400)
      throw new Fault('credential_refused', error.message, {
        reason: 'code_refused',
        native: error.native,
      });
    throw error;
  }
  return credentialOf(body, account, now);
}

function credentialOf(body: unknown, account: Arrival['account'], now: number): Credential {
  const granted = tokenIn(body);
  const scope = isRecord(body) ? body.scope : undefined;
  if (!granted || typeof scope !== 'string')
    throw new Fault('channel_invalid_response', 'Shopify gave no access token.');
  const { accessToken: token, refreshToken, seconds } = granted;
  const scopes = scope.split(/[\s,]+/);
  const missing = NEEDED.find(
    (scope) => !scopes.includes(scope) && !scopes.includes(scope.replace('read_', 'write_')),
  );
  if (missing !== undefined)
    throw new Fault('permission_missing', `The scope ${missing} was not granted.`, {
      reason: `missing_${missing}`,
    });
  return {
    account: {
      ...account,
      ...(seconds !== undefined && { expiresAt: String(now + seconds * 1000) }),
    },
    secrets: { token, ...(refreshToken !== undefined && { refreshToken }) },
  };
}

const byApp: ByForm = {
  kind: 'form',
  id: 'own-app',
  inputs: ['baseUrl', 'clientId', 'clientSecret'],
  place: () => 'https://dev.shopify.com/dashboard',
};

const byToken: ByForm = {
  kind: 'form',
  id: 'token',
  inputs: ['baseUrl', 'token'],
  place: (given) => {
    const host = typeof given.baseUrl === 'string' ? hostOf(given) : undefined;
    return host && `https://${host}/admin/settings/apps/development`;
  },
};

export const ways: readonly Way[] = [byConsent, byToken, byApp];
