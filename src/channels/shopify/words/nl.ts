// What a merchant reads when linking Shopify, in Dutch.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const nl: Translation<typeof en> = {
  fields: {
    baseUrl: {
      label: 'Adres van uw winkel',
      hint: 'Het adres dat eindigt op myshopify.com, of wat in de adresbalk staat als u in uw Shopify-beheercentrum bent.',
    },
    token: {
      label: 'Toegangstoken',
      hint: 'Het Admin API-toegangstoken van een gepersonaliseerde app. Shopify heeft het één keer getoond, bij het installeren van de app.',
    },
    clientId: { label: 'Client ID' },
    clientSecret: { label: 'Client secret' },
  },
  ways: {
    shopify: {
      title: 'Inloggen bij Shopify',
      suits: 'Het beste voor de meeste winkels: u hoeft niets te kopiëren.',
    },
    token: {
      title: 'Met een toegangstoken',
      suits:
        'Als uw winkel in de instellingen al een gepersonaliseerde app met een toegangstoken heeft.',
      steps: [
        'Open uw Shopify-beheercentrum en ga naar Instellingen > Apps en verkoopkanalen > Apps ontwikkelen.',
        'Open uw app. Onder Configuratie moeten de Admin API-scopes read_orders en read_products aanstaan.',
        'Onder API-inloggegevens (API credentials) staat het Admin API-toegangstoken. Is het niet meer zichtbaar, installeer de app dan opnieuw om een nieuw token te krijgen.',
      ],
      menu: 'Instellingen > Apps en verkoopkanalen > Apps ontwikkelen',
      toWrite: {
        'orders.write':
          'Om bestellingen als verzonden te markeren heeft de app ook de scope write_merchant_managed_fulfillment_orders nodig.',
        'products.write':
          'Om voorraad en prijzen in te stellen heeft de app ook de scopes write_products, write_inventory en read_locations nodig.',
      },
    },
    'own-app': {
      title: 'Met een eigen app',
      suits: 'Als u een eigen app hebt gemaakt in het Dev Dashboard van Shopify.',
      steps: [
        'Open het Dev Dashboard van uw Shopify-organisatie en kies Create app.',
        'Geef de app de Admin API-scopes read_orders, read_products en read_customers, publiceer een versie en installeer de app in uw winkel.',
        'Open Settings van de app. Daar staan de Client ID en het Client secret.',
      ],
      menu: 'Dev Dashboard',
      button: 'Create app',
      toWrite: {
        'orders.write':
          'Om bestellingen als verzonden te markeren heeft de app ook de scope write_merchant_managed_fulfillment_orders nodig.',
        'products.write':
          'Om voorraad en prijzen in te stellen heeft de app ook de scopes write_products, write_inventory en read_locations nodig.',
      },
    },
  },
  reasons: {
    not_shopify:
      'Deze site antwoordt niet zoals een winkel van Shopify. Gebruik het adres dat eindigt op myshopify.com; het staat in uw beheercentrum onder Instellingen > Domeinen.',
    custom_domain:
      'Dit lijkt het eigen domein van uw winkel te zijn. Shopify is bereikbaar op het adres dat eindigt op myshopify.com; het staat in uw beheercentrum onder Instellingen > Domeinen.',
    app_secret_given:
      'Dit is het secret van de app (shpss_…). Nodig is het Admin API-toegangstoken, dat meestal met shpat_ begint.',
    token_refused:
      'Shopify accepteert dit toegangstoken niet: het is onjuist of ingetrokken, of de app is verwijderd. Kopieer het opnieuw of maak een nieuw token.',
    token_must_expire:
      'Shopify accepteert van deze app geen tokens meer die nooit verlopen. Log in bij Shopify in plaats van een token te plakken.',
    shop_unknown:
      'Op dit adres staat geen winkel van Shopify. Vergelijk het met het adres in uw beheercentrum onder Instellingen > Domeinen.',
    shop_moved:
      'De winkel heeft nu een ander adres bij Shopify. Gebruik het adres in uw beheercentrum onder Instellingen > Domeinen.',
    shop_frozen:
      'Shopify heeft deze winkel bevroren omdat er een rekening openstaat. Betaal die in uw Shopify-beheercentrum en probeer het opnieuw.',
    shop_locked:
      'Shopify heeft deze winkel vergrendeld. Vraag de klantenservice van Shopify waarom.',
    missing_read_orders:
      'Het recht read_orders ontbreekt. Geef de app dat recht in Shopify en koppel de winkel opnieuw.',
    missing_read_products:
      'Het recht read_products ontbreekt. Geef de app dat recht in Shopify en koppel de winkel opnieuw.',
    protected_data:
      'Shopify heeft de app nog niet goedgekeurd voor klantgegevens. Vraag hulp bij de app die u hierheen heeft gestuurd.',
  },
};
