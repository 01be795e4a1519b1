// The link pages in English. Every other language has the same words: a missing one is a type error.

/** A sentence about a channel, or a shop, or what is read of it. */
type Sentence = (title: string, things: string) => string;

const sentences = <Name extends string>(
  all: Readonly<Record<Name, Sentence>>,
): Readonly<Record<Name, Sentence>> => all;

export const en = {
  language: 'English',
  languages: 'Language',
  sealed: 'Your access details are stored encrypted and used only to read data.',
  // Of an application that may write.
  sealedWrites:
    'Your access details are stored encrypted and used only for what is described here.',
  skip: 'Skip to content',
  landing: {
    heading: (app: string) => `Link your shops to ${app}`,
    lead: (app: string) =>
      `${app} would like to read data from the online shops and marketplaces where you sell. You choose which ones.`,
    leadWrites: (app: string) =>
      `${app} would like to read data from the online shops and marketplaces where you sell, and make some changes there. You choose which ones.`,
    shared: (app: string) => `What ${app} will be able to read`,
    orders: 'Orders, with buyers, addresses, amounts and status',
    products: 'Products, with prices, images and stock',
    unchanged: 'Nothing in your shops will be changed.',
    changed: (app: string) => `What ${app} will be able to change`,
    changes: {
      'orders.write': 'Orders: mark them as shipped, with tracking details',
      'products.write': 'Products: set stock levels and prices',
    },
    otherwise: 'Nothing else in your shops will be changed.',
    once: 'This link works only once, in this browser.',
    proceed: 'Continue',
  },
  list: {
    heading: 'Choose a channel',
    lead: (app: string) => `Link as many as you like to ${app}, one after the other.`,
    search: 'Search channels',
    find: 'Search',
    nothing: (query: string) => `No channel is called “${query}”.`,
    all: 'Show all channels',
    found: (count: number) => (count === 1 ? '1 channel found' : `${count} channels found`),
    linkedSince: (date: string) => `Linked since ${date}`,
    attention: 'Needs attention',
    // Linked before the application was allowed to write.
    readOnly: 'Linked for reading only',
    // Where the link is for one channel alone.
    headingOne: 'Your channel',
    leadOne: (title: string, app: string) => `${app} is asking for ${title} only.`,
    linkedCount: (count: number) =>
      count === 1 ? '1 channel is linked' : `${count} channels are linked`,
    attentionCount: (count: number) =>
      count === 1 ? '1 needs attention' : `${count} need attention`,
    again: 'Link again',
    finish: 'Finish',
    leave: 'Leave without linking',
    justLinked: (title: string) => `${title} is linked.`,
    next: 'Choose another channel, or finish.',
    nextOne: 'You can finish now.',
    unlinked: (title: string) => `${title} has been unlinked.`,
    forgotten: 'The access details stored here have been erased.',
  },
  channel: {
    back: 'All channels',
    heading: (title: string) => `Link ${title}`,
    replaces: 'Linking it again replaces the access details we have stored.',
    attention: (title: string) =>
      `${title} no longer accepts the access details we have stored. Link it again to continue.`,
    // Of a linked channel whose details this service has lost the key to.
    unreadable: (title: string) =>
      `The access details we stored for ${title} can no longer be read. Link it again to continue.`,
    otherWays: 'Another way',
    noWay: (title: string) =>
      `${title} cannot be linked here yet. Ask the people who sent you here.`,
    step: (at: number, of: number) => `Step ${at} of ${of}`,
    next: 'Next',
    previous: 'Back',
    place: (title: string) => `Open the page in ${title}`,
    newTab: 'opens in a new tab',
    example: (text: string) => `For example ${text}`,
    optional: 'optional',
    choose: 'Please choose',
    submit: 'Check and link',
    consent: (title: string) =>
      `You sign in to ${title} and approve access there. After that you come back here.`,
    proceed: (title: string) => `Continue to ${title}`,
    show: 'Show',
    hide: 'Hide',
    kept: 'We have kept what you entered last time. Leave this empty to use it again.',
    backOne: 'Overview',
    prefilled: 'Filled in as it was when last linked. Change whatever is no longer right.',
    disconnect: (title: string) => `Unlink ${title}`,
    readOnly: (app: string, title: string) =>
      `${title} is linked for reading only. Link it again so that ${app} can also make the changes described below.`,
    toWrite: (app: string) => `So that ${app} can also make changes:`,
    reads: {
      both: 'Orders and products are read.',
      orders: 'Only orders are read.',
      products: 'Only products are read, not orders.',
    },
    unchanged: 'Nothing is changed.',
    changes: {
      'orders.write': (app: string) =>
        `${app} can mark orders as shipped. Nothing else is changed.`,
      'products.write': (app: string) =>
        `${app} can set stock levels and prices. Nothing else is changed.`,
      both: (app: string) =>
        `${app} can mark orders as shipped and set stock levels and prices. Nothing else is changed.`,
    },
  },
  // The shop that was found by the address that was typed.
  found: {
    heading: 'Is this your shop?',
    at: (address: string, name: string) => `We found ${name} at ${address}.`,
    // Nothing was found at what was typed, but at something near to it.
    guess: (address: string) => `Did you mean ${address}? There is no shop at what you entered.`,
    // It is at another site than the one that was typed.
    elsewhere: (address: string) =>
      `The address you entered leads to a different site: ${address}.`,
    look: 'If it is yours, continue with it. Nothing has been sent there yet.',
    yes: 'Yes, continue',
    no: 'Change the address',
  },
  busy: {
    checking: (title: string) => `Checking with ${title}…`,
    checkingText: 'We are testing the access. This takes a few seconds.',
    still: 'Still waiting for an answer…',
    long: 'This is taking longer than usual. If there is no answer, we will stop and let you know.',
    leaving: (title: string) => `Taking you to ${title}…`,
    leavingText: (host: string) => `You approve access at ${host} and then come back here.`,
    opening: 'One moment…',
    // On the button itself while the values are checked: short.
    button: 'Checking…',
  },
  // Where a vendor does not say whose answer it brings.
  confirm: {
    heading: (title: string) => `Is this your ${title} shop?`,
    text: (whom: string) =>
      `${whom} will be able to read its orders and products. If it is not yours, or not the one you meant, choose No and nothing will be linked.`,
    yes: (whom: string) => `Yes, link it for ${whom}`,
    no: 'No',
    // Where several visits of a browser may be meant.
    whose: {
      heading: 'Who is this shop for?',
      text: (title: string) =>
        `More than one visit is open in this browser, and ${title} does not say which one this shop belongs to. Choose the right one. Nothing will be linked until you confirm it on the next page.`,
      none: 'None of these',
    },
  },
  // A channel that is linked.
  connection: {
    linked: 'Linked',
    account: 'Shop or account',
    address: 'Address',
    since: 'Linked since',
    access: 'Access',
    last: 'Last read',
    well: (when: string) => `${when}, without problems`,
    failed: (when: string) => `${when}, but it failed`,
    never: 'Nothing has been read yet',
  },
  disconnect: {
    heading: (title: string) => `Unlink ${title}?`,
    text: (app: string, title: string) =>
      `${app} will no longer have access to ${title}. What it has already read stays with ${app}. You can link ${title} again at any time.`,
    there: (title: string) =>
      `Any keys you created in ${title} itself remain valid. Delete them there if you no longer need them.`,
    yes: 'Yes, unlink it',
    no: 'No, keep it linked',
  },
  // The application's own pages.
  footer: {
    links: (app: string) => `About ${app}`,
    privacy: 'Privacy policy',
    terms: 'Terms of use',
    support: 'Help and contact',
  },
  // Inside the application's own page, and in the tab beside it.
  embed: {
    openTab: 'Continue in a new tab',
    leaving: (host: string) =>
      `You approve access on ${host}, in a new tab. This page will wait for you.`,
    waiting: {
      heading: 'Continue in the other tab',
      text: (title: string) =>
        `Approve access on ${title} there. This page will then continue by itself.`,
    },
    reopen: 'Open the tab again',
    done: (app: string) => `You can close this tab and go back to ${app}.`,
  },
  problem: {
    title: (title: string) => `Error: ${title}`,
    // A secret that was typed for another address.
    dropped:
      'The address has changed, so please enter this again. We only send it to the address it was entered for.',
    heading: (title: string) => `${title} is not linked yet`,
    // Where something was linked before, and stays so.
    again: (title: string) => `${title} could not be linked again`,
    said: (speaker: string) => `${speaker} said:`,
    kept: 'What was linked before stays linked.',
    field: 'Please check this value.',
    missing: 'Please fill this in.',
    long: (most: number) => `This is longer than ${most} characters. Check what was pasted.`,
    // The value is not what the field asks for.
    form: (example: string) => `This does not look right. It should look like ${example}.`,
    // It is what another field asks for.
    swapped: (other: string, own: string) =>
      `This looks like the value for “${other}”. This field is for “${own}”.`,
    pair: 'Two values were pasted into this field. Put each one in its own field.',
    twice: (other: string) =>
      `This is the same value as in “${other}”. The two values must be different.`,
    // It is a key of another channel.
    foreign: (title: string) => `This looks like a key for ${title}, not for this channel.`,
    // A shop of another channel is at the address.
    otherKind: (title: string) => `The shop at this address runs on ${title}.`,
    otherLink: (title: string) => `Link it as a ${title} shop`,
  },
  // What is read, in the middle of a sentence.
  things: { both: 'orders and products', orders: 'orders', products: 'products' },
  // What went wrong, by the code of the fault.
  faults: sentences({
    invalid_request: () => 'One of the values does not look right. Compare it with the example.',
    address_not_allowed: () => 'We cannot use this address. Check it for typing mistakes.',
    credential_refused: (title) =>
      `${title} does not accept this key. Copy it again in full, without spaces, and make sure that it has not been revoked.`,
    permission_missing: (title, things) =>
      `The key is valid, but ${title} does not let it read ${things}. Give it that permission and try again.`,
    channel_rate_limited: (title) =>
      `${title} is receiving too many requests at the moment. Wait a minute and try again.`,
    channel_failed: (title) => `${title} answered with an error. Try again in a few minutes.`,
    channel_invalid_response: (title) =>
      `We got an answer, but not one that ${title} would give. If you entered an address, check it. If not, something between us and ${title} answered in its place: try again in a few minutes.`,
    channel_timeout: (title) =>
      `${title} did not answer in time. Try again; if it keeps happening, the shop may be overloaded or blocking us.`,
    app_refused: (title) =>
      `The operator of this service first needs to correct a setting for ${title}. This is not your fault, and what was linked before stays linked. Try again later, or use another way if one is offered.`,
    unexpected: () => 'Something went wrong on our side. Try again in a few minutes.',
  }),
  // Finer causes that every channel shares.
  reasons: sentences({
    unknown_host: () =>
      'No site has this name: it does not exist. Check the address for typing mistakes.',
    bad_certificate: () =>
      'The site’s certificate is not valid, so nothing can be sent to it safely. Ask the company that hosts it to renew it.',
    password_wall: () =>
      'This site asks every visitor for a user name and a password, as a test version of a shop often does. Enter the address of the live shop, or have the password removed and try again.',
    maintenance: () =>
      'The site is closed for maintenance at the moment. Try again in a few minutes.',
    firewall: () =>
      'A firewall or security plugin of the site is blocking us. Ask the company that hosts it to let our requests through.',
    unreachable: () =>
      'The site could not be reached. It may be offline, or a firewall may be blocking us.',
    consent_denied: (title) =>
      `Access was not approved in ${title}, so nothing was linked. You can try again at any time.`,
    wrong_state: (title) =>
      `The answer from ${title} does not belong to this visit. For your safety, nothing was linked. Start again from here.`,
    bad_signature: (title) =>
      `The answer was not signed by ${title}. For your safety, nothing was linked. Start again from here. If it keeps happening, contact the people who sent you here: they may need to correct a setting.`,
    clock_skew: () =>
      'The answer is too old, or a clock is wrong. Start again from here and approve within a minute.',
    wrong_account: (title) =>
      `${title} answered for a different account from the one you started with. Check which account you are signed in to, and start again.`,
    code_refused: (title) =>
      `${title} did not accept the approval because it took too long or had already been used. Start again from here.`,
    not_received: (title) =>
      `You approved access, but ${title} could not deliver its key to us. A firewall or security plugin of the shop may be blocking it. Link it with a key instead.`,
    app_not_set: (title) =>
      `This service is no longer set up for signing in to ${title}: its operator needs to correct that. This is not your fault. Try again later, or use another way if one is offered.`,
    app_unknown: (title) =>
      `${title} does not accept this service at the moment: its operator needs to correct that. This is not your fault. Try again later, or use another way if one is offered.`,
    one_word: () =>
      'This is a single word, not a complete address. Enter it as it appears in your browser, such as www.example.com.',
    mail_address: () =>
      'This is an email address. Enter the address of the shop as it appears in your browser, such as www.example.com.',
    login_in_address: () => 'This address contains a user name or password. Leave that out.',
    port_not_allowed: () =>
      'The number after the colon is a port that we do not use. Leave it out, or ask the people who sent you here.',
    private_address: () =>
      'This address is not on the public internet, so we cannot reach it. Enter the address at which customers see the shop.',
    https_only: () => 'This address must start with https://.',
    other_host: () => 'This address does not belong to this channel. Compare it with the example.',
    redirect_loop: () =>
      'The address sends us round in circles. Ask the company that hosts the site to check its redirects.',
    back_to_http: () =>
      'The site redirects us from https back to http, which is not secure. Ask the company that hosts it to correct that.',
    host_left_alone: (title) =>
      `${title} has just failed several times, so we are leaving it alone for a moment. Try again in a minute.`,
    too_many_tries: () =>
      'Several attempts are under way at the same time. Wait until one of them has finished, then try again.',
  }),
  // The same of a shop that its merchant runs: it is the shop that did something, not its software.
  shop: {
    name: 'Your shop',
    said: sentences({
      permission_missing: (_, things) =>
        `The key is valid, but your shop does not let it read ${things}. Give it that permission and try again.`,
      channel_invalid_response: () =>
        'We got an answer, but not one that your shop should give. Check the address. If it is right, something between us and your shop answered in its place: try again in a few minutes.',
      consent_denied: () =>
        'Access was not approved in your shop, so nothing was linked. You can try again at any time.',
      wrong_state: () =>
        'The answer from your shop does not belong to this visit. For your safety, nothing was linked. Start again from here.',
      wrong_account: () =>
        'The shop that answered is not the one you started with. Check which shop you are signed in to, and start again.',
      not_received: () =>
        'You approved access, but your shop could not deliver its key to us. A firewall or security plugin may be blocking it. Link it with a key instead.',
    }),
  },
  messages: {
    used: {
      heading: 'This link has already been used',
      text: 'It has been opened before, perhaps in another browser or on another device. Go back to that browser, or ask the people who sent you here for a new link.',
    },
    expired: {
      heading: 'This link has expired',
      text: 'Links only work for a short time. Ask the people who sent you here for a new one.',
    },
    unknown: {
      heading: 'We do not recognise this link',
      text: 'Part of it may have been lost when it was copied. Open it again from the message, or ask for a new one.',
    },
    over: {
      heading: 'Your visit has ended',
      text: 'For your safety, a visit ends after a while. What you linked stays linked. To continue, ask the people who sent you here for a new link.',
    },
    finished: {
      heading: 'You have finished',
      text: 'Nothing more can be changed here. To link or change something, ask the people who sent you here for a new link.',
    },
    elsewhere: {
      heading: 'Continue in the browser you started in',
      text: 'This visit belongs to another browser or window. Go back to it, or ask the people who sent you here for a new link.',
    },
    cookies: {
      heading: 'Your browser is not accepting cookies from this page',
      text: 'One cookie is needed so that no one but you can continue from here. Allow cookies for this page and open the link again. It still works.',
    },
    newTab: {
      heading: 'Continue in a new tab',
      text: 'Your browser does not allow this page to store a cookie while it is shown inside another page. It works in a tab of its own. This page will notice what you link there.',
    },
    stale: {
      heading: 'This page is out of date',
      text: 'It belongs to another visit in this browser, so nothing was done. Start again from the list of channels.',
    },
    wrongState: {
      heading: 'We were not expecting this answer',
      text: 'It has been used before, came too late, or was meant for another browser. Nothing was changed. Go back to the page you started from, or open your link again.',
    },
    late: {
      heading: 'That took too long',
      text: 'The approval came back too late. Start again from the list of channels.',
    },
    oneAtATime: {
      heading: 'One at a time, please',
      text: 'Another visit in this browser is waiting for an answer from this channel, and the channel does not say which visit it answers. Finish that visit first, or open this link in another browser or a private window.',
    },
    missing: {
      heading: 'This page does not exist',
      text: 'Go back to the list of channels, or open your link again.',
    },
    method: {
      heading: 'This page cannot be opened this way',
      text: 'Go back to the page you came from, or open your link again.',
    },
    broken: {
      heading: 'Something went wrong on our side',
      text: 'This is not your fault, and nothing was changed. Try again in a few minutes.',
    },
    unavailable: {
      heading: 'We are unavailable for a moment',
      text: 'Nothing was changed. Try again in a minute.',
    },
    tooMany: {
      heading: 'Too many attempts',
      text: 'Several links that do not exist were opened from your network. Wait a few minutes and open your link again.',
    },
    tooLarge: {
      heading: 'Too much was sent',
      text: 'Your browser sent more than this page can read. Go back and check what was pasted into the form.',
    },
  },
  closing: {
    completed: { heading: 'All done', text: 'You can close this page now.' },
    cancelled: {
      heading: 'You left without finishing',
      text: 'You can close this page now. What you linked stays linked.',
    },
    linked: 'Linked during this visit',
    back: 'Back to the channels',
    toApp: (app: string) => `Back to ${app}`,
    again: 'Try again',
  },
};

export type Vocabulary = typeof en;

/** A page that only says something. */
export type MessageName = keyof Vocabulary['messages'];

/** What a channel gives. */
export type Reads = keyof Vocabulary['things'];
