// What a merchant reads when linking WooCommerce, in Dutch.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const nl: Translation<typeof en> = {
  fields: {
    baseUrl: {
      label: 'Adres van uw winkel',
      hint: 'Zoals in de browser. Staat WordPress in een map, vul die dan ook in.',
    },
    consumerKey: { label: 'Consumer key' },
    consumerSecret: {
      label: 'Consumer secret',
      hint: 'Wordt één keer getoond, bij de consumer key, wanneer u de sleutel maakt.',
    },
  },
  ways: {
    wordpress: {
      title: 'Toestemming geven in WordPress',
      suits: 'Het beste voor de meeste winkels: u hoeft niets te kopiëren.',
    },
    keys: {
      title: 'Met een sleutel uit WordPress',
      suits: 'Als toestemming geven niet lukt, bijvoorbeeld door een beveiligingsplugin.',
      steps: [
        'Log als beheerder in op het WordPress-beheer van uw winkel.',
        'Ga naar WooCommerce > Instellingen > Geavanceerd > REST API en kies Sleutel toevoegen.',
        'Kies bij Gebruiker een beheerder of winkelmanager, en bij Rechten voor Lezen.',
        'Kies API-sleutel genereren en kopieer de consumer key (Klant sleutel) en het consumer secret (Klantgeheim).',
      ],
      menu: 'WooCommerce > Instellingen > Geavanceerd > REST API',
      button: 'Sleutel toevoegen',
      toWrite: {
        'orders.write': 'Kies bij Rechten voor Lezen/Schrijven in plaats van Lezen.',
        'products.write': 'Kies bij Rechten voor Lezen/Schrijven in plaats van Lezen.',
      },
    },
  },
  reasons: {
    rest_closed:
      'WordPress antwoordt, maar de REST API is voor bezoekers gesloten door een beveiligingsplugin of een firewall. Sta daarin verzoeken aan /wp-json/ toe, of koppel in plaats daarvan met een sleutel.',
    rest_elsewhere:
      'De REST API van WordPress heeft een andere naam dan /wp-json/, en dat ondersteunen we niet. Een plugin heeft die naam gewijzigd: vraag de beheerder van de site dat terug te draaien.',
    bad_address:
      'Dit is geen adres van een website. Vul het in zoals in de browser, bijvoorbeeld https://www.example.com.',
    bad_keys:
      'De consumer key begint met ck_ en het consumer secret met cs_. Kopieer beide volledig.',
    unreachable:
      'De winkel is niet via https te bereiken. Misschien is hij offline, of houdt een firewall ons tegen. Heeft uw winkel helemaal geen https, vul het adres dan in met http:// ervoor.',
    moved:
      'De winkel antwoordt op een ander adres, vaak met of zonder www. Open de winkel in uw browser en kopieer het adres daar.',
    permalinks_plain:
      'WordPress antwoordt, maar de permalinks staan op Eenvoudig, en dan zijn de gegevens niet te lezen. Kies in WordPress onder Instellingen > Permalinks iets anders en sla op.',
    redirect_loop:
      'De winkel blijft ons in een kringetje rondsturen: het adres verwijst naar zichzelf. Vraag uw hostingbedrijf naar de doorverwijzingen, de cache en de https-instellingen te kijken.',
    back_to_http:
      'De winkel leidt van https terug naar http. In WordPress moeten onder Instellingen > Algemeen beide adressen met https:// beginnen. Is dat zo, vraag uw hostingbedrijf dan naar de proxy te kijken.',
    login_wall:
      'De winkel stuurt elke bezoeker naar een inlogpagina, ook ons. Laat in de plugin die de site afsluit verzoeken aan /wp-json/wc/ door.',
    redirected:
      'De winkel stuurt ons niet naar de gegevens, maar naar een andere pagina. Vraag uw hostingbedrijf naar de doorverwijzingen van de site en de plugins te kijken.',
    maintenance:
      'De winkel is even gesloten voor onderhoud: WordPress wordt bijgewerkt. Probeer het over een paar minuten opnieuw.',
    https_port: 'De winkel verwacht hier https. Vul het adres in met https:// ervoor.',
    bad_certificate:
      'Het certificaat van de winkel is niet geldig, of het tussencertificaat dat erbij hoort ontbreekt; in een browser merkt u dat vaak niet. Vraag uw hostingbedrijf de hele certificaatketen te installeren.',
    not_wordpress:
      'Op dit adres antwoordt geen WordPress. Controleer het adres. Klopt het, kijk dan in WordPress onder Instellingen > Permalinks: alles behalve Eenvoudig werkt.',
    not_woocommerce:
      'Dit adres antwoordt, maar niet zoals WooCommerce dat doet. Controleer of dit het adres van uw winkel is en of er niets anders antwoordt onder /wp-json/wc/.',
    woocommerce_inactive:
      'WordPress antwoordt, maar WooCommerce is daar niet actief, of is ouder dan versie 3.5. Activeer de plugin of werk die bij, en probeer het opnieuw.',
    key_unknown:
      'De winkel kent deze consumer key niet. Kopieer de consumer key opnieuw. Klopt die, dan houdt de webserver of een beveiligingsplugin hem tegen voordat hij WordPress bereikt: vraag uw hostingbedrijf de Authorization-header door te laten.',
    secret_wrong:
      'De winkel kent deze consumer key, maar het consumer secret klopt niet. Het wordt maar één keer getoond: hebt u het niet meer, maak dan een nieuwe sleutel.',
    read_only: 'Deze sleutel mag alleen lezen. Maak een sleutel met het recht Lezen/schrijven.',
    write_only: 'Deze sleutel mag alleen schrijven. Maak een sleutel met het recht Lezen.',
    role_too_low:
      'De sleutel klopt, maar de WordPress-gebruiker ervan mag geen bestellingen en producten lezen. Maak de sleutel voor een beheerder of winkelmanager.',
    firewall:
      'Een firewall of beveiligingsplugin van de winkel houdt ons tegen. Sta daarin verzoeken aan /wp-json/wc/ toe, of vraag uw hostingbedrijf dat te doen.',
    web_page:
      'De winkel antwoordt met een webpagina in plaats van gegevens. Een onderhoudsmodus, een ‘binnenkort’-pagina of een beveiligingsplugin staat in de weg.',
    clock_skew:
      'De klok op de server van de winkel loopt meer dan 15 minuten voor of achter, waardoor de server elke handtekening weigert. Vraag uw hostingbedrijf de klok gelijk te zetten.',
    signature_refused:
      'De winkel weigerde de handtekening: het consumer secret klopt niet, of het adres is een ander dan in WordPress onder Instellingen > Algemeen.',
  },
};
