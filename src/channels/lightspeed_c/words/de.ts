// What a merchant reads when linking Lightspeed eCom (C-Series), in German.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const de: Translation<typeof en> = {
  fields: {
    region: {
      label: 'Region',
      hint: 'Wo Ihr Shop betrieben wird. Shops in Europa sind fast immer in der ersten.',
      choices: { eu1: 'Europa', us1: 'Nordamerika' },
    },
    apiKey: { label: 'API-Schlüssel', hint: '32 Buchstaben und Ziffern.' },
    apiSecret: { label: 'API-Secret', hint: '32 Buchstaben und Ziffern, neben dem API-Schlüssel.' },
    language: {
      label: 'Shopsprache',
      hint: 'Zwei Buchstaben einer Sprache, die in Ihrem Shop aktiv ist. Leer lassen für die Standardsprache.',
    },
    shopId: {
      label: 'Shopnummer',
      hint: 'Falls Sie sie kennen: Dann kann kein anderer Shop versehentlich verknüpft werden.',
    },
  },
  ways: {
    keys: {
      title: 'Mit einem API-Schlüssel',
      suits: 'Wenn Sie mit Ihrem Tarif API-Schlüssel im Backoffice erstellen können.',
      steps: [
        'Melden Sie sich im Backoffice Ihres Shops an.',
        'Öffnen Sie Einstellungen > Entwickler (Settings > Developers) und wählen Sie Neuer API-Schlüssel. Fehlt diese Seite, bitten Sie den Lightspeed-Support, API-Schlüssel für Ihren Tarif freizuschalten.',
        'Geben Sie ihm einen Namen, schalten Sie ihn ein (Enabled) und haken Sie Lesen bei Bestellungen, Produkten und Einstellungen an.',
        'Speichern Sie und kopieren Sie API-Schlüssel und API-Secret.',
      ],
    },
    app: {
      title: 'Durch Installation der App',
      suits:
        'Wenn Sie lieber eine App installieren als einen Schlüssel kopieren oder keine API-Schlüssel erstellen können.',
    },
  },
  reasons: {
    region_form: 'Wählen Sie die Region Ihres Shops: Europa oder Nordamerika.',
    language_form:
      'Schreiben Sie die Shopsprache mit zwei Buchstaben, etwa nl oder en, oder lassen Sie das Feld leer.',
    key_form:
      'API-Schlüssel und API-Secret haben jeweils genau 32 Buchstaben und Ziffern. Kopieren Sie beide noch einmal, vollständig und ohne Leerzeichen.',
    shop_form: 'Die Shopnummer besteht nur aus Ziffern, etwa 356891. Sie können sie leer lassen.',
    access_denied:
      'Lightspeed akzeptiert diesen Schlüssel nicht. Prüfen Sie unter Einstellungen > Entwickler, ob er eingeschaltet ist (Enabled), und kopieren Sie Schlüssel und Secret noch einmal.',
    wrong_cluster:
      'Der Schlüssel stimmt, aber Ihr Shop ist in der anderen Region. Wählen Sie die andere Region und versuchen Sie es noch einmal.',
    unknown_language:
      'Diese Sprache ist in Ihrem Shop nicht aktiv. Lassen Sie die Sprache leer, oder schreiben Sie die zwei Buchstaben einer aktiven Sprache.',
    orders_not_allowed:
      'Der Schlüssel darf keine Bestellungen lesen. Haken Sie bei diesem Schlüssel unter Einstellungen > Entwickler Lesen für Bestellungen an, speichern Sie und versuchen Sie es noch einmal.',
    products_not_allowed:
      'Der Schlüssel darf keine Produkte lesen. Haken Sie bei diesem Schlüssel unter Einstellungen > Entwickler Lesen für Produkte an, speichern Sie und versuchen Sie es noch einmal.',
    settings_not_allowed:
      'Der Schlüssel darf keine Einstellungen lesen, in denen die Währung Ihres Shops steht. Haken Sie bei diesem Schlüssel unter Einstellungen > Entwickler Lesen für Einstellungen an, speichern Sie und versuchen Sie es noch einmal.',
  },
};
