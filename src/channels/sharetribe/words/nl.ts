// What a merchant reads when linking Sharetribe, in Dutch.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const nl: Translation<typeof en> = {
  fields: {
    clientId: { label: 'Client-ID' },
    clientSecret: {
      label: 'Client-secret',
      hint: 'Het geeft toegang tot de hele marktplaats; maak er daarom een aparte applicatie voor, dan kunt u die los verwijderen.',
    },
    marketplaceUrl: {
      label: 'Adres van uw marktplaats',
      hint: 'Alleen om naar uw producten te verwijzen.',
    },
  },
  ways: {
    keys: {
      title: 'Met een Integration API-applicatie',
      steps: [
        'Log in op Sharetribe Console en kies bovenaan uw Live-omgeving. Applicaties van Test en Dev tonen alleen testgegevens.',
        'Ga naar Build > Applications (in oudere versies Advanced > Applications) en kies Add new.',
        'Geef een naam op en kies Integration API.',
        'Kopieer Client ID en Client secret. Het secret wordt later niet meer volledig getoond.',
      ],
    },
  },
  reasons: {
    keys_refused:
      'Sharetribe accepteert deze sleutels niet. Kopieer beide opnieuw en controleer of de applicatie voor de Integration API is, niet voor de Marketplace API.',
    wrong_api:
      'De sleutels kloppen, maar hun applicatie mag de Integration API niet gebruiken. Maak een nieuwe applicatie en kies Integration API.',
    token_refused:
      'Sharetribe accepteert deze toegang niet meer. Controleer of de applicatie nog bestaat en kopieer de sleutels opnieuw.',
    keys_missing: 'Client ID en Client secret zijn allebei nodig.',
    client_id_form:
      'De Client ID is niet compleet. Hij bestaat uit vijf groepen letters en cijfers met streepjes ertussen.',
    marketplace_form:
      'Dit is geen adres. Typ het adres van uw marktplaats zoals in de browser, of laat het leeg.',
    not_sharetribe: 'Dit is geen adres van de API van Sharetribe. Laat het weg.',
  },
};
