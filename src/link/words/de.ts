// The link pages in German.
import type { Vocabulary } from './en.ts';

export const de: Vocabulary = {
  language: 'Deutsch',
  languages: 'Sprache',
  sealed: 'Ihre Zugangsdaten werden verschlüsselt gespeichert und nur zum Lesen verwendet.',
  sealedWrites:
    'Ihre Zugangsdaten werden verschlüsselt gespeichert und nur für das verwendet, was hier beschrieben ist.',
  skip: 'Zum Inhalt springen',
  landing: {
    heading: (app) => `Verbinden Sie Ihre Shops mit ${app}`,
    lead: (app) =>
      `${app} möchte Daten aus den Onlineshops und von den Marktplätzen lesen, über die Sie verkaufen. Welche das sind, entscheiden Sie.`,
    leadWrites: (app) =>
      `${app} möchte Daten aus den Onlineshops und von den Marktplätzen lesen, über die Sie verkaufen, und dort einige Änderungen vornehmen. Welche das sind, entscheiden Sie.`,
    shared: (app) => `Was ${app} lesen kann`,
    orders: 'Bestellungen mit Käufern, Adressen, Beträgen und Status',
    products: 'Produkte mit Preisen, Bildern und Bestand',
    unchanged: 'In Ihren Shops wird nichts geändert.',
    changed: (app) => `Was ${app} ändern kann`,
    changes: {
      'orders.write': 'Bestellungen: als versandt markieren, mit Sendungsdaten',
      'products.write': 'Produkte: Bestand und Preise festlegen',
    },
    otherwise: 'Sonst wird in Ihren Shops nichts geändert.',
    once: 'Dieser Link funktioniert nur einmal und nur in diesem Browser.',
    proceed: 'Weiter',
  },
  list: {
    heading: 'Kanal wählen',
    lead: (app) => `Verbinden Sie beliebig viele Kanäle mit ${app}, einen nach dem anderen.`,
    search: 'Kanal suchen',
    find: 'Suchen',
    nothing: (query) => `Zu „${query}“ gibt es keinen Kanal.`,
    all: 'Alle Kanäle anzeigen',
    found: (count) => (count === 1 ? '1 Kanal gefunden' : `${count} Kanäle gefunden`),
    linkedSince: (date) => `Verbunden seit ${date}`,
    attention: 'Aktion erforderlich',
    readOnly: 'Nur zum Lesen verbunden',
    headingOne: 'Ihr Kanal',
    leadOne: (title, app) => `${app} benötigt nur ${title}.`,
    linkedCount: (count) =>
      count === 1 ? '1 Kanal ist verbunden' : `${count} Kanäle sind verbunden`,
    attentionCount: (count) =>
      count === 1 ? '1 Aktion erforderlich' : `${count} Aktionen erforderlich`,
    again: 'Erneut verbinden',
    finish: 'Abschließen',
    leave: 'Beenden, ohne zu verbinden',
    justLinked: (title) => `${title} ist verbunden.`,
    next: 'Wählen Sie einen weiteren Kanal oder schließen Sie den Vorgang ab.',
    nextOne: 'Sie können den Vorgang jetzt abschließen.',
    unlinked: (title) => `Die Verbindung zu ${title} ist getrennt.`,
    forgotten: 'Die hier gespeicherten Zugangsdaten wurden gelöscht.',
  },
  channel: {
    back: 'Alle Kanäle',
    heading: (title) => `${title} verbinden`,
    replaces: 'Wenn Sie erneut verbinden, werden die bisher gespeicherten Zugangsdaten ersetzt.',
    attention: (title) =>
      `${title} akzeptiert die gespeicherten Zugangsdaten nicht mehr. Verbinden Sie ${title} erneut, damit es weitergeht.`,
    unreadable: (title) =>
      `Die gespeicherten Zugangsdaten für ${title} können nicht mehr gelesen werden. Verbinden Sie ${title} erneut, damit es weitergeht.`,
    otherWays: 'Auf anderem Weg verbinden',
    noWay: (title) =>
      `${title} kann hier noch nicht verbunden werden. Wenden Sie sich an die Anwendung, von der Sie kommen.`,
    step: (at, of) => `Schritt ${at} von ${of}`,
    next: 'Weiter',
    previous: 'Zurück',
    place: (title) => `Seite in ${title} öffnen`,
    newTab: 'öffnet sich in einem neuen Tab',
    example: (text) => `Zum Beispiel ${text}`,
    optional: 'optional',
    choose: 'Bitte wählen',
    submit: 'Prüfen und verbinden',
    consent: (title) =>
      `Sie melden sich bei ${title} an und stimmen dort zu. Danach kommen Sie automatisch hierher zurück.`,
    proceed: (title) => `Weiter zu ${title}`,
    show: 'Anzeigen',
    hide: 'Verbergen',
    kept: 'Aus Ihrem letzten Versuch übernommen. Lassen Sie das Feld leer, um den Wert erneut zu verwenden.',
    backOne: 'Übersicht',
    prefilled:
      'Ausgefüllt wie bei der letzten Verbindung. Ändern Sie die Angaben, wenn sie nicht mehr stimmen.',
    disconnect: (title) => `Verbindung zu ${title} trennen`,
    readOnly: (app, title) =>
      `${title} ist nur zum Lesen verbunden. Verbinden Sie ${title} erneut, damit ${app} auch die unten genannten Änderungen vornehmen kann.`,
    toWrite: (app) => `Damit ${app} auch Änderungen vornehmen kann:`,
    reads: {
      both: 'Gelesen werden Bestellungen und Produkte.',
      orders: 'Gelesen werden nur Bestellungen.',
      products: 'Gelesen werden nur Produkte, keine Bestellungen.',
    },
    unchanged: 'Geändert wird nichts.',
    changes: {
      'orders.write': (app) =>
        `${app} kann Bestellungen als versandt markieren. Sonst wird nichts geändert.`,
      'products.write': (app) =>
        `${app} kann Bestand und Preise festlegen. Sonst wird nichts geändert.`,
      both: (app) =>
        `${app} kann Bestellungen als versandt markieren sowie Bestand und Preise festlegen. Sonst wird nichts geändert.`,
    },
  },
  found: {
    heading: 'Ist das Ihr Shop?',
    at: (address, name) => `Wir haben ${name} unter ${address} gefunden.`,
    guess: (address) => `Meinten Sie ${address}? Unter Ihrer Eingabe gibt es keinen Shop.`,
    elsewhere: (address) => `Die eingegebene Adresse führt zu einer anderen Website: ${address}.`,
    look: 'Wenn das Ihr Shop ist, fahren Sie fort. Bisher wurde nichts dorthin gesendet.',
    yes: 'Ja, weiter',
    no: 'Adresse ändern',
  },
  busy: {
    checking: (title) => `Wir prüfen den Zugriff bei ${title}\u00a0…`,
    checkingText: 'Wir rufen zur Probe Daten ab. Das dauert ein paar Sekunden.',
    still: 'Wir warten noch auf eine Antwort\u00a0…',
    long: 'Das dauert länger als sonst. Wenn keine Antwort kommt, brechen wir von selbst ab.',
    leaving: (title) => `Wir leiten Sie zu ${title} weiter\u00a0…`,
    leavingText: (host) =>
      `Auf ${host} stimmen Sie dem Zugriff zu. Danach kommen Sie hierher zurück.`,
    opening: 'Einen Moment\u00a0…',
    button: 'Wird geprüft\u00a0…',
  },
  confirm: {
    heading: (title) => `Ist das Ihr Shop bei ${title}?`,
    text: (whom) =>
      `${whom} kann dann die Bestellungen und Produkte dieses Shops lesen. Wenn es nicht Ihr Shop ist oder nicht der, den Sie meinten, wählen Sie „Nein“: Dann wird nichts verbunden.`,
    yes: (whom) => `Ja, für ${whom} verbinden`,
    no: 'Nein',
    whose: {
      heading: 'Für wen ist dieser Shop?',
      text: (title) =>
        `In diesem Browser ist mehr als ein Besuch geöffnet, und ${title} teilt nicht mit, zu welchem dieser Shop gehört. Wählen Sie den richtigen aus. Es wird nichts verbunden, bevor Sie dies auf der nächsten Seite bestätigen.`,
      none: 'Keiner davon',
    },
  },
  connection: {
    linked: 'Verbunden',
    account: 'Shop oder Konto',
    address: 'Adresse',
    since: 'Verbunden seit',
    access: 'Zugriff',
    last: 'Zuletzt gelesen',
    well: (when) => `${when}, ohne Probleme`,
    failed: (when) => `${when}, fehlgeschlagen`,
    never: 'Bisher wurde nichts gelesen',
  },
  disconnect: {
    heading: (title) => `Verbindung zu ${title} trennen?`,
    text: (app, title) =>
      `${app} hat dann keinen Zugriff mehr auf ${title}. Was schon gelesen wurde, bleibt bei ${app}. Sie können ${title} jederzeit erneut verbinden.`,
    there: (title) =>
      `Schlüssel, die Sie direkt in ${title} erstellt haben, bleiben dort gültig. Löschen Sie sie dort, wenn Sie sie nicht mehr brauchen.`,
    yes: 'Ja, trennen',
    no: 'Nein, verbunden lassen',
  },
  footer: {
    links: (app) => `Über ${app}`,
    privacy: 'Datenschutzerklärung',
    terms: 'Nutzungsbedingungen',
    support: 'Hilfe und Kontakt',
  },
  embed: {
    openTab: 'Weiter in einem neuen Tab',
    leaving: (host) =>
      `Sie stimmen dem Zugriff in einem neuen Tab zu, bei ${host}. Diese Seite wartet auf Sie.`,
    waiting: {
      heading: 'Machen Sie im anderen Tab weiter',
      text: (title) =>
        `Stimmen Sie dort dem Zugriff bei ${title} zu. Danach geht es hier von selbst weiter.`,
    },
    reopen: 'Tab erneut öffnen',
    done: (app) => `Sie können diesen Tab schließen und zu ${app} zurückkehren.`,
  },
  problem: {
    title: (title) => `Fehler: ${title}`,
    dropped:
      'Die Adresse wurde geändert. Geben Sie dies daher erneut ein: Wir senden es nur an die Adresse, für die es eingegeben wurde.',
    heading: (title) => `${title} ist noch nicht verbunden`,
    again: (title) => `${title} konnte nicht erneut verbunden werden`,
    said: (speaker) => `${speaker} meldet:`,
    kept: 'Die bisherige Verbindung bleibt, wie sie ist.',
    field: 'Bitte prüfen Sie diesen Wert.',
    missing: 'Bitte füllen Sie dieses Feld aus.',
    long: (most) => `Das sind mehr als ${most} Zeichen. Prüfen Sie, was eingefügt wurde.`,
    form: (example) =>
      `Das scheint nicht der richtige Wert zu sein. Er sollte so aussehen: ${example}.`,
    swapped: (other, own) =>
      `Das scheint der Wert für „${other}“ zu sein. Hier gehört „${own}“ hin.`,
    pair: 'Hier wurden zwei Werte eingefügt. Tragen Sie jeden in sein eigenes Feld ein.',
    twice: (other) =>
      `Das ist derselbe Wert wie bei „${other}“. Es müssen aber zwei verschiedene Werte sein.`,
    foreign: (title) => `Das scheint ein Schlüssel von ${title} zu sein, nicht von diesem Kanal.`,
    otherKind: (title) => `Unter dieser Adresse läuft ein Shop mit ${title}.`,
    otherLink: (title) => `Als ${title}-Shop verbinden`,
  },
  things: { both: 'Bestellungen und Produkte', orders: 'Bestellungen', products: 'Produkte' },
  faults: {
    invalid_request: () =>
      'Einer der Werte scheint nicht zu stimmen. Vergleichen Sie ihn mit dem Beispiel.',
    address_not_allowed: () =>
      'Diese Adresse können wir nicht aufrufen. Prüfen Sie sie auf Tippfehler.',
    credential_refused: (title) =>
      `${title} akzeptiert diesen Schlüssel nicht. Kopieren Sie ihn erneut, vollständig und ohne Leerzeichen, und prüfen Sie, ob er widerrufen wurde.`,
    permission_missing: (title, things) =>
      `Der Schlüssel stimmt, darf bei ${title} aber keine ${things} lesen. Erteilen Sie ihm diese Berechtigung und versuchen Sie es erneut.`,
    channel_rate_limited: (title) =>
      `${title} erhält gerade zu viele Anfragen. Warten Sie eine Minute und versuchen Sie es erneut.`,
    channel_failed: (title) =>
      `${title} hat einen Fehler gemeldet. Versuchen Sie es in ein paar Minuten erneut.`,
    channel_invalid_response: (title) =>
      `Es kam eine Antwort, aber nicht so, wie ${title} antwortet. Wenn Sie eine Adresse eingegeben haben, prüfen Sie sie. Wenn nicht, hat unterwegs etwas anderes anstelle von ${title} geantwortet: Versuchen Sie es in ein paar Minuten erneut.`,
    channel_timeout: (title) =>
      `${title} hat nicht rechtzeitig geantwortet. Versuchen Sie es erneut. Wenn es wieder passiert, ist der Shop vielleicht überlastet oder für uns gesperrt.`,
    app_refused: (title) =>
      `Der Betreiber dieses Dienstes muss zuerst eine Einstellung bei ${title} korrigieren. Es liegt nicht an Ihnen, und was schon verbunden war, bleibt verbunden. Versuchen Sie es später erneut oder wählen Sie einen anderen Weg, falls einer angeboten wird.`,
    unexpected: () =>
      'Bei uns ist etwas schiefgegangen. Versuchen Sie es in ein paar Minuten erneut.',
  },
  reasons: {
    unknown_host: () =>
      'Keine Website heißt so: Diesen Namen gibt es nicht. Prüfen Sie die Adresse auf Tippfehler.',
    bad_certificate: () =>
      'Das Zertifikat der Website ist nicht gültig, deshalb können wir nichts sicher dorthin senden. Bitten Sie Ihren Hoster, es zu erneuern.',
    password_wall: () =>
      'Diese Website fragt jeden Besucher nach Benutzername und Passwort, wie es Testversionen eines Shops oft tun. Geben Sie die Adresse des öffentlichen Shops ein, oder lassen Sie den Passwortschutz entfernen und versuchen Sie es erneut.',
    maintenance: () =>
      'Die Website ist gerade wegen Wartungsarbeiten geschlossen. Versuchen Sie es in einigen Minuten erneut.',
    firewall: () =>
      'Eine Firewall oder ein Sicherheits-Plugin der Website blockiert uns. Bitten Sie den Hosting-Anbieter, unsere Anfragen zuzulassen.',
    unreachable: () =>
      'Die Website ist nicht erreichbar. Vielleicht ist sie offline oder eine Firewall blockiert uns.',
    consent_denied: (title) =>
      `Bei ${title} wurde dem Zugriff nicht zugestimmt. Es wurde nichts verbunden. Sie können es jederzeit erneut versuchen.`,
    wrong_state: (title) =>
      `Die Antwort von ${title} gehört nicht zu dieser Sitzung. Zu Ihrer Sicherheit wurde nichts verbunden. Beginnen Sie hier von vorn.`,
    bad_signature: (title) =>
      `Die Antwort trägt keine gültige Signatur von ${title}. Zu Ihrer Sicherheit wurde nichts verbunden. Beginnen Sie hier von vorn. Wenn es wieder passiert, wenden Sie sich an die Anwendung, von der Sie kommen: Vielleicht muss deren Betreiber eine Einstellung korrigieren.`,
    clock_skew: () =>
      'Die Antwort ist zu alt oder eine Uhr geht falsch. Beginnen Sie hier von vorn und stimmen Sie innerhalb einer Minute zu.',
    wrong_account: (title) =>
      `${title} hat für ein anderes Konto geantwortet als das, mit dem Sie begonnen haben. Prüfen Sie, in welchem Konto Sie angemeldet sind, und beginnen Sie von vorn.`,
    code_refused: (title) =>
      `${title} hat die Zustimmung nicht akzeptiert, weil es zu lange gedauert hat oder sie schon verwendet wurde. Beginnen Sie hier von vorn.`,
    not_received: (title) =>
      `Sie haben zugestimmt, aber ${title} konnte uns den Schlüssel nicht übermitteln. Vielleicht blockiert ihn eine Firewall oder ein Sicherheits-Plugin des Shops. Verwenden Sie stattdessen einen Schlüssel, den Sie selbst erstellen.`,
    app_not_set: (title) =>
      `Dieser Dienst ist nicht mehr für die Anmeldung bei ${title} eingerichtet. Das muss sein Betreiber korrigieren, es liegt nicht an Ihnen. Versuchen Sie es später erneut oder wählen Sie einen anderen Weg, falls einer angeboten wird.`,
    app_unknown: (title) =>
      `${title} akzeptiert diesen Dienst im Moment nicht. Das muss der Betreiber des Dienstes korrigieren, es liegt nicht an Ihnen. Versuchen Sie es später erneut oder wählen Sie einen anderen Weg, falls einer angeboten wird.`,
    one_word: () =>
      'Das ist nur ein Wort, keine vollständige Adresse. Geben Sie sie wie im Browser ein, zum Beispiel www.example.com.',
    mail_address: () =>
      'Das ist eine E-Mail-Adresse. Geben Sie die Adresse des Shops wie im Browser ein, zum Beispiel www.example.com.',
    login_in_address: () =>
      'In dieser Adresse steht ein Benutzername oder ein Passwort. Lassen Sie das weg.',
    port_not_allowed: () =>
      'Die Zahl nach dem Doppelpunkt ist ein Port, den wir nicht aufrufen. Lassen Sie sie weg oder wenden Sie sich an die Anwendung, von der Sie kommen.',
    private_address: () =>
      'Diese Adresse liegt nicht im öffentlichen Internet, deshalb erreichen wir sie nicht. Geben Sie die Adresse ein, unter der Kunden den Shop sehen.',
    https_only: () => 'Diese Adresse muss mit https:// beginnen.',
    other_host: () => 'Das ist keine Adresse dieses Kanals. Vergleichen Sie sie mit dem Beispiel.',
    redirect_loop: () =>
      'Die Adresse leitet uns im Kreis. Bitten Sie Ihren Hoster, die Weiterleitungen der Website zu prüfen.',
    back_to_http: () =>
      'Die Website leitet von https zurück auf http, und dort ist nichts geschützt. Bitten Sie Ihren Hoster, das zu beheben.',
    host_left_alone: (title) =>
      `${title} hat gerade mehrmals nicht richtig geantwortet, deshalb warten wir einen Moment. Versuchen Sie es in einer Minute erneut.`,
    too_many_tries: () =>
      'Es laufen gerade mehrere Versuche gleichzeitig. Warten Sie, bis einer davon fertig ist, und versuchen Sie es dann erneut.',
  },
  shop: {
    name: 'Ihr Shop',
    said: {
      permission_missing: (_, things) =>
        `Der Schlüssel stimmt, darf in Ihrem Shop aber keine ${things} lesen. Erteilen Sie ihm diese Berechtigung und versuchen Sie es erneut.`,
      channel_invalid_response: () =>
        'Es kam eine Antwort, aber nicht so, wie Ihr Shop antworten sollte. Prüfen Sie die Adresse. Wenn sie stimmt, hat unterwegs etwas anderes anstelle Ihres Shops geantwortet: Versuchen Sie es in ein paar Minuten erneut.',
      consent_denied: () =>
        'In Ihrem Shop wurde dem Zugriff nicht zugestimmt. Es wurde nichts verbunden. Sie können es jederzeit erneut versuchen.',
      wrong_state: () =>
        'Die Antwort Ihres Shops gehört nicht zu dieser Sitzung. Zu Ihrer Sicherheit wurde nichts verbunden. Beginnen Sie hier von vorn.',
      wrong_account: () =>
        'Es hat ein anderer Shop geantwortet als der, mit dem Sie begonnen haben. Prüfen Sie, in welchem Shop Sie angemeldet sind, und beginnen Sie von vorn.',
      not_received: () =>
        'Sie haben zugestimmt, aber Ihr Shop konnte uns den Schlüssel nicht übermitteln. Vielleicht blockiert ihn eine Firewall oder ein Sicherheits-Plugin. Verwenden Sie stattdessen einen Schlüssel, den Sie selbst erstellen.',
    },
  },
  messages: {
    used: {
      heading: 'Dieser Link wurde schon verwendet',
      text: 'Er wurde bereits geöffnet, vielleicht in einem anderen Browser oder auf einem anderen Gerät. Kehren Sie dorthin zurück oder fordern Sie in der Anwendung, von der Sie kommen, einen neuen Link an.',
    },
    expired: {
      heading: 'Dieser Link ist abgelaufen',
      text: 'Links gelten nur kurze Zeit. Fordern Sie in der Anwendung, von der Sie kommen, einen neuen an.',
    },
    unknown: {
      heading: 'Dieser Link ist nicht bekannt',
      text: 'Vielleicht ist beim Kopieren ein Teil verloren gegangen. Öffnen Sie den Link erneut aus der Nachricht oder fordern Sie einen neuen an.',
    },
    over: {
      heading: 'Ihre Sitzung ist abgelaufen',
      text: 'Zu Ihrer Sicherheit endet sie nach einer Weile. Was Sie verbunden haben, bleibt verbunden. Um weiterzumachen, fordern Sie in der Anwendung, von der Sie kommen, einen neuen Link an.',
    },
    finished: {
      heading: 'Der Vorgang ist abgeschlossen',
      text: 'Hier kann nichts mehr geändert werden. Um etwas zu verbinden oder zu ändern, fordern Sie in der Anwendung, von der Sie kommen, einen neuen Link an.',
    },
    elsewhere: {
      heading: 'Machen Sie in dem Browser weiter, in dem Sie begonnen haben',
      text: 'Diese Sitzung gehört zu einem anderen Browser oder Fenster. Kehren Sie dorthin zurück oder fordern Sie in der Anwendung, von der Sie kommen, einen neuen Link an.',
    },
    cookies: {
      heading: 'Ihr Browser speichert für diese Seite keine Cookies',
      text: 'Ein Cookie ist nötig, damit niemand außer Ihnen hier weitermachen kann. Erlauben Sie Cookies für diese Seite und öffnen Sie den Link erneut. Er ist noch nicht verbraucht.',
    },
    newTab: {
      heading: 'Weiter in einem neuen Tab',
      text: 'Ihr Browser erlaubt dieser Seite kein Cookie, solange sie innerhalb einer anderen Seite angezeigt wird. In einem eigenen Tab funktioniert es. Was Sie dort verbinden, erscheint auch hier.',
    },
    stale: {
      heading: 'Diese Seite ist nicht mehr aktuell',
      text: 'Sie gehört zu einer anderen Sitzung in diesem Browser, deshalb ist nichts geschehen. Beginnen Sie bei der Liste der Kanäle von vorn.',
    },
    wrongState: {
      heading: 'Diese Antwort haben wir nicht erwartet',
      text: 'Sie wurde schon verwendet, kam zu spät oder war für einen anderen Browser bestimmt. Es wurde nichts geändert. Kehren Sie zu der Seite zurück, auf der Sie begonnen haben, oder öffnen Sie Ihren Link erneut.',
    },
    late: {
      heading: 'Das hat zu lange gedauert',
      text: 'Die Zustimmung kam zu spät zurück. Beginnen Sie bei der Liste der Kanäle von vorn.',
    },
    oneAtATime: {
      heading: 'Bitte nacheinander',
      text: 'Ein anderer Besuch in diesem Browser wartet auf eine Antwort dieses Kanals, und der Kanal teilt nicht mit, für wen sie ist. Schließen Sie zuerst diesen Besuch ab, oder öffnen Sie den Link in einem anderen Browser oder in einem privaten Fenster.',
    },
    missing: {
      heading: 'Diese Seite gibt es nicht',
      text: 'Kehren Sie zur Liste der Kanäle zurück oder öffnen Sie den Link, den Sie erhalten haben, erneut.',
    },
    method: {
      heading: 'So lässt sich diese Seite nicht öffnen',
      text: 'Kehren Sie zu der Seite zurück, von der Sie kamen, oder öffnen Sie den Link, den Sie erhalten haben, erneut.',
    },
    broken: {
      heading: 'Bei uns ist etwas schiefgegangen',
      text: 'Es liegt nicht an Ihnen, und es wurde nichts geändert. Versuchen Sie es in ein paar Minuten erneut.',
    },
    unavailable: {
      heading: 'Wir sind gerade nicht erreichbar',
      text: 'Es wurde nichts geändert. Versuchen Sie es in einer Minute erneut.',
    },
    tooMany: {
      heading: 'Zu viele Versuche',
      text: 'Aus Ihrem Netzwerk wurden mehrere Links geöffnet, die es nicht gibt. Warten Sie ein paar Minuten und öffnen Sie Ihren Link dann erneut.',
    },
    tooLarge: {
      heading: 'Es wurde zu viel gesendet',
      text: 'Ihr Browser hat mehr gesendet, als diese Seite lesen kann. Gehen Sie zurück und prüfen Sie, was in das Formular eingefügt wurde.',
    },
  },
  closing: {
    completed: { heading: 'Fertig', text: 'Sie können diese Seite jetzt schließen.' },
    cancelled: {
      heading: 'Sie haben den Vorgang nicht abgeschlossen',
      text: 'Sie können diese Seite jetzt schließen. Was Sie verbunden haben, bleibt verbunden.',
    },
    linked: 'In dieser Sitzung verbunden',
    back: 'Zurück zu den Kanälen',
    toApp: (app) => `Zurück zu ${app}`,
    again: 'Erneut versuchen',
  },
};
