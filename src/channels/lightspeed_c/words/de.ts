// What a merchant reads when linking Lightspeed eCom (C-Series), in German.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const de: Translation<typeof en> = {
  fields: {
    region: {
      label: 'Region',
      hint: 'Wo Ihr Shop gehostet wird. Bei Shops in Europa ist es fast immer „Europa“.',
      choices: { eu1: 'Europa', us1: 'Nordamerika' },
    },
    apiKey: { label: 'API-Schlüssel', hint: '32 Buchstaben und Ziffern.' },
    apiSecret: {
      label: 'API-Secret',
      hint: '32 Buchstaben und Ziffern. Steht neben dem API-Schlüssel.',
    },
    language: {
      label: 'Shopsprache',
      hint: 'Zwei Buchstaben für eine Sprache, die in Ihrem Shop aktiv ist. Lassen Sie das Feld leer, um die Standardsprache zu verwenden.',
    },
    shopId: {
      label: 'Shopnummer',
      hint: 'Falls Sie sie kennen: Dann kann kein anderer Shop versehentlich verbunden werden.',
    },
  },
  ways: {
    keys: {
      title: 'Mit einem API-Schlüssel',
      suits: 'Wenn Sie mit Ihrem Tarif im Backoffice API-Schlüssel erstellen können.',
      steps: [
        'Melden Sie sich im Backoffice Ihres Shops an.',
        'Öffnen Sie Einstellungen > Entwickler (Settings > Developers) und wählen Sie „Neuer API-Schlüssel“ (New API key). Fehlt diese Seite, bitten Sie den Support von Lightspeed, API-Schlüssel für Ihren Tarif freizuschalten.',
        'Geben Sie dem Schlüssel einen Namen, aktivieren Sie ihn (Enabled) und setzen Sie bei Bestellungen, Produkten und Einstellungen das Häkchen „Lesen“ (Read).',
        'Speichern Sie und kopieren Sie API-Schlüssel und API-Secret.',
      ],
      menu: 'Einstellungen > Entwickler',
      button: 'Neuer API-Schlüssel',
      toWrite: {
        'orders.write':
          'Um Bestellungen als versandt zu markieren, setzen Sie bei Bestellungen auch das Häkchen „Schreiben“ (Write).',
        'products.write':
          'Um Bestand und Preise festzulegen, setzen Sie bei Produkten auch das Häkchen „Schreiben“ (Write).',
      },
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
      'Geben Sie die Shopsprache mit zwei Buchstaben ein, zum Beispiel nl oder en, oder lassen Sie das Feld leer.',
    key_form:
      'API-Schlüssel und API-Secret bestehen jeweils aus genau 32 Buchstaben und Ziffern. Kopieren Sie beides erneut, vollständig und ohne Leerzeichen.',
    shop_form:
      'Die Shopnummer besteht nur aus Ziffern, zum Beispiel 356891. Sie können das Feld auch leer lassen.',
    access_denied:
      'Lightspeed akzeptiert diesen Schlüssel nicht. Prüfen Sie unter Einstellungen > Entwickler, ob er aktiviert ist (Enabled), und kopieren Sie API-Schlüssel und API-Secret erneut.',
    wrong_cluster:
      'Der Schlüssel stimmt, aber Ihr Shop ist in der anderen Region. Wählen Sie die andere Region und versuchen Sie es erneut.',
    unknown_language:
      'Diese Sprache ist in Ihrem Shop nicht aktiv. Lassen Sie das Feld leer oder geben Sie die zwei Buchstaben einer aktiven Sprache ein.',
    orders_not_allowed:
      'Der Schlüssel darf keine Bestellungen lesen. Öffnen Sie ihn unter Einstellungen > Entwickler, setzen Sie bei Bestellungen das Häkchen „Lesen“, speichern Sie und versuchen Sie es erneut.',
    products_not_allowed:
      'Der Schlüssel darf keine Produkte lesen. Öffnen Sie ihn unter Einstellungen > Entwickler, setzen Sie bei Produkten das Häkchen „Lesen“, speichern Sie und versuchen Sie es erneut.',
    settings_not_allowed:
      'Der Schlüssel darf die Einstellungen nicht lesen, in denen die Währung Ihres Shops steht. Öffnen Sie ihn unter Einstellungen > Entwickler, setzen Sie bei Einstellungen das Häkchen „Lesen“, speichern Sie und versuchen Sie es erneut.',
  },
};
