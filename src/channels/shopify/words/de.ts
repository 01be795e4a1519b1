// What a merchant reads when linking Shopify, in German.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const de: Translation<typeof en> = {
  fields: {
    baseUrl: {
      label: 'Adresse des Shops',
      hint: 'Die Adresse, die auf myshopify.com endet, oder das, was in der Adresszeile Ihres Shopify-Adminbereichs steht.',
    },
    token: {
      label: 'Zugriffstoken',
      hint: 'Das Admin-API-Zugriffstoken einer benutzerdefinierten App. Shopify hat es nur einmal angezeigt, bei der Installation der App.',
    },
    clientId: { label: 'Client-ID' },
    clientSecret: { label: 'Client-Secret' },
  },
  ways: {
    shopify: {
      title: 'Bei Shopify anmelden',
      suits: 'Für die meisten Shops die beste Wahl: Sie müssen nichts kopieren.',
    },
    token: {
      title: 'Mit einem Zugriffstoken',
      suits:
        'Wenn Ihr Shop in den Einstellungen schon eine benutzerdefinierte App mit einem Zugriffstoken hat.',
      steps: [
        'Öffnen Sie in Ihrem Shopify-Adminbereich Einstellungen > Apps und Vertriebskanäle > Apps entwickeln.',
        'Öffnen Sie Ihre App. Unter „Konfiguration“ braucht sie die Berechtigungen (Admin-API-Bereiche) read_orders und read_products.',
        'Unter „API-Anmeldedaten“ finden Sie das Admin-API-Zugriffstoken. Wird es nicht mehr angezeigt, installieren Sie die App erneut, um ein neues zu erhalten.',
      ],
      menu: 'Einstellungen > Apps und Vertriebskanäle > Apps entwickeln',
      toWrite: {
        'orders.write':
          'Um Bestellungen als versandt zu markieren, braucht die App außerdem die Berechtigung write_merchant_managed_fulfillment_orders.',
        'products.write':
          'Um Bestand und Preise festzulegen, braucht die App außerdem die Berechtigungen write_products, write_inventory und read_locations.',
      },
    },
    'own-app': {
      title: 'Mit einer eigenen App',
      suits: 'Wenn Sie im Dev Dashboard von Shopify eine eigene App erstellt haben.',
      steps: [
        'Öffnen Sie das Dev Dashboard Ihrer Shopify-Organisation und wählen Sie „Create app“.',
        'Geben Sie der App die Berechtigungen (Admin API scopes) read_orders, read_products und read_customers, veröffentlichen Sie eine Version und installieren Sie die App in Ihrem Shop.',
        'Öffnen Sie die Einstellungen (Settings) der App: Dort stehen Client-ID und Client-Secret.',
      ],
      menu: 'Dev Dashboard',
      button: 'Create app',
      toWrite: {
        'orders.write':
          'Um Bestellungen als versandt zu markieren, braucht die App außerdem die Berechtigung write_merchant_managed_fulfillment_orders.',
        'products.write':
          'Um Bestand und Preise festzulegen, braucht die App außerdem die Berechtigungen write_products, write_inventory und read_locations.',
      },
    },
  },
  reasons: {
    not_shopify:
      'Diese Website antwortet nicht wie ein Shop von Shopify. Verwenden Sie die Adresse, die auf myshopify.com endet; sie steht im Adminbereich unter Einstellungen > Domains.',
    custom_domain:
      'Das sieht nach der eigenen Domain Ihres Shops aus. Shopify ist unter der Adresse erreichbar, die auf myshopify.com endet; sie steht im Adminbereich unter Einstellungen > Domains.',
    app_secret_given:
      'Das ist das Client-Secret der App (shpss_…). Nötig ist das Admin-API-Zugriffstoken, das meist mit shpat_ beginnt.',
    token_refused:
      'Shopify akzeptiert dieses Zugriffstoken nicht: Es ist falsch, wurde widerrufen oder die App wurde deinstalliert. Kopieren Sie es erneut oder erstellen Sie ein neues.',
    token_must_expire:
      'Shopify akzeptiert unbegrenzt gültige Tokens dieser App nicht mehr. Melden Sie sich bei Shopify an, statt ein Token einzufügen.',
    shop_unknown:
      'Unter dieser Adresse gibt es keinen Shopify-Shop. Vergleichen Sie sie mit der Adresse im Adminbereich unter Einstellungen > Domains.',
    shop_moved:
      'Der Shop hat bei Shopify jetzt eine andere Adresse. Verwenden Sie die, die im Adminbereich unter Einstellungen > Domains steht.',
    shop_frozen:
      'Shopify hat diesen Shop eingefroren, weil eine Rechnung offen ist. Begleichen Sie sie im Adminbereich und versuchen Sie es erneut.',
    shop_locked:
      'Shopify hat diesen Shop gesperrt. Fragen Sie beim Support von Shopify nach dem Grund.',
    missing_read_orders:
      'Dem Zugriff fehlt die Berechtigung read_orders. Erteilen Sie sie der App in Shopify und verbinden Sie den Shop erneut.',
    missing_read_products:
      'Dem Zugriff fehlt die Berechtigung read_products. Erteilen Sie sie der App in Shopify und verbinden Sie den Shop erneut.',
    protected_data:
      'Shopify hat die App noch nicht für Kundendaten freigegeben. Wenden Sie sich an die Anwendung, von der Sie kommen.',
  },
};
