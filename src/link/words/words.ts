// Everything the link pages say, as a table that each language must fill: a missing word is a type error.
import type { Language } from '../../channels/words.ts';

/** A heading and what to do about it. */
export interface Message {
  readonly heading: string;
  readonly text: string;
}

export interface Vocabulary {
  /** The language in its own words. */
  readonly language: string;
  readonly languages: string;
  readonly sealed: string;
  readonly skip: string;
  readonly landing: {
    readonly heading: (app: string) => string;
    readonly lead: (app: string) => string;
    readonly shared: (app: string) => string;
    readonly orders: string;
    readonly products: string;
    readonly unchanged: string;
    readonly once: string;
    readonly proceed: string;
  };
  readonly list: {
    readonly heading: string;
    readonly lead: (app: string) => string;
    readonly search: string;
    readonly find: string;
    readonly nothing: (query: string) => string;
    readonly all: string;
    readonly notLinked: string;
    readonly linkedSince: (date: string) => string;
    readonly attention: string;
    /** Where the link is for one channel alone. */
    readonly headingOne: string;
    readonly leadOne: (title: string, app: string) => string;
    readonly nextOne: string;
    readonly linkedCount: (count: number) => string;
    readonly attentionCount: (count: number) => string;
    readonly again: string;
    readonly unlinked: (title: string) => string;
    readonly forgotten: string;
    readonly finish: string;
    readonly leave: string;
    readonly justLinked: (title: string) => string;
    readonly next: string;
  };
  readonly channel: {
    readonly back: string;
    readonly heading: (title: string) => string;
    readonly linked: (date: string) => string;
    readonly replaces: string;
    readonly attention: (title: string) => string;
    readonly otherWays: string;
    readonly noWay: (title: string) => string;
    readonly steps: string;
    readonly place: (title: string) => string;
    readonly showPlace: (title: string) => string;
    readonly newTab: string;
    readonly example: (text: string) => string;
    readonly optional: string;
    readonly choose: string;
    readonly submit: string;
    readonly consent: (title: string) => string;
    readonly proceed: (title: string) => string;
    readonly show: string;
    readonly hide: string;
    readonly kept: string;
    readonly backOne: string;
    readonly prefilled: string;
    readonly disconnect: (title: string) => string;
    /** What will be read of the channel. */
    readonly reads: Readonly<Record<Reads, string>>;
  };
  /** The shop that was found by the address that was typed. */
  readonly found: {
    readonly heading: string;
    /** Without the name where the shop does not say it. */
    readonly at: (address: string, name?: string) => string;
    /** It is at another site than the one that was typed. */
    readonly elsewhere: (address: string) => string;
    readonly look: string;
    readonly yes: string;
    readonly no: string;
  };
  readonly busy: {
    readonly checking: (title: string) => string;
    readonly checkingText: string;
    readonly still: string;
    readonly long: string;
    readonly leaving: (title: string) => string;
    readonly leavingText: (host: string) => string;
    readonly opening: string;
    /** On the button itself while the values are checked: short. */
    readonly button: string;
  };
  /** Where a vendor does not say whose answer it brings. */
  readonly confirm: {
    readonly heading: (title: string) => string;
    readonly text: (whom: string) => string;
    readonly yes: (whom: string) => string;
    readonly no: string;
    /** Where several visits of a browser may be meant. */
    readonly whose: {
      readonly heading: string;
      readonly text: (title: string) => string;
      readonly none: string;
    };
  };
  readonly disconnect: {
    readonly heading: (title: string) => string;
    readonly text: (app: string, title: string) => string;
    readonly there: (title: string) => string;
    readonly yes: string;
    readonly no: string;
  };
  /** The application's own pages. */
  readonly footer: {
    readonly links: (app: string) => string;
    readonly privacy: string;
    readonly terms: string;
    readonly support: string;
  };
  /** Inside the application's own page, and in the tab beside it. */
  readonly embed: {
    readonly openTab: string;
    readonly leaving: (host: string) => string;
    readonly waiting: { readonly heading: string; readonly text: (title: string) => string };
    readonly reopen: string;
    readonly done: (app: string) => string;
  };
  readonly problem: {
    /** The title of a page that says what is wrong. */
    readonly title: (title: string) => string;
    /** A secret that was typed for another address. */
    readonly dropped: string;
    readonly heading: (title: string) => string;
    /** Where something was linked before, and stays so. */
    readonly again: (title: string) => string;
    readonly said: (speaker: string) => string;
    readonly kept: string;
    readonly field: string;
    readonly missing: string;
    /** The value is not what the field asks for. */
    readonly form: (example: string) => string;
    /** It is what another field asks for. */
    readonly swapped: (other: string, own: string) => string;
    readonly pair: string;
    readonly twice: (other: string) => string;
    /** It is a key of another channel. */
    readonly foreign: (title: string) => string;
    /** A shop of another channel is at the address. */
    readonly otherKind: (title: string) => string;
    /** What must be typed before a page can be shown. */
    readonly first: string;
  };
  /** What is read, in the middle of a sentence. */
  readonly things: Readonly<Record<Reads, string>>;
  /** What went wrong, by the code of the fault; `things` is what is read. */
  readonly faults: Readonly<Record<FaultWord, (title: string, things: string) => string>>;
  /** Finer causes that every channel shares. */
  readonly reasons: Readonly<Record<SharedReason, (title: string) => string>>;
  /** The same of a shop that its merchant runs: it is the shop that did something, not its software. */
  readonly shop: {
    readonly name: string;
    readonly said: Readonly<Record<ShopWord, (things: string) => string>>;
  };
  readonly messages: Readonly<Record<MessageName, Message>>;
  readonly closing: {
    readonly completed: Message;
    readonly cancelled: Message;
    readonly linked: string;
    readonly back: string;
    readonly toApp: (app: string) => string;
    readonly again: string;
  };
}

/** What a channel gives. */
export type Reads = 'both' | 'orders' | 'products';

export const FAULT_WORDS = [
  'invalid_request',
  'address_not_allowed',
  'credential_refused',
  'permission_missing',
  'channel_rate_limited',
  'channel_failed',
  'channel_invalid_response',
  'channel_timeout',
  'app_refused',
  'unexpected',
] as const;
export type FaultWord = (typeof FAULT_WORDS)[number];

export const SHARED_REASONS = [
  'unknown_host',
  'bad_certificate',
  'unreachable',
  'consent_denied',
  'wrong_state',
  'bad_signature',
  'clock_skew',
  'wrong_account',
  'code_refused',
  'not_received',
  'app_not_set',
  'app_unknown',
  'one_word',
  'mail_address',
  'login_in_address',
  'port_not_allowed',
  'private_address',
  'https_only',
  'other_host',
  'redirect_loop',
  'back_to_http',
  'host_left_alone',
  'too_many_tries',
  'swapped',
  'pair',
  'twice',
] as const;
export type SharedReason = (typeof SHARED_REASONS)[number];

/** Codes and reasons whose sentence would otherwise name the software as the one who acts. */
export const SHOP_WORDS = [
  'credential_refused',
  'permission_missing',
  'channel_rate_limited',
  'channel_failed',
  'channel_invalid_response',
  'channel_timeout',
  'consent_denied',
  'wrong_state',
  'wrong_account',
  'code_refused',
  'not_received',
  'host_left_alone',
] as const satisfies readonly (FaultWord | SharedReason)[];
export type ShopWord = (typeof SHOP_WORDS)[number];

export const MESSAGES = [
  'used',
  'expired',
  'unknown',
  'over',
  'finished',
  'elsewhere',
  'cookies',
  'newTab',
  'stale',
  'stray',
  'late',
  'oneAtATime',
  'missing',
  'method',
  'broken',
  'unavailable',
  'tooMany',
] as const;
export type MessageName = (typeof MESSAGES)[number];

export type Vocabularies = Readonly<Record<Language, Vocabulary>>;
