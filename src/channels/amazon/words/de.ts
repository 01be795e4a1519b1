// What a merchant reads when linking Amazon, in German.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const de: Translation<typeof en> = {
  fields: {
    token: {
      label: 'Refresh-Token',
      hint: 'Beginnt mit Atzr| und wird nur einmal angezeigt, wenn Sie die App autorisieren.',
    },
    sellerId: {
      label: 'Händlertoken',
      hint: 'In Seller Central unter Einstellungen > Kontoinformationen > Geschäftsinformationen. Für Produkte nötig.',
    },
    clientId: { label: 'LWA-Client-ID' },
    clientSecret: { label: 'LWA-Client-Secret' },
  },
  ways: {
    consent: {
      title: 'Bei Seller Central anmelden',
      suits: 'Für die meisten die beste Wahl: Sie müssen nichts kopieren.',
      fields: {
        marketplaceIds: {
          label: 'Heimatmarktplatz',
          hint: 'Dort, wo Sie sich zum Verkaufen anmelden. Alle Ihre Marktplätze dieser Region werden mitverbunden.',
          groups: {
            na: 'Nord- und Südamerika',
            eu: 'Europa, Naher Osten, Afrika und Indien',
            fe: 'Asien-Pazifik',
          },
        },
      },
    },
    keys: {
      title: 'Mit den Schlüsseln einer eigenen App',
      suits: 'Für alle, die in Seller Central eine eigene private App haben.',
      steps: [
        'Öffnen Sie in Seller Central „Apps und Services“ und dann „Apps entwickeln“ (Develop Apps).',
        'Geben Sie Ihrer App die Rollen „Inventory and Order Tracking“ und „Product Listing“.',
        'Wählen Sie neben der App „App autorisieren“ (Authorize app) und kopieren Sie das Refresh-Token.',
        'Wählen Sie bei den LWA-Anmeldedaten (LWA credentials) „Anzeigen“ (View) und kopieren Sie Client-ID und Client-Secret.',
      ],
      menu: 'Apps und Services > Apps entwickeln',
      toWrite: {
        'orders.write':
          'Die Rolle „Inventory and Order Tracking“ genügt, um Bestellungen als versandt zu markieren.',
        'products.write':
          'Die Rolle „Product Listing“ genügt, um Bestand und Preise festzulegen. Geben Sie dazu auch das Händlertoken ein.',
      },
      fields: {
        marketplaceIds: {
          label: 'Heimatmarktplatz',
          hint: 'Von dort werden Ihre Angebote gelesen. Amazon autorisiert Apps immer nur für eine Region.',
          others: 'Weitere Länder, in denen Sie verkaufen',
          groups: {
            na: 'Nord- und Südamerika',
            eu: 'Europa, Naher Osten, Afrika und Indien',
            fe: 'Asien-Pazifik',
          },
        },
      },
    },
  },
  reasons: {
    wrong_marketplace:
      'Das ist keiner der Marktplätze von Amazon. Wählen Sie ein Land aus der Liste.',
    several_regions:
      'Diese Marktplätze gehören zu mehreren Regionen. Verbinden Sie jede Region einzeln.',
    wrong_endpoint:
      'Der Endpunkt gehört nicht zu Amazon oder zu einer anderen Region als die Marktplätze.',
    wrong_seller:
      'Das ist kein Händlertoken. Es beginnt mit A und steht in Seller Central unter Einstellungen > Kontoinformationen.',
    not_a_token:
      'Das ist kein Token von Amazon. Kopieren Sie das vollständige Refresh-Token; es beginnt mit Atzr|.',
    half_a_client: 'Client-ID und Client-Secret gehören zusammen. Füllen Sie beide Felder aus.',
    no_client:
      'Zu einem Refresh-Token gehören Client-ID und Client-Secret der App, für die es ausgestellt wurde.',
    other_app:
      'Das Refresh-Token wurde für eine andere App ausgestellt. Geben Sie deren Client-ID und Client-Secret ein.',
    client_unknown:
      'Amazon kennt diese Client-ID mit diesem Client-Secret nicht. Vielleicht wurde das Client-Secret erneuert; kopieren Sie es erneut.',
    authorisation_ended:
      'Ihre Autorisierung ist abgelaufen oder wurde widerrufen. Autorisieren Sie die App in Seller Central erneut.',
    token_expired:
      'Dieses Zugriffstoken ist älter als eine Stunde. Verwenden Sie stattdessen ein Refresh-Token; es beginnt mit Atzr|.',
    token_invalid:
      'Amazon akzeptiert dieses Token hier nicht. Es wurde widerrufen oder gehört zu einem Verkäuferkonto einer anderen Region.',
    role_missing:
      'Die App darf Ihre Bestellungen nicht lesen. Geben Sie ihr die Rolle „Inventory and Order Tracking“ und autorisieren Sie sie erneut.',
    no_marketplace:
      'Ihr Konto ist auf keinem Marktplatz dieser Region aktiv. Wählen Sie einen anderen Heimatmarktplatz.',
    not_in_account: 'Auf einem dieser Marktplätze verkaufen Sie nicht. Lassen Sie ihn weg.',
    consent_denied:
      'Sie haben in Seller Central nicht zugestimmt, deshalb wurde nichts verbunden. Sie können es jederzeit erneut versuchen.',
    no_seller_named:
      'Amazon hat nicht mitgeteilt, für welches Verkäuferkonto zugestimmt wurde. Versuchen Sie es erneut.',
  },
};
