// How a seller links Amazon: consent in Seller Central, or the keys of an app of the seller's own.
import type { Credential, Given } from '../../model/credential.ts';
import { Fault } from '../../model/faults.ts';
import type { Input } from '../field.ts';
import { appOf } from '../kit/app.ts';
import { mustBeOurs } from '../kit/consent.ts';
import { refuse, wordsIn } from '../kit/given.ts';
import type { Arrival, ByConsent, ByForm, Departure, Trip, Way } from '../way.ts';
import type { Language } from '../words.ts';
import { isSellerId } from './accept.ts';
import { broken } from './asks.ts';
import { exchange } from './auth.ts';
import { operators } from './explain.ts';
import { findMarketplace, hostOf, MARKETPLACES, type Marketplace } from './marketplaces.ts';

const nameOf = (id: string, language: Language): string => {
  const { country = id, domain = '' } = findMarketplace(id) ?? {};
  const name = new Intl.DisplayNames(language, { type: 'region' }).of(country);
  return `${name ?? country} (${domain})`;
};

/** By region: Amazon's grants are for one. */
const home = {
  key: 'marketplaceIds',
  kind: 'choice',
  example: 'A1805IZSGTT6HS',
  choices: MARKETPLACES.map(({ id }) => id),
  choiceName: nameOf,
  choiceGroup: (id) => findMarketplace(id)?.region,
} as const satisfies Input;

/**
 * A seller must authorise a public app again every 365 days; one of their own has no such end.
 * https://developer-docs.amazon.com/sp-api/docs/renew-authorizations
 */
const GRANT_MS = 365 * 24 * 60 * 60 * 1000;

/** https://developer-docs.amazon.com/sp-api/docs/website-authorization-workflow */
const consent: ByConsent = {
  kind: 'consent',
  id: 'consent',
  needs: ['appId', 'clientId', 'clientSecret'],
  inputs: [home],

  begin(given: Given, { app, state, returnUrl }: Trip): Departure {
    const marketplace =
      firstIn(given) ??
      refuse('marketplaceIds', 'must be one of Amazon’s marketplaces.', 'wrong_marketplace');
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
    mustBeOurs(query.state, trip.state);
    const { spapi_oauth_code: code, selling_partner_id: sellerId = '' } = query;
    if (query.error !== undefined || !code)
      throw new Fault('credential_refused', 'The seller did not agree in Seller Central.', {
        native: query.error_description,
        reason: 'consent_denied',
      });
    if (!isSellerId(sellerId))
      throw new Fault('credential_refused', 'Amazon did not say which seller agreed.', {
        reason: 'no_seller_named',
      });
    const { clientId, clientSecret, byApp } = appOf(trip.app, 'Amazon');
    const { refreshToken } = await exchange(
      {
        grant_type: 'authorization_code',
        code,
        redirect_uri: trip.returnUrl,
        client_id: clientId,
        client_secret: clientSecret,
      },
      call,
      byApp,
    ).catch((error: unknown) => {
      throw operators(error);
    });
    if (!refreshToken) throw broken('a refresh token');
    const grantEndsAt = String(trip.now + GRANT_MS);
    return { account: { ...account, sellerId }, secrets: { refreshToken, grantEndsAt } };
  },
};

/** The first marketplace that was named, if it is one of Amazon's. */
const firstIn = (given: Given): Marketplace | undefined =>
  findMarketplace(wordsIn(given, 'marketplaceIds')[0] ?? '');

const form: ByForm = {
  kind: 'form',
  id: 'keys',
  inputs: [
    { ...home, kind: 'choices' },
    { key: 'token', pattern: 'Atzr\\|[!-~]+' },
    'clientId',
    'clientSecret',
    'sellerId',
  ],
  copies: ['token', 'clientId'],
  placeNeeds: 'marketplaceIds',
  place(given) {
    const marketplace = firstIn(given);
    return marketplace && `https://${marketplace.sellerCentral}/sellingpartner/developerconsole`;
  },
};

export const ways: readonly Way[] = [consent, form];
