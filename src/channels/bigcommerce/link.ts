// How a merchant links a BigCommerce store: the values of an API account, or the app's installation.
import type { Credential, Given } from '../../model/credential.ts';
import type { Call } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { appOf } from '../kit/app.ts';
import { membersOf } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import { tokenIn } from '../kit/token-answer.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import type { Arrival, ByConsent, ByForm, Trip, Way } from '../way.ts';
import { accept, LOGIN, storeHashIn } from './auth.ts';

const byKeys: ByForm = {
  kind: 'form',
  id: 'keys',
  inputs: ['store_hash', 'token'],
  placeNeeds: 'store_hash',
  place: accountsPage,
};

/** Undefined until enough was typed to know the store. */
function accountsPage(given: Given): string | undefined {
  try {
    return `https://store-${storeHashIn(given)}.mybigcommerce.com/manage/settings/auth/api-accounts`;
  } catch {
    return undefined;
  }
}

/**
 * The merchant installs the operator's app. BigCommerce sends no state along: the browser is known
 * by a cookie, and the store that comes back must be the one that was named before leaving.
 * https://developer.bigcommerce.com/docs/integrations/apps/guide/auth
 */
const byApp: ByConsent = {
  kind: 'consent',
  id: 'app',
  needs: ['clientId', 'clientSecret'],
  inputs: ['store_hash'],

  begin: (given, trip) => ({
    url: installAddress(trip),
    account: { store_hash: storeHashIn(given) },
  }),

  shopOf({ query, account }) {
    mustBe(query.context ?? '', account.store_hash);
    return `store-${account.store_hash}.mybigcommerce.com`;
  },

  async finish(arrival, trip, call) {
    const isExternal = arrival.query.external_install !== undefined;
    try {
      const credential = await exchange(arrival, trip, call);
      if (isExternal) await report('succeeded', trip, call);
      return credential;
    } catch (error) {
      if (isExternal) await report('failed', trip, call);
      throw error;
    }
  },
};

const installAddress = ({ app }: Trip): string =>
  `https://${LOGIN}/app/${encodeURIComponent(app.clientId ?? '')}/install`;

async function exchange(
  { query, account }: Arrival,
  { app, returnUrl }: Trip,
  call: Call,
): Promise<Credential> {
  const { code = '', context = '', scope = '', error } = query;
  if (error !== undefined)
    throw new Fault('credential_refused', 'The app was not installed.', {
      reason: 'consent_denied',
      native: query.error_description ?? error,
    });
  if (code === '' || context === '')
    throw new Fault('credential_refused', 'BigCommerce sent the browser back without a code.', {
      reason: 'install_refused',
    });
  mustBe(context, account.store_hash);
  const { clientId, clientSecret, byApp } = appOf(app, 'BigCommerce');
  const { body } = await call({
    method: 'POST',
    url: `https://${LOGIN}/oauth2/token`,
    byApp,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: clientId,
      client_secret: clientSecret,
      code,
      context,
      scope,
      grant_type: 'authorization_code',
      redirect_uri: returnUrl,
    }),
  });
  const token = tokenIn(body)?.accessToken;
  const granted = membersOf(body);
  if (!token || typeof granted.context !== 'string')
    throw brokenAnswer('BigCommerce', 'an access token');
  mustBe(granted.context, account.store_hash);
  const scopes = (filled(granted.scope) ?? '').split(/\s+/);
  mustAllow(scopes);
  return {
    ...accept({ store_hash: account.store_hash ?? '', token }),
    granted: WRITES.filter((write) => WRITE_SCOPES[write].every((one) => scopes.includes(one))),
  };
}

/** A code of another store must not be linked for the user who asked for this one. */
function mustBe(context: string, hash: string | undefined) {
  if (hash !== undefined && context.toLowerCase() === `stores/${hash}`) return;
  throw new Fault(
    'credential_refused',
    `The app was installed in another store (${context.slice(0, 60)}) than the one that was named.`,
    { reason: 'other_store_installed' },
  );
}

/** Scopes are those of the app's profile; one that may write may read too. */
const NEEDED = ['store_v2_orders', 'store_v2_products'];

/** What the profile must have for clients that may write; each lets them read too. */
export const WRITE_SCOPES = {
  'orders.write': ['store_v2_orders'],
  'products.write': ['store_v2_products', 'store_inventory'],
} as const;

const WRITES = ['orders.write', 'products.write'] as const;

function mustAllow(scopes: readonly string[]) {
  const granted = scopes.map((name) => name.replace(/_read_only$/, ''));
  const missing = NEEDED.filter((name) => !granted.includes(name));
  if (missing.length === 0) return;
  throw new Fault(
    'permission_missing',
    `The app’s profile lacks the scope ${missing.map((name) => `${name}_read_only`).join(' and ')}. Its owner sets it in BigCommerce’s Developer Portal.`,
    { reason: 'app_scopes' },
  );
}

/**
 * BigCommerce wants to know how an installation from outside the control panel ended. Nothing
 * depends on it.
 * https://developer.bigcommerce.com/docs/integrations/apps/guide/buttons
 */
async function report(outcome: 'succeeded' | 'failed', trip: Trip, call: Call) {
  try {
    await call({
      url: `${installAddress(trip)}/${outcome}`,
      headers: { accept: 'text/html' },
      unread: true,
    });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
  }
}

export const ways: readonly Way[] = [byKeys, byApp];
