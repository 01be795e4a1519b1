// What a merchant reads when linking WooCommerce, in Dutch.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const nl: Translation<typeof en> = {
  fields: {
    baseUrl: {
      label: 'Adres van de winkel',
      hint: 'Zoals in de browser. Staat WordPress in een map, dan met die map.',
    },
    consumerKey: { label: 'Consumer key' },
    consumerSecret: {
      label: 'Consumer secret',
      hint: 'Wordt één keer getoond, naast de consumer key, als de sleutel wordt gemaakt.',
    },
  },
  ways: {
    wordpress: {
      title: 'Goedkeuren in WordPress',
      suits: 'Het beste voor de meeste winkels: u hoeft niets te kopiëren.',
    },
    keys: {
      title: 'Met een sleutel uit WordPress',
      suits: 'Als toestemming geven niet lukt, bijvoorbeeld door een beveiligingsplug-in.',
      steps: [
        'Log als beheerder in op het WordPress-beheer van uw winkel.',
        'Ga naar WooCommerce, Instellingen, Geavanceerd, REST API en kies Sleutel toevoegen.',
        'Kies een beheerder of winkelmanager als gebruiker en Lezen als machtiging.',
        'Kies API-sleutel genereren en kopieer de consumer key en het consumer secret.',
      ],
    },
  },
  reasons: {
    rest_closed:
      'WordPress antwoordt, maar de REST API is voor bezoekers gesloten door een beveiligingsplugin of een firewall. Sta daar aanroepen naar /wp-json/ toe, of koppel met een sleutel.',
    rest_elsewhere:
      'WordPress heeft zijn REST API onder een andere naam dan /wp-json/, en dat ondersteunen we niet. Een plugin heeft hem hernoemd: vraag de beheerder van de site dat terug te draaien.',
    bad_address:
      'Dit is geen adres van een website. Schrijf het zoals in de browser, zoals https://www.example.com.',
    bad_keys:
      'De consumer key begint met ck_ en het consumer secret met cs_. Kopieer beide helemaal.',
    unreachable:
      'De winkel is niet via https te bereiken. Misschien is hij offline, of houdt een firewall ons tegen. Heeft uw winkel helemaal geen https, schrijf het adres dan met http:// ervoor.',
    moved:
      'De winkel antwoordt op een ander adres, vaak met of zonder www. Open hem in uw browser en kopieer het adres daar.',
    permalinks_plain:
      'WordPress antwoordt, maar de permalinks staan op Eenvoudig, en dan zijn de gegevens niet te lezen. Kies in WordPress onder Instellingen, Permalinks iets anders en sla op.',
    redirect_loop:
      'De winkel stuurt ons in een kring: het adres verwijst naar zichzelf. Vraag uw hostingbedrijf naar de omleidingen, de cache en de https-instellingen te kijken.',
    back_to_http:
      'De winkel leidt van https terug naar http. In WordPress onder Instellingen, Algemeen moeten beide adressen met https:// beginnen; is dat zo, vraag uw hostingbedrijf dan naar de proxy.',
    login_wall:
      'De winkel stuurt elke bezoeker naar een inlogpagina, ons ook. Laat aanroepen naar /wp-json/wc/ door in de plugin die de site afsluit.',
    redirected:
      'De winkel leidt ons weg van zijn gegevens, naar een andere pagina. Vraag uw hostingbedrijf naar de omleidingen van de site en zijn plugins te kijken.',
    maintenance:
      'De winkel is nu even dicht voor onderhoud: WordPress werkt zichzelf bij. Probeer het over enkele minuten opnieuw.',
    https_port: 'De winkel verwacht hier https. Schrijf het adres met https:// ervoor.',
    bad_certificate:
      'Het certificaat van de winkel is niet geldig, of het tussencertificaat dat het bewijst ontbreekt; browsers verbergen dat vaak. Vraag uw hostingbedrijf de hele keten te installeren.',
    not_wordpress:
      'Op dit adres antwoordt geen WordPress. Controleer het adres. Klopt het, kijk dan in WordPress onder Instellingen, Permalinks: alles behalve Eenvoudig werkt.',
    not_woocommerce:
      'Dit adres antwoordt, maar niet zoals WooCommerce dat doet. Controleer of het het adres van uw winkel is, en of niets anders antwoordt onder /wp-json/wc/.',
    woocommerce_inactive:
      'WordPress antwoordt, maar WooCommerce is daar niet actief of ouder dan versie 3.5. Activeer of werk de plugin bij en probeer het opnieuw.',
    key_unknown:
      'De winkel kent deze consumer key niet. Kopieer hem opnieuw. Klopt hij, dan houdt de webserver of een beveiligingsplugin hem weg bij WordPress: vraag uw hostingbedrijf de Authorization-header door te laten.',
    secret_wrong:
      'De winkel kent deze consumer key, maar het consumer secret klopt niet. Het wordt maar één keer getoond: hebt u het niet meer, maak dan een nieuwe sleutel.',
    write_only: 'Deze sleutel mag alleen schrijven. Maak er een met de machtiging Lezen.',
    role_too_low:
      'De sleutel is goed, maar de WordPress-gebruiker mag geen bestellingen en producten lezen. Maak de sleutel voor een beheerder of winkelmanager.',
    firewall:
      'Een firewall of beveiligingsplugin van de winkel weigert ons. Sta aanroepen naar /wp-json/wc/ toe, of vraag het uw hostingbedrijf.',
    web_page:
      'De winkel antwoordt met een webpagina in plaats van gegevens. Een onderhouds- of “binnenkort”-modus, of een beveiligingsplugin, staat in de weg.',
    clock_skew:
      'De klok van de server van de winkel loopt meer dan 15 minuten verkeerd en weigert daarom elke handtekening. Vraag uw hostingbedrijf die goed te zetten.',
    signature_refused:
      'De winkel weigerde de handtekening: het consumer secret klopt niet, of het adres is niet dat in WordPress onder Instellingen, Algemeen.',
  },
};
