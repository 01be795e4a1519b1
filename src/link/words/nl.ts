// The link pages in Dutch.
import type { Vocabulary } from './en.ts';

export const nl: Vocabulary = {
  language: 'Nederlands',
  languages: 'Taal',
  sealed: 'De toegang wordt versleuteld bewaard en alleen gebruikt om te lezen.',
  sealedWrites:
    'De toegang wordt versleuteld bewaard en alleen gebruikt voor wat hier beschreven staat.',
  skip: 'Naar de inhoud',
  landing: {
    heading: (app) => `Koppel uw winkels aan ${app}`,
    lead: (app) =>
      `${app} wil graag gegevens lezen uit de webwinkels en marketplaces waar u verkoopt. U bepaalt zelf welke.`,
    leadWrites: (app) =>
      `${app} wil graag gegevens lezen uit de webwinkels en marketplaces waar u verkoopt, en daar enkele dingen wijzigen. U bepaalt zelf in welke.`,
    shared: (app) => `Wat ${app} kan lezen`,
    orders: 'Bestellingen, met kopers, adressen, bedragen en status',
    products: 'Producten, met prijzen, afbeeldingen en voorraad',
    unchanged: 'Er wordt niets in uw winkels gewijzigd.',
    changed: (app) => `Wat ${app} kan wijzigen`,
    changes: {
      'orders.write': 'Bestellingen: als verzonden markeren, met track-en-tracegegevens',
      'products.write': 'Producten: voorraad en prijzen instellen',
    },
    otherwise: 'Verder wordt er niets in uw winkels gewijzigd.',
    once: 'Deze link werkt één keer, in deze browser.',
    proceed: 'Doorgaan',
  },
  list: {
    heading: 'Kies een kanaal',
    lead: (app) => `Koppel zoveel kanalen als u wilt aan ${app}, één voor één.`,
    search: 'Zoek een kanaal',
    find: 'Zoeken',
    nothing: (query) => `Er is geen kanaal met de naam ‘${query}’.`,
    all: 'Toon alle kanalen',
    found: (count) => (count === 1 ? '1 kanaal gevonden' : `${count} kanalen gevonden`),
    linkedSince: (date) => `Gekoppeld sinds ${date}`,
    attention: 'Heeft aandacht nodig',
    readOnly: 'Alleen gekoppeld om te lezen',
    headingOne: 'Uw kanaal',
    leadOne: (title, app) => `${app} vraagt alleen toegang tot ${title}.`,
    linkedCount: (count) =>
      count === 1 ? '1 kanaal is gekoppeld' : `${count} kanalen zijn gekoppeld`,
    attentionCount: (count) =>
      count === 1 ? '1 heeft aandacht nodig' : `${count} hebben aandacht nodig`,
    again: 'Opnieuw koppelen',
    finish: 'Afronden',
    leave: 'Stoppen zonder te koppelen',
    justLinked: (title) => `${title} is gekoppeld.`,
    next: 'Kies nog een kanaal of rond af.',
    nextOne: 'U kunt nu afronden.',
    unlinked: (title) => `${title} is ontkoppeld.`,
    forgotten: 'De toegang die hier was opgeslagen, is gewist.',
  },
  channel: {
    back: 'Alle kanalen',
    heading: (title) => `${title} koppelen`,
    replaces: 'Als u opnieuw koppelt, wordt de opgeslagen toegang vervangen.',
    attention: (title) =>
      `${title} accepteert de opgeslagen toegang niet meer. Koppel opnieuw om verder te gaan.`,
    unreadable: (title) =>
      `De opgeslagen toegang voor ${title} kan niet meer worden gelezen. Koppel opnieuw om verder te gaan.`,
    otherWays: 'Een andere manier',
    noWay: (title) =>
      `${title} kan hier nog niet worden gekoppeld. Vraag hulp bij de app die u hierheen heeft gestuurd.`,
    step: (at, of) => `Stap ${at} van ${of}`,
    next: 'Volgende',
    previous: 'Terug',
    place: (title) => `Open de pagina in ${title}`,
    newTab: 'opent in een nieuw tabblad',
    example: (text) => `Bijvoorbeeld ${text}`,
    optional: 'niet verplicht',
    choose: 'Maak een keuze',
    submit: 'Controleren en koppelen',
    consent: (title) =>
      `U logt in bij ${title} en geeft daar toestemming. Daarna komt u vanzelf hier terug.`,
    proceed: (title) => `Verder naar ${title}`,
    show: 'Tonen',
    hide: 'Verbergen',
    kept: 'Bewaard van uw vorige poging. Laat dit veld leeg om die waarde opnieuw te gebruiken.',
    backOne: 'Overzicht',
    prefilled: 'Al ingevuld zoals bij de vorige koppeling. Wijzig wat niet meer klopt.',
    disconnect: (title) => `${title} ontkoppelen`,
    readOnly: (app, title) =>
      `${title} is alleen gekoppeld om te lezen. Koppel opnieuw, zodat ${app} ook de wijzigingen kan doorvoeren die hieronder staan.`,
    toWrite: (app) => `Zodat ${app} ook wijzigingen kan doorvoeren:`,
    reads: {
      both: 'Bestellingen en producten worden gelezen.',
      orders: 'Alleen bestellingen worden gelezen.',
      products: 'Alleen producten worden gelezen, geen bestellingen.',
    },
    unchanged: 'Er wordt niets gewijzigd.',
    changes: {
      'orders.write': (app) =>
        `${app} kan bestellingen als verzonden markeren. Verder wordt er niets gewijzigd.`,
      'products.write': (app) =>
        `${app} kan voorraad en prijzen instellen. Verder wordt er niets gewijzigd.`,
      both: (app) =>
        `${app} kan bestellingen als verzonden markeren en voorraad en prijzen instellen. Verder wordt er niets gewijzigd.`,
    },
  },
  found: {
    heading: 'Is dit uw winkel?',
    at: (address, name) => `We hebben ${name} gevonden op ${address}.`,
    guess: (address) => `Bedoelt u ${address}? Op wat u hebt ingevuld is geen winkel te vinden.`,
    elsewhere: (address) =>
      `Het adres dat u hebt ingevuld, leidt naar een andere site: ${address}.`,
    look: 'Is dit uw winkel, ga dan verder. Er is nog niets naar dit adres gestuurd.',
    yes: 'Ja, doorgaan',
    no: 'Het adres wijzigen',
  },
  busy: {
    checking: (title) => `We controleren de toegang bij ${title}…`,
    checkingText: 'We testen de verbinding. Dat duurt een paar seconden.',
    still: 'We wachten nog op antwoord…',
    long: 'Dit duurt langer dan normaal. Komt er geen antwoord, dan stoppen we vanzelf.',
    leaving: (title) => `We sturen u door naar ${title}…`,
    leavingText: (host) => `U geeft toestemming op ${host} en komt daarna hier terug.`,
    opening: 'Een ogenblik…',
    button: 'Bezig met controleren…',
  },
  confirm: {
    heading: (title) => `Is dit uw winkel op ${title}?`,
    text: (whom) =>
      `${whom} kan dan de bestellingen en producten van deze winkel lezen. Is dit niet uw winkel, of niet de winkel die u bedoelt, kies dan Nee. Er wordt dan niets gekoppeld.`,
    yes: (whom) => `Ja, koppelen voor ${whom}`,
    no: 'Nee',
    whose: {
      heading: 'Voor wie is deze winkel?',
      text: (title) =>
        `In deze browser staat meer dan één bezoek open, en ${title} zegt niet bij welk bezoek deze winkel hoort. Kies het juiste. Er wordt niets gekoppeld voordat u dat op de volgende pagina bevestigt.`,
      none: 'Geen van deze',
    },
  },
  connection: {
    linked: 'Gekoppeld',
    account: 'Winkel of account',
    address: 'Adres',
    since: 'Gekoppeld sinds',
    access: 'Toegang',
    last: 'Laatst gelezen',
    well: (when) => `${when}, zonder problemen`,
    failed: (when) => `${when}, mislukt`,
    never: 'Er is nog niets gelezen',
  },
  disconnect: {
    heading: (title) => `${title} ontkoppelen?`,
    text: (app, title) =>
      `${app} heeft dan geen toegang meer tot ${title}. Wat al is gelezen, blijft bij ${app}. U kunt ${title} op elk moment opnieuw koppelen.`,
    there: (title) =>
      `Sleutels die u in ${title} zelf hebt gemaakt, blijven daar geldig. Verwijder ze daar als u ze niet meer nodig hebt.`,
    yes: 'Ja, ontkoppelen',
    no: 'Nee, gekoppeld laten',
  },
  footer: {
    links: (app) => `Over ${app}`,
    privacy: 'Privacybeleid',
    terms: 'Gebruiksvoorwaarden',
    support: 'Hulp en contact',
  },
  embed: {
    openTab: 'Verder in een nieuw tabblad',
    leaving: (host) =>
      `U geeft toestemming op ${host}, in een nieuw tabblad. Deze pagina wacht op u.`,
    waiting: {
      heading: 'Ga verder in het andere tabblad',
      text: (title) =>
        `Geef daar toestemming bij ${title}. Daarna gaat deze pagina vanzelf verder.`,
    },
    reopen: 'Open het tabblad opnieuw',
    done: (app) => `U kunt dit tabblad sluiten en teruggaan naar ${app}.`,
  },
  problem: {
    title: (title) => `Fout: ${title}`,
    dropped:
      'Het adres is gewijzigd, vul dit daarom opnieuw in. We sturen het alleen naar het adres waarvoor het is ingevuld.',
    heading: (title) => `${title} is nog niet gekoppeld`,
    again: (title) => `${title} kon niet opnieuw worden gekoppeld`,
    said: (speaker) => `${speaker} meldt:`,
    kept: 'Wat al gekoppeld was, blijft zoals het is.',
    field: 'Controleer deze waarde.',
    missing: 'Vul dit veld in.',
    long: (most) => `Dit zijn meer dan ${most} tekens. Controleer wat er is geplakt.`,
    form: (example) => `Dit lijkt niet de juiste waarde te zijn. Die ziet er zo uit: ${example}.`,
    swapped: (other, own) => `Dit lijkt de waarde voor ‘${other}’ te zijn. Vul hier ‘${own}’ in.`,
    pair: 'Hier zijn twee waarden geplakt. Vul elke waarde in een eigen veld in.',
    twice: (other) =>
      `Dit is dezelfde waarde als in ‘${other}’. Het moeten twee verschillende waarden zijn.`,
    foreign: (title) => `Dit lijkt een sleutel van ${title} te zijn, niet van dit kanaal.`,
    otherKind: (title) => `Op dit adres staat een winkel van ${title}.`,
    otherLink: (title) => `Koppelen als winkel van ${title}`,
  },
  things: { both: 'bestellingen en producten', orders: 'bestellingen', products: 'producten' },
  faults: {
    invalid_request: () =>
      'Een van de waarden lijkt niet te kloppen. Vergelijk die met het voorbeeld.',
    address_not_allowed: () => 'Dit adres kunnen we niet gebruiken. Controleer het op typefouten.',
    credential_refused: (title) =>
      `${title} accepteert deze sleutel niet. Kopieer hem opnieuw, volledig en zonder spaties, en controleer of hij niet is ingetrokken.`,
    permission_missing: (title, things) =>
      `De sleutel klopt, maar geeft bij ${title} geen toegang tot ${things}. Geef de sleutel die rechten en probeer het opnieuw.`,
    channel_rate_limited: (title) =>
      `${title} krijgt op dit moment te veel verzoeken. Wacht een minuut en probeer het opnieuw.`,
    channel_failed: (title) =>
      `${title} antwoordde met een foutmelding. Probeer het over een paar minuten opnieuw.`,
    channel_invalid_response: (title) =>
      `Er kwam een antwoord, maar niet zoals ${title} het geeft. Hebt u een adres ingevuld, controleer dat dan. Zo niet, dan antwoordde er iets onderweg in plaats van ${title}. Probeer het over een paar minuten opnieuw.`,
    channel_timeout: (title) =>
      `${title} antwoordde niet op tijd. Probeer het opnieuw. Gebeurt het nog eens, dan is de winkel misschien overbelast of voor ons afgesloten.`,
    app_refused: (title) =>
      `De beheerder van deze dienst moet eerst een instelling bij ${title} herstellen. Het ligt niet aan u, en wat al gekoppeld was, blijft gekoppeld. Probeer het later opnieuw of kies een andere manier, als die er is.`,
    unexpected: () => 'Er is bij ons iets misgegaan. Probeer het over een paar minuten opnieuw.',
  },
  reasons: {
    unknown_host: () =>
      'Geen enkele site heet zo: deze naam bestaat niet. Controleer het adres op typefouten.',
    bad_certificate: () =>
      'Het certificaat van de site is niet geldig, dus we kunnen er niets veilig naartoe sturen. Vraag uw hostingbedrijf het te vernieuwen.',
    password_wall: () =>
      'Deze site vraagt elke bezoeker om een gebruikersnaam en een wachtwoord, zoals een testversie van een winkel vaak doet. Vul het adres van de echte winkel in, of laat het wachtwoord weghalen en probeer het opnieuw.',
    maintenance: () =>
      'De site is op dit moment gesloten voor onderhoud. Probeer het over een paar minuten opnieuw.',
    firewall: () =>
      'Een firewall of beveiligingsplug-in van de site houdt ons tegen. Vraag het hostingbedrijf om onze verzoeken door te laten.',
    unreachable: () =>
      'De site is niet te bereiken. Misschien is hij offline, of houdt een firewall ons tegen.',
    consent_denied: (title) =>
      `Bij ${title} is geen toestemming gegeven. Er is niets gekoppeld. U kunt het altijd opnieuw proberen.`,
    wrong_state: (title) =>
      `Het antwoord van ${title} hoort niet bij deze sessie. Voor uw veiligheid is er niets gekoppeld. Begin hier opnieuw.`,
    bad_signature: (title) =>
      `Het antwoord is niet door ${title} ondertekend. Voor uw veiligheid is er niets gekoppeld. Begin hier opnieuw. Gebeurt het nog eens, meld het dan bij de app die u hierheen heeft gestuurd: de beheerder daarvan moet misschien een instelling herstellen.`,
    clock_skew: () =>
      'Het antwoord is te oud, of er loopt een klok niet gelijk. Begin hier opnieuw en geef binnen een minuut toestemming.',
    wrong_account: (title) =>
      `${title} antwoordde voor een ander account dan waarmee u bent begonnen. Controleer bij welk account u bent ingelogd en begin opnieuw.`,
    code_refused: (title) =>
      `${title} accepteerde de toestemming niet, omdat het te lang duurde of omdat die al was gebruikt. Begin hier opnieuw.`,
    not_received: (title) =>
      `U hebt toestemming gegeven, maar ${title} kon de sleutel niet bij ons afleveren. Misschien houdt een firewall of beveiligingsplugin van de winkel hem tegen. Koppel in plaats daarvan met een sleutel.`,
    app_not_set: (title) =>
      `Deze dienst is niet meer ingesteld om bij ${title} in te loggen: de beheerder moet dat herstellen. Het ligt niet aan u. Probeer het later opnieuw of kies een andere manier, als die er is.`,
    app_unknown: (title) =>
      `${title} accepteert deze dienst op dit moment niet: de beheerder moet dat herstellen. Het ligt niet aan u. Probeer het later opnieuw of kies een andere manier, als die er is.`,
    one_word: () =>
      'Dit is één woord, geen volledig adres. Vul het in zoals in de browser, bijvoorbeeld www.example.com.',
    mail_address: () =>
      'Dit is een e-mailadres. Vul het adres van de winkel in zoals in de browser, bijvoorbeeld www.example.com.',
    login_in_address: () => 'In dit adres staat een gebruikersnaam of wachtwoord. Laat die weg.',
    port_not_allowed: () =>
      'Het getal achter de dubbele punt is een poort die we niet gebruiken. Laat het weg, of vraag hulp bij de app die u hierheen heeft gestuurd.',
    private_address: () =>
      'Dit adres staat niet op het openbare internet, dus we kunnen er niet bij. Vul het adres in waarop klanten de winkel zien.',
    https_only: () => 'Dit adres moet met https:// beginnen.',
    other_host: () => 'Dit is geen adres van dit kanaal. Vergelijk het met het voorbeeld.',
    redirect_loop: () =>
      'Dit adres blijft ons in een kringetje rondsturen. Vraag uw hostingbedrijf naar de doorverwijzingen van de site te kijken.',
    back_to_http: () =>
      'De site leidt van https terug naar http, en dat is niet veilig. Vraag uw hostingbedrijf dat te verhelpen.',
    host_left_alone: (title) =>
      `${title} gaf net een paar keer een foutmelding, dus we wachten even. Probeer het over een minuut opnieuw.`,
    too_many_tries: () =>
      'Er lopen meerdere pogingen tegelijk. Wacht tot er één klaar is en probeer het dan opnieuw.',
  },
  shop: {
    name: 'Uw winkel',
    said: {
      permission_missing: (_, things) =>
        `De sleutel klopt, maar geeft in uw winkel geen toegang tot ${things}. Geef de sleutel die rechten en probeer het opnieuw.`,
      channel_invalid_response: () =>
        'Er kwam een antwoord, maar niet zoals uw winkel het hoort te geven. Controleer het adres. Klopt het, dan antwoordde er iets onderweg in plaats van uw winkel. Probeer het over een paar minuten opnieuw.',
      consent_denied: () =>
        'In uw winkel is geen toestemming gegeven. Er is niets gekoppeld. U kunt het altijd opnieuw proberen.',
      wrong_state: () =>
        'Het antwoord van uw winkel hoort niet bij deze sessie. Voor uw veiligheid is er niets gekoppeld. Begin hier opnieuw.',
      wrong_account: () =>
        'Er antwoordde een andere winkel dan waarmee u bent begonnen. Controleer bij welke winkel u bent ingelogd en begin opnieuw.',
      not_received: () =>
        'U hebt toestemming gegeven, maar uw winkel kon de sleutel niet bij ons afleveren. Misschien houdt een firewall of beveiligingsplugin hem tegen. Koppel in plaats daarvan met een sleutel.',
    },
  },
  messages: {
    used: {
      heading: 'Deze link is al gebruikt',
      text: 'De link is al eerder geopend, misschien in een andere browser of op een ander apparaat. Ga terug naar die browser, of vraag een nieuwe link aan in de app die u hierheen heeft gestuurd.',
    },
    expired: {
      heading: 'Deze link is verlopen',
      text: 'Een link werkt maar korte tijd. Vraag een nieuwe aan in de app die u hierheen heeft gestuurd.',
    },
    unknown: {
      heading: 'Deze link is onbekend',
      text: 'Misschien is er bij het kopiëren een stuk weggevallen. Open de link opnieuw vanuit het bericht, of vraag een nieuwe aan.',
    },
    over: {
      heading: 'Uw sessie is verlopen',
      text: 'Voor uw veiligheid eindigt een sessie na een tijdje. Wat u hebt gekoppeld, blijft bewaard. Wilt u verdergaan, vraag dan een nieuwe link aan in de app die u hierheen heeft gestuurd.',
    },
    finished: {
      heading: 'U bent klaar',
      text: 'Hier kan niets meer worden gewijzigd. Wilt u iets koppelen of wijzigen, vraag dan een nieuwe link aan in de app die u hierheen heeft gestuurd.',
    },
    elsewhere: {
      heading: 'Ga verder in de browser waarin u bent begonnen',
      text: 'Deze sessie hoort bij een andere browser of een ander venster. Ga daar verder, of vraag een nieuwe link aan in de app die u hierheen heeft gestuurd.',
    },
    cookies: {
      heading: 'Uw browser bewaart geen cookies voor deze pagina',
      text: 'Er is één cookie nodig, zodat alleen u hier verder kunt gaan. Sta cookies voor deze pagina toe en open de link opnieuw. De link is nog niet gebruikt.',
    },
    newTab: {
      heading: 'Ga verder in een nieuw tabblad',
      text: 'Uw browser staat niet toe dat deze pagina een cookie bewaart zolang ze binnen een andere pagina wordt getoond. In een eigen tabblad werkt het wel. Wat u daar koppelt, verschijnt ook hier.',
    },
    stale: {
      heading: 'Deze pagina is niet meer actueel',
      text: 'De pagina hoort bij een andere sessie in deze browser, dus er is niets gedaan. Begin opnieuw bij de lijst met kanalen.',
    },
    wrongState: {
      heading: 'We verwachtten dit antwoord niet',
      text: 'Het is al gebruikt, kwam te laat of was voor een andere browser bedoeld. Er is niets gewijzigd. Ga terug naar de pagina waarop u bent begonnen, of open uw link opnieuw.',
    },
    late: {
      heading: 'Dat duurde te lang',
      text: 'De toestemming kwam te laat terug. Begin opnieuw bij de lijst met kanalen.',
    },
    oneAtATime: {
      heading: 'Eén tegelijk, alstublieft',
      text: 'Een ander bezoek in deze browser wacht op antwoord van dit kanaal, en dat zegt niet voor wie het antwoord is. Rond dat bezoek eerst af, of open deze link in een andere browser of in een privévenster.',
    },
    missing: {
      heading: 'Deze pagina bestaat niet',
      text: 'Ga terug naar de lijst met kanalen, of open opnieuw de link die u hebt gekregen.',
    },
    method: {
      heading: 'Deze pagina kan zo niet worden geopend',
      text: 'Ga terug naar de pagina waar u vandaan kwam, of open opnieuw de link die u hebt gekregen.',
    },
    broken: {
      heading: 'Er is bij ons iets misgegaan',
      text: 'Het ligt niet aan u en er is niets gewijzigd. Probeer het over een paar minuten opnieuw.',
    },
    unavailable: {
      heading: 'We zijn even niet bereikbaar',
      text: 'Er is niets gewijzigd. Probeer het over een minuut opnieuw.',
    },
    tooMany: {
      heading: 'Te veel pogingen',
      text: 'Vanaf uw netwerk zijn meerdere links geopend die niet bestaan. Wacht een paar minuten en open uw link opnieuw.',
    },
    tooLarge: {
      heading: 'Er is te veel verstuurd',
      text: 'Uw browser heeft meer verstuurd dan deze pagina kan lezen. Ga terug en controleer wat er in het formulier is geplakt.',
    },
  },
  closing: {
    completed: { heading: 'Klaar', text: 'U kunt deze pagina nu sluiten.' },
    cancelled: {
      heading: 'U bent gestopt zonder af te ronden',
      text: 'U kunt deze pagina nu sluiten. Wat u hebt gekoppeld, blijft bewaard.',
    },
    linked: 'Gekoppeld in deze sessie',
    back: 'Terug naar de kanalen',
    toApp: (app) => `Terug naar ${app}`,
    again: 'Opnieuw proberen',
  },
};
