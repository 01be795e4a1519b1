// What a merchant reads when linking Amazon, in Dutch.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const nl: Translation<typeof en> = {
  fields: {
    token: {
      label: 'Refresh token',
      hint: 'Begint met Atzr| en wordt één keer getoond, wanneer u de app autoriseert.',
    },
    sellerId: {
      label: 'Merchant token',
      hint: 'Staat in Seller Central onder Instellingen > Accountgegevens > Bedrijfsgegevens. Nodig voor producten.',
    },
    clientId: { label: 'LWA client identifier' },
    clientSecret: { label: 'LWA client secret' },
  },
  ways: {
    consent: {
      title: 'Inloggen bij Seller Central',
      suits: 'Het beste voor de meeste verkopers: u hoeft niets te kopiëren.',
      fields: {
        marketplaceIds: {
          label: 'Hoofdmarketplace',
          hint: 'De marketplace waar u inlogt om te verkopen. Al uw marketplaces in die regio worden meteen ook gekoppeld.',
          groups: {
            na: 'Noord- en Zuid-Amerika',
            eu: 'Europa, Midden-Oosten, Afrika en India',
            fe: 'Azië en Oceanië',
          },
        },
      },
    },
    keys: {
      title: 'De sleutels van uw eigen app gebruiken',
      suits: 'Voor verkopers met een eigen privé-app in Seller Central.',
      steps: [
        'Open in Seller Central het menu Apps en services en kies Apps ontwikkelen (Develop Apps).',
        'Geef uw app de rollen ‘Inventory and Order Tracking’ en ‘Product Listing’.',
        'Kies bij de app voor App autoriseren (Authorize app) en kopieer het refresh token.',
        'Kies bij LWA credentials voor Weergeven (View) en kopieer de client identifier en het client secret.',
      ],
      menu: 'Apps en services > Apps ontwikkelen',
      toWrite: {
        'orders.write':
          'De rol ‘Inventory and Order Tracking’ is genoeg om bestellingen als verzonden te markeren.',
        'products.write':
          'De rol ‘Product Listing’ is genoeg om voorraad en prijzen in te stellen. Vul ook het merchant token in.',
      },
      fields: {
        marketplaceIds: {
          label: 'Hoofdmarketplace',
          hint: 'Van deze marketplace worden uw producten gelezen. Bij Amazon geldt een autorisatie telkens voor één regio.',
          others: 'Andere landen waar u verkoopt',
          groups: {
            na: 'Noord- en Zuid-Amerika',
            eu: 'Europa, Midden-Oosten, Afrika en India',
            fe: 'Azië en Oceanië',
          },
        },
      },
    },
  },
  reasons: {
    wrong_marketplace: 'Dit is geen marketplace van Amazon. Kies een land uit de lijst.',
    several_regions: 'Deze marketplaces horen bij verschillende regio’s. Koppel elke regio apart.',
    wrong_endpoint:
      'Het endpoint is niet van Amazon, of hoort bij een andere regio dan de marketplaces.',
    wrong_seller:
      'Dit is geen merchant token. Het begint met A en staat in Seller Central onder Accountgegevens.',
    not_a_token:
      'Dit is geen token van Amazon. Kopieer het hele refresh token; het begint met Atzr|.',
    half_a_client: 'Client identifier en client secret horen bij elkaar. Vul beide in.',
    no_client:
      'Bij een refresh token horen de client identifier en het client secret van de app waarvoor het is uitgegeven.',
    other_app:
      'Het refresh token is voor een andere app uitgegeven. Vul de client identifier en het client secret van die app in.',
    client_unknown:
      'Amazon kent deze client identifier en dit client secret niet. Misschien is het secret vernieuwd; kopieer het opnieuw.',
    authorisation_ended:
      'Uw autorisatie is verlopen of ingetrokken. Autoriseer de app opnieuw in Seller Central.',
    token_expired:
      'Dit access token is ouder dan een uur. Gebruik in plaats daarvan een refresh token; dat begint met Atzr|.',
    token_invalid:
      'Amazon accepteert dit token hier niet. Het is ingetrokken, of hoort bij een verkoper in een andere regio.',
    role_missing:
      'De app mag uw bestellingen niet lezen. Geef hem de rol ‘Inventory and Order Tracking’ en autoriseer hem opnieuw.',
    no_marketplace:
      'Uw account is in deze regio op geen enkele marketplace actief. Kies een andere hoofdmarketplace.',
    not_in_account: 'Op een van deze marketplaces verkoopt u niet. Laat die weg.',
    consent_denied:
      'U hebt in Seller Central geen toestemming gegeven, dus er is niets gekoppeld. U kunt het altijd opnieuw proberen.',
    no_seller_named:
      'Amazon heeft niet doorgegeven welke verkoper toestemming heeft gegeven. Probeer het opnieuw.',
  },
};
