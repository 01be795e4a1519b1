// What a merchant reads when linking BigCommerce, in German.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const de: Translation<typeof en> = {
  fields: {
    store_hash: {
      label: 'Store-Hash',
      hint: 'Der Teil nach /stores/ im API-Pfad. Sie können auch den ganzen API-Pfad oder die Adresse Ihres Control Panels einfügen.',
    },
    token: {
      label: 'Zugriffstoken',
      hint: 'BigCommerce zeigt es nur einmal an, wenn das API-Konto erstellt wird; es steht auch in der Textdatei, die dann angeboten wird.',
    },
  },
  ways: {
    keys: {
      title: 'Mit einem API-Konto',
      suits:
        'Für die meisten Shops geeignet: Sie erstellen den Schlüssel selbst und bestimmen, was er lesen darf.',
      steps: [
        'Melden Sie sich als Shop-Inhaber im Control Panel von BigCommerce an.',
        'Öffnen Sie Settings > Store-level API accounts und wählen Sie „Create API account“ (Typ „V2/V3 API token“).',
        'Stellen Sie diese Berechtigungen (OAuth Scopes) auf „read-only“: Orders, Products, Information & Settings. Customers, ebenfalls auf „read-only“, ergänzt Angaben zu den Käufern.',
        'Speichern Sie und kopieren Sie Zugriffstoken (Access token) und API-Pfad (API path) aus dem Fenster, das erscheint.',
      ],
      menu: 'Settings > Store-level API accounts',
      button: 'Create API account',
      toWrite: {
        'orders.write':
          'Um Bestellungen als versandt zu markieren, stellen Sie Orders auf „modify“ statt auf „read-only“.',
        'products.write':
          'Um Bestand und Preise festzulegen, stellen Sie Products auf „modify“ statt auf „read-only“ und außerdem Store Inventory auf „modify“.',
      },
    },
    app: {
      title: 'Durch Installation der App',
      suits: 'Wenn Sie lieber eine App installieren als einen Schlüssel kopieren.',
    },
  },
  reasons: {
    store_hash_form:
      'Das ist kein Store-Hash. Er steht im API-Pfad Ihres API-Kontos nach /stores/: In https://api.bigcommerce.com/stores/abc123/v3/ ist es abc123.',
    token_form:
      'Das Zugriffstoken fehlt oder enthält ein Leerzeichen. Kopieren Sie es erneut, ohne etwas davor oder danach.',
    token_refused:
      'BigCommerce akzeptiert dieses Zugriffstoken nicht. Vielleicht enthält es einen Tippfehler oder das API-Konto wurde gelöscht. Erstellen Sie ein neues API-Konto und kopieren Sie dessen Zugriffstoken (nicht das Client-Secret).',
    other_store:
      'Dieses Zugriffstoken gehört nicht zu diesem Shop oder ihm fehlen Berechtigungen. Prüfen Sie den Store-Hash. Wenn er stimmt, erstellen Sie ein neues API-Konto und stellen Sie Orders, Products und Information & Settings auf „read-only“.',
    orders_scope:
      'Das API-Konto darf keine Bestellungen lesen. Berechtigungen lassen sich nachträglich nicht ändern: Erstellen Sie ein neues API-Konto und stellen Sie Orders auf „read-only“.',
    products_scope:
      'Das API-Konto darf keine Produkte lesen. Berechtigungen lassen sich nachträglich nicht ändern: Erstellen Sie ein neues API-Konto und stellen Sie Products auf „read-only“.',
    store_not_found:
      'BigCommerce kennt keinen Shop mit diesem Store-Hash. Kopieren Sie ihn erneut aus dem API-Pfad Ihres API-Kontos.',
    store_unavailable:
      'Der Shop wird gerade gewartet oder aktualisiert oder er ist gesperrt. Versuchen Sie es später erneut oder fragen Sie bei BigCommerce nach, wenn es länger dauert.',
    install_refused:
      'BigCommerce hat die Installation nicht abgeschlossen. Beginnen Sie von vorn. Wenn es wieder nicht klappt, verwenden Sie ein API-Konto.',
    other_store_installed:
      'Die App wurde in einem anderen Shop installiert als dem angegebenen. Beginnen Sie mit dem Store-Hash jenes Shops von vorn oder wählen Sie bei BigCommerce den richtigen Shop.',
    app_scopes:
      'Die App fordert bei BigCommerce zu wenige Berechtigungen an. Das muss ihr Anbieter korrigieren; verwenden Sie bis dahin ein API-Konto.',
  },
};
