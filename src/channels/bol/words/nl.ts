// What a merchant reads when linking bol, in Dutch.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const nl: Translation<typeof en> = {
  fields: {
    clientId: {
      label: 'Client ID',
      hint: 'Staat in de lijst met Client credentials voor de Retailer API.',
    },
    clientSecret: {
      label: 'Client secret',
      hint: 'Verschijnt als u onder de Client ID op ‘Toon secret’ klikt.',
    },
  },
  ways: {
    keys: {
      title: 'Met API-sleutels',
      suits:
        'Geschikt voor elke verkoper: u maakt de sleutels zelf aan in uw verkoopaccount bij bol.',
      steps: [
        'Log in op uw verkoopaccount bij bol en open Instellingen.',
        'Kies onder Diensten voor API-instellingen. Vul een technische contactpersoon in als bol daarom vraagt.',
        'Klik onder ‘Client credentials voor de Retailer API’ op Aanmaken en geef de sleutels een naam.',
        'Kopieer de Client ID, klik op ‘Toon secret’ en kopieer het Client secret.',
      ],
      menu: 'Instellingen > Diensten > API-instellingen',
      button: 'Aanmaken',
    },
    consent: {
      title: 'Door in te loggen bij bol',
      suits: 'Als u liever bij bol toestemming geeft dan sleutels kopieert.',
    },
  },
  reasons: {
    keys_form:
      'De Client ID of het Client secret ontbreekt of is niet volledig gekopieerd. Kopieer beide opnieuw, zonder spaties.',
    unknown_keys:
      'bol kent deze sleutels niet. Controleer de Client ID en het Client secret, of maak onder API-instellingen nieuwe aan als ze zijn verwijderd.',
    token_refused: 'bol accepteert deze toegang niet meer. Koppel het account opnieuw.',
    consent_ended:
      'De toestemming bij bol is verlopen; die geldt één jaar. Log opnieuw in bij bol om de toestemming te vernieuwen.',
    account_inactive:
      'Volgens bol is dit verkoopaccount niet actief. Misschien is het gesloten of op pauze gezet: vraag het na bij de partnerservice van bol.',
    no_access:
      'Met deze sleutels is de Retailer API niet te gebruiken. Dat geldt bijvoorbeeld voor sleutels om te adverteren. Maak sleutels aan onder ‘Client credentials voor de Retailer API’.',
  },
};
