// What a merchant reads when linking bol, in German.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const de: Translation<typeof en> = {
  fields: {
    clientId: {
      label: 'Client-ID',
      hint: 'Steht in der Liste der Client Credentials für die Retailer API.',
    },
    clientSecret: {
      label: 'Client-Secret',
      hint: 'Erscheint, wenn Sie unter der Client-ID auf „Toon secret“ (Show secret) klicken.',
    },
  },
  ways: {
    keys: {
      title: 'Mit API-Schlüsseln',
      suits: 'Passt für alle: Sie erstellen die Schlüssel selbst in Ihrem Partnerkonto bei bol.',
      steps: [
        'Melden Sie sich in Ihrem bol-Verkäuferkonto an und öffnen Sie Instellingen (Einstellungen).',
        'Wählen Sie unter Diensten (Dienste) die API-instellingen. Tragen Sie den technischen Kontakt ein, falls bol danach fragt.',
        'Klicken Sie unter „Client credentials voor de Retailer API“ auf Aanmaken (Erstellen) und geben Sie den Schlüsseln einen Namen.',
        'Kopieren Sie die Client-ID, klicken Sie auf „Toon secret“ und kopieren Sie das Client-Secret.',
      ],
    },
    consent: {
      title: 'Durch Anmeldung bei bol',
      suits: 'Wenn Sie lieber bei bol zustimmen als Schlüssel kopieren.',
    },
  },
  reasons: {
    keys_form:
      'Client-ID oder Client-Secret fehlt oder wurde nicht ganz kopiert. Kopieren Sie beide noch einmal, ohne Leerzeichen.',
    unknown_keys:
      'bol kennt diese Schlüssel nicht. Prüfen Sie Client-ID und Client-Secret, oder erstellen Sie in den API-Einstellungen neue, falls sie gelöscht wurden.',
    token_refused: 'bol akzeptiert diesen Zugriff nicht mehr. Verbinden Sie das Konto noch einmal.',
    consent_ended:
      'Die bei bol erteilte Erlaubnis ist abgelaufen; sie gilt ein Jahr. Melden Sie sich noch einmal bei bol an, um sie zu erneuern.',
    account_inactive:
      'Laut bol ist dieses Verkäuferkonto nicht aktiv. Vielleicht ist es geschlossen oder pausiert: Fragen Sie den Partnerservice von bol.',
    no_access:
      'Diese Schlüssel dürfen die Retailer API nicht nutzen, zum Beispiel weil sie für Werbung bestimmt sind. Erstellen Sie Schlüssel unter „Client credentials voor de Retailer API“.',
  },
};
