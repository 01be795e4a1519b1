// How a merchant links a BigCommerce store: the values of an API account, or the app's installation.

import type { Given } from '../../model/credential.ts';
import type { Call, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { isRecord } from '../kit/loose.ts';
import { tokenIn } from '../kit/token-answer.ts';
import type { Arrival, ByConsent, ByForm, Trip, Way } from '../way.ts';
import { accept, LOGIN, storeHash } from './auth.ts';

const byKeys: ByForm = {
  kind: 'form',
  id: 'keys',
  inputs: ['store_hash', 'token'],
  place: (given) => {
    const hash = hashOf(given);
    return hash && `https://store-${hash}.mybigcommerce.com/manage/settings/auth/api-accounts`;
  },
};

function hashOf({ store_hash: typed }: Given): string | undefined {
  try {
    return typeof typed === 'string' ? storeHash(typed.trim()) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The merchant installs the operator's app. BigCommerce sends no state along: the browser is known
 * by its visit, and the store that comes back must be the one that was named before leaving.
 * https://developer.bigcommerce.com/docs/integrations/apps/guide/auth
 */
const byApp: ByConsent = {
  kind: 'consent',
  id: 'app',
  needs: ['clientId', 'clientSecret'],
  inputs: ['store_hash'],

  begin(given, { app }) {
    const typed = given.store_hash;
    const store_hash = storeHash(typeof typed === 'string' ? typed.trim() : '');
    return { url: `${appAddress(app.clientId)}/install`, account: { store_hash } };
  },

  async finish(arrival, trip, call) {
    const external = arrival.query.external_install !== undefined;
    try {
      const credential = await exchange(arrival, trip, call);
      if (external) await report('succeeded', trip, call);
      return credential;
    } catch (error) {
      if (external) await report('failed', trip, call);
      throw error;
    }
  },
};

const appAddress = (clientId = ''): string =>
  `https://${LOGIN}/app/${encodeURIComponent(clientId)}`;

async function exchange({ query, account }: Arrival, trip: Trip, call: Call) {
  const { code = '', context = '', scope = '' } = query;
  if (query.error !== undefined)
    throw new Fault('credential_refused', 'The app was not installed.', {
      reason: 'consent_denied',
      native: query.error_description ?? query.error,
    });
  if (code === '' || context === '')
    throw new Fault('credential_refused', 'BigCommerce sent the browser back without a code.', {
      reason: 'install_refused',
    });
  mustBe(context, account.store_hash);
  const reply = await call({
    method: 'POST',
    url: `https://${LOGIN}/oauth2/token`,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: trip.app.clientId,
      client_secret: trip.app.clientSecret,
      code,
      context,
      scope,
      grant_type: 'authorization_code',
      redirect_uri: trip.returnUrl,
    }),
  });
  const granted = grantOf(reply);
  mustBe(granted.context, account.store_hash);
  mustAllow(granted.scope);
  return accept({ store_hash: account.store_hash ?? '', token: granted.token });
}

/** A code of another store must not be linked to whoever asked for this one. */
function mustBe(context: string, hash: string | undefined) {
  if (hash !== undefined && context.toLowerCase() === `stores/${hash}`) return;
  throw new Fault(
    'credential_refused',
    `The app was installed in another store (${context.slice(0, 60)}) than the one that was named.`,
    { reason: 'other_store_installed' },
  );
}

function grantOf({ body }: Reply) {
  const token = tokenIn(body);
  const { context, scope } = isRecord(body) ? body : {};
  if (!token || typeof context !== 'string')
    throw new Fault('channel_invalid_response', 'BigCommerce’s answer held no access token.');
  return { token: token.accessToken, context, scope: typeof scope === 'string' ? scope : '' };
}

/** Scopes are those of the app's profile; one that may write may read too. */
const NEEDED = ['store_v2_orders', 'store_v2_products'];

function mustAllow(scope: string) {
  const granted = scope.split(/\s+/);
  const missing = NEEDED.filter(
    (name) => !granted.includes(name) && !granted.includes(`${name}_read_only`),
  );
  if (missing.length === 0) return;
  throw new Fault(
    'permission_missing',
    `The app’s profile lacks the scope ${missing.map((name) => `${name}_read_only`).join(' and ')}. Its owner sets it in BigCommerce’s Developer Portal.`,
    { reason: 'app_scopes' },
  );
}

/**
 * An installation from outside the control panel is to be told how it ended. Nothing depends on it.
 * https://developer.bigcommerce.com/docs/integrations/apps/guide/buttons
 */
async function report(outcome: 'succeeded' | 'failed', { app }: Trip, call: Call) {
  try {
    await call({
      url: `${appAddress(app.clientId)}/install/${outcome}`,
      headers: { accept: 'text/html' },
      unread: true,
    });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
  }
}

export const ways: readonly Way[] = [byKeys, byApp];
