// How a seller links Amazon: consent in Seller Central, or the keys of an app of the seller's own.
import { timingSafeEqual } from 'node:crypto';
import type { Credential, Given } from '../../model/credential.ts';
import { Fault } from '../../model/faults.ts';
import {
  type Arrival,
  type ByConsent,
  type ByForm,
  type Departure,
  type Input,
  LANGUAGES,
  type Language,
  type Linking,
  type Trip,
} from '../way.ts';
import { exchange } from './auth.ts';
import { findMarketplace, hostOf, MARKETPLACES, type Marketplace } from './marketplaces.ts';
import { reasons } from './reasons.ts';

/** Names of countries in the four languages, from the runtime's own data. */
const countryNames = Object.fromEntries(
  LANGUAGES.map((language) => [language, new Intl.DisplayNames(language, { type: 'region' })]),
) as Record<Language, Intl.DisplayNames>;

const nameOf = ({ country, domain }: Marketplace, language: Language) =>
  `${countryNames[language].of(country) ?? country} (${domain})`;

const home: Input = {
  key: 'marketplaceIds',
  kind: 'choice',
  label: {
    en: 'Home marketplace',
    nl: 'Eigen marktplaats',
    de: 'Heimat-Marketplace',
    fr: 'Place de marché principale',
  },
  hint: {
    en: 'Where you log in to sell. All your marketplaces of that region are linked with it.',
    nl: 'Waar u inlogt om te verkopen. Al uw marktplaatsen in die regio worden meegekoppeld.',
    de: 'Wo Sie sich zum Verkaufen anmelden. Alle Ihre Marketplaces dieser Region werden mitverknüpft.',
    fr: 'Là où vous vous connectez pour vendre. Toutes vos places de marché de cette région sont liées avec elle.',
  },
  example: 'A1805IZSGTT6HS',
  choices: MARKETPLACES.map((marketplace) => ({
    value: marketplace.id,
    label: {
      en: nameOf(marketplace, 'en'),
      nl: nameOf(marketplace, 'nl'),
      de: nameOf(marketplace, 'de'),
      fr: nameOf(marketplace, 'fr'),
    },
  })),
};

/** https://developer-docs.amazon.com/sp-api/docs/website-authorization-workflow */
const consent: ByConsent = {
  kind: 'consent',
  id: 'consent',
  title: {
    en: 'Log in to Seller Central',
    nl: 'Inloggen bij Seller Central',
    de: 'Bei Seller Central anmelden',
    fr: 'Se connecter à Seller Central',
  },
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
  title: {
    en: 'Use the keys of your own app',
    nl: 'Sleutels van uw eigen app gebruiken',
    de: 'Schlüssel der eigenen App verwenden',
    fr: 'Utiliser les clés de votre propre application',
  },
  inputs: [
    {
      key: 'marketplaceIds',
      kind: 'text',
      label: {
        en: 'Countries you sell in',
        nl: 'Landen waar u verkoopt',
        de: 'Länder, in denen Sie verkaufen',
        fr: 'Pays où vous vendez',
      },
      hint: {
        en: 'Country codes of one region, separated by commas; your home marketplace first.',
        nl: 'Landcodes van één regio, gescheiden door komma’s; uw eigen marktplaats eerst.',
        de: 'Ländercodes einer Region, durch Kommas getrennt; Ihr Heimat-Marketplace zuerst.',
        fr: 'Codes de pays d’une même région, séparés par des virgules ; votre place principale en premier.',
      },
      example: 'NL, DE',
      pattern: '\\s*[A-Za-z0-9]{2,16}(\\s*[,;]\\s*[A-Za-z0-9]{2,16})*\\s*',
    },
    {
      key: 'token',
      kind: 'secret',
      label: { en: 'Refresh token', nl: 'Refresh token', de: 'Refresh-Token', fr: 'Refresh token' },
      hint: {
        en: 'Begins with Atzr| and is shown once, when you authorise the app.',
        nl: 'Begint met Atzr| en wordt één keer getoond, als u de app autoriseert.',
        de: 'Beginnt mit Atzr| und wird einmal angezeigt, wenn Sie die App autorisieren.',
        fr: 'Commence par Atzr| et n’est affiché qu’une fois, lors de l’autorisation de l’application.',
      },
      example: 'Atzr|IwEBIExample',
      pattern: '\\s*Atzr\\|\\S+\\s*',
    },
    {
      key: 'clientId',
      kind: 'text',
      label: {
        en: 'LWA client identifier',
        nl: 'LWA-clientidentificatie',
        de: 'LWA-Client-ID',
        fr: 'Identifiant client LWA',
      },
      example: 'amzn1.application-oa2-client.0123456789abcdef',
      pattern: '\\s*amzn1\\.application-oa2-client\\.\\w+\\s*',
    },
    {
      key: 'clientSecret',
      kind: 'secret',
      label: {
        en: 'LWA client secret',
        nl: 'LWA-clientgeheim',
        de: 'LWA-Client-Secret',
        fr: 'Secret client LWA',
      },
      example: 'amzn1.oa2-cs.v1.0123456789abcdef',
    },
    {
      key: 'sellerId',
      kind: 'text',
      label: {
        en: 'Merchant token',
        nl: 'Merchant token',
        de: 'Händlertoken',
        fr: 'Jeton de marchand',
      },
      hint: {
        en: 'Seller Central, Settings, Account Info, Business Information. Needed for products.',
        nl: 'Seller Central, Instellingen, Accountgegevens, Bedrijfsgegevens. Nodig voor producten.',
        de: 'Seller Central, Einstellungen, Kontoinformationen, Geschäftsinformationen. Für Produkte nötig.',
        fr: 'Seller Central, Paramètres, Informations sur le compte, Informations commerciales. Nécessaire pour les produits.',
      },
      example: 'A2EXAMPLE1SELLER',
      pattern: '\\s*[Aa][A-Za-z0-9]{9,19}\\s*',
    },
  ],
  steps: {
    en: [
      'In Seller Central, open Apps and Services, then Develop Apps.',
      'Give your app the roles "Inventory and Order Tracking" and "Product Listing".',
      'Next to the app choose Authorize app, and copy the refresh token.',
      'Under LWA credentials choose View, and copy identifier and secret.',
    ],
    nl: [
      'Open in Seller Central Apps en services en daarna Apps ontwikkelen.',
      'Geef uw app de rollen „Inventory and Order Tracking” en „Product Listing”.',
      'Kies bij de app Autoriseren en kopieer het refresh token.',
      'Kies bij LWA-gegevens Weergeven en kopieer identificatie en geheim.',
    ],
    de: [
      'Öffnen Sie in Seller Central „Apps und Services“, dann „Apps entwickeln“.',
      'Geben Sie Ihrer App die Rollen „Inventory and Order Tracking“ und „Product Listing“.',
      'Wählen Sie bei der App „Autorisieren“ und kopieren Sie das Refresh-Token.',
      'Wählen Sie bei den LWA-Anmeldedaten „Anzeigen“ und kopieren Sie ID und Secret.',
    ],
    fr: [
      'Dans Seller Central, ouvrez Applications et services, puis Développer des applications.',
      'Donnez à votre application les rôles « Inventory and Order Tracking » et « Product Listing ».',
      'À côté de l’application, choisissez Autoriser et copiez le refresh token.',
      'Sous Identifiants LWA, choisissez Afficher et copiez l’identifiant et le secret.',
    ],
  },
  place(given) {
    const typed = given.marketplaceIds ?? '';
    const [first = ''] = (typeof typed === 'string' ? typed : typed.join(',')).split(/[\s,;]+/);
    const marketplace = findMarketplace(first);
    return marketplace && `https://${marketplace.sellerCentral}/sellingpartner/developerconsole`;
  },
};

export const link: Linking = { ways: [consent, form], reasons };
