// What a merchant reads when linking Sharetribe, in Dutch.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const nl: Translation<typeof en> = {
  fields: {
    clientId: { label: 'Client ID' },
    clientSecret: {
      label: 'Client secret',
      hint: 'Dit geeft toegang tot de hele marketplace. Maak er daarom een aparte toepassing voor; die kunt u dan los verwijderen.',
    },
    marketplaceUrl: {
      label: 'Adres van uw marketplace',
      hint: 'Wordt alleen gebruikt om naar uw producten te verwijzen.',
    },
  },
  ways: {
    keys: {
      title: 'Met een toepassing voor de Integration API',
      steps: [
        'Log in bij Sharetribe Console en kies bovenaan uw Live-omgeving. Toepassingen van Test en Dev tonen alleen testgegevens.',
        'Ga naar Build > Applications (in oudere versies Advanced > Applications) en kies Add new.',
        'Geef de toepassing een naam en kies Integration API.',
        'Kopieer de Client ID en het Client secret. Het secret wordt later niet meer volledig getoond.',
      ],
      menu: 'Build > Applications',
      button: 'Add new',
    },
  },
  reasons: {
    keys_refused:
      'Sharetribe accepteert deze sleutels niet. Kopieer beide opnieuw en controleer of de toepassing voor de Integration API is, niet voor de Marketplace API.',
    wrong_api:
      'De sleutels kloppen, maar hun toepassing mag de Integration API niet gebruiken. Maak een nieuwe toepassing en kies Integration API.',
    token_refused:
      'Sharetribe accepteert deze toegang niet meer. Controleer of de toepassing nog bestaat en kopieer de sleutels opnieuw.',
    keys_missing: 'De Client ID en het Client secret zijn allebei nodig.',
    client_id_form:
      'De Client ID is niet volledig. Die bestaat uit vijf groepen letters en cijfers met streepjes ertussen.',
    marketplace_form:
      'Dit is geen adres. Vul het adres van uw marketplace in zoals in de browser, of laat het veld leeg.',
    not_sharetribe: 'Dit is geen adres van de API van Sharetribe. Laat het weg.',
  },
};
