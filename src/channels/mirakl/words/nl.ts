// What a merchant reads when linking Mirakl, in Dutch.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const nl: Translation<typeof en> = {
  fields: {
    token: { label: 'API-sleutel' },
    clientId: { label: 'Client ID' },
    clientSecret: { label: 'Client secret' },
    companyId: {
      label: 'Bedrijfs-ID',
      hint: 'Alleen voor oudere clients die voor meerdere bedrijven werken.',
    },
    baseUrl: {
      label: 'Adres van de marketplace',
      hint: 'Zoals in de browser wanneer u bij de backoffice bent ingelogd.',
    },
    shop_id: { label: 'Winkel-ID', hint: 'Alleen als uw gebruiker daar meerdere winkels heeft.' },
  },
  ways: {
    connect: {
      title: 'Mirakl Connect (al uw marketplaces)',
      suits: 'Als u op meerdere marketplaces verkoopt en die in Mirakl Connect beheert.',
      steps: [
        'Log in bij Mirakl Connect met een account dat uw bedrijf mag beheren.',
        'Open de accountinstellingen en zoek het onderdeel over de API of integraties.',
        'Ziet u zo’n onderdeel niet, vraag dan uw contactpersoon bij Mirakl om een client.',
        'Maak een client aan, of open de bestaande, en kopieer de Client ID en het Client secret.',
      ],
      menu: 'Mirakl Connect > Accountinstellingen',
      toWrite: {
        'orders.write':
          'De client moet aanbiedingen en bestellingen van uw bedrijf mogen bijwerken. Mag dat niet, vraag Mirakl dan om dat toe te staan.',
        'products.write':
          'De client moet aanbiedingen en bestellingen van uw bedrijf mogen bijwerken. Mag dat niet, vraag Mirakl dan om dat toe te staan.',
      },
    },
    marketplace: {
      title: 'Eén marketplace, met een API-sleutel',
      suits: 'Als u op één marketplace verkoopt of Mirakl Connect niet gebruikt.',
      steps: [
        'Log in bij de backoffice van de marketplace.',
        'Klik rechtsboven op uw gebruikersnaam en open het tabblad ‘API key’.',
        'Genereer een sleutel, of kopieer de bestaande, en plak die hier. Een nieuwe sleutel vervangt de oude.',
      ],
      menu: 'Gebruikersnaam > API key',
      toWrite: {
        'orders.write':
          'De sleutel heeft de rechten van de gebruiker: met die rol in de backoffice moet u aanbiedingen en bestellingen kunnen wijzigen.',
        'products.write':
          'De sleutel heeft de rechten van de gebruiker: met die rol in de backoffice moet u aanbiedingen en bestellingen kunnen wijzigen.',
      },
    },
  },
  reasons: {
    client_refused:
      'Mirakl accepteert deze Client ID en dit Client secret niet. Kopieer beide opnieuw, en ook de bedrijfs-ID als u die hebt ingevuld.',
    company_needed: 'Deze client werkt voor meerdere bedrijven. Vul ook de bedrijfs-ID in.',
    company_forbidden:
      'De client is bekend, maar mag de bestellingen van dit bedrijf niet lezen. Geef de client dat recht in Mirakl Connect, of vraag Mirakl dat te doen.',
    token_refused:
      'Mirakl Connect accepteert het token niet. Tokens zijn een uur geldig; gebruik in plaats daarvan een Client ID en een Client secret.',
    key_refused:
      'De marketplace kent deze API-sleutel niet. Elke marketplace heeft een eigen sleutel, en een nieuwe vervangt de oude.',
    shop_forbidden:
      'De sleutel klopt, maar de gebruiker ervan mag deze winkel niet lezen. Controleer de winkel-ID en de rol van de gebruiker in de backoffice.',
    wrong_address:
      'Op dit adres staat geen marketplace van Mirakl. Kopieer het uit de browser terwijl u bij de backoffice bent ingelogd.',
    address_form:
      'Dit is geen volledig adres. Het begint met https://, zoals https://marketplace-name.mirakl.net.',
    shop_form: 'De winkel-ID is een nummer, zoals 2044.',
    half_a_client: 'De Client ID en het Client secret horen bij elkaar. Vul beide in.',
    client_form: 'Er staat een spatie in een van de waarden. Kopieer die opnieuw.',
    token_form:
      'Er staan tekens in die in geen enkele sleutel voorkomen. Kopieer de sleutel opnieuw.',
    token_missing: 'Vul de sleutel in.',
    two_ways_together:
      'Waarden van Mirakl Connect en van één marketplace staan door elkaar. Vul een van de twee formulieren in.',
    too_often:
      'Mirakl krijgt op dit moment te veel verzoeken. Wacht een minuut en probeer het opnieuw.',
  },
};
