// How a merchant links a Shopify shop: by consent, by an app of their own, or by a pasted token.
import { createHmac } from 'node:crypto';
import type { Credential } from '../../model/credential.ts';
import { Fault } from '../../model/faults.ts';
import { appOf } from '../kit/app.ts';
import { codeIn, isSame, mustBeOurs } from '../kit/consent.ts';
import { membersOf } from '../kit/loose.ts';
import { tokenIn } from '../kit/token-answer.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import type { Arrival, ByConsent, ByForm, Trip, Way } from '../way.ts';
import { exchange, shopHost } from './auth.ts';
import { mustRead, WRITE_SCOPES } from './installation.ts';

/** Without `read_all_orders`, which Shopify grants to few apps, orders of the last 60 days are read. */
const SCOPES = ['read_orders', 'read_products', 'read_customers', 'read_locations'];
/** How far the vendor's own library lets the clocks be apart. */
const CLOCK_MS = 90_000;

/** https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/authorization-code-grant */
const byConsent: ByConsent = {
  kind: 'consent',
  id: 'shopify',
  needs: ['clientId', 'clientSecret'],
  inputs: ['baseUrl'],

  begin(given, { app, returnUrl, state, writes }) {
    const baseUrl = `https://${shopHost(given)}`;
    const url = new URL(`${baseUrl}/admin/oauth/authorize`);
    url.searchParams.set('client_id', app.clientId ?? '');
    const scopes = [...SCOPES, ...writes.flatMap((scope) => WRITE_SCOPES[scope])];
    url.searchParams.set('scope', scopes.join(','));
    url.searchParams.set('redirect_uri', returnUrl);
    url.searchParams.set('state', state);
    return { url: url.href, account: { baseUrl } };
  },

  async finish(arrival, trip, call) {
    const { account } = arrival;
    // `expiring` asks for the only kind of offline token that Shopify gives public apps since 2026.
    const grant = { code: verify(arrival, trip), expiring: '1' };
    try {
      const body = await exchange(account, appOf(trip.app, 'Shopify'), grant, call);
      return credentialOf(body, account, trip.now);
    } catch (error) {
      if (!(error instanceof Fault) || error.status !== 400 || error.code === 'app_refused')
        throw error;
      const { message, native } = error;
      throw new Fault('credential_refused', message, { reason: 'code_refused', native });
    }
  },
};

/**
 * The code, after all was looked at before anything is sent: whose answer it is, who signed it, when,
 * and for which shop.
 */
export function verify({ query, account }: Arrival, { app, state, now }: Trip): string {
  const refuse = (reason: string, message: string): never => {
    throw new Fault('credential_refused', message, { reason });
  };
  const code = codeIn(query, 'Shopify');
  mustBeOurs(query.state, state);
  if (!isSame(query.hmac ?? '', signatureOf(query, app.clientSecret ?? '')))
    refuse('bad_signature', 'The answer is not signed by Shopify.');
  if (!(Math.abs(now - Number(query.timestamp) * 1000) <= CLOCK_MS))
    refuse('clock_skew', 'The answer is too old or from a wrong clock.');
  if (`https://${query.shop}` !== account.baseUrl)
    refuse('wrong_account', 'The answer is for another shop.');
  return code;
}

/** Everything but the signature itself, sorted, with spaces as %20. */
export function signatureOf(query: Arrival['query'], clientSecret: string): string {
  const signed = Object.entries(query)
    .filter(([name]) => name !== 'hmac' && name !== 'signature')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const message = new URLSearchParams(signed).toString().replaceAll('+', '%20');
  return createHmac('sha256', clientSecret).update(message).digest('hex');
}

/** A token that does not end comes without its seconds. */
function credentialOf(body: unknown, account: Arrival['account'], now: number): Credential {
  const granted = tokenIn(body);
  const { scope } = membersOf(body);
  if (!granted || typeof scope !== 'string') throw brokenAnswer('Shopify', 'an access token');
  mustRead(scope.split(/[\s,]+/));
  const { accessToken: token, refreshToken, seconds, refreshSeconds } = granted;
  return {
    account,
    secrets: {
      token,
      ...(refreshToken !== undefined && { refreshToken }),
      ...(seconds !== undefined && { endsAt: String(now + seconds * 1000) }),
      ...(refreshToken !== undefined &&
        refreshSeconds !== undefined && { grantEndsAt: String(now + refreshSeconds * 1000) }),
    },
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
  placeNeeds: 'baseUrl',
  place: (given) =>
    given.baseUrl === undefined
      ? undefined
      : `https://${shopHost(given)}/admin/settings/apps/development`,
};

export const ways: readonly Way[] = [byConsent, byToken, byApp];
