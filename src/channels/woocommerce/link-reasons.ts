// What can be wrong with a WooCommerce shop or its key, in words for the merchant.
import type { Linking } from '../way.ts';

export const reasons: Linking['reasons'] = {
  bad_address: {
    en: 'This is not the address of a website. Write it as in the browser, such as https://www.example.com.',
    nl: 'Dit is geen adres van een website. Schrijf het zoals in de browser, zoals https://www.example.com.',
    de: 'Das ist keine Adresse einer Website. Schreiben Sie sie wie im Browser, etwa https://www.example.com.',
    fr: 'Ce n’est pas l’adresse d’un site. Écrivez-la comme dans le navigateur, par exemple https://www.example.com.',
  },
  bad_keys: {
    en: 'The consumer key begins with ck_ and the consumer secret with cs_. Copy both whole.',
    nl: 'De consumer key begint met ck_ en het consumer secret met cs_. Kopieer beide helemaal.',
    de: 'Der Consumer key beginnt mit ck_, das Consumer secret mit cs_. Kopieren Sie beide ganz.',
    fr: 'La clé client commence par ck_ et le secret client par cs_. Copiez les deux en entier.',
  },
  unreachable: {
    en: 'The shop could not be reached by https. It may be offline, or a firewall keeps us out. If your shop has no https at all, write its address with http:// in front.',
    nl: 'De winkel is niet via https te bereiken. Misschien is hij offline, of houdt een firewall ons tegen. Heeft uw winkel helemaal geen https, schrijf het adres dan met http:// ervoor.',
    de: 'Der Shop ist per https nicht erreichbar. Vielleicht ist er offline, oder eine Firewall hält uns ab. Hat Ihr Shop gar kein https, schreiben Sie http:// vor die Adresse.',
    fr: 'La boutique est injoignable en https. Elle est peut-être hors ligne, ou un pare-feu nous bloque. Si elle n’a pas du tout de https, écrivez http:// devant son adresse.',
  },
  moved: {
    en: 'The shop answers at another address, often with or without www. Open it in your browser and copy the address from there.',
    nl: 'De winkel antwoordt op een ander adres, vaak met of zonder www. Open hem in uw browser en kopieer het adres daar.',
    de: 'Der Shop antwortet unter einer anderen Adresse, oft mit oder ohne www. Öffnen Sie ihn im Browser und kopieren Sie die Adresse von dort.',
    fr: 'La boutique répond à une autre adresse, souvent avec ou sans www. Ouvrez-la dans votre navigateur et copiez l’adresse de là.',
  },
  permalinks_plain: {
    en: 'WordPress answers, but its permalinks are set to Plain, and then its data cannot be read. In WordPress under Settings, Permalinks, choose anything else and save.',
    nl: 'WordPress antwoordt, maar de permalinks staan op Eenvoudig, en dan zijn de gegevens niet te lezen. Kies in WordPress onder Instellingen, Permalinks iets anders en sla op.',
    de: 'WordPress antwortet, aber seine Permalinks stehen auf Einfach, und dann sind die Daten nicht lesbar. Wählen Sie in WordPress unter Einstellungen, Permalinks etwas anderes und speichern Sie.',
    fr: 'WordPress répond, mais ses permaliens sont réglés sur Simple, et ses données sont alors illisibles. Dans WordPress, sous Réglages, Permaliens, choisissez autre chose et enregistrez.',
  },
  redirect_loop: {
    en: 'The shop sends us in circles: its address leads back to itself. Ask your hosting company to look at the redirects, the cache and the https settings.',
    nl: 'De winkel stuurt ons in een kring: het adres verwijst naar zichzelf. Vraag uw hostingbedrijf naar de omleidingen, de cache en de https-instellingen te kijken.',
    de: 'Der Shop schickt uns im Kreis: Die Adresse führt zu sich selbst zurück. Bitten Sie Ihren Hoster, Weiterleitungen, Cache und https-Einstellungen anzusehen.',
    fr: 'La boutique nous fait tourner en rond : son adresse renvoie à elle-même. Demandez à votre hébergeur de vérifier les redirections, le cache et les réglages https.',
  },
  back_to_http: {
    en: 'The shop leads from https back to http. In WordPress under Settings, General, both addresses must begin with https://; if they do, ask your hosting company about its proxy.',
    nl: 'De winkel leidt van https terug naar http. In WordPress onder Instellingen, Algemeen moeten beide adressen met https:// beginnen; is dat zo, vraag uw hostingbedrijf dan naar de proxy.',
    de: 'Der Shop führt von https zurück zu http. In WordPress unter Einstellungen, Allgemein müssen beide Adressen mit https:// beginnen; ist das so, fragen Sie Ihren Hoster nach dem Proxy.',
    fr: 'La boutique ramène de https à http. Dans WordPress, sous Réglages, Général, les deux adresses doivent commencer par https:// ; si c’est le cas, interrogez votre hébergeur sur son proxy.',
  },
  login_wall: {
    en: 'The shop sends every visitor to a login page, us too. Let calls to /wp-json/wc/ through in the plugin that closes the site.',
    nl: 'De winkel stuurt elke bezoeker naar een inlogpagina, ons ook. Laat aanroepen naar /wp-json/wc/ door in de plugin die de site afsluit.',
    de: 'Der Shop schickt jeden Besucher auf eine Anmeldeseite, auch uns. Lassen Sie Aufrufe von /wp-json/wc/ in dem Plugin durch, das die Website verschließt.',
    fr: 'La boutique envoie chaque visiteur vers une page de connexion, nous aussi. Laissez passer les appels à /wp-json/wc/ dans l’extension qui ferme le site.',
  },
  redirected: {
    en: 'The shop leads us away from its data, to another page. Ask your hosting company to look at the redirects of the site and its plugins.',
    nl: 'De winkel leidt ons weg van zijn gegevens, naar een andere pagina. Vraag uw hostingbedrijf naar de omleidingen van de site en zijn plugins te kijken.',
    de: 'Der Shop führt uns von seinen Daten weg auf eine andere Seite. Bitten Sie Ihren Hoster, die Weiterleitungen der Website und ihrer Plugins anzusehen.',
    fr: 'La boutique nous éloigne de ses données, vers une autre page. Demandez à votre hébergeur de vérifier les redirections du site et de ses extensions.',
  },
  maintenance: {
    en: 'The shop is closed for maintenance just now: WordPress is updating itself. Try again in some minutes.',
    nl: 'De winkel is nu even dicht voor onderhoud: WordPress werkt zichzelf bij. Probeer het over enkele minuten opnieuw.',
    de: 'Der Shop ist gerade wegen Wartung geschlossen: WordPress aktualisiert sich. Versuchen Sie es in einigen Minuten noch einmal.',
    fr: 'La boutique est fermée pour maintenance : WordPress se met à jour. Réessayez dans quelques minutes.',
  },
  https_port: {
    en: 'The shop expects https here. Write its address with https:// in front.',
    nl: 'De winkel verwacht hier https. Schrijf het adres met https:// ervoor.',
    de: 'Der Shop erwartet hier https. Schreiben Sie https:// vor die Adresse.',
    fr: 'La boutique attend ici du https. Écrivez https:// devant son adresse.',
  },
  bad_certificate: {
    en: 'The shop’s certificate is not valid, or the intermediate certificate that proves it is missing; browsers often hide that. Ask your hosting company to install the whole chain.',
    nl: 'Het certificaat van de winkel is niet geldig, of het tussencertificaat dat het bewijst ontbreekt; browsers verbergen dat vaak. Vraag uw hostingbedrijf de hele keten te installeren.',
    de: 'Das Zertifikat des Shops ist nicht gültig, oder das Zwischenzertifikat, das es belegt, fehlt; Browser verbergen das oft. Bitten Sie Ihren Hoster, die ganze Kette zu installieren.',
    fr: 'Le certificat de la boutique n’est pas valide, ou le certificat intermédiaire qui le prouve manque ; les navigateurs le cachent souvent. Demandez à votre hébergeur d’installer la chaîne entière.',
  },
  not_wordpress: {
    en: 'No WordPress answers at this address. Check the address. If it is right, look in WordPress under Settings, Permalinks: anything but Plain works.',
    nl: 'Op dit adres antwoordt geen WordPress. Controleer het adres. Klopt het, kijk dan in WordPress onder Instellingen, Permalinks: alles behalve Eenvoudig werkt.',
    de: 'Unter dieser Adresse antwortet kein WordPress. Prüfen Sie die Adresse. Stimmt sie, sehen Sie in WordPress unter Einstellungen, Permalinks nach: Alles außer Einfach geht.',
    fr: 'Aucun WordPress ne répond à cette adresse. Vérifiez-la. Si elle est juste, regardez dans WordPress sous Réglages, Permaliens : tout convient sauf Simple.',
  },
  not_woocommerce: {
    en: 'This address answers, but not as WooCommerce does. Check that it is the address of your shop, and that nothing else answers under /wp-json/wc/.',
    nl: 'Dit adres antwoordt, maar niet zoals WooCommerce dat doet. Controleer of het het adres van uw winkel is, en of niets anders antwoordt onder /wp-json/wc/.',
    de: 'Diese Adresse antwortet, aber nicht so, wie WooCommerce es tut. Prüfen Sie, ob es die Adresse Ihres Shops ist und ob nichts anderes unter /wp-json/wc/ antwortet.',
    fr: 'Cette adresse répond, mais pas comme WooCommerce le fait. Vérifiez que c’est bien l’adresse de votre boutique et que rien d’autre ne répond sous /wp-json/wc/.',
  },
  woocommerce_inactive: {
    en: 'WordPress answers, but WooCommerce is not active there, or older than version 3.5. Activate or update the plugin and try again.',
    nl: 'WordPress antwoordt, maar WooCommerce is daar niet actief of ouder dan versie 3.5. Activeer of werk de plugin bij en probeer het opnieuw.',
    de: 'WordPress antwortet, aber WooCommerce ist dort nicht aktiv oder älter als Version 3.5. Aktivieren oder aktualisieren Sie das Plugin und versuchen Sie es noch einmal.',
    fr: 'WordPress répond, mais WooCommerce n’y est pas actif ou date d’avant la version 3.5. Activez ou mettez à jour l’extension et réessayez.',
  },
  key_unknown: {
    en: 'The shop does not know this consumer key. Copy it again. If it is right, the web server or a security plugin keeps it from WordPress: ask your hosting company to let the Authorization header through.',
    nl: 'De winkel kent deze consumer key niet. Kopieer hem opnieuw. Klopt hij, dan houdt de webserver of een beveiligingsplugin hem weg bij WordPress: vraag uw hostingbedrijf de Authorization-header door te laten.',
    de: 'Der Shop kennt diesen Consumer key nicht. Kopieren Sie ihn noch einmal. Stimmt er, hält der Webserver oder ein Sicherheits-Plugin ihn von WordPress fern: Bitten Sie Ihren Hoster, den Authorization-Header durchzulassen.',
    fr: 'La boutique ne connaît pas cette clé client. Copiez-la à nouveau. Si elle est juste, le serveur ou une extension de sécurité la cache à WordPress : demandez à votre hébergeur de laisser passer l’en-tête Authorization.',
  },
  secret_wrong: {
    en: 'The shop knows this consumer key, but the consumer secret is wrong. It is shown only once: if you no longer have it, make a new key.',
    nl: 'De winkel kent deze consumer key, maar het consumer secret klopt niet. Het wordt maar één keer getoond: hebt u het niet meer, maak dan een nieuwe sleutel.',
    de: 'Der Shop kennt diesen Consumer key, aber das Consumer secret ist falsch. Es wird nur einmal gezeigt: Haben Sie es nicht mehr, erzeugen Sie einen neuen Schlüssel.',
    fr: 'La boutique connaît cette clé client, mais le secret client est faux. Il n’est montré qu’une fois : si vous ne l’avez plus, créez une nouvelle clé.',
  },
  write_only: {
    en: 'This key may only write. Make one with the permission Read.',
    nl: 'Deze sleutel mag alleen schrijven. Maak er een met de machtiging Lezen.',
    de: 'Dieser Schlüssel darf nur schreiben. Erzeugen Sie einen mit der Berechtigung Lesen.',
    fr: 'Cette clé ne peut qu’écrire. Créez-en une avec le droit Lecture.',
  },
  role_too_low: {
    en: 'The key is good, but its WordPress user may not read orders and products. Make the key for an administrator or a shop manager.',
    nl: 'De sleutel is goed, maar de WordPress-gebruiker mag geen bestellingen en producten lezen. Maak de sleutel voor een beheerder of winkelmanager.',
    de: 'Der Schlüssel stimmt, aber sein WordPress-Benutzer darf keine Bestellungen und Produkte lesen. Erzeugen Sie ihn für einen Administrator oder Shop-Manager.',
    fr: 'La clé est bonne, mais son utilisateur WordPress ne peut pas lire les commandes et les produits. Créez-la pour un administrateur ou un gestionnaire de boutique.',
  },
  firewall: {
    en: 'A firewall or security plugin of the shop refuses us. Allow calls to /wp-json/wc/ in it, or ask your hosting company to.',
    nl: 'Een firewall of beveiligingsplugin van de winkel weigert ons. Sta aanroepen naar /wp-json/wc/ toe, of vraag het uw hostingbedrijf.',
    de: 'Eine Firewall oder ein Sicherheits-Plugin des Shops weist uns ab. Erlauben Sie dort Aufrufe von /wp-json/wc/ oder bitten Sie Ihren Hoster darum.',
    fr: 'Un pare-feu ou une extension de sécurité de la boutique nous refuse. Autorisez-y les appels à /wp-json/wc/, ou demandez-le à votre hébergeur.',
  },
  web_page: {
    en: 'The shop answers with a web page instead of data. A maintenance or “coming soon” mode, or a security plugin, stands in the way.',
    nl: 'De winkel antwoordt met een webpagina in plaats van gegevens. Een onderhouds- of “binnenkort”-modus, of een beveiligingsplugin, staat in de weg.',
    de: 'Der Shop antwortet mit einer Webseite statt mit Daten. Ein Wartungs- oder „Coming soon“-Modus oder ein Sicherheits-Plugin steht im Weg.',
    fr: 'La boutique répond par une page web au lieu de données. Un mode maintenance ou « bientôt disponible », ou une extension de sécurité, fait obstacle.',
  },
  clock_skew: {
    en: 'The clock of the shop’s server is more than 15 minutes off, so it refuses every signature. Ask your hosting company to set it right.',
    nl: 'De klok van de server van de winkel loopt meer dan 15 minuten verkeerd en weigert daarom elke handtekening. Vraag uw hostingbedrijf die goed te zetten.',
    de: 'Die Uhr des Shop-Servers geht mehr als 15 Minuten falsch, deshalb weist er jede Unterschrift ab. Bitten Sie Ihren Hoster, sie zu stellen.',
    fr: 'L’horloge du serveur de la boutique est décalée de plus de 15 minutes, il refuse donc toute signature. Demandez à votre hébergeur de la régler.',
  },
  signature_refused: {
    en: 'The shop refused the signature: the consumer secret is wrong, or the address is not the one in WordPress under Settings, General.',
    nl: 'De winkel weigerde de handtekening: het consumer secret klopt niet, of het adres is niet dat in WordPress onder Instellingen, Algemeen.',
    de: 'Der Shop hat die Unterschrift abgewiesen: Das Consumer secret ist falsch, oder die Adresse ist nicht die in WordPress unter Einstellungen, Allgemein.',
    fr: 'La boutique a refusé la signature : le secret client est faux, ou l’adresse n’est pas celle de WordPress sous Réglages, Général.',
  },
};
