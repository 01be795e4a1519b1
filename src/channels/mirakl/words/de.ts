// What a merchant reads when linking Mirakl, in German.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const de: Translation<typeof en> = {
  fields: {
    token: { label: 'API-Schlüssel' },
    clientId: { label: 'Client-ID' },
    clientSecret: { label: 'Client-Secret' },
    companyId: {
      label: 'Firmen-ID',
      hint: 'Nur bei älteren Clients nötig, die für mehrere Firmen gelten.',
    },
    baseUrl: {
      label: 'Adresse des Marktplatzes',
      hint: 'Wie im Browser, wenn Sie im Backoffice des Marktplatzes angemeldet sind.',
    },
    shop_id: { label: 'Shop-ID', hint: 'Nur nötig, wenn Ihr Benutzer dort mehrere Shops hat.' },
  },
  ways: {
    connect: {
      title: 'Mit Mirakl Connect (alle Ihre Marktplätze)',
      suits: 'Wenn Sie auf mehreren Marktplätzen verkaufen und sie in Mirakl Connect verwalten.',
      steps: [
        'Melden Sie sich bei Mirakl Connect mit einem Konto an, das Ihre Firma verwalten darf.',
        'Öffnen Sie die Kontoeinstellungen und suchen Sie den Bereich zu API oder Integrationen.',
        'Wenn dieser Bereich fehlt, bitten Sie Ihren Ansprechpartner bei Mirakl um einen Client.',
        'Erstellen Sie einen Client oder öffnen Sie den vorhandenen und kopieren Sie Client-ID und Client-Secret hierher.',
      ],
      menu: 'Mirakl Connect > Kontoeinstellungen',
      toWrite: {
        'orders.write':
          'Der Client muss Angebote und Bestellungen Ihrer Firma ändern dürfen. Wenn nicht, bitten Sie Mirakl darum, das zu erlauben.',
        'products.write':
          'Der Client muss Angebote und Bestellungen Ihrer Firma ändern dürfen. Wenn nicht, bitten Sie Mirakl darum, das zu erlauben.',
      },
    },
    marketplace: {
      title: 'Mit dem API-Schlüssel eines Marktplatzes',
      suits: 'Wenn Sie auf einem Marktplatz verkaufen oder Mirakl Connect nicht nutzen.',
      steps: [
        'Melden Sie sich im Backoffice des Marktplatzes an.',
        'Klicken Sie oben rechts auf Ihren Benutzernamen und öffnen Sie den Reiter „API-Schlüssel“ (API key).',
        'Erstellen Sie einen Schlüssel oder kopieren Sie den vorhandenen und fügen Sie ihn hier ein. Ein neuer Schlüssel ersetzt den alten.',
      ],
      menu: 'Benutzername > API-Schlüssel',
      toWrite: {
        'orders.write':
          'Der Schlüssel hat die Rechte seines Benutzers: Dessen Rolle im Backoffice muss erlauben, Angebote und Bestellungen zu ändern.',
        'products.write':
          'Der Schlüssel hat die Rechte seines Benutzers: Dessen Rolle im Backoffice muss erlauben, Angebote und Bestellungen zu ändern.',
      },
    },
  },
  reasons: {
    client_refused:
      'Mirakl akzeptiert diese Client-ID und dieses Client-Secret nicht. Kopieren Sie beides erneut, auch die Firmen-ID, falls Sie sie angegeben haben.',
    company_needed: 'Dieser Client gilt für mehrere Firmen. Geben Sie auch die Firmen-ID ein.',
    company_forbidden:
      'Der Client ist bekannt, darf aber die Bestellungen dieser Firma nicht lesen. Erteilen Sie ihm diese Berechtigung in Mirakl Connect oder bitten Sie Mirakl darum.',
    token_refused:
      'Mirakl Connect akzeptiert das Token nicht. Tokens gelten eine Stunde; verwenden Sie stattdessen Client-ID und Client-Secret.',
    key_refused:
      'Der Marktplatz kennt diesen API-Schlüssel nicht. Jeder Marktplatz hat einen eigenen, und ein neu erstellter Schlüssel ersetzt den alten.',
    shop_forbidden:
      'Der Schlüssel stimmt, aber sein Benutzer darf diesen Shop nicht lesen. Prüfen Sie die Shop-ID und die Rolle des Benutzers im Backoffice.',
    wrong_address:
      'Unter dieser Adresse gibt es keinen Mirakl-Marktplatz. Kopieren Sie die Adresse aus dem Browser, während Sie im Backoffice angemeldet sind.',
    address_form:
      'Das ist keine vollständige Adresse. Sie beginnt mit https://, zum Beispiel https://marketplace-name.mirakl.net.',
    shop_form: 'Die Shop-ID ist eine Zahl, zum Beispiel 2044.',
    half_a_client: 'Client-ID und Client-Secret gehören zusammen. Füllen Sie beide Felder aus.',
    client_form: 'Einer der Werte enthält ein Leerzeichen. Kopieren Sie ihn erneut.',
    token_form:
      'Der Wert enthält Zeichen, die in keinem Schlüssel vorkommen. Kopieren Sie ihn erneut.',
    token_missing: 'Geben Sie den Schlüssel ein.',
    two_ways_together:
      'Hier sind Werte von Mirakl Connect und von einem einzelnen Marktplatz vermischt. Füllen Sie nur eines der beiden Formulare aus.',
    too_often:
      'Mirakl erhält gerade zu viele Anfragen. Warten Sie eine Minute und versuchen Sie es erneut.',
  },
};
