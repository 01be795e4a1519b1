// What a merchant reads when linking Magento / Adobe Commerce, in Dutch.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const nl: Translation<typeof en> = {
  fields: {
    token: {
      label: 'Access Token',
      hint: 'Werkt met Magento ouder dan 2.4.4, en met nieuwere versies als de winkel het toestaat.',
    },
    consumerKey: { label: 'Consumer Key' },
    consumerSecret: { label: 'Consumer Secret' },
    accessToken: { label: 'Access Token' },
    accessTokenSecret: { label: 'Access Token Secret' },
    imsClientId: { label: 'Client ID' },
    imsClientSecret: { label: 'Client secret' },
    imsOrgId: { label: 'Organization ID' },
  },
  ways: {
    integration: {
      title: 'Met de vier waarden van een integratie',
      suits:
        'Geschikt voor de meeste winkels: Magento 2 of Adobe Commerce op uw eigen server of hosting.',
      steps: [
        'Ga in uw Magento-beheer naar System > Extensions > Integrations en kies Add New Integration.',
        'Geef de integratie een naam. Kies onder API voor Custom en vink het volgende aan: Catalog > Inventory en daarin Products; Stores > Attributes > Product; Stores > Settings > All Stores; Stores > Inventory > Sources.',
        'Sla op en kies daarna Activate en Allow. Magento toont nu Consumer Key, Consumer Secret, Access Token en Access Token Secret.',
        'Kopieer de vier waarden een voor een hierheen.',
      ],
      menu: 'System > Extensions > Integrations',
      button: 'Add New Integration',
      toWrite: {
        'orders.write':
          'Vink ook Sales > Operations > Orders > Actions > View en Ship aan, en Sales > Operations > Shipments, om bestellingen als verzonden te markeren.',
        'products.write':
          'Vink ook Catalog en Stores > Inventory > Stocks > Source Item Assigning aan om voorraad en prijzen in te stellen.',
      },
      fields: {
        baseUrl: {
          label: 'Adres van uw winkel',
          hint: 'Zoals in de browser. U mag ook het adres van uw Magento-beheer plakken.',
        },
      },
    },
    token: {
      title: 'Met alleen een Access Token',
      suits: 'Voor Magento ouder dan 2.4.4, of voor een winkel die een los token accepteert.',
      steps: [
        'Ga in uw Magento-beheer naar System > Extensions > Integrations en kies Add New Integration.',
        'Geef de integratie een naam. Kies onder API voor Custom en vink het volgende aan: Catalog > Inventory en daarin Products; Stores > Attributes > Product; Stores > Settings > All Stores; Stores > Inventory > Sources.',
        'Sla op en kies daarna Activate en Allow. Magento toont nu Consumer Key, Consumer Secret, Access Token en Access Token Secret.',
        'Zet in Magento 2.4.4 en nieuwer ook Stores > Configuration > Services > OAuth > Consumer Settings > Allow OAuth Access Tokens to be used as standalone Bearer tokens op Yes.',
        'Kopieer het Access Token.',
      ],
      menu: 'System > Extensions > Integrations',
      button: 'Add New Integration',
      toWrite: {
        'orders.write':
          'Vink ook Sales > Operations > Orders > Actions > View en Ship aan, en Sales > Operations > Shipments, om bestellingen als verzonden te markeren.',
        'products.write':
          'Vink ook Catalog en Stores > Inventory > Stocks > Source Item Assigning aan om voorraad en prijzen in te stellen.',
      },
      fields: {
        baseUrl: {
          label: 'Adres van uw winkel',
          hint: 'Zoals in de browser. U mag ook het adres van uw Magento-beheer plakken.',
        },
      },
    },
    cloud: {
      title: 'Adobe Commerce as a Cloud Service',
      suits: 'Voor winkels die Adobe zelf beheert, als Adobe Commerce as a Cloud Service.',
      steps: [
        'Maak in de Adobe Developer Console een project en voeg de API Adobe Commerce as a Cloud Service toe met een OAuth Server-to-Server-credential.',
        'Kopieer de Client ID, het Client secret en de Organization ID uit de details van die credential.',
        'Kopieer het REST endpoint van uw instantie uit Adobe Commerce Cloud Manager.',
      ],
      menu: 'Adobe Developer Console > Adobe Commerce as a Cloud Service',
      button: 'OAuth Server-to-Server',
      fields: {
        baseUrl: {
          label: 'REST endpoint met uw tenant',
          hint: 'Staat in Adobe Commerce Cloud Manager, bij de details van uw instantie.',
        },
      },
    },
  },
  reasons: {
    api_closed:
      'Magento antwoordt, maar de REST API is niet bereikbaar. Misschien houdt een firewall ons tegen: vraag uw hostingbedrijf verzoeken aan /rest/ door te laten.',
    address_form: 'Dit is geen adres. Vul het adres van uw winkel in zoals in de browser.',
    tenant_missing:
      'Het adres moet eindigen op uw tenant. Kopieer het hele REST endpoint van uw instantie.',
    four_values:
      'Alle vier de waarden van de integratie zijn nodig: Consumer Key, Consumer Secret, Access Token en Access Token Secret.',
    value_form:
      'Deze waarde is niet volledig. Elk van de vier bestaat uit 32 kleine letters en cijfers. Kopieer de waarde opnieuw.',
    ims_values:
      'Voor een winkel op Adobe Commerce as a Cloud Service zijn de Client ID, het Client secret en de Organization ID nodig.',
    token_unencrypted:
      'Uw winkel heeft geen https, dus een los token kan worden onderschept. Koppel in plaats daarvan met de vier waarden van de integratie.',
    bearer_refused:
      'De winkel accepteert dit losse token niet. Het is onjuist of ingetrokken, of uw Magento (2.4.4 of nieuwer) accepteert geen los token. Koppel in dat geval met alle vier de waarden van de integratie.',
    token_refused:
      'De winkel accepteert dit Access Token niet. Kopieer het opnieuw, of koppel met alle vier de waarden van de integratie.',
    resource_missing:
      'De waarden kloppen, maar de integratie mag geen producten lezen. Bewerk de integratie onder System > Extensions > Integrations, vink onder API Catalog > Inventory > Products aan, sla op en kies Reauthorize.',
    consumer_key:
      'De winkel kent deze Consumer Key niet. Kopieer de waarde opnieuw en controleer of het adres van dezelfde winkel is.',
    access_token:
      'De winkel kent dit Access Token niet, of het hoort bij een andere integratie. Kopieer alle vier de waarden van dezelfde integratie.',
    revoked:
      'Deze toegang is in Magento ingetrokken. Kies Reauthorize bij de integratie en kopieer de nieuwe waarden.',
    signature:
      'De Consumer Key en het Access Token kloppen, maar een van de twee secrets niet. Kopieer het Consumer Secret en het Access Token Secret opnieuw.',
    shop_clock:
      'De klok op de server van uw winkel loopt niet gelijk, waardoor de server elke handtekening weigert. Vraag uw hostingbedrijf de klok gelijk te zetten.',
    firewall:
      'Een firewall van uw winkel houdt ons tegen. Vraag uw hostingbedrijf verzoeken aan de REST API door te laten.',
    not_magento:
      'Dit adres antwoordt, maar niet zoals Magento dat doet. Controleer het. Is de voorkant van uw winkel een aparte toepassing, vul dan het adres van Magento zelf in.',
    no_route:
      'Magento is er, maar deze store view niet. Laat de store view weg, of kopieer de code ervan uit Stores > All Stores.',
    redirected:
      'Uw winkel antwoordt op een ander adres, misschien met of zonder www. Vul het adres in dat de browser toont.',
    redirected_to_page:
      'Uw winkel stuurt ons door naar een webpagina, zoals een inlogpagina of een melding. Vraag uw hostingbedrijf verzoeken aan de REST API door te laten.',
    redirect_loop:
      'Uw winkel blijft ons in een kringetje rondsturen. Vraag uw hostingbedrijf naar de doorverwijzingen van de webserver te kijken.',
    no_store_view:
      'Uw winkel heeft geen store view met deze code. Laat de store view weg, of kopieer de code ervan uit Stores > All Stores.',
    maintenance:
      'Uw winkel staat in onderhoudsmodus. Probeer het opnieuw zodra de winkel weer open is.',
    refused:
      'De winkel accepteert deze toegang niet. Kopieer de waarden opnieuw van dezelfde integratie.',
    signature_method:
      'Uw Magento is te oud voor deze manier van koppelen: 2.4 of nieuwer is nodig.',
    ims_refused:
      'Adobe accepteert deze Client ID of dit Client secret niet. Kopieer beide opnieuw uit de Developer Console.',
  },
};
