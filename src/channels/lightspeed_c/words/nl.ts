// What a merchant reads when linking Lightspeed eCom (C-Series), in Dutch.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const nl: Translation<typeof en> = {
  fields: {
    region: {
      label: 'Regio',
      hint: 'Waar uw winkel draait. Winkels in Europa zitten bijna altijd in de eerste.',
      choices: { eu1: 'Europa', us1: 'Noord-Amerika' },
    },
    apiKey: { label: 'API-sleutel', hint: '32 letters en cijfers.' },
    apiSecret: { label: 'API-secret', hint: '32 letters en cijfers, naast de API-sleutel.' },
    language: {
      label: 'Winkeltaal',
      hint: 'Twee letters van een taal die in uw winkel actief is. Laat leeg voor de standaardtaal.',
    },
    shopId: {
      label: 'Winkelnummer',
      hint: 'Als u het weet: dan kan er niet per ongeluk een andere winkel worden gekoppeld.',
    },
  },
  ways: {
    keys: {
      title: 'Met een API-sleutel',
      suits: 'Als u met uw abonnement API-sleutels kunt maken in de backoffice.',
      steps: [
        'Log in op de backoffice van uw winkel.',
        'Open Instellingen > Developers (Settings > Developers) en kies Nieuwe API-sleutel. Ontbreekt die pagina, vraag dan Lightspeed-support om API-sleutels voor uw abonnement aan te zetten.',
        'Geef de sleutel een naam, zet hem aan (Enabled) en vink Lezen aan bij Bestellingen, Producten en Instellingen.',
        'Sla op en kopieer de API-sleutel en het API-secret.',
      ],
    },
    app: {
      title: 'Door de app te installeren',
      suits:
        'Als u liever een app installeert dan een sleutel kopieert, of geen API-sleutels kunt maken.',
    },
  },
  reasons: {
    region_form: 'Kies de regio van uw winkel: Europa of Noord-Amerika.',
    language_form: 'Schrijf de winkeltaal als twee letters, zoals nl of en, of laat het veld leeg.',
    key_form:
      'API-sleutel en API-secret hebben elk precies 32 letters en cijfers. Kopieer beide opnieuw, helemaal en zonder spaties.',
    shop_form: 'Het winkelnummer bestaat alleen uit cijfers, zoals 356891. U mag het leeg laten.',
    access_denied:
      'Lightspeed accepteert deze sleutel niet. Controleer of de sleutel aanstaat (Enabled) onder Instellingen > Developers en kopieer sleutel en secret opnieuw.',
    wrong_cluster:
      'De sleutel klopt, maar uw winkel zit in de andere regio. Kies de andere regio en probeer het opnieuw.',
    unknown_language:
      'Deze taal is niet actief in uw winkel. Laat de taal leeg, of schrijf de twee letters van een taal die wel actief is.',
    orders_not_allowed:
      'De sleutel mag geen bestellingen lezen. Vink bij deze sleutel Lezen aan voor Bestellingen onder Instellingen > Developers, sla op en probeer het opnieuw.',
    products_not_allowed:
      'De sleutel mag geen producten lezen. Vink bij deze sleutel Lezen aan voor Producten onder Instellingen > Developers, sla op en probeer het opnieuw.',
    settings_not_allowed:
      'De sleutel mag geen instellingen lezen, en daar staat de valuta van uw winkel. Vink bij deze sleutel Lezen aan voor Instellingen onder Instellingen > Developers, sla op en probeer het opnieuw.',
  },
};
