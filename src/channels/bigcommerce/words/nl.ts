// What a merchant reads when linking BigCommerce, in Dutch.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const nl: Translation<typeof en> = {
  fields: {
    store_hash: {
      label: 'Store hash',
      hint: 'Het deel na /stores/ in het API-pad (API path). U mag ook het hele API-pad of het adres van uw beheerpaneel plakken.',
    },
    token: {
      label: 'Access token',
      hint: 'BigCommerce toont het één keer, wanneer u het API-account maakt. Het staat ook in het tekstbestand dat u dan kunt downloaden.',
    },
  },
  ways: {
    keys: {
      title: 'Met een API-account',
      suits:
        'Geschikt voor de meeste winkels: u maakt de sleutel zelf en bepaalt wat die mag lezen.',
      steps: [
        'Log als eigenaar van de winkel in op uw BigCommerce-beheerpaneel.',
        'Ga naar Settings > Store-level API accounts en kies Create API account (type V2/V3 API token).',
        'Zet deze rechten (scopes) op read-only: Orders, Products en Information & Settings. Zet ook Customers op read-only als u meer gegevens over kopers wilt delen.',
        'Sla op en kopieer het access token en het API-pad (API path) uit het venster dat verschijnt.',
      ],
      menu: 'Settings > Store-level API accounts',
      button: 'Create API account',
      toWrite: {
        'orders.write':
          'Zet Orders op modify in plaats van read-only om bestellingen als verzonden te markeren.',
        'products.write':
          'Zet Products op modify in plaats van read-only, en ook Store Inventory op modify, om voorraad en prijzen in te stellen.',
      },
    },
    app: {
      title: 'Door de app te installeren',
      suits: 'Als u liever een app installeert dan een sleutel kopieert.',
    },
  },
  reasons: {
    store_hash_form:
      'Dit is geen store hash. Die staat na /stores/ in het API-pad van uw API-account: in https://api.bigcommerce.com/stores/abc123/v3/ is het abc123.',
    token_form:
      'Het access token ontbreekt of bevat een spatie. Kopieer het opnieuw, zonder iets ervoor of erna.',
    token_refused:
      'BigCommerce accepteert dit access token niet. Misschien is het verkeerd gekopieerd of is het API-account verwijderd. Maak een nieuw API-account en kopieer het access token (niet het client secret).',
    other_store:
      'Dit access token hoort niet bij deze winkel, of de rechten (scopes) ontbreken. Controleer de store hash; klopt die, maak dan een nieuw API-account met Orders, Products en Information & Settings op read-only.',
    orders_scope:
      'Het API-account mag geen bestellingen lezen. De rechten (scopes) zijn achteraf niet te wijzigen. Maak een nieuw API-account met Orders op read-only.',
    products_scope:
      'Het API-account mag geen producten lezen. De rechten (scopes) zijn achteraf niet te wijzigen. Maak een nieuw API-account met Products op read-only.',
    store_not_found:
      'BigCommerce kent geen winkel met deze store hash. Kopieer hem opnieuw uit het API-pad van uw API-account.',
    store_unavailable:
      'De winkel is in onderhoud, wordt bijgewerkt of is geblokkeerd. Probeer het later opnieuw. Blijft het zo, vraag het dan na bij BigCommerce.',
    install_refused:
      'BigCommerce heeft de installatie niet afgerond. Begin opnieuw. Lukt het weer niet, gebruik dan een API-account.',
    other_store_installed:
      'De app is in een andere winkel geïnstalleerd dan u hebt opgegeven. Begin opnieuw met de store hash van die winkel, of kies bij BigCommerce de juiste winkel.',
    app_scopes:
      'De app vraagt BigCommerce om te weinig rechten. De aanbieder moet dat verhelpen. Gebruik intussen een API-account.',
  },
};
