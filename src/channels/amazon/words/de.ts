// What a merchant reads when linking Amazon, in German.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const de: Translation<typeof en> = {
  fields: {
    token: {
      label: 'Refresh-Token',
      hint: 'Beginnt mit Atzr| und wird einmal angezeigt, wenn Sie die App autorisieren.',
    },
    sellerId: {
      label: 'Händlertoken',
      hint: 'Seller Central, Einstellungen, Kontoinformationen, Geschäftsinformationen. Für Produkte nötig.',
    },
    clientId: { label: 'LWA-Client-ID' },
    clientSecret: { label: 'LWA-Client-Secret' },
  },
  ways: {
    consent: {
      title: 'Bei Seller Central anmelden',
      suits: 'Für die meisten die beste Wahl: Es muss nichts kopiert werden.',
      fields: {
        marketplaceIds: {
          label: 'Heimat-Marketplace',
          hint: 'Wo Sie sich zum Verkaufen anmelden. Alle Ihre Marketplaces dieser Region werden mitverknüpft.',
          groups: {
            na: 'Nord- und Südamerika',
            eu: 'Europa, Naher Osten, Afrika und Indien',
            fe: 'Asien und Ozeanien',
          },
        },
      },
    },
    keys: {
      title: 'Schlüssel der eigenen App verwenden',
      suits: 'Für alle, die eine eigene private App in Seller Central haben.',
      steps: [
        'Öffnen Sie in Seller Central „Apps und Services“, dann „Apps entwickeln“.',
        'Geben Sie Ihrer App die Rollen „Inventory and Order Tracking“ und „Product Listing“.',
        'Wählen Sie bei der App „Autorisieren“ und kopieren Sie das Refresh-Token.',
        'Wählen Sie bei den LWA-Anmeldedaten „Anzeigen“ und kopieren Sie ID und Secret.',
      ],
      fields: {
        marketplaceIds: {
          label: 'Heimatmarktplatz',
          hint: 'Von dort werden Ihre Angebote gelesen. Amazon autorisiert Apps für jeweils eine Region.',
          others: 'Weitere Länder, in denen Sie verkaufen',
          groups: {
            na: 'Nord- und Südamerika',
            eu: 'Europa, Naher Osten, Afrika und Indien',
            fe: 'Asien und Ozeanien',
          },
        },
      },
    },
  },
  reasons: {
    wrong_marketplace:
      'Das ist keiner der Marktplätze von Amazon. Wählen Sie ein Land aus der Liste.',
    several_regions:
      'Diese Marketplaces gehören zu mehreren Regionen. Verknüpfen Sie jede Region einzeln.',
    wrong_endpoint:
      'Der Endpunkt gehört nicht Amazon oder zu einer anderen Region als die Marketplaces.',
    wrong_seller:
      'Das ist kein Händlertoken. Es beginnt mit A und steht in Seller Central unter Kontoinformationen.',
    not_a_token:
      'Das ist kein Token von Amazon. Kopieren Sie das ganze Refresh-Token; es beginnt mit Atzr|.',
    half_a_client: 'Client-ID und Client-Secret gehören zusammen. Füllen Sie beide aus.',
    no_client:
      'Zu einem Refresh-Token gehören Client-ID und Secret der App, für die es ausgestellt wurde.',
    other_app:
      'Das Refresh-Token wurde für eine andere App ausgestellt. Geben Sie deren Client-ID und Secret ein.',
    client_unknown:
      'Amazon kennt diese Client-ID mit diesem Secret nicht. Vielleicht wurde das Secret erneuert; kopieren Sie es noch einmal.',
    authorisation_ended:
      'Ihre Autorisierung ist abgelaufen oder wurde widerrufen. Autorisieren Sie die App in Seller Central erneut.',
    token_expired:
      'Dieses Access-Token ist älter als eine Stunde. Verwenden Sie ein Refresh-Token; es beginnt mit Atzr|.',
    token_invalid:
      'Amazon nimmt dieses Token hier nicht an. Es wurde widerrufen oder gehört einem Händler einer anderen Region.',
    role_missing:
      'Die App darf Ihre Bestellungen nicht lesen. Geben Sie ihr die Rolle „Inventory and Order Tracking“ und autorisieren Sie sie erneut.',
    no_marketplace:
      'Ihr Konto nimmt an keinem Marketplace dieser Region teil. Wählen Sie einen anderen Heimat-Marketplace.',
    not_in_account: 'In einem dieser Marketplaces verkaufen Sie nicht. Lassen Sie ihn weg.',
    consent_denied:
      'Sie haben in Seller Central nicht zugestimmt, daher wurde nichts verknüpft. Sie können es jederzeit erneut versuchen.',
    no_seller_named:
      'Amazon hat nicht mitgeteilt, welcher Händler zugestimmt hat. Versuchen Sie es erneut.',
  },
};
