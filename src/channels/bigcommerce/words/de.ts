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
      hint: 'BigCommerce zeigt es einmal an, wenn das API-Konto erstellt wird; es steht auch in der Textdatei, die Sie dann erhalten.',
    },
  },
  ways: {
    keys: {
      title: 'Mit einem API-Konto',
      suits:
        'Passt für die meisten Shops: Sie erstellen den Schlüssel selbst und bestimmen, was er lesen darf.',
      steps: [
        'Melden Sie sich als Shop-Inhaber im BigCommerce-Control-Panel an.',
        'Öffnen Sie Settings > Store-level API accounts und wählen Sie Create API account (Typ V2/V3 API token).',
        'Stellen Sie diese Scopes auf read-only: Orders, Products, Information & Settings. Customers, ebenfalls read-only, ergänzt Angaben zu Käufern.',
        'Speichern Sie und kopieren Sie Zugriffstoken und API-Pfad aus dem Fenster, das erscheint.',
      ],
    },
    app: {
      title: 'Durch Installation der App',
      suits: 'Wenn Sie lieber eine App installieren als einen Schlüssel kopieren.',
    },
  },
  reasons: {
    store_hash_form:
      'Das ist kein Store-Hash. Er steht nach /stores/ im API-Pfad Ihres API-Kontos: in https://api.bigcommerce.com/stores/abc123/v3/ ist es abc123.',
    token_form:
      'Das Zugriffstoken fehlt oder enthält ein Leerzeichen. Kopieren Sie es noch einmal, ohne etwas davor oder danach.',
    token_refused:
      'BigCommerce akzeptiert dieses Zugriffstoken nicht. Vielleicht wurde es falsch kopiert oder das API-Konto gelöscht. Erstellen Sie ein neues API-Konto und kopieren Sie dessen Zugriffstoken (nicht das Client Secret).',
    other_store:
      'Dieses Zugriffstoken gehört nicht zu diesem Shop, oder ihm fehlen Scopes. Prüfen Sie den Store-Hash; stimmt er, erstellen Sie ein neues API-Konto mit Orders, Products und Information & Settings auf read-only.',
    orders_scope:
      'Das API-Konto darf keine Bestellungen lesen. Scopes lassen sich nachträglich nicht ändern: Erstellen Sie ein neues API-Konto mit Orders auf read-only.',
    products_scope:
      'Das API-Konto darf keine Produkte lesen. Scopes lassen sich nachträglich nicht ändern: Erstellen Sie ein neues API-Konto mit Products auf read-only.',
    store_not_found:
      'BigCommerce kennt keinen Shop mit diesem Store-Hash. Kopieren Sie ihn noch einmal aus dem API-Pfad Ihres API-Kontos.',
    store_unavailable:
      'Der Shop wird gerade gewartet oder aktualisiert oder ist gesperrt. Versuchen Sie es später noch einmal oder fragen Sie BigCommerce, wenn es andauert.',
    install_refused:
      'BigCommerce hat die Installation nicht abgeschlossen. Beginnen Sie noch einmal; schlägt es wieder fehl, verwenden Sie ein API-Konto.',
    other_store_installed:
      'Die App wurde in einem anderen Shop installiert als angegeben. Beginnen Sie noch einmal mit dem Hash jenes Shops, oder wählen Sie bei BigCommerce den richtigen Shop.',
    app_scopes:
      'Die App fordert bei BigCommerce zu wenige Rechte an. Der Anbieter muss das beheben; verwenden Sie bis dahin ein API-Konto.',
  },
};
