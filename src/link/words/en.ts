// The link pages in English.
import type { Vocabulary } from './words.ts';

export const en: Vocabulary = {
  language: 'English',
  languages: 'Language',
  sealed: 'Access is stored encrypted and used only to read.',
  skip: 'Skip to the content',
  landing: {
    heading: (app) => `Connect your shops to ${app}`,
    lead: (app) =>
      `${app} would like to read data from the online shops and marketplaces where you sell. You choose which ones.`,
    shared: (app) => `What ${app} will be able to read`,
    orders: 'Orders, with buyers, addresses, amounts and status',
    products: 'Products, with prices, images and stock',
    unchanged: 'Nothing in your shops is changed.',
    once: 'This link works once, in this browser.',
    proceed: 'Continue',
  },
  list: {
    heading: 'Choose a channel',
    lead: (app) => `Link as many as you like to ${app}, one after the other.`,
    search: 'Search channels',
    find: 'Search',
    nothing: (query) => `No channel is called “${query}”.`,
    all: 'Show all channels',
    notLinked: 'Not linked',
    linkedSince: (date) => `Linked since ${date}`,
    attention: 'Needs attention',
    headingOne: 'Your channel',
    leadOne: (title, app) => `${app} asks for ${title} only.`,
    linkedCount: (count) => (count === 1 ? '1 channel is linked' : `${count} channels are linked`),
    attentionCount: (count) => (count === 1 ? '1 needs attention' : `${count} need attention`),
    again: 'Link again',
    finish: 'Finish',
    leave: 'Leave without finishing',
    justLinked: (title) => `${title} is linked.`,
    next: 'Choose another channel, or finish.',
    nextOne: 'You can finish now.',
    unlinked: (title) => `${title} is disconnected.`,
    forgotten: 'The access that was stored here is erased.',
  },
  channel: {
    back: 'All channels',
    heading: (title) => `Link ${title}`,
    linked: (date) => `Linked since ${date}.`,
    replaces: 'Linking again replaces the access that is stored now.',
    attention: (title) =>
      `${title} no longer accepts the access that is stored. Link it again to go on.`,
    otherWays: 'Another way',
    noWay: (title) => `${title} cannot be linked here yet. Ask the application that sent you.`,
    steps: 'Where do I find this?',
    place: (title) => `Open the page in ${title}`,
    showPlace: (title) => `Show me the page in ${title}`,
    newTab: 'opens in a new tab',
    example: (text) => `For example ${text}`,
    optional: 'optional',
    choose: 'Please choose',
    submit: 'Check and link',
    consent: (title) =>
      `You sign in at ${title} and approve there. Then you are brought back here.`,
    proceed: (title) => `Continue to ${title}`,
    show: 'Show',
    hide: 'Hide',
    kept: 'Kept from your last try. Leave it empty to use it again.',
    backOne: 'Overview',
    prefilled: 'Filled in as it was last linked. Change it if it is no longer right.',
    disconnect: (title) => `Disconnect ${title}`,
    reads: {
      both: 'Orders and products are read. Nothing is changed.',
      orders: 'Only orders are read. Nothing is changed.',
      products: 'Only products are read, no orders. Nothing is changed.',
    },
  },
  found: {
    heading: 'Is this your shop?',
    at: (address, name) =>
      name === undefined ? `We found a shop at ${address}.` : `We found ${name} at ${address}.`,
    elsewhere: (address) => `The address you typed leads to another site, ${address}.`,
    look: 'If it is yours, send the form once more. Nothing was sent there yet.',
    yes: 'Yes, continue',
    no: 'Change the address',
  },
  busy: {
    checking: (title) => `Checking with ${title}…`,
    checkingText: 'We are making a test call. This takes a few seconds.',
    still: 'Still waiting for an answer…',
    long: 'This takes longer than usual. We stop by ourselves if no answer comes.',
    leaving: (title) => `Taking you to ${title}…`,
    leavingText: (host) => `You approve the access at ${host} and come back here.`,
    opening: 'One moment…',
    button: 'Checking…',
  },
  confirm: {
    heading: (title) => `Is this your shop on ${title}?`,
    text: (whom) =>
      `${whom} will be able to read its orders and products. If it is not yours, or not the one you meant, say no: nothing is linked then.`,
    yes: 'Yes, link it',
    no: 'No',
  },
  disconnect: {
    heading: (title) => `Disconnect ${title}?`,
    text: (app, title) =>
      `${app} will no longer be able to read anything from ${title}. What it has read before stays with ${app}. You can link ${title} again at any time.`,
    there: (title) =>
      `Keys that you made in ${title} itself stay valid there. Delete them there if you no longer need them.`,
    yes: 'Yes, disconnect',
    no: 'No, keep it linked',
  },
  footer: {
    links: (app) => `About ${app}`,
    privacy: 'Privacy policy',
    terms: 'Terms of use',
    support: 'Help and contact',
  },
  embed: {
    openTab: 'Continue in a new tab',
    leaving: (host) => `You approve the access at ${host}, in a new tab. This page waits for you.`,
    waiting: {
      heading: 'Continue in the other tab',
      text: (title) => `Approve the access at ${title} there. This page then goes on by itself.`,
    },
    reopen: 'Open the tab again',
    done: (app) => `You can close this tab and go back to ${app}.`,
  },
  problem: {
    heading: (title) => `${title} is not linked yet`,
    again: (title) => `${title} could not be linked again`,
    said: (speaker) => `${speaker} said:`,
    kept: 'What was linked before stays as it is.',
    field: 'Please check this value.',
    missing: 'Please fill this in.',
    form: (example) => `This does not look like the right value. It should look like ${example}.`,
    swapped: (other, own) =>
      `This looks like the value for “${other}”. What is needed here is “${own}”.`,
    pair: 'Two values were pasted in here. Put each one in its own field.',
    twice: (other) => `This is the same value as in “${other}”. They are two different values.`,
    foreign: (title) => `This looks like a key of ${title}, not of this channel.`,
    otherKind: (title) =>
      `There is a ${title} shop at this address. Go back to the list and choose ${title} there.`,
    first: 'Fill this in first, then we can show you the page.',
  },
  things: { both: 'orders and products', orders: 'orders', products: 'products' },
  faults: {
    invalid_request: () => 'One of the values does not look right. Compare it with the example.',
    address_not_allowed: () => 'This address cannot be called. Check it for typing errors.',
    credential_refused: (title) =>
      `${title} does not accept this key. Copy it again, whole and without spaces, and make sure that it was not withdrawn.`,
    permission_missing: (title, things) =>
      `The key is good, but ${title} does not let it read ${things}. Give it these rights and try again.`,
    channel_rate_limited: (title) =>
      `${title} gets too many requests at the moment. Wait a minute and try again.`,
    channel_failed: (title) =>
      `${title} answered with an error of its own. Try again in a few minutes.`,
    channel_invalid_response: (title) =>
      `Something answered, but not as ${title} does. If you typed an address, check it. If not, something on the way to ${title} answered in its place: try again in a few minutes.`,
    channel_timeout: (title) =>
      `${title} did not answer in time. Try again; if it happens again, the shop may be overloaded or closed to us.`,
    app_refused: (title) =>
      `The operator of this service must first correct a setting at ${title}. It is not your fault, and what was linked before stays. Try again later, or use another way if one is offered.`,
    unexpected: () => 'Something went wrong on our side. Try again in a few minutes.',
  },
  reasons: {
    unknown_host: () => 'There is no site at this address. Check it for typing errors.',
    bad_certificate: () =>
      'The site’s certificate is not valid, so nothing can be sent to it safely. Ask the company that hosts it to renew it.',
    unreachable: () =>
      'The site could not be reached. It may be offline, or a firewall keeps us out.',
    consent_denied: (title) =>
      `The access was not approved at ${title}. Nothing was linked. You can try again at any time.`,
    wrong_state: (title) =>
      `The answer of ${title} does not belong to this visit. For your safety nothing was linked. Begin again from here.`,
    bad_signature: (title) =>
      `The answer was not signed by ${title}. For your safety nothing was linked. Begin again from here. If it happens again, tell the application that sent you: its operator may have to correct a setting.`,
    clock_skew: () =>
      'The answer is too old, or a clock is wrong. Begin again from here and approve within a minute.',
    wrong_account: (title) =>
      `${title} answered for another account than the one you began with. Check which account you are signed in to, and begin again.`,
    code_refused: (title) =>
      `${title} did not accept the approval, because it took too long or was used before. Begin again from here.`,
    not_received: (title) =>
      `You approved, but ${title} could not deliver its key to us. A firewall or security plugin of the shop may hold it back. Link it with a key instead.`,
    app_not_set: (title) =>
      `This service is not set up for signing in at ${title} any more: its operator must correct that. It is not your fault. Try again later, or use another way if one is offered.`,
    app_unknown: (title) =>
      `${title} does not accept this service at the moment: its operator must correct that. It is not your fault. Try again later, or use another way if one is offered.`,
    one_word: () =>
      'This is one word, not a whole address. Write it as in the browser, such as www.example.com.',
    mail_address: () =>
      'This is an e-mail address. Write the address of the shop as in the browser, such as www.example.com.',
    login_in_address: () => 'There is a user name or password in this address. Leave it out.',
    port_not_allowed: () =>
      'The number behind the colon is a port that we do not call. Leave it out, or ask the application that sent you.',
    private_address: () =>
      'This address is not on the public internet, so we cannot reach it. Write the address at which customers see the shop.',
    https_only: () => 'This address must begin with https://.',
    other_host: () => 'This is not an address of this channel. Compare it with the example.',
    redirect_loop: () =>
      'The address sends us round in circles. Ask the company that hosts the site to look at its redirects.',
    back_to_http: () =>
      'The site leads from https back to http, where nothing is safe. Ask the company that hosts it to correct that.',
    host_left_alone: (title) =>
      `${title} failed several times just now, so we leave it alone for a moment. Try again in a minute.`,
    too_many_tries: () =>
      'Several tries are under way at the same time. Wait until one of them is done, then try again.',
    swapped: () => 'Two values seem to be swapped. Put each one in its own field.',
    pair: () => 'Two values were pasted into one field. Put each one in its own field.',
    twice: () => 'The same value is in two fields. They are two different values.',
  },
  shop: {
    name: 'Your shop',
    said: {
      credential_refused: () =>
        'Your shop does not accept this key. Copy it again, whole and without spaces, and make sure that it was not withdrawn.',
      permission_missing: (things) =>
        `The key is good, but your shop does not let it read ${things}. Give it these rights and try again.`,
      channel_rate_limited: () =>
        'Your shop gets too many requests at the moment. Wait a minute and try again.',
      channel_failed: () =>
        'Your shop answered with an error of its own. Try again in a few minutes.',
      channel_invalid_response: () =>
        'Something answered, but not as your shop should. Check the address. If it is right, something on the way to your shop answered in its place: try again in a few minutes.',
      channel_timeout: () =>
        'Your shop did not answer in time. Try again; if it happens again, it may be overloaded or closed to us.',
      consent_denied: () =>
        'The access was not approved in your shop. Nothing was linked. You can try again at any time.',
      wrong_state: () =>
        'The answer of your shop does not belong to this visit. For your safety nothing was linked. Begin again from here.',
      wrong_account: () =>
        'Another shop answered than the one you began with. Check which shop you are signed in to, and begin again.',
      code_refused: () =>
        'Your shop did not accept the approval, because it took too long or was used before. Begin again from here.',
      not_received: () =>
        'You approved, but your shop could not deliver its key to us. A firewall or security plugin may hold it back. Link it with a key instead.',
      host_left_alone: () =>
        'Your shop failed several times just now, so we leave it alone for a moment. Try again in a minute.',
    },
  },
  messages: {
    used: {
      heading: 'This link was already used',
      text: 'It was opened before, perhaps in another browser or on another device. Go back to that browser, or ask for a new link in the application that sent you.',
    },
    expired: {
      heading: 'This link has expired',
      text: 'Links work for a short time only. Ask for a new one in the application that sent you.',
    },
    unknown: {
      heading: 'This link is not known',
      text: 'Perhaps a part of it got lost when it was copied. Open it again from the message, or ask for a new one.',
    },
    over: {
      heading: 'Your visit is over',
      text: 'For your safety it ends after a while. What you linked is kept. To go on, ask for a new link in the application that sent you.',
    },
    finished: {
      heading: 'You have finished',
      text: 'Nothing can be changed here any more. To link or change something, ask for a new link in the application that sent you.',
    },
    elsewhere: {
      heading: 'Go on in the browser you started in',
      text: 'This visit belongs to another browser or window. Go back to it, or ask for a new link in the application that sent you.',
    },
    cookies: {
      heading: 'Your browser keeps no cookies for this page',
      text: 'One cookie is needed, so that nobody but you can go on from here. Allow cookies for this page and open the link again. It has not been used up.',
    },
    newTab: {
      heading: 'Continue in a new tab',
      text: 'Your browser does not let this page keep a cookie while it is part of another one. In a tab of its own it works. This page notices what you link there.',
    },
    stale: {
      heading: 'This page is no longer up to date',
      text: 'It belongs to another visit in this browser, so nothing was done. Begin again from the list of channels.',
    },
    stray: {
      heading: 'We were not waiting for this answer',
      text: 'It was used before, came too late, or was meant for another browser. Nothing was changed. Go back to the page you started from, or open your link again.',
    },
    late: {
      heading: 'That took too long',
      text: 'The approval came back too late. Begin again from the list of channels.',
    },
    missing: {
      heading: 'There is no such page',
      text: 'Go back to the list of channels, or open the link again that you were sent.',
    },
    method: {
      heading: 'This page cannot be opened like that',
      text: 'Go back to the page you came from, or open the link again that you were sent.',
    },
    broken: {
      heading: 'Something went wrong on our side',
      text: 'It is not your fault, and nothing was changed. Try again in a few minutes.',
    },
    unavailable: {
      heading: 'We cannot be reached for a moment',
      text: 'Nothing was changed. Try again in a minute.',
    },
    tooMany: {
      heading: 'Too many tries',
      text: 'Several links that do not exist were opened from your network. Wait a few minutes and open your link again.',
    },
  },
  closing: {
    completed: { heading: 'All done', text: 'You can close this page now.' },
    cancelled: {
      heading: 'You left without finishing',
      text: 'You can close this page now. What you linked is kept.',
    },
    linked: 'Linked in this visit',
    back: 'Back to the channels',
    toApp: (app) => `Back to ${app}`,
    again: 'Try again',
  },
};
