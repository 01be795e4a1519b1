// WordPress's own approval page (class-wc-auth.php): sign in, approve or deny, deliver the key.
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
import type { ApiKey, WooShop } from './shops.ts';

const vendor = 'WooCommerce';
const needed = ['app_name', 'user_id', 'return_url', 'callback_url', 'scope'] as const;
const scopes: Readonly<Record<string, string>> = {
  read: 'Read',
  write: 'Write',
  read_write: 'Read/Write',
};
const timeout = 60_000;

/** The pages under `/wc-auth/v1/`; undefined for any other path. */
export function answerConsent(
  request: StoreRequest,
  shop: WooShop,
): StoreReply | Promise<StoreReply> | undefined {
  const root = `${shop.folder}/wc-auth/v1/`;
  if (!request.path.startsWith(root) || !shop.wooActive) return undefined;
  const posted = request.method === 'POST';
  const asked = posted ? formOf(request) : new URLSearchParams(request.rawQuery);
  const refused = refusal(asked);
  if (refused !== undefined)
    return messagePage(401, vendor, 'WooCommerce error', `Error: ${refused}.`);
  const route = request.path.slice(root.length);
  if (route === 'authorize' && !posted)
    return isSignedIn(request) ? askPage(asked, shop) : signInPage(request, 'WordPress');
  if (route === 'access_granted' && posted) return grant(asked, shop);
  if (route === 'access_denied' && posted) return redirectTo(back(asked, '0'));
  return messagePage(404, vendor, 'Page not found', 'There is no such page.');
}

function refusal(asked: URLSearchParams): string | undefined {
  const missing = needed.find((name) => !asked.get(name));
  if (missing !== undefined) return `Missing parameter ${missing}`;
  const scope = asked.get('scope') ?? '';
  if (!Object.hasOwn(scopes, scope)) return `Invalid scope ${scope}`;
  for (const name of ['return_url', 'callback_url'])
    if (!isReturnAddress(asked.get(name) ?? undefined))
      return name === 'callback_url'
        ? 'The callback_url needs to be over SSL'
        : `The ${name} is not a valid URL`;
  return undefined;
}

function askPage(asked: URLSearchParams, shop: WooShop): StoreReply {
  const access = scopes[asked.get('scope') ?? ''] ?? '';
  return consentPage({
    vendor,
    heading: `${asked.get('app_name')} would like to connect to your store`,
    text: `This will give “${asked.get('app_name')}” ${access} access to ${shop.title}, which will allow it to:`,
    items: ['View coupons', 'View customers', 'View orders and sales reports', 'View products'],
    fields: [...asked].filter(([name]) => name !== SIGNED_IN),
    action: 'access_granted',
    buttons: [{ label: 'Approve' }],
    alternative: { label: 'Deny', action: 'access_denied' },
  });
}

/** The shop's own server delivers the key; only then does the browser go back. */
async function grant(asked: URLSearchParams, shop: WooShop): Promise<StoreReply> {
  const [key] = shop.keys;
  const delivered = key !== undefined && (await deliver(asked, key));
  return delivered
    ? redirectTo(back(asked, '1'))
    : messagePage(
        401,
        vendor,
        'WooCommerce error',
        'Error: An error occurred in the request and at the time were unable to send the consumer data.',
      );
}

async function deliver(asked: URLSearchParams, key: ApiKey): Promise<boolean> {
  try {
    const response = await fetch(asked.get('callback_url') ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json;charset=UTF-8' },
      body: JSON.stringify({
        key_id: 1,
        user_id: asked.get('user_id'),
        consumer_key: key.consumerKey,
        consumer_secret: key.consumerSecret,
        key_permissions: key.permissions,
      }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

const back = (asked: URLSearchParams, success: '0' | '1'): string =>
  withQuery(asked.get('return_url') ?? '', [
    ['success', success],
    ['user_id', asked.get('user_id') ?? ''],
  ]);
