// What a merchant reads when linking Shopify, in Dutch.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const nl: Translation<typeof en> = {
  fields: {
    baseUrl: {
      label: 'Adres van de winkel',
      hint: 'Het adres dat eindigt op myshopify.com, of wat in de adresbalk van uw Shopify-beheer staat.',
    },
    token: {
      label: 'Toegangstoken',
      hint: 'Het Admin API-toegangstoken van een eigen app. Shopify toonde het één keer, bij het installeren.',
    },
    clientId: { label: 'Client-ID' },
    clientSecret: { label: 'Clientgeheim' },
  },
  ways: {
    shopify: {
      title: 'Inloggen bij Shopify',
      suits: 'Het beste voor de meeste winkels: u hoeft niets te kopiëren.',
    },
    token: {
      title: 'Met een toegangstoken',
      suits: 'Als uw winkel in de instellingen al een eigen app heeft, met een toegangstoken.',
      steps: [
        'Open uw Shopify-beheer en ga naar Instellingen, Apps en verkoopkanalen, Apps ontwikkelen.',
        'Open uw app. Onder Configuratie heeft ze de Admin API-scopes read_orders en read_products nodig.',
        'Onder API-gegevens staat het Admin API-toegangstoken. Is het niet meer zichtbaar, installeer de app dan opnieuw.',
      ],
    },
    'own-app': {
      title: 'Met een eigen app',
      suits: 'Als u een eigen app hebt gemaakt in het Dev Dashboard van Shopify.',
      steps: [
        'Open het Dev Dashboard van uw Shopify-organisatie en kies Create app.',
        'Geef de app de Admin API-scopes read_orders, read_products en read_customers, publiceer een versie en installeer de app in uw winkel.',
        'Open Settings van de app: daar staan de client-ID en het clientgeheim.',
      ],
    },
  },
  reasons: {
    not_shopify:
      'Deze site antwoordt niet zoals een winkel van Shopify. Gebruik het adres dat op myshopify.com eindigt; u vindt het in uw beheer onder Instellingen, Domeinen.',
    custom_domain:
      'Dit lijkt het eigen domein van uw winkel. Shopify is bereikbaar op het adres dat eindigt op myshopify.com; het staat in uw beheer onder Instellingen, Domeinen.',
    app_secret_given:
      'Dat is het geheim van de app (shpss_…). Nodig is het Admin API-toegangstoken, dat meestal met shpat_ begint.',
    token_refused:
      'Shopify accepteert dit toegangstoken niet: het is onjuist, ingetrokken, of de app is verwijderd. Kopieer het opnieuw of maak een nieuw.',
    token_must_expire:
      'Shopify accepteert geen tokens van deze app meer die nooit eindigen. Log in bij Shopify in plaats van een token te plakken.',
    shop_unknown:
      'Op dit adres is geen Shopify-winkel. Vergelijk het met het adres in uw beheer onder Instellingen, Domeinen.',
    shop_moved:
      'De winkel heeft nu een ander adres bij Shopify. Gebruik dat uit uw beheer onder Instellingen, Domeinen.',
    shop_frozen:
      'Shopify heeft deze winkel bevroren omdat er een rekening openstaat. Betaal die in uw Shopify-beheer en probeer het opnieuw.',
    shop_locked: 'Shopify heeft deze winkel vergrendeld. Vraag de helpdesk van Shopify waarom.',
    missing_read_orders:
      'De toegang mist de toestemming read_orders. Geef die aan de app in Shopify en koppel de winkel opnieuw.',
    missing_read_products:
      'De toegang mist de toestemming read_products. Geef die aan de app in Shopify en koppel de winkel opnieuw.',
    protected_data:
      'Shopify heeft de app nog niet goedgekeurd voor klantgegevens. Vraag het de toepassing die u hierheen stuurde.',
  },
};
