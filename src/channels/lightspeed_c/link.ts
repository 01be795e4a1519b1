// How a merchant links a shop: by an API key of its own, or by installing the operator's app.

import type { Given, VendorApp } from '../../model/credential.ts';
import { Fault } from '../../model/faults.ts';
import type { Arrival, ByConsent, ByForm, Input, Linking, Trip } from '../way.ts';
import { type App, acceptShop, installed, isSigned } from './auth.ts';
import { type Cluster, HOSTS, isCluster, readLanguage, readRegion } from './region.ts';

/** How old an installation may be, and how far clocks may be apart. */
const TOLERANCE = 5 * 60_000;

const regionInput: Input = {
  key: 'region',
  label: { en: 'Region', nl: 'Regio', de: 'Region', fr: 'Région' },
  hint: {
    en: 'Where your shop is hosted. Shops in Europe are almost always in the first.',
    nl: 'Waar uw winkel draait. Winkels in Europa zitten bijna altijd in de eerste.',
    de: 'Wo Ihr Shop betrieben wird. Shops in Europa sind fast immer in der ersten.',
    fr: 'Où votre boutique est hébergée. Les boutiques en Europe sont presque toujours dans la première.',
  },
  example: 'eu1',
  kind: 'choice',
  choices: [
    {
      value: 'eu1',
      label: { en: 'Europe', nl: 'Europa', de: 'Europa', fr: 'Europe' },
    },
    {
      value: 'us1',
      label: {
        en: 'North America',
        nl: 'Noord-Amerika',
        de: 'Nordamerika',
        fr: 'Amérique du Nord',
      },
    },
  ],
};

const languageInput: Input = {
  key: 'language',
  label: { en: 'Shop language', nl: 'Winkeltaal', de: 'Shopsprache', fr: 'Langue de la boutique' },
  hint: {
    en: 'Two letters of a language that is active in your shop. Leave it empty to use the default language.',
    nl: 'Twee letters van een taal die in uw winkel actief is. Laat leeg voor de standaardtaal.',
    de: 'Zwei Buchstaben einer Sprache, die in Ihrem Shop aktiv ist. Leer lassen für die Standardsprache.',
    fr: 'Les deux lettres d’une langue active dans votre boutique. Laissez vide pour la langue par défaut.',
  },
  example: 'nl',
  kind: 'text',
  pattern: '\\s*[A-Za-z]{2}\\s*',
  optional: true,
};

const shopInput: Input = {
  key: 'shopId',
  label: { en: 'Shop number', nl: 'Winkelnummer', de: 'Shopnummer', fr: 'Numéro de boutique' },
  hint: {
    en: 'If you know it: then no other shop can be linked by mistake.',
    nl: 'Als u het weet: dan kan er niet per ongeluk een andere winkel worden gekoppeld.',
    de: 'Falls Sie sie kennen: Dann kann kein anderer Shop versehentlich verknüpft werden.',
    fr: 'Si vous le connaissez : aucune autre boutique ne pourra être associée par erreur.',
  },
  example: '356891',
  kind: 'text',
  pattern: '\\s*[0-9]{1,12}\\s*',
  optional: true,
};

const byKeys: ByForm = {
  kind: 'form',
  id: 'keys',
  title: {
    en: 'With an API key',
    nl: 'Met een API-sleutel',
    de: 'Mit einem API-Schlüssel',
    fr: 'Avec une clé API',
  },
  inputs: [
    regionInput,
    {
      key: 'apiKey',
      label: { en: 'API key', nl: 'API-sleutel', de: 'API-Schlüssel', fr: 'Clé API' },
      hint: {
        en: '32 letters and digits.',
        nl: '32 letters en cijfers.',
        de: '32 Buchstaben und Ziffern.',
        fr: '32 lettres et chiffres.',
      },
      example: '0123456789abcdef0123456789abcdef',
      kind: 'text',
      pattern: '\\s*[0-9A-Za-z]{32}\\s*',
    },
    {
      key: 'apiSecret',
      label: { en: 'API secret', nl: 'API-secret', de: 'API-Secret', fr: 'Secret API' },
      hint: {
        en: '32 letters and digits, beside the API key.',
        nl: '32 letters en cijfers, naast de API-sleutel.',
        de: '32 Buchstaben und Ziffern, neben dem API-Schlüssel.',
        fr: '32 lettres et chiffres, à côté de la clé API.',
      },
      example: 'fedcba9876543210fedcba9876543210',
      kind: 'secret',
      pattern: '\\s*[0-9A-Za-z]{32}\\s*',
    },
    languageInput,
  ],
  steps: {
    en: [
      'Sign in to the back office of your shop.',
      'Open Settings > Developers and choose New API key. If there is no such page, ask Lightspeed support to switch on API keys for your plan.',
      'Give it a name, switch it on (Enabled), and tick Read for Orders, Products and Settings.',
      'Save, and copy the API key and the API secret.',
    ],
    nl: [
      'Log in op de backoffice van uw winkel.',
      'Open Instellingen > Developers (Settings > Developers) en kies Nieuwe API-sleutel. Ontbreekt die pagina, vraag dan Lightspeed-support om API-sleutels voor uw abonnement aan te zetten.',
      'Geef de sleutel een naam, zet hem aan (Enabled) en vink Lezen aan bij Bestellingen, Producten en Instellingen.',
      'Sla op en kopieer de API-sleutel en het API-secret.',
    ],
    de: [
      'Melden Sie sich im Backoffice Ihres Shops an.',
      'Öffnen Sie Einstellungen > Entwickler (Settings > Developers) und wählen Sie Neuer API-Schlüssel. Fehlt diese Seite, bitten Sie den Lightspeed-Support, API-Schlüssel für Ihren Tarif freizuschalten.',
      'Geben Sie ihm einen Namen, schalten Sie ihn ein (Enabled) und haken Sie Lesen bei Bestellungen, Produkten und Einstellungen an.',
      'Speichern Sie und kopieren Sie API-Schlüssel und API-Secret.',
    ],
    fr: [
      'Connectez-vous au back-office de votre boutique.',
      'Ouvrez Paramètres > Développeurs (Settings > Developers) et choisissez Nouvelle clé API. Si cette page manque, demandez au support Lightspeed d’activer les clés API pour votre formule.',
      'Donnez-lui un nom, activez-la (Enabled) et cochez Lire pour les commandes, les produits et les paramètres.',
      'Enregistrez, puis copiez la clé API et le secret API.',
    ],
  },
};

/**
 * The shop opens the address that is registered for the app, with a token in its query. Lightspeed
 * sends no state along: the browser is known by its visit, and where a shop was named before
 * leaving, it must be the one that comes back.
 */
const byApp: ByConsent = {
  kind: 'consent',
  id: 'app',
  title: {
    en: 'By installing the app',
    nl: 'Door de app te installeren',
    de: 'Durch Installation der App',
    fr: 'En installant l’application',
  },
  needs: ['clientId', 'clientSecret'],
  inputs: [regionInput, languageInput, shopInput],

  begin(given, { app }) {
    const { cluster, language, shopId } = destination(given);
    const url = new URL(`https://${HOSTS[cluster]}/${language}/apps/install`);
    url.searchParams.set('api_key', appOf(app, cluster).key);
    if (shopId) url.searchParams.set('shop_id', shopId);
    return { url: url.href, account: { cluster, ...(shopId && { shopId }) } };
  },

  finish: async (arrival, trip) => receive(arrival, trip),
};

function destination(given: Given) {
  const text = (key: string) => (typeof given[key] === 'string' ? given[key].trim() : '');
  const { cluster } = readRegion(text('region')) ?? {};
  if (!cluster)
    throw new Fault('invalid_request', '"region" must be eu1 (Europe) or us1 (North America).', {
      field: 'region',
      reason: 'region_form',
    });
  const language = readLanguage(text('language'));
  if (!language && text('language') !== '')
    throw new Fault('invalid_request', '"language" must be two letters, such as nl or en.', {
      field: 'language',
      reason: 'language_form',
    });
  // The page before the shop is chosen speaks English on either cluster.
  return { cluster, language: language ?? 'en', shopId: acceptShop(text('shopId')) };
}

/** An app has a key of its own on each cluster; an operator with one app only has one. */
function appOf(app: VendorApp, cluster: Cluster): App {
  const american = cluster === 'us1' && app.usClientId && app.usClientSecret;
  return american
    ? { key: app.usClientId ?? '', secret: app.usClientSecret ?? '' }
    : { key: app.clientId ?? '', secret: app.clientSecret ?? '' };
}

function receive({ query, account }: Arrival, { app, now }: Trip) {
  const { token = '', signature = '', timestamp = '' } = query;
  const refuse = (reason: string, message: string, native?: string) =>
    new Fault('credential_refused', message, { reason, native });
  if (token === '' || signature === '' || query.error !== undefined)
    throw refuse('consent_denied', 'The app was not installed.', query.error);
  const { cluster = '' } = account;
  if (!isCluster(cluster)) throw refuse('wrong_state', 'Nobody knows where this trip began.');
  const own = appOf(app, cluster);
  if (!isSigned(query, own.secret))
    throw refuse('bad_signature', 'The answer was not signed by Lightspeed for this app.');
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp) * 1000) > TOLERANCE)
    throw refuse('clock_skew', 'The answer is too old, or a clock is wrong.');
  if (query.cluster_id && query.cluster_id !== cluster)
    throw refuse('wrong_account', 'The app was installed on the other cluster.');
  if (account.shopId && query.shop_id !== account.shopId)
    throw refuse('wrong_account', 'The app was installed in another shop than the one named.');
  const language = readLanguage(query.language ?? '');
  return installed(own, token, {
    cluster,
    ...(language && { language }),
    ...(query.shop_id && { shopId: query.shop_id }),
  });
}

export const link: Linking = {
  ways: [byKeys, byApp],
  reasons: {
    region_form: {
      en: 'Choose the region of your shop: Europe or North America.',
      nl: 'Kies de regio van uw winkel: Europa of Noord-Amerika.',
      de: 'Wählen Sie die Region Ihres Shops: Europa oder Nordamerika.',
      fr: 'Choisissez la région de votre boutique : Europe ou Amérique du Nord.',
    },
    language_form: {
      en: 'Write the shop language as two letters, such as nl or en, or leave it empty.',
      nl: 'Schrijf de winkeltaal als twee letters, zoals nl of en, of laat het veld leeg.',
      de: 'Schreiben Sie die Shopsprache mit zwei Buchstaben, etwa nl oder en, oder lassen Sie das Feld leer.',
      fr: 'Écrivez la langue de la boutique en deux lettres, par exemple nl ou en, ou laissez vide.',
    },
    key_form: {
      en: 'API key and API secret each have exactly 32 letters and digits. Copy both again, whole and without spaces.',
      nl: 'API-sleutel en API-secret hebben elk precies 32 letters en cijfers. Kopieer beide opnieuw, helemaal en zonder spaties.',
      de: 'API-Schlüssel und API-Secret haben jeweils genau 32 Buchstaben und Ziffern. Kopieren Sie beide noch einmal, vollständig und ohne Leerzeichen.',
      fr: 'La clé API et le secret API ont chacun exactement 32 lettres et chiffres. Copiez-les à nouveau, en entier et sans espace.',
    },
    shop_form: {
      en: 'The shop number consists of digits only, such as 356891. You may leave it empty.',
      nl: 'Het winkelnummer bestaat alleen uit cijfers, zoals 356891. U mag het leeg laten.',
      de: 'Die Shopnummer besteht nur aus Ziffern, etwa 356891. Sie können sie leer lassen.',
      fr: 'Le numéro de boutique ne contient que des chiffres, par exemple 356891. Vous pouvez le laisser vide.',
    },
    access_denied: {
      en: 'Lightspeed does not accept this key. Check that the key is switched on (Enabled) under Settings > Developers, and copy the key and the secret again.',
      nl: 'Lightspeed accepteert deze sleutel niet. Controleer of de sleutel aanstaat (Enabled) onder Instellingen > Developers en kopieer sleutel en secret opnieuw.',
      de: 'Lightspeed akzeptiert diesen Schlüssel nicht. Prüfen Sie unter Einstellungen > Entwickler, ob er eingeschaltet ist (Enabled), und kopieren Sie Schlüssel und Secret noch einmal.',
      fr: 'Lightspeed n’accepte pas cette clé. Vérifiez qu’elle est activée (Enabled) dans Paramètres > Développeurs, puis copiez à nouveau la clé et le secret.',
    },
    wrong_cluster: {
      en: 'The key is good, but your shop is in the other region. Choose the other region and try again.',
      nl: 'De sleutel klopt, maar uw winkel zit in de andere regio. Kies de andere regio en probeer het opnieuw.',
      de: 'Der Schlüssel stimmt, aber Ihr Shop ist in der anderen Region. Wählen Sie die andere Region und versuchen Sie es noch einmal.',
      fr: 'La clé est bonne, mais votre boutique est dans l’autre région. Choisissez l’autre région et réessayez.',
    },
    unknown_language: {
      en: 'This language is not active in your shop. Leave the language empty, or write the two letters of one that is active.',
      nl: 'Deze taal is niet actief in uw winkel. Laat de taal leeg, of schrijf de twee letters van een taal die wel actief is.',
      de: 'Diese Sprache ist in Ihrem Shop nicht aktiv. Lassen Sie die Sprache leer, oder schreiben Sie die zwei Buchstaben einer aktiven Sprache.',
      fr: 'Cette langue n’est pas active dans votre boutique. Laissez la langue vide, ou écrivez les deux lettres d’une langue active.',
    },
    orders_not_allowed: {
      en: 'The key may not read orders. Tick Read for Orders at this key under Settings > Developers, save, and try again.',
      nl: 'De sleutel mag geen bestellingen lezen. Vink bij deze sleutel Lezen aan voor Bestellingen onder Instellingen > Developers, sla op en probeer het opnieuw.',
      de: 'Der Schlüssel darf keine Bestellungen lesen. Haken Sie bei diesem Schlüssel unter Einstellungen > Entwickler Lesen für Bestellungen an, speichern Sie und versuchen Sie es noch einmal.',
      fr: 'La clé ne peut pas lire les commandes. Cochez Lire pour les commandes dans Paramètres > Développeurs, enregistrez et réessayez.',
    },
    products_not_allowed: {
      en: 'The key may not read products. Tick Read for Products at this key under Settings > Developers, save, and try again.',
      nl: 'De sleutel mag geen producten lezen. Vink bij deze sleutel Lezen aan voor Producten onder Instellingen > Developers, sla op en probeer het opnieuw.',
      de: 'Der Schlüssel darf keine Produkte lesen. Haken Sie bei diesem Schlüssel unter Einstellungen > Entwickler Lesen für Produkte an, speichern Sie und versuchen Sie es noch einmal.',
      fr: 'La clé ne peut pas lire les produits. Cochez Lire pour les produits dans Paramètres > Développeurs, enregistrez et réessayez.',
    },
    settings_not_allowed: {
      en: 'The key may not read settings, where the currency of your shop stands. Tick Read for Settings at this key under Settings > Developers, save, and try again.',
      nl: 'De sleutel mag geen instellingen lezen, en daar staat de valuta van uw winkel. Vink bij deze sleutel Lezen aan voor Instellingen onder Instellingen > Developers, sla op en probeer het opnieuw.',
      de: 'Der Schlüssel darf keine Einstellungen lesen, in denen die Währung Ihres Shops steht. Haken Sie bei diesem Schlüssel unter Einstellungen > Entwickler Lesen für Einstellungen an, speichern Sie und versuchen Sie es noch einmal.',
      fr: 'La clé ne peut pas lire les paramètres, où se trouve la devise de votre boutique. Cochez Lire pour les paramètres dans Paramètres > Développeurs, enregistrez et réessayez.',
    },
  },
};
