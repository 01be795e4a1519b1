// How a seller links a bol account: by keys of the Retailer API, or by saying yes to the operator's app.
import { timingSafeEqual } from 'node:crypto';
import { Fault } from '../../model/faults.ts';
import type { ByConsent, ByForm, Linking, Words } from '../way.ts';
import { LOGIN } from './asks.ts';
import { redeem } from './auth.ts';

const byKeys: ByForm = {
  kind: 'form',
  id: 'keys',
  title: {
    en: 'With API keys',
    nl: 'Met API-sleutels',
    de: 'Mit API-Schlüsseln',
    fr: 'Avec des clés API',
  },
  inputs: [
    {
      key: 'clientId',
      label: { en: 'Client ID', nl: 'Client ID', de: 'Client-ID', fr: 'Client ID' },
      hint: {
        en: 'Shown in the list of client credentials for the Retailer API.',
        nl: 'Staat in de lijst met Client credentials voor de Retailer API.',
        de: 'Steht in der Liste der Client Credentials für die Retailer API.',
        fr: 'Figure dans la liste des Client credentials de la Retailer API.',
      },
      example: '8f0b5c1e-2d34-4a67-9b80-1c2d3e4f5a6b',
      kind: 'text',
      pattern: '\\s*[^\\s:]+\\s*',
    },
    {
      key: 'clientSecret',
      label: { en: 'Client secret', nl: 'Client secret', de: 'Client-Secret', fr: 'Client secret' },
      hint: {
        en: 'Appears when you choose “Toon secret” (Show secret) below the client ID.',
        nl: 'Verschijnt als u onder de Client ID op “Toon secret” klikt.',
        de: 'Erscheint, wenn Sie unter der Client-ID auf „Toon secret“ (Show secret) klicken.',
        fr: 'S’affiche quand vous cliquez sur « Toon secret » (Show secret) sous le Client ID.',
      },
      example: 'q7R2…',
      kind: 'secret',
      pattern: '\\s*\\S+\\s*',
    },
  ],
  steps: {
    en: [
      'Sign in to your bol seller account and open Instellingen (Settings).',
      'Under Diensten (Services), choose API-instellingen (API settings). Fill in the technical contact if bol asks for one.',
      'Under “Client credentials voor de Retailer API”, choose Aanmaken (Create) and give the keys a name.',
      'Copy the client ID, choose “Toon secret” (Show secret), and copy the client secret.',
    ],
    nl: [
      'Log in op uw bol-verkoopaccount en open Instellingen.',
      'Kies onder Diensten de API-instellingen. Vul de technische contactpersoon in als bol erom vraagt.',
      'Klik onder “Client credentials voor de Retailer API” op Aanmaken en geef de sleutels een naam.',
      'Kopieer de Client ID, klik op “Toon secret” en kopieer het Client secret.',
    ],
    de: [
      'Melden Sie sich in Ihrem bol-Verkäuferkonto an und öffnen Sie Instellingen (Einstellungen).',
      'Wählen Sie unter Diensten (Dienste) die API-instellingen. Tragen Sie den technischen Kontakt ein, falls bol danach fragt.',
      'Klicken Sie unter „Client credentials voor de Retailer API“ auf Aanmaken (Erstellen) und geben Sie den Schlüsseln einen Namen.',
      'Kopieren Sie die Client-ID, klicken Sie auf „Toon secret“ und kopieren Sie das Client-Secret.',
    ],
    fr: [
      'Connectez-vous à votre compte vendeur bol et ouvrez Instellingen (Paramètres).',
      'Sous Diensten (Services), choisissez API-instellingen. Indiquez le contact technique si bol le demande.',
      'Sous « Client credentials voor de Retailer API », cliquez sur Aanmaken (Créer) et donnez un nom aux clés.',
      'Copiez le Client ID, cliquez sur « Toon secret », puis copiez le Client secret.',
    ],
  },
  place: () => 'https://partner.bol.com/sdd/preferences/services/api',
};

/**
 * The code flow for intermediaries, which bol has to approve.
 * https://api.bol.com/retailer/public/Retailer-API/intermediary-authorization.html
 */
const byConsent: ByConsent = {
  kind: 'consent',
  id: 'consent',
  title: {
    en: 'By signing in at bol',
    nl: 'Door in te loggen bij bol',
    de: 'Durch Anmeldung bei bol',
    fr: 'En se connectant chez bol',
  },
  needs: ['clientId', 'clientSecret'],
  inputs: [],

  begin(_given, { app, state, returnUrl }) {
    const url = new URL(`https://${LOGIN}/authorize`);
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: app.clientId ?? '',
      scope: 'offline_access',
      redirect_uri: returnUrl,
      state,
    }).toString();
    return { url: url.href, account: {} };
  },

  async finish({ query }, { app, state, returnUrl, now }, call) {
    if (!same(query.state ?? '', state))
      throw new Fault('credential_refused', 'The browser came back with another state.', {
        reason: 'wrong_state',
      });
    if (query.error !== undefined)
      throw new Fault('credential_refused', 'bol was told not to give access.', {
        reason: query.error === 'access_denied' ? 'consent_denied' : 'code_refused',
        native: query.error_description ?? query.error,
      });
    if (!query.code)
      throw new Fault('credential_refused', 'bol sent the browser back without a code.', {
        reason: 'code_refused',
      });
    try {
      return await redeem(query.code, returnUrl, app, call, now);
    } catch (error) {
      // A code that is no good is not an access that ran out.
      if (error instanceof Fault && error.reason === 'consent_ended')
        throw new Fault(error.code, 'bol does not accept the code it sent.', {
          ...error,
          reason: 'code_refused',
          cause: error,
        });
      if (error instanceof Fault && error.reason === 'unknown_keys')
        throw new Fault(error.code, 'bol does not know the client ID and secret of this app.', {
          ...error,
          reason: 'app_unknown',
          cause: error,
        });
      throw error;
    }
  },
};

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && a.length > 0 && timingSafeEqual(a, b);
}

const reasons: Readonly<Record<string, Words>> = {
  keys_form: {
    en: 'The client ID or the client secret is missing or was not copied whole. Copy both again, without spaces.',
    nl: 'De Client ID of het Client secret ontbreekt of is niet helemaal gekopieerd. Kopieer beide opnieuw, zonder spaties.',
    de: 'Client-ID oder Client-Secret fehlt oder wurde nicht ganz kopiert. Kopieren Sie beide noch einmal, ohne Leerzeichen.',
    fr: 'Le Client ID ou le Client secret manque ou n’a pas été copié en entier. Copiez les deux à nouveau, sans espaces.',
  },
  unknown_keys: {
    en: 'bol does not know these keys. Check the client ID and the secret, or create new ones under API settings if they were deleted.',
    nl: 'bol kent deze sleutels niet. Controleer de Client ID en het Client secret, of maak onder API-instellingen nieuwe aan als ze zijn verwijderd.',
    de: 'bol kennt diese Schlüssel nicht. Prüfen Sie Client-ID und Client-Secret, oder erstellen Sie in den API-Einstellungen neue, falls sie gelöscht wurden.',
    fr: 'bol ne connaît pas ces clés. Vérifiez le Client ID et le Client secret, ou créez-en de nouvelles dans les paramètres API si elles ont été supprimées.',
  },
  token_refused: {
    en: 'bol no longer accepts this access. Link the account again.',
    nl: 'bol accepteert deze toegang niet meer. Koppel het account opnieuw.',
    de: 'bol akzeptiert diesen Zugriff nicht mehr. Verbinden Sie das Konto noch einmal.',
    fr: 'bol n’accepte plus cet accès. Reliez le compte à nouveau.',
  },
  consent_ended: {
    en: 'The permission given at bol has ended; it lasts one year. Sign in at bol once more to renew it.',
    nl: 'De toestemming bij bol is verlopen; ze geldt één jaar. Log opnieuw in bij bol om haar te vernieuwen.',
    de: 'Die bei bol erteilte Erlaubnis ist abgelaufen; sie gilt ein Jahr. Melden Sie sich noch einmal bei bol an, um sie zu erneuern.',
    fr: 'L’autorisation donnée chez bol a pris fin ; elle dure un an. Connectez-vous de nouveau chez bol pour la renouveler.',
  },
  account_inactive: {
    en: 'bol says that this seller account is not active. It may be closed or on hold: ask bol’s partner service.',
    nl: 'Volgens bol is dit verkoopaccount niet actief. Misschien is het gesloten of op pauze gezet: vraag het na bij de partnerservice van bol.',
    de: 'Laut bol ist dieses Verkäuferkonto nicht aktiv. Vielleicht ist es geschlossen oder pausiert: Fragen Sie den Partnerservice von bol.',
    fr: 'Selon bol, ce compte vendeur n’est pas actif. Il est peut-être fermé ou suspendu : contactez le service partenaires de bol.',
  },
  no_access: {
    en: 'These keys may not use the Retailer API; keys for advertising, for example, cannot. Create keys under “Client credentials voor de Retailer API”.',
    nl: 'Deze sleutels mogen de Retailer API niet gebruiken; sleutels voor adverteren bijvoorbeeld niet. Maak sleutels aan onder “Client credentials voor de Retailer API”.',
    de: 'Diese Schlüssel dürfen die Retailer API nicht nutzen, zum Beispiel weil sie für Werbung bestimmt sind. Erstellen Sie Schlüssel unter „Client credentials voor de Retailer API“.',
    fr: 'Ces clés ne permettent pas d’utiliser la Retailer API, par exemple parce qu’elles servent à la publicité. Créez des clés sous « Client credentials voor de Retailer API ».',
  },
  app_not_set: {
    en: 'This service is no longer set up for signing in at bol. Link the account with API keys instead.',
    nl: 'Deze dienst is niet meer ingesteld voor inloggen bij bol. Koppel het account met API-sleutels.',
    de: 'Dieser Dienst ist nicht mehr für die Anmeldung bei bol eingerichtet. Verbinden Sie das Konto stattdessen mit API-Schlüsseln.',
    fr: 'Ce service n’est plus configuré pour la connexion chez bol. Reliez plutôt le compte avec des clés API.',
  },
  app_unknown: {
    en: 'bol does not recognise this service. Its provider must correct this; link the account with API keys in the meantime.',
    nl: 'bol herkent deze dienst niet. De aanbieder moet dit verhelpen; koppel het account intussen met API-sleutels.',
    de: 'bol erkennt diesen Dienst nicht. Der Anbieter muss das beheben; verbinden Sie das Konto bis dahin mit API-Schlüsseln.',
    fr: 'bol ne reconnaît pas ce service. Son fournisseur doit corriger cela ; reliez le compte avec des clés API en attendant.',
  },
};

export const link: Linking = { ways: [byKeys, byConsent], reasons };
