// The interface every channel implements: declare what it is, code what it does.

import type { AttentionCode } from '../model/attention.ts';
import type { Account, Credential, Given, Grant, VendorApp } from '../model/credential.ts';
import type { Ask, Call, Explain, Limit, Pace, Reply, Signed } from '../model/exchange.ts';
import type { Fault } from '../model/faults.ts';
import type { FulfillmentDraft } from '../model/fulfillment.ts';
import type { OrderDraft } from '../model/order-draft.ts';
import type { ProductDraft, SalableDraft } from '../model/product.ts';
import type { OrderFilter, OrderQuery, ProductFilter, ProductQuery } from '../model/query.ts';
import type { RefundDraft } from '../model/refund.ts';
import type { Shape } from '../model/shape.ts';
import type { WriteScope } from '../model/writes.ts';
import type { Changes } from './changes.ts';
import type { Field } from './field.ts';
import type { Hints, Hooks } from './hook.ts';
import type { Carriers } from './kit/carriers.ts';
import type { Lineage } from './lineage.ts';
import type { Mark } from './mark.ts';
import type { Note, Reading } from './reading.ts';
import type { Versions } from './versions.ts';
import type { Way } from './way.ts';
import type { ChannelWords, Language } from './words.ts';
import type { Writes } from './writing.ts';

export type { Note, Reading, Warning } from './reading.ts';

/** What `transform` is given beside the native record. */
export interface Context {
  readonly account: Account;
  readonly now: number;
  readonly note: Note;
}

/** One page of records, and where the next one begins. No `next`: it was the last. */
export interface Page<Native, Cursor> {
  readonly items: readonly Native[];
  readonly next?: Cursor;
}

export interface Figure {
  readonly id: string;
  readonly figure: string;
}

/** Part of a vendor's sequence of events, in its order. */
export interface Happened {
  readonly events: readonly {
    readonly id: string;
    readonly gone: boolean;
    /** Milliseconds since 1970. */
    readonly at: number;
  }[];
  /** Where to go on. */
  readonly next: unknown;
  /** There is more now. */
  readonly more: boolean;
}

/** Who honours a filter: the channel itself, or the service, exactly, on what was read. */
export type FilterBy = 'channel' | 'service';

/**
 * One kind of record. `Native` is what `fetch` yields and `transform` takes: the vendor's record,
 * with what had to be fetched beside it. `Cursor` is where the driver goes on; it travels sealed in a page token.
 */
export interface Resource<Query, Filter extends string, Draft, Native = unknown, Cursor = unknown> {
  readonly filters: Readonly<Partial<Record<Filter, FilterBy>>>;
  /** Filters in force when the caller names none. */
  readonly defaults?: Readonly<Partial<Record<Filter, string>>>;
  /** What an identifier of this channel looks like, for `ids` and `since_id`. */
  readonly id: { readonly pattern: RegExp; readonly example: string };
  /** By API version: the most records of one page, where that is fewer than may be asked for. */
  readonly largestPage?: Readonly<Record<string, number>>;
  /** The identifier a native record names itself by, for what is said about one that cannot be read. */
  idOf(native: Native): unknown;
  /** What is taken for granted of a native record, so that something else there is seen. */
  readonly shape?: Shape;
  /** Reads one page of at most `query.limit` records. */
  fetch(query: Query, cursor: Cursor | undefined, reading: Reading): Promise<Page<Native, Cursor>>;
  /** What happened after a place in the vendor's own sequence; undefined begins with now. */
  events?(after: unknown, reading: Reading): Promise<Happened>;
  /**
   * A cheap walk over all records, for changes that move no date: an identifier, and a figure that
   * moves with what `fetch` would show.
   */
  scan?(cursor: unknown, reading: Reading): Promise<Page<Figure, unknown>>;
  /** Pure: turns one native record into ours; fields the channel does not know are left out. */
  transform(native: Native, context: Context): Draft;
  /**
   * Pure: what the vendor itself gave of a native record, without what the driver worked out; absent
   * where that is the native record as it is.
   */
  raw?(native: Native): object;
  /**
   * The lists that can be included, and how each is read from a native record; pure. `fetch` reads
   * what they need beside it only where `query.include` names them.
   */
  readonly includes?: Includes<Native>;
}

export interface Includes<Native> {
  fulfillments?(native: Native, context: Context): readonly FulfillmentDraft[];
  refunds?(native: Native, context: Context): readonly RefundDraft[];
  salable?(native: Native, context: Context): readonly SalableDraft[];
}

export type Orders<Native, Cursor> = Resource<OrderQuery, OrderFilter, OrderDraft, Native, Cursor>;
export type Products<Native, Cursor> = Resource<
  ProductQuery,
  ProductFilter,
  ProductDraft,
  Native,
  Cursor
>;

/** For channels whose credential must be exchanged or renewed before it can sign. */
export interface Renewal {
  /**
   * Whether a renewal uses up what it is made with, as a refresh token that is replaced at its use:
   * then it is done ahead of time, and never for a credential that is not ours to keep.
   */
  usesUp(credential: Credential): boolean;
  /** How long before its end a token is renewed, in milliseconds; 5 minutes unless set. */
  readonly ahead?: number;
  /** When the usable token ends; 0 when there is none yet; undefined when nothing ever needs renewal. */
  endsAt(credential: Credential): number | undefined;
  /** Whether the operator's own app takes part: without it such a credential cannot be renewed. */
  byApp?(credential: Credential): boolean;
  /** When what the user granted ends, so that the user must link again; undefined where no one knows. */
  grantEndsAt?(credential: Credential): number | undefined;
  /** Asks the vendor for a new token. Its asks carry their own authorisation and are not signed. */
  renew(
    credential: Credential,
    app: VendorApp | undefined,
    call: Call,
    now: number,
  ): Promise<Grant>;
}

/** Where a shop really is, found by asking it. */
export interface Located {
  /** What was given, with the address as the shop itself gives it. */
  readonly given: Given;
  /** For people: the address, and what the shop calls itself where it says. */
  readonly address: string;
  readonly name?: string;
  /** It is at another site than the one that was typed: no key may go there before a yes. */
  readonly elsewhere?: true;
  /** Nothing was found at what was typed: this may be what was meant. No key may go there before a yes. */
  readonly guess?: true;
  /**
   * Something answers there, but nothing was seen that only this kind of shop answers: why. A key
   * may be tried all the same; no one may be sent there to say yes.
   */
  readonly doubt?: Fault;
}

/** What a live check found out: a name to show, and settings to keep with the account. */
export interface AccountFacts {
  readonly name?: string;
  readonly account?: Account;
  /** What the credential may change, where the check shows it. */
  readonly granted?: readonly WriteScope[];
}

export interface Channel {
  readonly title: string;
  /** What else people call it when they look for it, in any language. */
  readonly also?: readonly string[];
  /** The vendor's own mark, where a free package has it; otherwise the pages draw its letters. */
  readonly mark?: Mark;
  readonly fields: readonly Field[];
  /** How far back it shows records, and what moves no date: what a copy must know. */
  readonly changes: Changes;
  /** What it takes for the carrier of a parcel; absent where nothing is shipped by it. */
  readonly carriers?: Carriers;
  readonly versions: Versions;
  readonly limits: readonly Limit[];
  /** True for shops on the merchant's own server, which may have nothing but plain http. */
  readonly plainHttp?: true;
  /** True where the merchant runs the shop: what fails there is the shop, not the vendor. */
  readonly selfHosted?: true;
  /** Normalises what was given, or throws `invalid_request` saying what to change. Pure. */
  accept(given: Given): Credential;
  /**
   * What names the account among all of this channel's, by its plain settings alone; undefined where
   * they do not. Without it, a page token belongs to the very credential it was made with.
   */
  accountName?(account: Account): string | undefined;
  /**
   * Finds the shop from an address as people type it; throws a Fault with field and reason where
   * nothing of this kind answers. The call is not signed, and may go to any public address.
   */
  locate?(given: Given, call: Call): Promise<Located>;
  /** Whether a page of the web is certainly one of this kind of shop, by what only such shops write. */
  recognises?(page: Pick<Reply, 'headers' | 'text'>): boolean;
  /** What a form would have been given for this account, where its fields are called otherwise. */
  asTyped?(account: Account): Given;
  /** The hosts that may be called for this account; the guard holds every ask to them. */
  hosts(account: Account): readonly string[];
  /** Pure: what must be added to the ask so that the channel accepts it. */
  sign(ask: Ask, credential: Credential, context: SigningContext): Signed;
  /** The cheapest live proof that the credential works; throws a Fault that says why not. */
  check(
    account: Account,
    reading: Pick<Reading, 'call' | 'now' | 'version'>,
  ): Promise<AccountFacts>;
  /** Reasons of `credential_refused` for which a linked account needs attention; each has words. */
  readonly refusals: readonly AttentionCode[];
  /** Odd error bodies; plain statuses are handled by the core. */
  readonly explain?: Explain;
  /** What the answer's headers say about the limits. */
  pace?(reply: Reply, ask: Ask): readonly Pace[];
  readonly renewal?: Renewal;
  /** What the vendor sends to the operator's app by itself, where it does. */
  readonly hooks?: Hooks;
  /** What it reports of changes to those who subscribe, where it does. */
  readonly hints?: Hints;
  /**
   * Days after which the vendor ends the client secret of an app, so that the operator must make
   * another; absent where it lasts until it is replaced.
   */
  readonly appSecretDays?: number;
  /**
   * A question to the vendor that changes nothing and only a good app is answered; throws
   * `app_refused` where it is not. Absent where the vendor has none.
   */
  checkApp?(app: VendorApp, call: Call): Promise<void>;
  /** How an end user grants access: the ways, best first. */
  readonly ways: readonly Way[];
  readonly words: Readonly<Record<Language, ChannelWords>>;
  /** What each field of its records is made of. */
  readonly lineage: () => Lineage;
  readonly orders?: Orders<unknown, unknown> | undefined;
  readonly products?: Products<unknown, unknown> | undefined;
  /** What a client may change there. */
  readonly writes?: Writes | undefined;
}

/** What makes a signature unique. */
export interface SigningContext {
  readonly now: number;
  /** 32 random hex digits. */
  readonly nonce: string;
}
