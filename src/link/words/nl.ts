// The link pages in Dutch.
import type { Vocabulary } from './words.ts';

export const nl: Vocabulary = {
  language: 'Nederlands',
  languages: 'Taal',
  sealed: 'De toegang wordt versleuteld bewaard en alleen gebruikt om te lezen.',
  skip: 'Naar de inhoud',
  landing: {
    heading: (app) => `Koppel uw winkels aan ${app}`,
    lead: (app) =>
      `${app} wil graag gegevens lezen uit de webwinkels en marktplaatsen waar u verkoopt. U kiest welke.`,
    shared: (app) => `Wat ${app} kan lezen`,
    orders: 'Bestellingen, met kopers, adressen, bedragen en status',
    products: 'Producten, met prijzen, afbeeldingen en voorraad',
    unchanged: 'Er wordt niets in uw winkels gewijzigd.',
    once: 'Deze link werkt één keer, in deze browser.',
    proceed: 'Doorgaan',
  },
  list: {
    heading: 'Kies een kanaal',
    lead: (app) => `Koppel er zoveel als u wilt aan ${app}, één voor één.`,
    search: 'Zoek een kanaal',
    find: 'Zoeken',
    nothing: (query) => `Er is geen kanaal met de naam “${query}”.`,
    all: 'Toon alle kanalen',
    notLinked: 'Niet gekoppeld',
    linkedSince: (date) => `Gekoppeld sinds ${date}`,
    attention: 'Heeft aandacht nodig',
    headingOne: 'Uw kanaal',
    leadOne: (title, app) => `${app} vraagt alleen om ${title}.`,
    linkedCount: (count) =>
      count === 1 ? '1 kanaal is gekoppeld' : `${count} kanalen zijn gekoppeld`,
    attentionCount: (count) =>
      count === 1 ? '1 heeft aandacht nodig' : `${count} hebben aandacht nodig`,
    again: 'Opnieuw koppelen',
    finish: 'Afronden',
    leave: 'Weggaan zonder af te ronden',
    justLinked: (title) => `${title} is gekoppeld.`,
    next: 'Kies nog een kanaal of rond af.',
    nextOne: 'U kunt nu afronden.',
    unlinked: (title) => `${title} is ontkoppeld.`,
    forgotten: 'De toegang die hier was opgeslagen, is gewist.',
  },
  channel: {
    back: 'Alle kanalen',
    heading: (title) => `${title} koppelen`,
    linked: (date) => `Gekoppeld sinds ${date}.`,
    replaces: 'Opnieuw koppelen vervangt de toegang die nu is opgeslagen.',
    attention: (title) =>
      `${title} accepteert de opgeslagen toegang niet meer. Koppel opnieuw om verder te gaan.`,
    otherWays: 'Een andere manier',
    noWay: (title) =>
      `${title} kan hier nog niet worden gekoppeld. Vraag het de toepassing die u hierheen stuurde.`,
    steps: 'Waar vind ik dit?',
    place: (title) => `Open de pagina in ${title}`,
    showPlace: (title) => `Toon mij de pagina in ${title}`,
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
    kept: 'Bewaard van uw vorige poging. Laat het leeg om het opnieuw te gebruiken.',
    backOne: 'Overzicht',
    prefilled:
      'Ingevuld zoals het de vorige keer is gekoppeld. Wijzig het als het niet meer klopt.',
    disconnect: (title) => `${title} ontkoppelen`,
    reads: {
      both: 'Bestellingen en producten worden gelezen. Er wordt niets gewijzigd.',
      orders: 'Alleen bestellingen worden gelezen. Er wordt niets gewijzigd.',
      products: 'Alleen producten worden gelezen, geen bestellingen. Er wordt niets gewijzigd.',
    },
  },
  found: {
    heading: 'Is dit uw winkel?',
    at: (address, name) =>
      name === undefined
        ? `We vonden een winkel op ${address}.`
        : `We vonden ${name} op ${address}.`,
    elsewhere: (address) => `Het adres dat u typte leidt naar een andere site, ${address}.`,
    look: 'Is het uw winkel, verstuur het formulier dan nog een keer. Er is nog niets naartoe gestuurd.',
    yes: 'Ja, doorgaan',
    no: 'Het adres wijzigen',
  },
  busy: {
    checking: (title) => `We controleren het bij ${title}…`,
    checkingText: 'We doen een proefaanroep. Dat duurt een paar seconden.',
    still: 'We wachten nog op antwoord…',
    long: 'Dit duurt langer dan normaal. We stoppen vanzelf als er geen antwoord komt.',
    leaving: (title) => `We brengen u naar ${title}…`,
    leavingText: (host) => `U geeft toestemming op ${host} en komt dan hier terug.`,
    opening: 'Een ogenblik…',
    button: 'Bezig met controleren…',
  },
  confirm: {
    heading: (title) => `Is dit uw winkel op ${title}?`,
    text: (whom) =>
      `${whom} kan er dan de bestellingen en producten van lezen. Is het niet uw winkel, of niet de winkel die u bedoelde, kies dan nee: er wordt dan niets gekoppeld.`,
    yes: 'Ja, koppelen',
    no: 'Nee',
  },
  disconnect: {
    heading: (title) => `${title} ontkoppelen?`,
    text: (app, title) =>
      `${app} kan dan niets meer uit ${title} lezen. Wat al is gelezen, blijft bij ${app}. U kunt ${title} op elk moment opnieuw koppelen.`,
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
    heading: (title) => `${title} is nog niet gekoppeld`,
    again: (title) => `${title} kon niet opnieuw worden gekoppeld`,
    said: (speaker) => `${speaker} zei:`,
    kept: 'Wat al gekoppeld was, blijft zoals het is.',
    field: 'Controleer deze waarde.',
    missing: 'Vul dit in.',
    form: (example) => `Dit lijkt niet de juiste waarde. Ze ziet er zo uit: ${example}.`,
    swapped: (other, own) => `Dit lijkt de waarde voor ‘${other}’. Hier hoort ‘${own}’.`,
    pair: 'Hier zijn twee waarden geplakt. Zet elke waarde in haar eigen veld.',
    twice: (other) =>
      `Dit is dezelfde waarde als in ‘${other}’. Het zijn twee verschillende waarden.`,
    foreign: (title) => `Dit lijkt een sleutel van ${title}, niet van dit kanaal.`,
    otherKind: (title) =>
      `Op dit adres staat een winkel van ${title}. Ga terug naar de lijst en kies daar ${title}.`,
    first: 'Vul dit eerst in, dan kunnen we u de pagina tonen.',
  },
  things: { both: 'bestellingen en producten', orders: 'bestellingen', products: 'producten' },
  faults: {
    invalid_request: () => 'Een van de waarden klopt niet. Vergelijk hem met het voorbeeld.',
    address_not_allowed: () =>
      'Dit adres kan niet worden aangeroepen. Controleer het op typefouten.',
    credential_refused: (title) =>
      `${title} accepteert deze sleutel niet. Kopieer hem opnieuw, helemaal en zonder spaties, en kijk of hij niet is ingetrokken.`,
    permission_missing: (title, things) =>
      `De sleutel is goed, maar mag bij ${title} geen ${things} lezen. Geef hem die rechten en probeer het opnieuw.`,
    channel_rate_limited: (title) =>
      `${title} krijgt op dit moment te veel aanvragen. Wacht een minuut en probeer het opnieuw.`,
    channel_failed: (title) =>
      `${title} gaf zelf een fout. Probeer het over een paar minuten opnieuw.`,
    channel_invalid_response: (title) =>
      `Er kwam een antwoord, maar niet zoals ${title} dat geeft. Hebt u een adres getypt, controleer het dan. Zo niet, dan antwoordde iets onderweg in plaats van ${title}: probeer het over een paar minuten opnieuw.`,
    channel_timeout: (title) =>
      `${title} antwoordde niet op tijd. Probeer het opnieuw; gebeurt het weer, dan is de winkel misschien overbelast of voor ons gesloten.`,
    app_refused: (title) =>
      `De beheerder van deze dienst moet eerst een instelling bij ${title} herstellen. Het ligt niet aan u, en wat al gekoppeld was, blijft gekoppeld. Probeer het later opnieuw, of kies een andere manier als die er is.`,
    unexpected: () => 'Er ging bij ons iets mis. Probeer het over een paar minuten opnieuw.',
  },
  reasons: {
    unknown_host: () => 'Op dit adres is geen site. Controleer het op typefouten.',
    bad_certificate: () =>
      'Het certificaat van de site is niet geldig, dus er kan niets veilig heen worden gestuurd. Vraag uw hostingbedrijf het te vernieuwen.',
    unreachable: () =>
      'De site is niet te bereiken. Misschien is hij offline, of houdt een firewall ons tegen.',
    consent_denied: (title) =>
      `Bij ${title} is geen toestemming gegeven. Er is niets gekoppeld. U kunt het altijd opnieuw proberen.`,
    wrong_state: (title) =>
      `Het antwoord van ${title} hoort niet bij dit bezoek. Voor uw veiligheid is er niets gekoppeld. Begin hier opnieuw.`,
    bad_signature: (title) =>
      `Het antwoord is niet door ${title} ondertekend. Voor uw veiligheid is er niets gekoppeld. Begin hier opnieuw. Gebeurt dit nog eens, meld het dan bij de toepassing die u hierheen stuurde: de beheerder moet misschien een instelling herstellen.`,
    clock_skew: () =>
      'Het antwoord is te oud, of er loopt een klok verkeerd. Begin hier opnieuw en geef binnen een minuut toestemming.',
    wrong_account: (title) =>
      `${title} antwoordde voor een ander account dan waarmee u begon. Kijk bij welk account u bent ingelogd en begin opnieuw.`,
    code_refused: (title) =>
      `${title} nam de toestemming niet aan, omdat het te lang duurde of ze al gebruikt was. Begin hier opnieuw.`,
    not_received: (title) =>
      `U gaf toestemming, maar ${title} kon de sleutel niet bij ons afleveren. Misschien houdt een firewall of beveiligingsplugin van de winkel hem tegen. Koppel in plaats daarvan met een sleutel.`,
    app_not_set: (title) =>
      `Deze dienst is niet meer ingesteld om bij ${title} in te loggen: de beheerder moet dat herstellen. Het ligt niet aan u. Probeer het later opnieuw, of kies een andere manier als die er is.`,
    app_unknown: (title) =>
      `${title} accepteert deze dienst op dit moment niet: de beheerder moet dat herstellen. Het ligt niet aan u. Probeer het later opnieuw, of kies een andere manier als die er is.`,
    one_word: () =>
      'Dit is één woord, geen volledig adres. Schrijf het zoals in de browser, bijvoorbeeld www.example.com.',
    mail_address: () =>
      'Dit is een e-mailadres. Schrijf het adres van de winkel zoals in de browser, bijvoorbeeld www.example.com.',
    login_in_address: () => 'In dit adres staat een gebruikersnaam of wachtwoord. Laat die weg.',
    port_not_allowed: () =>
      'Het getal achter de dubbele punt is een poort die we niet aanroepen. Laat het weg, of vraag het aan de toepassing die u hierheen stuurde.',
    private_address: () =>
      'Dit adres staat niet op het openbare internet, dus we kunnen er niet bij. Schrijf het adres waarop klanten de winkel zien.',
    https_only: () => 'Dit adres moet met https:// beginnen.',
    other_host: () => 'Dit is geen adres van dit kanaal. Vergelijk het met het voorbeeld.',
    redirect_loop: () =>
      'Het adres stuurt ons in een kringetje rond. Vraag uw hostingbedrijf naar de doorverwijzingen van de site te kijken.',
    back_to_http: () =>
      'De site leidt van https terug naar http, waar niets veilig is. Vraag uw hostingbedrijf dat te verhelpen.',
    host_left_alone: (title) =>
      `${title} gaf net een paar keer een fout, dus we wachten even. Probeer het over een minuut opnieuw.`,
    too_many_tries: () =>
      'Er lopen meerdere pogingen tegelijk. Wacht tot er een klaar is en probeer het dan opnieuw.',
    swapped: () => 'Twee waarden lijken verwisseld. Zet elke waarde in haar eigen veld.',
    pair: () => 'In één veld zijn twee waarden geplakt. Zet elke waarde in haar eigen veld.',
    twice: () => 'In twee velden staat dezelfde waarde. Het zijn twee verschillende waarden.',
  },
  shop: {
    name: 'Uw winkel',
    said: {
      credential_refused: () =>
        'Uw winkel accepteert deze sleutel niet. Kopieer hem opnieuw, helemaal en zonder spaties, en kijk of hij niet is ingetrokken.',
      permission_missing: (things) =>
        `De sleutel is goed, maar mag in uw winkel geen ${things} lezen. Geef hem die rechten en probeer het opnieuw.`,
      channel_rate_limited: () =>
        'Uw winkel krijgt op dit moment te veel aanvragen. Wacht een minuut en probeer het opnieuw.',
      channel_failed: () =>
        'Uw winkel gaf zelf een fout. Probeer het over een paar minuten opnieuw.',
      channel_invalid_response: () =>
        'Er kwam een antwoord, maar niet zoals uw winkel het hoort te geven. Controleer het adres. Klopt het, dan antwoordde iets onderweg in plaats van uw winkel: probeer het over een paar minuten opnieuw.',
      channel_timeout: () =>
        'Uw winkel antwoordde niet op tijd. Probeer het opnieuw; gebeurt het weer, dan is ze misschien overbelast of voor ons gesloten.',
      consent_denied: () =>
        'In uw winkel is geen toestemming gegeven. Er is niets gekoppeld. U kunt het altijd opnieuw proberen.',
      wrong_state: () =>
        'Het antwoord van uw winkel hoort niet bij dit bezoek. Voor uw veiligheid is er niets gekoppeld. Begin hier opnieuw.',
      wrong_account: () =>
        'Er antwoordde een andere winkel dan waarmee u begon. Kijk bij welke winkel u bent ingelogd en begin opnieuw.',
      code_refused: () =>
        'Uw winkel nam de toestemming niet aan, omdat het te lang duurde of ze al gebruikt was. Begin hier opnieuw.',
      not_received: () =>
        'U gaf toestemming, maar uw winkel kon de sleutel niet bij ons afleveren. Misschien houdt een firewall of beveiligingsplugin hem tegen. Koppel in plaats daarvan met een sleutel.',
      host_left_alone: () =>
        'Uw winkel gaf net een paar keer een fout, dus we wachten even. Probeer het over een minuut opnieuw.',
    },
  },
  messages: {
    used: {
      heading: 'Deze link is al gebruikt',
      text: 'Hij is al eerder geopend, misschien in een andere browser of op een ander apparaat. Ga terug naar die browser, of vraag een nieuwe link in de toepassing die u hierheen stuurde.',
    },
    expired: {
      heading: 'Deze link is verlopen',
      text: 'Links werken maar kort. Vraag een nieuwe in de toepassing die u hierheen stuurde.',
    },
    unknown: {
      heading: 'Deze link is niet bekend',
      text: 'Misschien is er bij het kopiëren een stuk weggevallen. Open hem opnieuw vanuit het bericht, of vraag een nieuwe.',
    },
    over: {
      heading: 'Uw bezoek is voorbij',
      text: 'Voor uw veiligheid eindigt het na een tijdje. Wat u koppelde, blijft bewaard. Vraag een nieuwe link in de toepassing die u hierheen stuurde om verder te gaan.',
    },
    finished: {
      heading: 'U bent klaar',
      text: 'Hier kan niets meer worden gewijzigd. Wilt u iets koppelen of wijzigen, vraag dan een nieuwe link aan in de applicatie die u hierheen stuurde.',
    },
    elsewhere: {
      heading: 'Ga verder in de browser waarin u begon',
      text: 'Dit bezoek hoort bij een andere browser of een ander venster. Ga daarheen terug, of vraag een nieuwe link aan in de applicatie die u hierheen stuurde.',
    },
    cookies: {
      heading: 'Uw browser bewaart geen cookies voor deze pagina',
      text: 'Er is één cookie nodig, zodat niemand anders hier verder kan gaan. Sta cookies voor deze pagina toe en open de link opnieuw. Hij is nog niet verbruikt.',
    },
    newTab: {
      heading: 'Ga verder in een nieuw tabblad',
      text: 'Uw browser laat deze pagina geen cookie bewaren zolang zij deel is van een andere pagina. In een eigen tabblad werkt het wel. Deze pagina merkt wat u daar koppelt.',
    },
    stale: {
      heading: 'Deze pagina is niet meer actueel',
      text: 'Ze hoort bij een ander bezoek in deze browser, dus er is niets gedaan. Begin opnieuw bij de lijst met kanalen.',
    },
    stray: {
      heading: 'We verwachtten dit antwoord niet',
      text: 'Het is al gebruikt, kwam te laat of was voor een andere browser bedoeld. Er is niets gewijzigd. Ga terug naar de pagina waarop u begon, of open uw link opnieuw.',
    },
    late: {
      heading: 'Dat duurde te lang',
      text: 'De toestemming kwam te laat terug. Begin opnieuw bij de lijst met kanalen.',
    },
    missing: {
      heading: 'Deze pagina bestaat niet',
      text: 'Ga terug naar de lijst met kanalen, of open de link die u kreeg opnieuw.',
    },
    method: {
      heading: 'Deze pagina kan zo niet worden geopend',
      text: 'Ga terug naar de pagina waar u vandaan kwam, of open de link die u is gestuurd opnieuw.',
    },
    broken: {
      heading: 'Er ging bij ons iets mis',
      text: 'Het ligt niet aan u en er is niets gewijzigd. Probeer het over een paar minuten opnieuw.',
    },
    unavailable: {
      heading: 'We zijn even niet bereikbaar',
      text: 'Er is niets gewijzigd. Probeer het over een minuut opnieuw.',
    },
    tooMany: {
      heading: 'Te veel pogingen',
      text: 'Vanuit uw netwerk zijn meerdere links geopend die niet bestaan. Wacht een paar minuten en open uw link opnieuw.',
    },
  },
  closing: {
    completed: { heading: 'Klaar', text: 'U kunt deze pagina nu sluiten.' },
    cancelled: {
      heading: 'U bent weggegaan zonder af te ronden',
      text: 'U kunt deze pagina nu sluiten. Wat u koppelde, blijft bewaard.',
    },
    linked: 'Gekoppeld in dit bezoek',
    back: 'Terug naar de kanalen',
    toApp: (app) => `Terug naar ${app}`,
    again: 'Opnieuw proberen',
  },
};
