// How a merchant links a WooCommerce shop: by WordPress's own approval page, or by a pasted key.

import type { Given } from '../../model/credential.ts';
import { Fault } from '../../model/faults.ts';
import type { ByConsent, ByForm, Input, Linking } from '../way.ts';
import { accept, acceptAddress } from './auth.ts';
import { reasons } from './link-reasons.ts';

const site: Input = {
  key: 'baseUrl',
  label: {
    en: 'Shop address',
    nl: 'Adres van de winkel',
    de: 'Adresse des Shops',
    fr: 'Adresse de la boutique',
  },
  hint: {
    en: 'As in the browser. If WordPress lives in a folder, with that folder.',
    nl: 'Zoals in de browser. Staat WordPress in een map, dan met die map.',
    de: 'Wie im Browser. Liegt WordPress in einem Ordner, dann mit diesem Ordner.',
    fr: 'Comme dans le navigateur. Si WordPress est dans un dossier, avec ce dossier.',
  },
  example: 'https://www.example.com',
  kind: 'address',
};

/** The address without `www.shop.nl/wp-admin` and the like; `accept` does the same for keys. */
const addressOf = ({ baseUrl }: Given): string =>
  acceptAddress(typeof baseUrl === 'string' ? baseUrl.trim() : '');

/**
 * WordPress asks its own user, then its server brings the key to `receiveUrl` and the browser comes
 * back with `success=1`, or with `success=0` when the user said no.
 * https://woocommerce.github.io/woocommerce-rest-api-docs/#rest-api-keys
 */
const byConsent: ByConsent = {
  kind: 'consent',
  id: 'wordpress',
  title: {
    en: 'Approve in WordPress',
    nl: 'Goedkeuren in WordPress',
    de: 'In WordPress erlauben',
    fr: 'Autoriser dans WordPress',
  },
  needs: [],
  inputs: [site],

  begin(given, { appName, state, returnUrl, receiveUrl }) {
    const baseUrl = addressOf(given);
    const url = new URL(`${baseUrl}/wc-auth/v1/authorize`);
    url.searchParams.set('app_name', appName);
    url.searchParams.set('scope', 'read');
    url.searchParams.set('user_id', state);
    url.searchParams.set('return_url', returnUrl);
    url.searchParams.set('callback_url', receiveUrl);
    return { url: url.href.replaceAll('+', '%20'), account: { baseUrl } };
  },

  receive(body, { baseUrl = '' }) {
    const { consumer_key: consumerKey, consumer_secret: consumerSecret } = (body ?? {}) as Record<
      string,
      unknown
    >;
    if (typeof consumerKey !== 'string' || typeof consumerSecret !== 'string')
      throw new Fault('invalid_request', 'The shop sent no key.', { reason: 'not_received' });
    return accept({ baseUrl, consumerKey, consumerSecret });
  },

  /** Asked only when the shop brought no key. */
  async finish({ query }) {
    if (query.success === '1')
      throw new Fault('credential_refused', 'The shop did not deliver its key.', {
        reason: 'not_received',
      });
    throw new Fault('credential_refused', 'The access was not approved.', {
      reason: 'consent_denied',
    });
  },
};

const byKeys: ByForm = {
  kind: 'form',
  id: 'keys',
  title: {
    en: 'With a key from WordPress',
    nl: 'Met een sleutel uit WordPress',
    de: 'Mit einem Schlüssel aus WordPress',
    fr: 'Avec une clé de WordPress',
  },
  inputs: [
    site,
    {
      key: 'consumerKey',
      label: {
        en: 'Consumer key',
        nl: 'Consumer key',
        de: 'Consumer key',
        fr: 'Clé client (consumer key)',
      },
      example: 'ck_0123456789abcdef…',
      kind: 'secret',
      pattern: '\\s*ck_\\w+\\s*',
    },
    {
      key: 'consumerSecret',
      label: {
        en: 'Consumer secret',
        nl: 'Consumer secret',
        de: 'Consumer secret',
        fr: 'Secret client (consumer secret)',
      },
      hint: {
        en: 'Shown once, beside the consumer key, when the key is made.',
        nl: 'Wordt één keer getoond, naast de consumer key, als de sleutel wordt gemaakt.',
        de: 'Wird einmal gezeigt, neben dem Consumer key, wenn der Schlüssel entsteht.',
        fr: 'Affiché une seule fois, à côté de la clé, lors de sa création.',
      },
      example: 'cs_0123456789abcdef…',
      kind: 'secret',
      pattern: '\\s*cs_\\w+\\s*',
    },
  ],
  steps: {
    en: [
      'Sign in to the WordPress admin of your shop as an administrator.',
      'Go to WooCommerce, Settings, Advanced, REST API, and choose Add key.',
      'Choose an administrator or shop manager as its user, and Read as its permission.',
      'Choose Generate API key, and copy the consumer key and the consumer secret.',
    ],
    nl: [
      'Log als beheerder in op het WordPress-beheer van uw winkel.',
      'Ga naar WooCommerce, Instellingen, Geavanceerd, REST API en kies Sleutel toevoegen.',
      'Kies een beheerder of winkelmanager als gebruiker en Lezen als machtiging.',
      'Kies API-sleutel genereren en kopieer de consumer key en het consumer secret.',
    ],
    de: [
      'Melden Sie sich als Administrator in der WordPress-Verwaltung Ihres Shops an.',
      'Gehen Sie zu WooCommerce, Einstellungen, Erweitert, REST-API und wählen Sie Schlüssel hinzufügen.',
      'Wählen Sie einen Administrator oder Shop-Manager als Benutzer und Lesen als Berechtigung.',
      'Wählen Sie API-Schlüssel generieren und kopieren Sie Consumer key und Consumer secret.',
    ],
    fr: [
      'Connectez-vous en administrateur à l’interface WordPress de votre boutique.',
      'Ouvrez WooCommerce, Réglages, Avancé, API REST, et choisissez Ajouter une clé.',
      'Choisissez un administrateur ou un gestionnaire de boutique comme utilisateur, et Lecture comme droit.',
      'Choisissez Générer une clé d’API, puis copiez la clé client et le secret client.',
    ],
  },
  place: (given) =>
    given.baseUrl === undefined
      ? undefined
      : `${addressOf(given)}/wp-admin/admin.php?page=wc-settings&tab=advanced&section=keys`,
};

export const link: Linking = { ways: [byConsent, byKeys], reasons };
