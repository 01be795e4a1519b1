// What a merchant reads when linking WooCommerce, in German.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const de: Translation<typeof en> = {
  fields: {
    baseUrl: {
      label: 'Adresse des Shops',
      hint: 'Wie im Browser. Liegt WordPress in einem Ordner, dann mit diesem Ordner.',
    },
    consumerKey: { label: 'Consumer key' },
    consumerSecret: {
      label: 'Consumer secret',
      hint: 'Wird einmal gezeigt, neben dem Consumer key, wenn der Schlüssel entsteht.',
    },
  },
  ways: {
    wordpress: {
      title: 'In WordPress erlauben',
      suits: 'Für die meisten Shops die beste Wahl: Es muss nichts kopiert werden.',
    },
    keys: {
      title: 'Mit einem Schlüssel aus WordPress',
      suits: 'Wenn das Zustimmen nicht gelingt, zum Beispiel wegen eines Sicherheits-Plugins.',
      steps: [
        'Melden Sie sich als Administrator in der WordPress-Verwaltung Ihres Shops an.',
        'Gehen Sie zu WooCommerce, Einstellungen, Erweitert, REST-API und wählen Sie Schlüssel hinzufügen.',
        'Wählen Sie einen Administrator oder Shop-Manager als Benutzer und Lesen als Berechtigung.',
        'Wählen Sie API-Schlüssel generieren und kopieren Sie Consumer key und Consumer secret.',
      ],
    },
  },
  reasons: {
    rest_closed:
      'WordPress antwortet, aber seine REST-API ist für Besucher gesperrt, durch ein Sicherheits-Plugin oder eine Firewall. Erlauben Sie dort Aufrufe von /wp-json/, oder verbinden Sie mit einem Schlüssel.',
    rest_elsewhere:
      'WordPress hat seine REST-API unter einem anderen Namen als /wp-json/, was wir nicht unterstützen. Ein Plugin hat sie umbenannt: Bitten Sie den Betreuer der Website, das zurückzunehmen.',
    bad_address:
      'Das ist keine Adresse einer Website. Schreiben Sie sie wie im Browser, etwa https://www.example.com.',
    bad_keys:
      'Der Consumer key beginnt mit ck_, das Consumer secret mit cs_. Kopieren Sie beide ganz.',
    unreachable:
      'Der Shop ist per https nicht erreichbar. Vielleicht ist er offline, oder eine Firewall hält uns ab. Hat Ihr Shop gar kein https, schreiben Sie http:// vor die Adresse.',
    moved:
      'Der Shop antwortet unter einer anderen Adresse, oft mit oder ohne www. Öffnen Sie ihn im Browser und kopieren Sie die Adresse von dort.',
    permalinks_plain:
      'WordPress antwortet, aber seine Permalinks stehen auf Einfach, und dann sind die Daten nicht lesbar. Wählen Sie in WordPress unter Einstellungen, Permalinks etwas anderes und speichern Sie.',
    redirect_loop:
      'Der Shop schickt uns im Kreis: Die Adresse führt zu sich selbst zurück. Bitten Sie Ihren Hoster, Weiterleitungen, Cache und https-Einstellungen anzusehen.',
    back_to_http:
      'Der Shop führt von https zurück zu http. In WordPress unter Einstellungen, Allgemein müssen beide Adressen mit https:// beginnen; ist das so, fragen Sie Ihren Hoster nach dem Proxy.',
    login_wall:
      'Der Shop schickt jeden Besucher auf eine Anmeldeseite, auch uns. Lassen Sie Aufrufe von /wp-json/wc/ in dem Plugin durch, das die Website verschließt.',
    redirected:
      'Der Shop führt uns von seinen Daten weg auf eine andere Seite. Bitten Sie Ihren Hoster, die Weiterleitungen der Website und ihrer Plugins anzusehen.',
    maintenance:
      'Der Shop ist gerade wegen Wartung geschlossen: WordPress aktualisiert sich. Versuchen Sie es in einigen Minuten noch einmal.',
    https_port: 'Der Shop erwartet hier https. Schreiben Sie https:// vor die Adresse.',
    bad_certificate:
      'Das Zertifikat des Shops ist nicht gültig, oder das Zwischenzertifikat, das es belegt, fehlt; Browser verbergen das oft. Bitten Sie Ihren Hoster, die ganze Kette zu installieren.',
    not_wordpress:
      'Unter dieser Adresse antwortet kein WordPress. Prüfen Sie die Adresse. Stimmt sie, sehen Sie in WordPress unter Einstellungen, Permalinks nach: Alles außer Einfach geht.',
    not_woocommerce:
      'Diese Adresse antwortet, aber nicht so, wie WooCommerce es tut. Prüfen Sie, ob es die Adresse Ihres Shops ist und ob nichts anderes unter /wp-json/wc/ antwortet.',
    woocommerce_inactive:
      'WordPress antwortet, aber WooCommerce ist dort nicht aktiv oder älter als Version 3.5. Aktivieren oder aktualisieren Sie das Plugin und versuchen Sie es noch einmal.',
    key_unknown:
      'Der Shop kennt diesen Consumer key nicht. Kopieren Sie ihn noch einmal. Stimmt er, hält der Webserver oder ein Sicherheits-Plugin ihn von WordPress fern: Bitten Sie Ihren Hoster, den Authorization-Header durchzulassen.',
    secret_wrong:
      'Der Shop kennt diesen Consumer key, aber das Consumer secret ist falsch. Es wird nur einmal gezeigt: Haben Sie es nicht mehr, erzeugen Sie einen neuen Schlüssel.',
    write_only:
      'Dieser Schlüssel darf nur schreiben. Erzeugen Sie einen mit der Berechtigung Lesen.',
    role_too_low:
      'Der Schlüssel stimmt, aber sein WordPress-Benutzer darf keine Bestellungen und Produkte lesen. Erzeugen Sie ihn für einen Administrator oder Shop-Manager.',
    firewall:
      'Eine Firewall oder ein Sicherheits-Plugin des Shops weist uns ab. Erlauben Sie dort Aufrufe von /wp-json/wc/ oder bitten Sie Ihren Hoster darum.',
    web_page:
      'Der Shop antwortet mit einer Webseite statt mit Daten. Ein Wartungs- oder „Coming soon“-Modus oder ein Sicherheits-Plugin steht im Weg.',
    clock_skew:
      'Die Uhr des Shop-Servers geht mehr als 15 Minuten falsch, deshalb weist er jede Unterschrift ab. Bitten Sie Ihren Hoster, sie zu stellen.',
    signature_refused:
      'Der Shop hat die Unterschrift abgewiesen: Das Consumer secret ist falsch, oder die Adresse ist nicht die in WordPress unter Einstellungen, Allgemein.',
  },
};
