// What a merchant reads when linking Shopify, in German.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const de: Translation<typeof en> = {
  fields: {
    baseUrl: {
      label: 'Adresse des Shops',
      hint: 'Die Adresse, die auf myshopify.com endet, oder was in der Adresszeile Ihres Shopify-Adminbereichs steht.',
    },
    token: {
      label: 'Zugriffstoken',
      hint: 'Das Admin-API-Zugriffstoken einer eigenen App. Shopify hat es einmal gezeigt, bei der Installation.',
    },
    clientId: { label: 'Client-ID' },
    clientSecret: { label: 'Client-Geheimnis' },
  },
  ways: {
    shopify: {
      title: 'Bei Shopify anmelden',
      suits: 'Für die meisten Shops die beste Wahl: Es muss nichts kopiert werden.',
    },
    token: {
      title: 'Mit einem Zugriffstoken',
      suits:
        'Wenn Ihr Shop in den Einstellungen schon eine eigene App mit einem Zugriffstoken hat.',
      steps: [
        'Öffnen Sie Ihren Shopify-Adminbereich und gehen Sie zu Einstellungen, Apps und Vertriebskanäle, Apps entwickeln.',
        'Öffnen Sie Ihre App. Unter Konfiguration braucht sie die Admin-API-Scopes read_orders und read_products.',
        'Unter API-Anmeldedaten steht das Admin-API-Zugriffstoken. Wird es nicht mehr gezeigt, installieren Sie die App neu.',
      ],
    },
    'own-app': {
      title: 'Mit einer eigenen App',
      suits: 'Wenn Sie im Dev Dashboard von Shopify eine eigene App erstellt haben.',
      steps: [
        'Öffnen Sie das Dev Dashboard Ihrer Shopify-Organisation und wählen Sie Create app.',
        'Geben Sie der App die Admin-API-Scopes read_orders, read_products und read_customers, veröffentlichen Sie eine Version und installieren Sie die App in Ihrem Shop.',
        'Öffnen Sie Settings der App: Dort stehen Client-ID und Client-Geheimnis.',
      ],
    },
  },
  reasons: {
    not_shopify:
      'Diese Website antwortet nicht wie ein Shop von Shopify. Verwenden Sie die Adresse, die auf myshopify.com endet; sie steht in Ihrer Verwaltung unter Einstellungen, Domains.',
    custom_domain:
      'Das sieht nach der eigenen Domain Ihres Shops aus. Shopify ist unter der Adresse erreichbar, die auf myshopify.com endet; sie steht im Adminbereich unter Einstellungen, Domains.',
    app_secret_given:
      'Das ist das Geheimnis der App (shpss_…). Gebraucht wird das Admin-API-Zugriffstoken, das meist mit shpat_ beginnt.',
    token_refused:
      'Shopify nimmt dieses Zugriffstoken nicht an: Es ist falsch, wurde widerrufen, oder die App wurde deinstalliert. Kopieren Sie es noch einmal oder erzeugen Sie ein neues.',
    token_must_expire:
      'Shopify nimmt unbegrenzt gültige Tokens dieser App nicht mehr an. Melden Sie sich bei Shopify an, statt ein Token einzufügen.',
    shop_unknown:
      'Unter dieser Adresse gibt es keinen Shopify-Shop. Vergleichen Sie sie mit der im Adminbereich unter Einstellungen, Domains.',
    shop_moved:
      'Der Shop hat bei Shopify jetzt eine andere Adresse. Nehmen Sie die aus dem Adminbereich unter Einstellungen, Domains.',
    shop_frozen:
      'Shopify hat diesen Shop eingefroren, weil eine Rechnung offen ist. Begleichen Sie sie im Adminbereich und versuchen Sie es noch einmal.',
    shop_locked:
      'Shopify hat diesen Shop gesperrt. Fragen Sie den Support von Shopify nach dem Grund.',
    missing_read_orders:
      'Dem Zugang fehlt die Berechtigung read_orders. Geben Sie sie der App in Shopify und verbinden Sie den Shop noch einmal.',
    missing_read_products:
      'Dem Zugang fehlt die Berechtigung read_products. Geben Sie sie der App in Shopify und verbinden Sie den Shop noch einmal.',
    protected_data:
      'Shopify hat die App noch nicht für Kundendaten freigegeben. Fragen Sie die Anwendung, die Sie hierher geschickt hat.',
  },
};
