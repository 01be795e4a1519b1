// What a merchant reads when linking WooCommerce, in German.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const de: Translation<typeof en> = {
  fields: {
    baseUrl: {
      label: 'Adresse des Shops',
      hint: 'Wie im Browser. Wenn WordPress in einem Ordner liegt, mit diesem Ordner.',
    },
    consumerKey: { label: 'Consumer Key' },
    consumerSecret: {
      label: 'Consumer Secret',
      hint: 'Wird nur einmal angezeigt, neben dem Consumer Key, wenn der Schlüssel erstellt wird.',
    },
  },
  ways: {
    wordpress: {
      title: 'In WordPress zustimmen',
      suits: 'Für die meisten Shops die beste Wahl: Sie müssen nichts kopieren.',
    },
    keys: {
      title: 'Mit einem Schlüssel aus WordPress',
      suits: 'Wenn das Zustimmen nicht gelingt, zum Beispiel wegen eines Sicherheits-Plugins.',
      steps: [
        'Melden Sie sich als Administrator im WordPress-Adminbereich Ihres Shops an.',
        'Öffnen Sie WooCommerce > Einstellungen > Erweitert > REST-API und wählen Sie „Schlüssel hinzufügen“.',
        'Wählen Sie einen Administrator oder Shop-Manager als Benutzer und „Lesen“ als Berechtigung.',
        'Wählen Sie „API-Schlüssel generieren“ und kopieren Sie den Verbraucherschlüssel (Consumer Key) und das Verbraucher-Geheimnis (Consumer Secret).',
      ],
      menu: 'WooCommerce > Einstellungen > Erweitert > REST-API',
      button: 'Schlüssel hinzufügen',
      toWrite: {
        'orders.write': 'Wählen Sie als Berechtigung „Lesen/Schreiben“ statt „Lesen“.',
        'products.write': 'Wählen Sie als Berechtigung „Lesen/Schreiben“ statt „Lesen“.',
      },
    },
  },
  reasons: {
    rest_closed:
      'WordPress antwortet, aber ein Sicherheits-Plugin oder eine Firewall sperrt seine REST-API für Besucher. Erlauben Sie dort Aufrufe von /wp-json/ oder verwenden Sie zum Verbinden einen Schlüssel.',
    rest_elsewhere:
      'WordPress hat seine REST-API unter einem anderen Namen als /wp-json/. Das unterstützen wir nicht. Ein Plugin hat sie umbenannt: Bitten Sie den Betreuer der Website, das rückgängig zu machen.',
    bad_address:
      'Das ist keine Adresse einer Website. Geben Sie sie wie im Browser ein, zum Beispiel https://www.example.com.',
    bad_keys:
      'Der Consumer Key beginnt mit ck_, das Consumer Secret mit cs_. Kopieren Sie beide vollständig.',
    unreachable:
      'Der Shop ist über https nicht erreichbar. Vielleicht ist er offline oder eine Firewall blockiert uns. Wenn Ihr Shop gar kein https hat, setzen Sie http:// vor die Adresse.',
    moved:
      'Der Shop antwortet unter einer anderen Adresse, oft mit oder ohne www. Öffnen Sie ihn im Browser und kopieren Sie die Adresse von dort.',
    permalinks_plain:
      'WordPress antwortet, aber seine Permalinks stehen auf „Einfach“, und dann lassen sich die Daten nicht lesen. Wählen Sie in WordPress unter Einstellungen > Permalinks etwas anderes und speichern Sie.',
    redirect_loop:
      'Der Shop leitet uns im Kreis: Seine Adresse führt zu sich selbst zurück. Bitten Sie Ihren Hoster, die Weiterleitungen, den Cache und die https-Einstellungen zu prüfen.',
    back_to_http:
      'Der Shop leitet von https zurück auf http. In WordPress müssen unter Einstellungen > Allgemein beide Adressen mit https:// beginnen. Wenn sie das tun, fragen Sie Ihren Hoster nach seinem Proxy.',
    login_wall:
      'Der Shop leitet alle Besucher auf eine Anmeldeseite, auch uns. Erlauben Sie Aufrufe von /wp-json/wc/ in dem Plugin, das die Website sperrt.',
    redirected:
      'Der Shop leitet uns von seinen Daten weg auf eine andere Seite. Bitten Sie Ihren Hoster, die Weiterleitungen der Website und ihrer Plugins zu prüfen.',
    maintenance:
      'Der Shop ist gerade wegen Wartung geschlossen: WordPress aktualisiert sich. Versuchen Sie es in ein paar Minuten erneut.',
    https_port: 'Der Shop erwartet hier https. Setzen Sie https:// vor die Adresse.',
    bad_certificate:
      'Das Zertifikat des Shops ist nicht gültig oder das Zwischenzertifikat, das es bestätigt, fehlt; Browser verbergen das oft. Bitten Sie Ihren Hoster, die vollständige Kette zu installieren.',
    not_wordpress:
      'Unter dieser Adresse antwortet kein WordPress. Prüfen Sie die Adresse. Wenn sie stimmt, sehen Sie in WordPress unter Einstellungen > Permalinks nach: Alles außer „Einfach“ funktioniert.',
    not_woocommerce:
      'Diese Adresse antwortet, aber nicht wie WooCommerce. Prüfen Sie, ob es die Adresse Ihres Shops ist und ob unter /wp-json/wc/ nichts anderes antwortet.',
    woocommerce_inactive:
      'WordPress antwortet, aber WooCommerce ist dort nicht aktiv oder älter als Version 3.5. Aktivieren oder aktualisieren Sie das Plugin und versuchen Sie es erneut.',
    key_unknown:
      'Der Shop kennt diesen Consumer Key nicht. Kopieren Sie ihn erneut. Wenn er stimmt, hält ihn der Webserver oder ein Sicherheits-Plugin von WordPress fern: Bitten Sie Ihren Hoster, den Authorization-Header durchzulassen.',
    secret_wrong:
      'Der Shop kennt diesen Consumer Key, aber das Consumer Secret ist falsch. Es wird nur einmal angezeigt: Wenn Sie es nicht mehr haben, erstellen Sie einen neuen Schlüssel.',
    read_only:
      'Dieser Schlüssel darf nur lesen. Erstellen Sie einen mit der Berechtigung „Lesen/Schreiben“.',
    write_only:
      'Dieser Schlüssel darf nur schreiben. Erstellen Sie einen mit der Berechtigung „Lesen“.',
    role_too_low:
      'Der Schlüssel stimmt, aber sein WordPress-Benutzer darf keine Bestellungen und Produkte lesen. Erstellen Sie den Schlüssel für einen Administrator oder Shop-Manager.',
    firewall:
      'Eine Firewall oder ein Sicherheits-Plugin des Shops blockiert uns. Erlauben Sie dort Aufrufe von /wp-json/wc/ oder bitten Sie Ihren Hoster darum.',
    web_page:
      'Der Shop antwortet mit einer Webseite statt mit Daten. Ein Wartungsmodus, der Modus „Demnächst verfügbar“ oder ein Sicherheits-Plugin ist im Weg.',
    clock_skew:
      'Die Uhr des Shop-Servers geht mehr als 15 Minuten falsch, deshalb lehnt er jede Signatur ab. Bitten Sie Ihren Hoster, sie richtig zu stellen.',
    signature_refused:
      'Der Shop hat die Signatur abgelehnt: Das Consumer Secret ist falsch oder die Adresse ist nicht die, die in WordPress unter Einstellungen > Allgemein steht.',
  },
};
