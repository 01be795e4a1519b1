// Where a merchant installs the app: sign in, look at the scopes, install or cancel.
import { createHmac } from 'node:crypto';
import {
  consentPage,
  formOf,
  isReturnAddress,
  isSignedIn,
  messagePage,
  redirectTo,
  SIGNED_IN,
  signInPage,
  withQuery,
} from '../../consent/page.ts';
import type { StoreReply, StoreRequest } from '../../store.ts';
import { allScopes, publicApp, type Scope, scopeTitles } from './app.ts';
import type { ShopCodes } from './oauth.ts';
import type { ShopPlan } from './shops.ts';

export const consentPath = '/admin/oauth/authorize';
const vendor = 'Shopify';

export function answerConsent(
  request: StoreRequest,
  plan: ShopPlan,
  codes: ShopCodes,
  now: () => number,
): StoreReply {
  const asked = request.method === 'POST' ? formOf(request) : new URLSearchParams(request.rawQuery);
  const refused = refusal(asked);
  if (refused !== undefined) return messagePage(400, vendor, 'Oauth error', refused);
  const scopes = scopesOf(asked);
  if (request.method === 'POST') return decide(request, asked, scopes, plan, codes, now);
  if (!isSignedIn(request)) return signInPage(request, vendor);
  return consentPage({
    vendor,
    heading: `Install ${publicApp.title} on ${plan.title}?`,
    text: 'This app would like to:',
    items: scopes.map((scope) => scopeTitles[scope]),
    fields: [...asked].filter(([name]) => name !== SIGNED_IN),
    action: 'authorize',
    buttons: [{ label: 'Install' }, { label: 'Cancel', name: 'sandbox_decision', value: 'cancel' }],
  });
}

function refusal(asked: URLSearchParams): string | undefined {
  if (asked.get('client_id') !== publicApp.clientId)
    return 'invalid_request: Could not find Shopify API application with api_key.';
  if (!isReturnAddress(asked.get('redirect_uri') ?? undefined))
    return 'invalid_request: The redirect_uri is not whitelisted.';
  if (!asked.get('state')) return 'invalid_request: The state is missing.';
  const unknown = (asked.get('scope') ?? '')
    .split(',')
    .find((scope) => !allScopes.some((known) => known === scope.trim()));
  return unknown === undefined
    ? undefined
    : `invalid_scope: The access scope is invalid: ${unknown}.`;
}

const scopesOf = (asked: URLSearchParams): readonly Scope[] => {
  const wanted = (asked.get('scope') ?? '').split(',').map((scope) => scope.trim());
  return allScopes.filter((scope) => wanted.includes(scope));
};

/** Who cancels stays in the admin: Shopify does not call back. */
function decide(
  request: StoreRequest,
  asked: URLSearchParams,
  scopes: readonly Scope[],
  plan: ShopPlan,
  codes: ShopCodes,
  now: () => number,
): StoreReply {
  if (asked.get('sandbox_decision') === 'cancel')
    return messagePage(200, vendor, 'The app was not installed', 'You are back in your admin.');
  // A merchant's shop may grant less than was asked for.
  const granted = scopes.filter((scope) => plan.scopes.includes(scope));
  const name = request.host.split('.')[0] ?? '';
  const query: Record<string, string> = {
    code: codes.mint(name, granted),
    host: Buffer.from(`admin.shopify.com/store/${name}`).toString('base64url'),
    shop: request.host,
    state: asked.get('state') ?? '',
    timestamp: String(Math.floor(now() / 1000)),
  };
  const message = new URLSearchParams(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1)))
    .toString()
    .replaceAll('+', '%20');
  const hmac = createHmac('sha256', publicApp.clientSecret).update(message).digest('hex');
  return redirectTo(
    withQuery(asked.get('redirect_uri') ?? '', [...Object.entries(query), ['hmac', hmac]]),
  );
}

export const isConsent = (request: StoreRequest): boolean =>
  request.path === consentPath && (request.method === 'GET' || request.method === 'POST');
