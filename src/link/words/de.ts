// The link pages in German.
import type { Vocabulary } from './words.ts';

export const de: Vocabulary = {
  language: 'Deutsch',
  languages: 'Sprache',
  sealed: 'Der Zugang wird verschlüsselt gespeichert und nur zum Lesen benutzt.',
  skip: 'Zum Inhalt',
  landing: {
    heading: (app) => `Verbinden Sie Ihre Shops mit ${app}`,
    lead: (app) =>
      `${app} möchte Daten aus den Onlineshops und Marktplätzen lesen, auf denen Sie verkaufen. Sie wählen, aus welchen.`,
    shared: (app) => `Was ${app} lesen kann`,
    orders: 'Bestellungen mit Käufern, Adressen, Beträgen und Status',
    products: 'Produkte mit Preisen, Bildern und Bestand',
    unchanged: 'In Ihren Shops wird nichts geändert.',
    once: 'Dieser Link gilt einmal, in diesem Browser.',
    proceed: 'Weiter',
  },
  list: {
    heading: 'Kanal wählen',
    lead: (app) => `Verbinden Sie so viele mit ${app}, wie Sie möchten, einen nach dem anderen.`,
    search: 'Kanal suchen',
    find: 'Suchen',
    nothing: (query) => `Kein Kanal heißt „${query}“.`,
    all: 'Alle Kanäle zeigen',
    notLinked: 'Nicht verbunden',
    linkedSince: (date) => `Verbunden seit ${date}`,
    attention: 'Braucht Aufmerksamkeit',
    headingOne: 'Ihr Kanal',
    leadOne: (title, app) => `${app} fragt nur nach ${title}.`,
    linkedCount: (count) =>
      count === 1 ? '1 Kanal ist verbunden' : `${count} Kanäle sind verbunden`,
    attentionCount: (count) =>
      count === 1 ? '1 braucht Aufmerksamkeit' : `${count} brauchen Aufmerksamkeit`,
    again: 'Erneut verbinden',
    finish: 'Fertig',
    leave: 'Ohne Abschluss verlassen',
    justLinked: (title) => `${title} ist verbunden.`,
    next: 'Wählen Sie einen weiteren Kanal oder schließen Sie ab.',
    nextOne: 'Sie können jetzt abschließen.',
    unlinked: (title) => `${title} ist getrennt.`,
    forgotten: 'Der hier gespeicherte Zugriff ist gelöscht.',
  },
  channel: {
    back: 'Alle Kanäle',
    heading: (title) => `${title} verbinden`,
    linked: (date) => `Verbunden seit ${date}.`,
    replaces: 'Erneutes Verbinden ersetzt den jetzt gespeicherten Zugang.',
    attention: (title) =>
      `${title} nimmt den gespeicherten Zugang nicht mehr an. Verbinden Sie erneut, damit es weitergeht.`,
    otherWays: 'Ein anderer Weg',
    noWay: (title) =>
      `${title} kann hier noch nicht verbunden werden. Fragen Sie die Anwendung, die Sie hierher geschickt hat.`,
    steps: 'Wo finde ich das?',
    place: (title) => `Seite in ${title} öffnen`,
    showPlace: (title) => `Zeigen Sie mir die Seite in ${title}`,
    newTab: 'öffnet einen neuen Tab',
    example: (text) => `Zum Beispiel ${text}`,
    optional: 'freiwillig',
    choose: 'Bitte wählen',
    submit: 'Prüfen und verbinden',
    consent: (title) =>
      `Sie melden sich bei ${title} an und stimmen dort zu. Danach kommen Sie von selbst hierher zurück.`,
    proceed: (title) => `Weiter zu ${title}`,
    show: 'Zeigen',
    hide: 'Verbergen',
    kept: 'Von Ihrem letzten Versuch gespeichert. Lassen Sie das Feld leer, um den Wert wieder zu verwenden.',
    backOne: 'Übersicht',
    prefilled:
      'Ausgefüllt wie bei der letzten Verbindung. Ändern Sie es, wenn es nicht mehr stimmt.',
    disconnect: (title) => `${title} trennen`,
    reads: {
      both: 'Bestellungen und Produkte werden gelesen. Nichts wird geändert.',
      orders: 'Nur Bestellungen werden gelesen. Nichts wird geändert.',
      products: 'Nur Produkte werden gelesen, keine Bestellungen. Nichts wird geändert.',
    },
  },
  found: {
    heading: 'Ist das Ihr Shop?',
    at: (address, name) =>
      name === undefined
        ? `Wir haben unter ${address} einen Shop gefunden.`
        : `Wir haben ${name} unter ${address} gefunden.`,
    elsewhere: (address) => `Die eingegebene Adresse führt zu einer anderen Website, ${address}.`,
    look: 'Wenn es Ihr Shop ist, senden Sie das Formular noch einmal ab. Bisher wurde nichts dorthin gesendet.',
    yes: 'Ja, weiter',
    no: 'Adresse ändern',
  },
  busy: {
    checking: (title) => `Wir prüfen es bei ${title}…`,
    checkingText: 'Wir machen einen Probeaufruf. Das dauert ein paar Sekunden.',
    still: 'Wir warten noch auf eine Antwort…',
    long: 'Das dauert länger als sonst. Wir hören von selbst auf, wenn keine Antwort kommt.',
    leaving: (title) => `Wir bringen Sie zu ${title}…`,
    leavingText: (host) => `Sie stimmen auf ${host} zu und kommen dann hierher zurück.`,
    opening: 'Einen Moment…',
    button: 'Wird geprüft…',
  },
  confirm: {
    heading: (title) => `Ist das Ihr Shop bei ${title}?`,
    text: (whom) =>
      `${whom} kann dann dessen Bestellungen und Produkte lesen. Wenn es nicht Ihr Shop ist oder nicht der gemeinte, wählen Sie Nein: Dann wird nichts verbunden.`,
    yes: 'Ja, verbinden',
    no: 'Nein',
  },
  disconnect: {
    heading: (title) => `${title} trennen?`,
    text: (app, title) =>
      `${app} kann dann nichts mehr aus ${title} lesen. Was schon gelesen wurde, bleibt bei ${app}. Sie können ${title} jederzeit erneut verbinden.`,
    there: (title) =>
      `Schlüssel, die Sie in ${title} selbst erstellt haben, bleiben dort gültig. Löschen Sie sie dort, wenn Sie sie nicht mehr brauchen.`,
    yes: 'Ja, trennen',
    no: 'Nein, verbunden lassen',
  },
  footer: {
    links: (app) => `Über ${app}`,
    privacy: 'Datenschutz',
    terms: 'Nutzungsbedingungen',
    support: 'Hilfe und Kontakt',
  },
  embed: {
    openTab: 'Weiter in einem neuen Tab',
    leaving: (host) =>
      `Sie stimmen dem Zugriff auf ${host} zu, in einem neuen Tab. Diese Seite wartet auf Sie.`,
    waiting: {
      heading: 'Machen Sie im anderen Tab weiter',
      text: (title) =>
        `Stimmen Sie dort dem Zugriff bei ${title} zu. Danach geht es hier von selbst weiter.`,
    },
    reopen: 'Tab noch einmal öffnen',
    done: (app) => `Sie können diesen Tab schließen und zu ${app} zurückkehren.`,
  },
  problem: {
    heading: (title) => `${title} ist noch nicht verbunden`,
    again: (title) => `${title} konnte nicht erneut verbunden werden`,
    said: (speaker) => `${speaker} sagt:`,
    kept: 'Was schon verbunden war, bleibt, wie es ist.',
    field: 'Bitte prüfen Sie diesen Wert.',
    missing: 'Bitte ausfüllen.',
    form: (example) => `Das scheint nicht der richtige Wert zu sein. Er sieht so aus: ${example}.`,
    swapped: (other, own) =>
      `Das scheint der Wert für „${other}“ zu sein. Hierher gehört „${own}“.`,
    pair: 'Hier wurden zwei Werte eingefügt. Tragen Sie jeden in sein eigenes Feld ein.',
    twice: (other) => `Das ist derselbe Wert wie bei „${other}“. Es sind zwei verschiedene Werte.`,
    foreign: (title) => `Das scheint ein Schlüssel von ${title} zu sein, nicht von diesem Kanal.`,
    otherKind: (title) =>
      `Unter dieser Adresse liegt ein Shop von ${title}. Gehen Sie zurück zur Liste und wählen Sie dort ${title}.`,
    first: 'Füllen Sie das zuerst aus, dann können wir Ihnen die Seite anzeigen.',
  },
  things: { both: 'Bestellungen und Produkte', orders: 'Bestellungen', products: 'Produkte' },
  faults: {
    invalid_request: () =>
      'Einer der Werte sieht nicht richtig aus. Vergleichen Sie ihn mit dem Beispiel.',
    address_not_allowed: () =>
      'Diese Adresse kann nicht aufgerufen werden. Prüfen Sie sie auf Tippfehler.',
    credential_refused: (title) =>
      `${title} nimmt diesen Schlüssel nicht an. Kopieren Sie ihn noch einmal, ganz und ohne Leerzeichen, und prüfen Sie, ob er widerrufen wurde.`,
    permission_missing: (title, things) =>
      `Der Schlüssel stimmt, darf bei ${title} aber keine ${things} lesen. Geben Sie ihm diese Rechte und versuchen Sie es noch einmal.`,
    channel_rate_limited: (title) =>
      `${title} bekommt gerade zu viele Anfragen. Warten Sie eine Minute und versuchen Sie es noch einmal.`,
    channel_failed: (title) =>
      `${title} hat selbst einen Fehler gemeldet. Versuchen Sie es in ein paar Minuten noch einmal.`,
    channel_invalid_response: (title) =>
      `Es kam eine Antwort, aber nicht so, wie ${title} sie gibt. Haben Sie eine Adresse eingegeben, prüfen Sie sie. Wenn nicht, hat unterwegs etwas anderes an Stelle von ${title} geantwortet: Versuchen Sie es in einigen Minuten noch einmal.`,
    channel_timeout: (title) =>
      `${title} hat nicht rechtzeitig geantwortet. Versuchen Sie es noch einmal; geschieht es wieder, ist der Shop vielleicht überlastet oder für uns gesperrt.`,
    app_refused: (title) =>
      `Der Betreiber dieses Dienstes muss zuerst eine Einstellung bei ${title} berichtigen. Es liegt nicht an Ihnen, und was schon verbunden war, bleibt verbunden. Versuchen Sie es später noch einmal, oder wählen Sie einen anderen Weg, falls es einen gibt.`,
    unexpected: () =>
      'Bei uns ist etwas schiefgegangen. Versuchen Sie es in ein paar Minuten noch einmal.',
  },
  reasons: {
    unknown_host: () => 'Unter dieser Adresse gibt es keine Website. Prüfen Sie die Schreibweise.',
    bad_certificate: () =>
      'Das Zertifikat der Website ist nicht gültig, deshalb kann nichts sicher dorthin gesendet werden. Bitten Sie Ihren Hoster, es zu erneuern.',
    unreachable: () =>
      'Die Website ist nicht erreichbar. Vielleicht ist sie offline, oder eine Firewall hält uns ab.',
    consent_denied: (title) =>
      `Der Zugang wurde bei ${title} nicht erlaubt. Es wurde nichts verbunden. Sie können es jederzeit noch einmal versuchen.`,
    wrong_state: (title) =>
      `Die Antwort von ${title} gehört nicht zu diesem Besuch. Zu Ihrer Sicherheit wurde nichts verbunden. Beginnen Sie hier von vorn.`,
    bad_signature: (title) =>
      `Die Antwort ist nicht von ${title} unterschrieben. Zu Ihrer Sicherheit wurde nichts verbunden. Beginnen Sie hier von vorn. Geschieht das noch einmal, sagen Sie es der Anwendung, die Sie hierher geschickt hat: Ihr Betreiber muss vielleicht eine Einstellung berichtigen.`,
    clock_skew: () =>
      'Die Antwort ist zu alt, oder eine Uhr geht falsch. Beginnen Sie hier von vorn und stimmen Sie innerhalb einer Minute zu.',
    wrong_account: (title) =>
      `${title} hat für ein anderes Konto geantwortet als das, mit dem Sie begonnen haben. Prüfen Sie, wo Sie angemeldet sind, und beginnen Sie von vorn.`,
    code_refused: (title) =>
      `${title} hat die Zustimmung nicht angenommen, weil es zu lange gedauert hat oder sie schon benutzt war. Beginnen Sie hier von vorn.`,
    not_received: (title) =>
      `Sie haben zugestimmt, aber ${title} konnte den Schlüssel nicht bei uns abliefern. Vielleicht hält ihn eine Firewall oder ein Sicherheits-Plugin des Shops zurück. Verbinden Sie stattdessen mit einem Schlüssel.`,
    app_not_set: (title) =>
      `Dieser Dienst ist nicht mehr für die Anmeldung bei ${title} eingerichtet: Sein Betreiber muss das berichtigen. Es liegt nicht an Ihnen. Versuchen Sie es später noch einmal, oder wählen Sie einen anderen Weg, falls es einen gibt.`,
    app_unknown: (title) =>
      `${title} nimmt diesen Dienst im Moment nicht an: Sein Betreiber muss das berichtigen. Es liegt nicht an Ihnen. Versuchen Sie es später noch einmal, oder wählen Sie einen anderen Weg, falls es einen gibt.`,
    one_word: () =>
      'Das ist ein einzelnes Wort, keine ganze Adresse. Schreiben Sie sie wie im Browser, zum Beispiel www.example.com.',
    mail_address: () =>
      'Das ist eine E-Mail-Adresse. Schreiben Sie die Adresse des Shops wie im Browser, zum Beispiel www.example.com.',
    login_in_address: () =>
      'In dieser Adresse steht ein Benutzername oder Passwort. Lassen Sie das weg.',
    port_not_allowed: () =>
      'Die Zahl hinter dem Doppelpunkt ist ein Port, den wir nicht aufrufen. Lassen Sie sie weg oder fragen Sie die Anwendung, die Sie hierher geschickt hat.',
    private_address: () =>
      'Diese Adresse liegt nicht im öffentlichen Internet, deshalb erreichen wir sie nicht. Schreiben Sie die Adresse, unter der Kunden den Shop sehen.',
    https_only: () => 'Diese Adresse muss mit https:// beginnen.',
    other_host: () => 'Das ist keine Adresse dieses Kanals. Vergleichen Sie sie mit dem Beispiel.',
    redirect_loop: () =>
      'Die Adresse schickt uns im Kreis. Bitten Sie Ihren Hoster, sich die Weiterleitungen der Website anzusehen.',
    back_to_http: () =>
      'Die Website führt von https zurück zu http, wo nichts sicher ist. Bitten Sie Ihren Hoster, das zu beheben.',
    host_left_alone: (title) =>
      `${title} hat gerade mehrmals einen Fehler gemeldet, deshalb warten wir einen Moment. Versuchen Sie es in einer Minute noch einmal.`,
    too_many_tries: () =>
      'Es laufen gerade mehrere Versuche gleichzeitig. Warten Sie, bis einer fertig ist, und versuchen Sie es dann noch einmal.',
    swapped: () =>
      'Zwei Werte scheinen vertauscht zu sein. Tragen Sie jeden in sein eigenes Feld ein.',
    pair: () =>
      'In ein Feld wurden zwei Werte eingefügt. Tragen Sie jeden in sein eigenes Feld ein.',
    twice: () => 'In zwei Feldern steht derselbe Wert. Es sind zwei verschiedene Werte.',
  },
  shop: {
    name: 'Ihr Shop',
    said: {
      credential_refused: () =>
        'Ihr Shop nimmt diesen Schlüssel nicht an. Kopieren Sie ihn noch einmal, ganz und ohne Leerzeichen, und prüfen Sie, ob er widerrufen wurde.',
      permission_missing: (things) =>
        `Der Schlüssel stimmt, darf in Ihrem Shop aber keine ${things} lesen. Geben Sie ihm diese Rechte und versuchen Sie es noch einmal.`,
      channel_rate_limited: () =>
        'Ihr Shop bekommt gerade zu viele Anfragen. Warten Sie eine Minute und versuchen Sie es noch einmal.',
      channel_failed: () =>
        'Ihr Shop hat selbst einen Fehler gemeldet. Versuchen Sie es in ein paar Minuten noch einmal.',
      channel_invalid_response: () =>
        'Es kam eine Antwort, aber nicht so, wie Ihr Shop sie geben sollte. Prüfen Sie die Adresse. Stimmt sie, hat unterwegs etwas anderes an Stelle Ihres Shops geantwortet: Versuchen Sie es in einigen Minuten noch einmal.',
      channel_timeout: () =>
        'Ihr Shop hat nicht rechtzeitig geantwortet. Versuchen Sie es noch einmal; geschieht es wieder, ist er vielleicht überlastet oder für uns gesperrt.',
      consent_denied: () =>
        'Der Zugriff wurde in Ihrem Shop nicht erlaubt. Es wurde nichts verbunden. Sie können es jederzeit noch einmal versuchen.',
      wrong_state: () =>
        'Die Antwort Ihres Shops gehört nicht zu diesem Besuch. Zu Ihrer Sicherheit wurde nichts verbunden. Beginnen Sie hier von vorn.',
      wrong_account: () =>
        'Es hat ein anderer Shop geantwortet als der, mit dem Sie begonnen haben. Prüfen Sie, in welchem Shop Sie angemeldet sind, und beginnen Sie von vorn.',
      code_refused: () =>
        'Ihr Shop hat die Zustimmung nicht angenommen, weil es zu lange gedauert hat oder sie schon benutzt war. Beginnen Sie hier von vorn.',
      not_received: () =>
        'Sie haben zugestimmt, aber Ihr Shop konnte den Schlüssel nicht bei uns abliefern. Vielleicht hält ihn eine Firewall oder ein Sicherheits-Plugin zurück. Verbinden Sie stattdessen mit einem Schlüssel.',
      host_left_alone: () =>
        'Ihr Shop hat gerade mehrmals einen Fehler gemeldet, deshalb warten wir einen Moment. Versuchen Sie es in einer Minute noch einmal.',
    },
  },
  messages: {
    used: {
      heading: 'Dieser Link wurde schon benutzt',
      text: 'Er wurde schon geöffnet, vielleicht in einem anderen Browser oder auf einem anderen Gerät. Gehen Sie dorthin zurück oder fordern Sie einen neuen Link in der Anwendung an, die Sie hierher geschickt hat.',
    },
    expired: {
      heading: 'Dieser Link ist abgelaufen',
      text: 'Links gelten nur kurze Zeit. Fordern Sie einen neuen in der Anwendung an, die Sie hierher geschickt hat.',
    },
    unknown: {
      heading: 'Dieser Link ist nicht bekannt',
      text: 'Vielleicht ist beim Kopieren ein Stück verloren gegangen. Öffnen Sie ihn noch einmal aus der Nachricht oder fordern Sie einen neuen an.',
    },
    over: {
      heading: 'Ihr Besuch ist zu Ende',
      text: 'Zu Ihrer Sicherheit endet er nach einer Weile. Was Sie verbunden haben, bleibt. Fordern Sie einen neuen Link in der Anwendung an, die Sie hierher geschickt hat, um weiterzumachen.',
    },
    finished: {
      heading: 'Sie haben abgeschlossen',
      text: 'Hier kann nichts mehr geändert werden. Um etwas zu verbinden oder zu ändern, fordern Sie in der Anwendung, die Sie hierher geschickt hat, einen neuen Link an.',
    },
    elsewhere: {
      heading: 'Machen Sie in dem Browser weiter, in dem Sie begonnen haben',
      text: 'Dieser Besuch gehört zu einem anderen Browser oder Fenster. Kehren Sie dorthin zurück, oder fordern Sie in der Anwendung, die Sie hierher geschickt hat, einen neuen Link an.',
    },
    cookies: {
      heading: 'Ihr Browser behält keine Cookies für diese Seite',
      text: 'Ein Cookie ist nötig, damit niemand außer Ihnen hier weitermachen kann. Erlauben Sie Cookies für diese Seite und öffnen Sie den Link noch einmal. Er ist nicht verbraucht.',
    },
    newTab: {
      heading: 'Weiter in einem neuen Tab',
      text: 'Ihr Browser lässt diese Seite kein Cookie speichern, solange sie Teil einer anderen ist. In einem eigenen Tab geht es. Diese Seite bemerkt, was Sie dort verbinden.',
    },
    stale: {
      heading: 'Diese Seite ist nicht mehr aktuell',
      text: 'Sie gehört zu einem anderen Besuch in diesem Browser, deshalb wurde nichts getan. Beginnen Sie bei der Liste der Kanäle von vorn.',
    },
    stray: {
      heading: 'Auf diese Antwort haben wir nicht gewartet',
      text: 'Sie wurde schon verwendet, kam zu spät oder war für einen anderen Browser bestimmt. Es wurde nichts geändert. Kehren Sie zu der Seite zurück, auf der Sie begonnen haben, oder öffnen Sie Ihren Link noch einmal.',
    },
    late: {
      heading: 'Das hat zu lange gedauert',
      text: 'Die Zustimmung kam zu spät zurück. Beginnen Sie bei der Liste der Kanäle von vorn.',
    },
    missing: {
      heading: 'Diese Seite gibt es nicht',
      text: 'Gehen Sie zur Liste der Kanäle zurück oder öffnen Sie den Link noch einmal, den Sie bekommen haben.',
    },
    method: {
      heading: 'So lässt sich diese Seite nicht öffnen',
      text: 'Kehren Sie zu der Seite zurück, von der Sie kamen, oder öffnen Sie den Link, den Sie erhalten haben, noch einmal.',
    },
    broken: {
      heading: 'Bei uns ist etwas schiefgegangen',
      text: 'Es liegt nicht an Ihnen, und es wurde nichts geändert. Versuchen Sie es in ein paar Minuten noch einmal.',
    },
    unavailable: {
      heading: 'Wir sind gerade nicht erreichbar',
      text: 'Es wurde nichts geändert. Versuchen Sie es in einer Minute noch einmal.',
    },
    tooMany: {
      heading: 'Zu viele Versuche',
      text: 'Aus Ihrem Netz wurden mehrere Links geöffnet, die es nicht gibt. Warten Sie ein paar Minuten und öffnen Sie Ihren Link noch einmal.',
    },
  },
  closing: {
    completed: { heading: 'Fertig', text: 'Sie können diese Seite jetzt schließen.' },
    cancelled: {
      heading: 'Sie sind ohne Abschluss gegangen',
      text: 'Sie können diese Seite jetzt schließen. Was Sie verbunden haben, bleibt.',
    },
    linked: 'In diesem Besuch verbunden',
    back: 'Zurück zu den Kanälen',
    toApp: (app) => `Zurück zu ${app}`,
    again: 'Erneut versuchen',
  },
};
