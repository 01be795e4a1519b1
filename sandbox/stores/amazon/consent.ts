// Seller Central's consent page: the seller signs in, agrees or not, and is sent back with a code.
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
import type { Region } from './marketplaces.ts';
import type { AmazonShop } from './shops.ts';
import { publicApp, type Tokens } from './tokens.ts';

export const consentPath = '/apps/authorize/consent';

const vendor = 'Seller Central';
const asked = ['application_id', 'state', 'redirect_uri'] as const;
const known: readonly string[] = [...asked, 'version', 'answer', SIGNED_IN];

export function answerConsent(
  request: StoreRequest,
  region: Region,
  shops: readonly AmazonShop[],
  tokens: Tokens,
): StoreReply {
  const posted = request.method === 'POST';
  const sent = posted ? formOf(request) : new URLSearchParams(request.rawQuery);
  const wrong = wrongWith(sent);
  if (wrong !== null) return messagePage(400, vendor, 'Authorisation failed', wrong);
  if (!posted && !isSignedIn(request)) return signInPage(request, vendor);
  const seller = shops.find(({ sells }) => sells[0]?.region === region);
  if (seller === undefined)
    return messagePage(403, vendor, 'No account', 'There is no seller here.');
  if (!posted) return question(sent, seller);

  const target = sent.get('redirect_uri') ?? '';
  const state = ['state', sent.get('state') ?? ''] as const;
  if (sent.get('answer') !== 'confirm')
    return redirectTo(
      withQuery(target, [
        state,
        ['error', 'access_denied'],
        ['error_description', 'The seller did not authorize the application'],
      ]),
    );
  return redirectTo(
    withQuery(target, [
      state,
      ['selling_partner_id', seller.sellerId],
      ['spapi_oauth_code', tokens.code(seller.name, target)],
    ]),
  );
}

function wrongWith(sent: URLSearchParams): string | null {
  if ([...sent.keys()].some((name) => !known.includes(name)))
    return 'The request has a parameter that is not known.';
  if (sent.get('application_id') !== publicApp.appId) return 'There is no such application.';
  if ((sent.get('state') ?? '') === '') return 'The state is missing.';
  if (!isReturnAddress(sent.get('redirect_uri') ?? undefined))
    return 'The redirect_uri is not registered for this application.';
  // An app that is published has no other version.
  return sent.has('version') ? 'The application is not in draft state.' : null;
}

const question = (sent: URLSearchParams, seller: AmazonShop): StoreReply =>
  consentPage({
    vendor,
    heading: `Authorise ${publicApp.title}`,
    text: `${seller.title} (${seller.sellerId}) lets ${publicApp.title} read:`,
    items: [
      'orders and where they go',
      'listings and their prices',
      'stock in Amazon’s warehouses',
    ],
    fields: asked.map((name) => [name, sent.get(name) ?? '']),
    action: 'consent',
    buttons: [
      { label: 'Confirm', name: 'answer', value: 'confirm' },
      { label: 'Cancel', name: 'answer', value: 'cancel' },
    ],
  });
