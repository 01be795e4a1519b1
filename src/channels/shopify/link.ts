// How a merchant links a Shopify shop: by consent, by an app of their own, or by a pasted token.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Credential, Given } from '../../model/credential.ts';
import type { Call } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { isRecord } from '../kit/loose.ts';
import { tokenIn } from '../kit/token-answer.ts';
import type { Arrival, ByConsent, ByForm, Input, Linking, Trip } from '../way.ts';
import { shopHost } from './auth.ts';
import { reasons } from './link-reasons.ts';

const shop: Input = {
  key: 'baseUrl',
  label: {
    en: 'Shop address',
    nl: 'Adres van de winkel',
    de: 'Adresse des Shops',
    fr: 'Adresse de la boutique',
  },
  hint: {
    en: 'The address that ends in myshopify.com, or what stands in the address bar of your Shopify admin.',
    nl: 'Het adres dat eindigt op myshopify.com, of wat in de adresbalk van uw Shopify-beheer staat.',
    de: 'Die Adresse, die auf myshopify.com endet, oder was in der Adresszeile Ihres Shopify-Adminbereichs steht.',
    fr: 'L’adresse qui se termine par myshopify.com, ou ce que montre la barre d’adresse de votre interface Shopify.',
  },
  example: 'your-shop.myshopify.com',
  kind: 'address',
};

/** Without `read_all_orders`, which Shopify grants to few apps, orders of the last 60 days are read. */
const SCOPES = ['read_orders', 'read_products', 'read_customers', 'read_locations'];
const NEEDED = ['read_orders', 'read_products'];
/** How far the vendor's own library lets the clocks be apart. */
const CLOCK_MS = 90_000;

/** https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/authorization-code-grant */
const byConsent: ByConsent = {
  kind: 'consent',
  id: 'shopify',
  title: {
    en: 'Sign in at Shopify',
    nl: 'Inloggen bij Shopify',
    de: 'Bei Shopify anmelden',
    fr: 'Se connecter à Shopify',
  },
  needs: ['clientId', 'clientSecret'],
  inputs: [shop],

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
  title: {
    en: 'With an app of your own',
    nl: 'Met een eigen app',
    de: 'Mit einer eigenen App',
    fr: 'Avec votre propre application',
  },
  inputs: [
    shop,
    {
      key: 'clientId',
      label: { en: 'Client ID', nl: 'Client-ID', de: 'Client-ID', fr: 'ID client' },
      example: '0123456789abcdef0123456789abcdef',
      kind: 'text',
    },
    {
      key: 'clientSecret',
      label: {
        en: 'Client secret',
        nl: 'Clientgeheim',
        de: 'Client-Geheimnis',
        fr: 'Secret client',
      },
      example: 'shpss_0123456789abcdef…',
      kind: 'secret',
    },
  ],
  steps: {
    en: [
      'Open the Dev Dashboard of your Shopify organisation and choose Create app.',
      'Give it the Admin API scopes read_orders, read_products and read_customers, release a version, and install the app in your shop.',
      'Open Settings of the app: the client ID and the client secret stand there.',
    ],
    nl: [
      'Open het Dev Dashboard van uw Shopify-organisatie en kies Create app.',
      'Geef de app de Admin API-scopes read_orders, read_products en read_customers, publiceer een versie en installeer de app in uw winkel.',
      'Open Settings van de app: daar staan de client-ID en het clientgeheim.',
    ],
    de: [
      'Öffnen Sie das Dev Dashboard Ihrer Shopify-Organisation und wählen Sie Create app.',
      'Geben Sie der App die Admin-API-Scopes read_orders, read_products und read_customers, veröffentlichen Sie eine Version und installieren Sie die App in Ihrem Shop.',
      'Öffnen Sie Settings der App: Dort stehen Client-ID und Client-Geheimnis.',
    ],
    fr: [
      'Ouvrez le Dev Dashboard de votre organisation Shopify et choisissez Create app.',
      'Donnez à l’application les autorisations Admin API read_orders, read_products et read_customers, publiez une version et installez-la dans votre boutique.',
      'Ouvrez Settings de l’application : l’ID client et le secret client s’y trouvent.',
    ],
  },
  place: () => 'https://dev.shopify.com/dashboard',
};

const byToken: ByForm = {
  kind: 'form',
  id: 'token',
  title: {
    en: 'With an access token',
    nl: 'Met een toegangstoken',
    de: 'Mit einem Zugriffstoken',
    fr: 'Avec un jeton d’accès',
  },
  inputs: [
    shop,
    {
      key: 'token',
      label: { en: 'Access token', nl: 'Toegangstoken', de: 'Zugriffstoken', fr: 'Jeton d’accès' },
      hint: {
        en: 'The Admin API access token of a custom app. Shopify showed it once, when the app was installed.',
        nl: 'Het Admin API-toegangstoken van een eigen app. Shopify toonde het één keer, bij het installeren.',
        de: 'Das Admin-API-Zugriffstoken einer eigenen App. Shopify hat es einmal gezeigt, bei der Installation.',
        fr: 'Le jeton d’accès Admin API d’une application personnalisée. Shopify l’a montré une seule fois, à l’installation.',
      },
      example: 'shpat_0123456789abcdef…',
      kind: 'secret',
    },
  ],
  steps: {
    en: [
      'Open your Shopify admin and go to Settings, Apps and sales channels, Develop apps.',
      'Open your app. Under Configuration it needs the Admin API scopes read_orders and read_products.',
      'Under API credentials you find the Admin API access token. If it is no longer shown, reinstall the app to get a new one.',
    ],
    nl: [
      'Open uw Shopify-beheer en ga naar Instellingen, Apps en verkoopkanalen, Apps ontwikkelen.',
      'Open uw app. Onder Configuratie heeft ze de Admin API-scopes read_orders en read_products nodig.',
      'Onder API-gegevens staat het Admin API-toegangstoken. Is het niet meer zichtbaar, installeer de app dan opnieuw.',
    ],
    de: [
      'Öffnen Sie Ihren Shopify-Adminbereich und gehen Sie zu Einstellungen, Apps und Vertriebskanäle, Apps entwickeln.',
      'Öffnen Sie Ihre App. Unter Konfiguration braucht sie die Admin-API-Scopes read_orders und read_products.',
      'Unter API-Anmeldedaten steht das Admin-API-Zugriffstoken. Wird es nicht mehr gezeigt, installieren Sie die App neu.',
    ],
    fr: [
      'Ouvrez votre interface Shopify, puis Paramètres, Applications et canaux de vente, Développer des applications.',
      'Ouvrez votre application. Sous Configuration, il lui faut les autorisations Admin API read_orders et read_products.',
      'Sous Identifiants API se trouve le jeton d’accès Admin API. S’il n’est plus affiché, réinstallez l’application.',
    ],
  },
  place: (given) => {
    const host = typeof given.baseUrl === 'string' ? hostOf(given) : undefined;
    return host && `https://${host}/admin/settings/apps/development`;
  },
};

export const link: Linking = { ways: [byConsent, byToken, byApp], reasons };
