// What a merchant reads when linking Amazon, in Dutch.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const nl: Translation<typeof en> = {
  fields: {
    token: {
      label: 'Refresh token',
      hint: 'Begint met Atzr| en wordt één keer getoond, als u de app autoriseert.',
    },
    sellerId: {
      label: 'Merchant token',
      hint: 'Seller Central, Instellingen, Accountgegevens, Bedrijfsgegevens. Nodig voor producten.',
    },
    clientId: { label: 'LWA-clientidentificatie' },
    clientSecret: { label: 'LWA-clientgeheim' },
  },
  ways: {
    consent: {
      title: 'Inloggen bij Seller Central',
      suits: 'Het beste voor de meeste verkopers: u hoeft niets te kopiëren.',
      fields: {
        marketplaceIds: {
          label: 'Eigen marktplaats',
          hint: 'Waar u inlogt om te verkopen. Al uw marktplaatsen in die regio worden meegekoppeld.',
          groups: {
            na: 'Noord- en Zuid-Amerika',
            eu: 'Europa, Midden-Oosten, Afrika en India',
            fe: 'Azië en Oceanië',
          },
        },
      },
    },
    keys: {
      title: 'Sleutels van uw eigen app gebruiken',
      suits: 'Voor verkopers met een eigen privé-app in Seller Central.',
      steps: [
        'Open in Seller Central Apps en services en daarna Apps ontwikkelen.',
        'Geef uw app de rollen „Inventory and Order Tracking” en „Product Listing”.',
        'Kies bij de app Autoriseren en kopieer het refresh token.',
        'Kies bij LWA-gegevens Weergeven en kopieer identificatie en geheim.',
      ],
      fields: {
        marketplaceIds: {
          label: 'Thuismarktplaats',
          hint: 'Daaruit worden uw producten gelezen. Amazon geeft apps toestemming voor één regio tegelijk.',
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
    wrong_marketplace: 'Dit is geen marktplaats van Amazon. Kies een land uit de lijst.',
    several_regions: 'Deze marktplaatsen horen bij verschillende regio’s. Koppel elke regio apart.',
    wrong_endpoint:
      'Het endpoint is niet van Amazon, of hoort bij een andere regio dan de marktplaatsen.',
    wrong_seller:
      'Dit is geen merchant token. Het begint met A en staat in Seller Central bij Accountgegevens.',
    not_a_token:
      'Dit is geen token van Amazon. Kopieer het hele refresh token; het begint met Atzr|.',
    half_a_client: 'Clientidentificatie en clientgeheim horen bij elkaar. Vul beide in.',
    no_client:
      'Bij een refresh token horen de clientidentificatie en het geheim van de app waarvoor het is uitgegeven.',
    other_app:
      'Het refresh token is voor een andere app uitgegeven. Vul de clientidentificatie en het geheim van die app in.',
    client_unknown:
      'Amazon kent deze clientidentificatie en dit geheim niet. Misschien is het geheim vernieuwd; kopieer het opnieuw.',
    authorisation_ended:
      'Uw toestemming is verlopen of ingetrokken. Autoriseer de app opnieuw in Seller Central.',
    token_expired:
      'Dit access token is ouder dan een uur. Gebruik een refresh token; dat begint met Atzr|.',
    token_invalid:
      'Amazon accepteert dit token hier niet. Het is ingetrokken, of hoort bij een verkoper in een andere regio.',
    role_missing:
      'De app mag uw bestellingen niet lezen. Geef hem de rol „Inventory and Order Tracking” en autoriseer hem opnieuw.',
    no_marketplace:
      'Uw account doet aan geen enkele marktplaats in deze regio mee. Kies een andere eigen marktplaats.',
    not_in_account: 'In een van deze marktplaatsen verkoopt u niet. Laat die weg.',
    consent_denied:
      'U hebt in Seller Central geen toestemming gegeven; er is niets gekoppeld. U kunt het altijd opnieuw proberen.',
    no_seller_named:
      'Amazon heeft niet gezegd welke verkoper toestemming gaf. Probeer het opnieuw.',
  },
};
