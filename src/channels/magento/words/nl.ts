// What a merchant reads when linking Magento / Adobe Commerce, in Dutch.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const nl: Translation<typeof en> = {
  fields: {
    token: {
      label: 'Toegangstoken',
      hint: 'Werkt op Magento vóór 2.4.4, en op latere versies als de winkel het toestaat.',
    },
    consumerKey: { label: 'Consumer Key' },
    consumerSecret: { label: 'Consumer Secret' },
    accessToken: { label: 'Access Token' },
    accessTokenSecret: { label: 'Access Token Secret' },
    imsClientId: { label: 'Client-ID' },
    imsClientSecret: { label: 'Client-secret' },
    imsOrgId: { label: 'Organisatie-ID' },
  },
  ways: {
    integration: {
      title: 'Met de vier waarden van een integratie',
      suits:
        'Geschikt voor de meeste winkels: Magento 2 of Adobe Commerce op uw eigen server of hosting.',
      steps: [
        'Ga in uw Magento-beheer naar System > Extensions > Integrations en kies Add New Integration.',
        'Geef de integratie een naam. Kies onder API voor Custom en vink aan: Catalog > Inventory en daarin Products; Stores > Attributes > Product; Stores > Settings > All Stores; Stores > Inventory > Sources.',
        'Sla op en kies daarna Activate en Allow. Magento toont nu Consumer Key, Consumer Secret, Access Token en Access Token Secret.',
        'Kopieer alle vier de waarden naar dit formulier.',
      ],
      fields: {
        baseUrl: {
          label: 'Adres van uw winkel',
          hint: 'Zoals in de browser. U mag ook het adres van uw Magento-beheer plakken.',
        },
      },
    },
    token: {
      title: 'Met alleen een toegangstoken',
      suits:
        'Voor Magento ouder dan 2.4.4, of een winkel die zo is ingesteld dat een token alleen genoeg is.',
      steps: [
        'Ga in uw Magento-beheer naar System > Extensions > Integrations en kies Add New Integration.',
        'Geef de integratie een naam. Kies onder API voor Custom en vink aan: Catalog > Inventory en daarin Products; Stores > Attributes > Product; Stores > Settings > All Stores; Stores > Inventory > Sources.',
        'Sla op en kies daarna Activate en Allow. Magento toont nu Consumer Key, Consumer Secret, Access Token en Access Token Secret.',
        'Zet op Magento 2.4.4 en later ook Stores > Configuration > Services > OAuth > Consumer Settings > Allow OAuth Access Tokens to be used as standalone Bearer tokens op Yes.',
        'Kopieer het Access Token naar dit formulier.',
      ],
      fields: {
        baseUrl: {
          label: 'Adres van uw winkel',
          hint: 'Zoals in de browser. U mag ook het adres van uw Magento-beheer plakken.',
        },
      },
    },
    cloud: {
      title: 'Adobe Commerce as a Cloud Service',
      suits: 'Voor winkels die Adobe zelf draait, als Adobe Commerce as a Cloud Service.',
      steps: [
        'Maak in de Adobe Developer Console een project en voeg de API Adobe Commerce as a Cloud Service toe met een OAuth Server-to-Server-credential.',
        'Kopieer Client ID, Client secret en Organization ID uit de details van de credential.',
        'Kopieer het REST-adres van uw instantie uit Adobe Commerce Cloud Manager.',
      ],
      fields: {
        baseUrl: {
          label: 'REST-adres met uw tenant',
          hint: 'Staat in Adobe Commerce Cloud Manager, bij de details van uw instantie.',
        },
      },
    },
  },
  reasons: {
    api_closed:
      'Magento antwoordt, maar de REST API is niet bereikbaar. Misschien houdt een firewall ons tegen: vraag uw hostingbedrijf aanroepen naar /rest/ door te laten.',
    address_form: 'Dit is geen adres. Typ het adres van uw winkel zoals in de browser.',
    tenant_missing:
      'Het adres moet eindigen op uw tenant. Kopieer het hele REST-adres van uw instantie.',
    four_values:
      'Alle vier de waarden van de integratie zijn nodig: Consumer Key, Consumer Secret, Access Token en Access Token Secret.',
    value_form:
      'Deze waarde is niet compleet. Elk van de vier heeft 32 kleine letters en cijfers: kopieer hem opnieuw.',
    ims_values:
      'Een winkel op Adobe Commerce as a Cloud Service heeft Client ID, Client secret en Organization ID nodig.',
    token_unencrypted:
      'Uw winkel heeft geen https, dus een los token kan worden afgeluisterd. Koppel met de vier waarden van de integratie.',
    bearer_refused:
      'De winkel accepteert dit token niet. Het is onjuist of ingetrokken, of uw Magento (2.4.4 of later) accepteert geen los token: koppel dan met alle vier de waarden van de integratie.',
    token_refused:
      'De winkel accepteert dit toegangstoken niet. Kopieer het opnieuw, of koppel met alle vier de waarden van de integratie.',
    resource_missing:
      'De waarden kloppen, maar de integratie mag geen producten lezen. Bewerk haar onder System > Extensions > Integrations, vink onder API Catalog > Inventory > Products aan, sla op en autoriseer haar opnieuw.',
    consumer_key:
      'De winkel kent deze Consumer Key niet. Kopieer hem opnieuw en controleer of het adres van dezelfde winkel is.',
    access_token:
      'De winkel kent dit Access Token niet, of het hoort bij een andere integratie. Kopieer alle vier de waarden van dezelfde integratie.',
    revoked:
      'Deze toegang is in Magento ingetrokken. Autoriseer de integratie opnieuw en kopieer de nieuwe waarden.',
    signature:
      'Consumer Key en Access Token kloppen, maar een van de twee secrets niet. Kopieer Consumer Secret en Access Token Secret opnieuw.',
    shop_clock:
      'De klok van de server van uw winkel loopt verkeerd, waardoor hij elke handtekening weigert. Vraag uw hostingbedrijf hem goed te zetten.',
    firewall:
      'Een firewall van uw winkel houdt ons tegen. Vraag uw hostingbedrijf verzoeken aan de REST API door te laten.',
    not_magento:
      'Dit adres antwoordt, maar niet zoals Magento dat doet. Controleer het; is uw webwinkel een aparte toepassing, geef dan het adres van Magento zelf.',
    no_route:
      'Magento is er, maar deze storeview niet. Laat de storeview weg, of kopieer de code uit Stores > All Stores.',
    redirected:
      'Uw winkel antwoordt op een ander adres, misschien met of zonder www. Typ het adres dat de browser toont.',
    redirected_to_page:
      'Uw winkel stuurt ons door naar een webpagina, zoals een login of een melding. Vraag uw hostingbedrijf verzoeken aan de REST API door te laten.',
    redirect_loop:
      'Uw winkel stuurt ons in een kringetje rond. Vraag uw hostingbedrijf naar de doorverwijzingen van de webserver te kijken.',
    no_store_view:
      'Uw winkel heeft geen storeview met deze code. Laat de storeview weg, of kopieer de code uit Stores > All Stores.',
    maintenance: 'Uw winkel staat in onderhoudsmodus. Probeer het opnieuw als hij open is.',
    refused:
      'De winkel accepteert deze toegang niet. Kopieer de waarden opnieuw van dezelfde integratie.',
    signature_method: 'Uw Magento is te oud voor deze manier van koppelen: 2.4 of later is nodig.',
    ims_refused:
      'Adobe accepteert deze Client ID of dit Client secret niet. Kopieer beide opnieuw uit de Developer Console.',
  },
};
