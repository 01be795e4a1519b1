// How a merchant links a BigCommerce store: the values of an API account, or the app's installation.

import type { Given } from '../../model/credential.ts';
import type { Call, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { isRecord } from '../kit/loose.ts';
import { tokenIn } from '../kit/token-answer.ts';
import type { Arrival, ByConsent, ByForm, Input, Linking, Trip } from '../way.ts';
import { accept, LOGIN, storeHash } from './auth.ts';
import { reasons } from './link-reasons.ts';

const storeInput: Input = {
  key: 'store_hash',
  label: { en: 'Store hash', nl: 'Store-hash', de: 'Store-Hash', fr: 'Identifiant (store hash)' },
  hint: {
    en: 'The part after /stores/ in the API path. You may paste the whole API path or the address of your control panel.',
    nl: 'Het deel na /stores/ in het API-pad. U mag ook het hele API-pad of het adres van uw beheerpaneel plakken.',
    de: 'Der Teil nach /stores/ im API-Pfad. Sie können auch den ganzen API-Pfad oder die Adresse Ihres Control Panels einfügen.',
    fr: 'La partie après /stores/ dans le chemin d’API. Vous pouvez aussi coller le chemin d’API entier ou l’adresse de votre panneau de configuration.',
  },
  example: 'k7x2m9qa4c',
  kind: 'text',
  pattern: '.*[A-Za-z0-9].*',
};

const byKeys: ByForm = {
  kind: 'form',
  id: 'keys',
  title: {
    en: 'With an API account',
    nl: 'Met een API-account',
    de: 'Mit einem API-Konto',
    fr: 'Avec un compte API',
  },
  inputs: [
    storeInput,
    {
      key: 'token',
      label: {
        en: 'Access token',
        nl: 'Toegangstoken',
        de: 'Zugriffstoken',
        fr: 'Jeton d’accès',
      },
      hint: {
        en: 'BigCommerce shows it once, when the API account is made; it is also in the text file offered then.',
        nl: 'BigCommerce toont het één keer, als u het API-account maakt; het staat ook in het tekstbestand dat u dan krijgt.',
        de: 'BigCommerce zeigt es einmal an, wenn das API-Konto erstellt wird; es steht auch in der Textdatei, die Sie dann erhalten.',
        fr: 'BigCommerce l’affiche une seule fois, à la création du compte API ; il figure aussi dans le fichier texte proposé à ce moment-là.',
      },
      example: '0a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5',
      kind: 'secret',
      pattern: '\\s*[!-~]+\\s*',
    },
  ],
  steps: {
    en: [
      'Sign in to your BigCommerce control panel as the store owner.',
      'Go to Settings > Store-level API accounts and choose Create API account (type V2/V3 API token).',
      'Set these scopes to read-only: Orders, Products, Information & Settings. Customers, also read-only, adds details about buyers.',
      'Save, and copy the access token and the API path from the window that appears.',
    ],
    nl: [
      'Log als winkeleigenaar in op uw BigCommerce-beheerpaneel.',
      'Ga naar Settings > Store-level API accounts en kies Create API account (type V2/V3 API token).',
      'Zet deze scopes op read-only: Orders, Products, Information & Settings. Customers, ook read-only, voegt gegevens over kopers toe.',
      'Sla op en kopieer het toegangstoken en het API-pad uit het venster dat verschijnt.',
    ],
    de: [
      'Melden Sie sich als Shop-Inhaber im BigCommerce-Control-Panel an.',
      'Öffnen Sie Settings > Store-level API accounts und wählen Sie Create API account (Typ V2/V3 API token).',
      'Stellen Sie diese Scopes auf read-only: Orders, Products, Information & Settings. Customers, ebenfalls read-only, ergänzt Angaben zu Käufern.',
      'Speichern Sie und kopieren Sie Zugriffstoken und API-Pfad aus dem Fenster, das erscheint.',
    ],
    fr: [
      'Connectez-vous au panneau de configuration BigCommerce en tant que propriétaire de la boutique.',
      'Ouvrez Settings > Store-level API accounts et choisissez Create API account (type V2/V3 API token).',
      'Réglez ces autorisations sur read-only : Orders, Products, Information & Settings. Customers, aussi en read-only, ajoute des informations sur les acheteurs.',
      'Enregistrez, puis copiez le jeton d’accès et le chemin d’API de la fenêtre qui s’affiche.',
    ],
  },
  place: (given) => {
    const hash = hashOf(given);
    return hash && `https://store-${hash}.mybigcommerce.com/manage/settings/auth/api-accounts`;
  },
};

function hashOf({ store_hash: typed }: Given): string | undefined {
  try {
    return typeof typed === 'string' ? storeHash(typed.trim()) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The merchant installs the operator's app. BigCommerce sends no state along: the browser is known
 * by its visit, and the store that comes back must be the one that was named before leaving.
 * https://developer.bigcommerce.com/docs/integrations/apps/guide/auth
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
  inputs: [storeInput],

  begin(given, { app }) {
    const typed = given.store_hash;
    const store_hash = storeHash(typeof typed === 'string' ? typed.trim() : '');
    return { url: `${appAddress(app.clientId)}/install`, account: { store_hash } };
  },

  async finish(arrival, trip, call) {
    const external = arrival.query.external_install !== undefined;
    try {
      const credential = await exchange(arrival, trip, call);
      if (external) await report('succeeded', trip, call);
      return credential;
    } catch (error) {
      if (external) await report('failed', trip, call);
      throw error;
    }
  },
};

const appAddress = (clientId = ''): string =>
  `https://${LOGIN}/app/${encodeURIComponent(clientId)}`;

async function exchange({ query, account }: Arrival, trip: Trip, call: Call) {
  const { code = '', context = '', scope = '' } = query;
  if (query.error !== undefined)
    throw new Fault('credential_refused', 'The app was not installed.', {
      reason: 'consent_denied',
      native: query.error_description ?? query.error,
    });
  if (code === '' || context === '')
    throw new Fault('credential_refused', 'BigCommerce sent the browser back without a code.', {
      reason: 'install_refused',
    });
  mustBe(context, account.store_hash);
  const reply = await call({
    method: 'POST',
    url: `https://${LOGIN}/oauth2/token`,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: trip.app.clientId,
      client_secret: trip.app.clientSecret,
      code,
      context,
      scope,
      grant_type: 'authorization_code',
      redirect_uri: trip.returnUrl,
    }),
  });
  const granted = grantOf(reply);
  mustBe(granted.context, account.store_hash);
  mustAllow(granted.scope);
  return accept({ store_hash: account.store_hash ?? '', token: granted.token });
}

/** A code of another store must not be linked to whoever asked for this one. */
function mustBe(context: string, hash: string | undefined) {
  if (hash !== undefined && context.toLowerCase() === `stores/${hash}`) return;
  throw new Fault(
    'credential_refused',
    `The app was installed in another store (${context.slice(0, 60)}) than the one that was named.`,
    { reason: 'other_store_installed' },
  );
}

function grantOf({ body }: Reply) {
  const token = tokenIn(body);
  const { context, scope } = isRecord(body) ? body : {};
  if (!token || typeof context !== 'string')
    throw new Fault('channel_invalid_response', 'BigCommerce’s answer held no access token.');
  return { token: token.accessToken, context, scope: typeof scope === 'string' ? scope : '' };
}

/** Scopes are those of the app's profile; one that may write may read too. */
const NEEDED = ['store_v2_orders', 'store_v2_products'];

function mustAllow(scope: string) {
  const granted = scope.split(/\s+/);
  const missing = NEEDED.filter(
    (name) => !granted.includes(name) && !granted.includes(`${name}_read_only`),
  );
  if (missing.length === 0) return;
  throw new Fault(
    'permission_missing',
    `The app’s profile lacks the scope ${missing.map((name) => `${name}_read_only`).join(' and ')}. Its owner sets it in BigCommerce’s Developer Portal.`,
    { reason: 'app_scopes' },
  );
}

/**
 * An installation from outside the control panel is to be told how it ended. Nothing depends on it.
 * https://developer.bigcommerce.com/docs/integrations/apps/guide/buttons
 */
async function report(outcome: 'succeeded' | 'failed', { app }: Trip, call: Call) {
  try {
    await call({
      url: `${appAddress(app.clientId)}/install/${outcome}`,
      headers: { accept: 'text/html' },
      unread: true,
    });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
  }
}

export const link: Linking = { ways: [byKeys, byApp], reasons };
