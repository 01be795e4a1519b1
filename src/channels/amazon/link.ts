// How a seller links Amazon: consent in Seller Central, or the keys of an app of the seller's own.
import { timingSafeEqual } from 'node:crypto';
import type { Credential, Given } from '../../model/credential.ts';
import { Fault } from '../../model/faults.ts';
import type { Input } from '../field.ts';
import type { Arrival, ByConsent, ByForm, Departure, Trip, Way } from '../way.ts';
import type { Language } from '../words.ts';
import { exchange } from './auth.ts';
import { findMarketplace, hostOf, MARKETPLACES, type Marketplace } from './marketplaces.ts';

const nameOf = (id: string, language: Language): string => {
  const { country = id, domain = '' } = findMarketplace(id) ?? {};
  const name = new Intl.DisplayNames(language, { type: 'region' }).of(country);
  return `${name ?? country} (${domain})`;
};

const home: Input = {
  key: 'marketplaceIds',
  kind: 'choice',
  example: 'A1805IZSGTT6HS',
  choices: MARKETPLACES.map(({ id }) => id),
  choiceName: nameOf,
};

/** https://developer-docs.amazon.com/sp-api/docs/website-authorization-workflow */
const consent: ByConsent = {
  kind: 'consent',
  id: 'consent',
  needs: ['appId', 'clientId', 'clientSecret'],
  inputs: [home],

  begin(given: Given, { app, state, returnUrl }: Trip): Departure {
    const marketplace = homeOf(given);
    const url = new URL(`https://${marketplace.sellerCentral}/apps/authorize/consent`);
    url.searchParams.set('application_id', app.appId ?? '');
    url.searchParams.set('state', state);
    url.searchParams.set('redirect_uri', returnUrl);
    // Apps that Amazon has not published yet.
    if (app.draft === 'true') url.searchParams.set('version', 'beta');
    return {
      url: url.href,
      account: { endpoint: `https://${hostOf(marketplace.region)}`, home: marketplace.id },
    };
  },

  async finish({ query, account }: Arrival, trip: Trip, call): Promise<Credential> {
    if (!same(query.state ?? '', trip.state))
      throw new Fault(
        'invalid_request',
        'Amazon sent the browser back for another visit. Begin again.',
        { field: 'state', reason: 'state_mismatch' },
      );
    const { spapi_oauth_code: code, selling_partner_id: sellerId } = query;
    if (query.error !== undefined || !code)
      throw new Fault('credential_refused', 'The seller did not agree in Seller Central.', {
        native: query.error_description,
        reason: 'consent_denied',
      });
    if (!/^A[A-Z0-9]{9,19}$/.test(sellerId ?? ''))
      throw new Fault('credential_refused', 'Amazon did not say which seller agreed.', {
        reason: 'no_seller_told',
      });
    const { refreshToken } = await exchange(
      {
        grant_type: 'authorization_code',
        code,
        redirect_uri: trip.returnUrl,
        client_id: trip.app.clientId ?? '',
        client_secret: trip.app.clientSecret ?? '',
      },
      call,
    );
    if (!refreshToken) throw new Fault('channel_invalid_response', 'Amazon gave no refresh token.');
    return { account: { ...account, sellerId: sellerId ?? '' }, secrets: { refreshToken } };
  },
};

function homeOf(given: Given): Marketplace {
  const typed = given.marketplaceIds ?? '';
  const marketplace = findMarketplace(
    (typeof typed === 'string' ? typed : (typed[0] ?? '')).trim(),
  );
  if (marketplace) return marketplace;
  throw new Fault('invalid_request', '"marketplaceIds" must be one of Amazon’s marketplaces.', {
    field: 'marketplaceIds',
    reason: 'wrong_marketplace',
  });
}

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const form: ByForm = {
  kind: 'form',
  id: 'keys',
  inputs: [
    {
      key: 'marketplaceIds',
      pattern: '\\s*[A-Za-z0-9]{2,16}(\\s*[,;]\\s*[A-Za-z0-9]{2,16})*\\s*',
      example: 'NL, DE',
    },
    'token',
    'clientId',
    'clientSecret',
    'sellerId',
  ],
  place(given) {
    const typed = given.marketplaceIds ?? '';
    const [first = ''] = (typeof typed === 'string' ? typed : typed.join(',')).split(/[\s,;]+/);
    const marketplace = findMarketplace(first);
    return marketplace && `https://${marketplace.sellerCentral}/sellingpartner/developerconsole`;
  },
};

export const ways: readonly Way[] = [consent, form];
