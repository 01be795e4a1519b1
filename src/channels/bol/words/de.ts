// What a merchant reads when linking bol, in German.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const de: Translation<typeof en> = {
  fields: {
    clientId: {
      label: 'Client-ID',
      hint: 'Steht in der Liste der Client credentials für die Retailer API.',
    },
    clientSecret: {
      label: 'Client-Secret',
      hint: 'Erscheint, wenn Sie unter der Client-ID „Toon secret“ (Secret anzeigen) wählen.',
    },
  },
  ways: {
    keys: {
      title: 'Mit API-Schlüsseln',
      suits:
        'Für alle geeignet: Sie erstellen die Schlüssel selbst in Ihrem Verkäuferkonto bei bol.',
      steps: [
        'Melden Sie sich in Ihrem Verkäuferkonto bei bol an und öffnen Sie „Instellingen“ (Einstellungen).',
        'Wählen Sie unter „Diensten“ (Dienste) den Punkt „API-instellingen“ (API-Einstellungen). Tragen Sie den technischen Kontakt ein, falls bol danach fragt.',
        'Wählen Sie unter „Client credentials voor de Retailer API“ die Schaltfläche „Aanmaken“ (Erstellen) und geben Sie den Schlüsseln einen Namen.',
        'Kopieren Sie die Client-ID, wählen Sie „Toon secret“ (Secret anzeigen) und kopieren Sie das Client-Secret.',
      ],
      menu: 'Instellingen > Diensten > API-instellingen',
      button: 'Aanmaken',
    },
    consent: {
      title: 'Durch Anmeldung bei bol',
      suits: 'Wenn Sie lieber bei bol zustimmen als Schlüssel kopieren.',
    },
  },
  reasons: {
    keys_form:
      'Client-ID oder Client-Secret fehlt oder wurde nicht vollständig kopiert. Kopieren Sie beides erneut, ohne Leerzeichen.',
    unknown_keys:
      'bol kennt diese Schlüssel nicht. Prüfen Sie Client-ID und Client-Secret oder erstellen Sie in den API-Einstellungen neue, falls sie gelöscht wurden.',
    token_refused: 'bol akzeptiert diesen Zugriff nicht mehr. Verbinden Sie das Konto erneut.',
    consent_ended:
      'Ihre Zustimmung bei bol ist abgelaufen; sie gilt ein Jahr. Melden Sie sich erneut bei bol an, um sie zu verlängern.',
    account_inactive:
      'Laut bol ist dieses Verkäuferkonto nicht aktiv. Vielleicht ist es geschlossen oder pausiert: Fragen Sie beim Partnerservice von bol nach.',
    no_access:
      'Diese Schlüssel gelten nicht für die Retailer API, zum Beispiel weil sie für Werbung bestimmt sind. Erstellen Sie Schlüssel unter „Client credentials voor de Retailer API“.',
  },
};
