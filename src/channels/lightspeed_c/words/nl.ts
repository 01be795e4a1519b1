// What a merchant reads when linking Lightspeed eCom (C-Series), in Dutch.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const nl: Translation<typeof en> = {
  fields: {
    region: {
      label: 'Regio',
      hint: 'De regio waar uw winkel draait. Voor winkels in Europa is dat bijna altijd de eerste.',
      choices: { eu1: 'Europa', us1: 'Noord-Amerika' },
    },
    apiKey: { label: 'API-sleutel', hint: '32 letters en cijfers.' },
    apiSecret: { label: 'API secret', hint: '32 letters en cijfers, naast de API-sleutel.' },
    language: {
      label: 'Winkeltaal',
      hint: 'De twee letters van een taal die in uw winkel actief is. Laat dit veld leeg voor de standaardtaal.',
    },
    shopId: {
      label: 'Winkelnummer',
      hint: 'Vul het in als u het weet. Dan kan er niet per ongeluk een andere winkel worden gekoppeld.',
    },
  },
  ways: {
    keys: {
      title: 'Met een API-sleutel',
      suits: 'Als u met uw abonnement zelf API-sleutels kunt maken in de backoffice.',
      steps: [
        'Log in op de backoffice van uw winkel.',
        'Open Instellingen > Developers en kies Nieuwe API-sleutel. Ontbreekt die pagina, vraag dan de klantenservice van Lightspeed om API-sleutels voor uw abonnement aan te zetten.',
        'Geef de sleutel een naam, zet hem aan (Activeer API key) en vink Lezen aan bij Bestellingen, Producten en Instellingen.',
        'Sla op en kopieer de API-sleutel en het API secret.',
      ],
      menu: 'Instellingen > Developers',
      button: 'Nieuwe API-sleutel',
      toWrite: {
        'orders.write':
          'Vink bij Bestellingen ook Schrijven aan om bestellingen als verzonden te markeren.',
        'products.write':
          'Vink bij Producten ook Schrijven aan om voorraad en prijzen in te stellen.',
      },
    },
    app: {
      title: 'Door de app te installeren',
      suits:
        'Als u liever een app installeert dan een sleutel kopieert, of geen API-sleutels kunt maken.',
    },
  },
  reasons: {
    region_form: 'Kies de regio van uw winkel: Europa of Noord-Amerika.',
    language_form: 'Vul de winkeltaal in als twee letters, zoals nl of en, of laat het veld leeg.',
    key_form:
      'De API-sleutel en het API secret bestaan elk uit precies 32 letters en cijfers. Kopieer beide opnieuw, volledig en zonder spaties.',
    shop_form:
      'Het winkelnummer bestaat alleen uit cijfers, zoals 356891. U mag het veld leeg laten.',
    access_denied:
      'Lightspeed accepteert deze sleutel niet. Controleer onder Instellingen > Developers of de sleutel aanstaat (Activeer API key) en kopieer de API-sleutel en het API secret opnieuw.',
    wrong_cluster:
      'De sleutel klopt, maar uw winkel zit in de andere regio. Kies de andere regio en probeer het opnieuw.',
    unknown_language:
      'Deze taal is niet actief in uw winkel. Laat het veld leeg, of vul de twee letters in van een taal die wel actief is.',
    orders_not_allowed:
      'De sleutel mag geen bestellingen lezen. Vink onder Instellingen > Developers bij deze sleutel Lezen aan voor Bestellingen, sla op en probeer het opnieuw.',
    products_not_allowed:
      'De sleutel mag geen producten lezen. Vink onder Instellingen > Developers bij deze sleutel Lezen aan voor Producten, sla op en probeer het opnieuw.',
    settings_not_allowed:
      'De sleutel mag geen instellingen lezen, terwijl daar de valuta van uw winkel staat. Vink onder Instellingen > Developers bij deze sleutel Lezen aan voor Instellingen, sla op en probeer het opnieuw.',
  },
};
