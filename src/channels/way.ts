// The ways in which an end user can grant access to an account, as the link pages offer them. What
// people read about them stands among the channel's words.

import type { Account, Credential, Given, VendorApp } from '../model/credential.ts';
import type { Call } from '../model/exchange.ts';
import type { WriteScope } from '../model/writes.ts';
import type { Input } from './field.ts';

/** Keys or other values that the user copies from the channel's own admin. */
export interface ByForm {
  readonly kind: 'form';
  /** Short; stands in addresses, and names its words. */
  readonly id: string;
  readonly inputs: readonly Input[];
  /** The page in the channel's admin where the values are, as soon as enough was typed to know it. */
  readonly place?: (given: Given) => string | undefined;
  /** The input by which the page is always known; without it, it may stay unknown whatever is typed. */
  readonly placeNeeds?: string;
  /** The inputs that the last of its steps say where to copy from, in their order; the first key unless set. */
  readonly copies?: readonly string[];
}

/** The user signs in at the vendor, says yes, and comes back. */
export interface ByConsent {
  readonly kind: 'consent';
  readonly id: string;
  /** Keys of the operator's app that must be set; otherwise this way is not offered. */
  readonly needs: readonly string[];
  /** What must be known before leaving, such as the shop's address. */
  readonly inputs: readonly Input[];
  /** Where the browser goes. Pure. Throws `invalid_request` for inputs that cannot be right. */
  begin(given: Given, trip: Trip): Departure;
  /**
   * The browser came back. Checks state, signature and clock, then exchanges what it brought for a
   * credential. Throws `credential_refused` with reason `consent_denied` when the user said no.
   */
  finish?(arrival: Arrival, trip: Trip, call: Call): Promise<Credential>;
  /** The state that came back, where the vendor sends it under another name than `state`. */
  stateOf?(query: Arrival['query']): string | undefined;
  /**
   * For vendors that send no state back: names the shop that came, for people, who are asked whether
   * it is theirs. Throws where the answer cannot be the vendor's, or is for another account. Pure.
   */
  shopOf?(arrival: Arrival, trip: Trip): string;
  /** What came back is not used up by `finish`: the shop may be asked for its name before a yes. */
  readonly asksTwice?: true;
  /** The vendor's own server brings the credential while the user waits (WooCommerce). Pure. */
  receive?(body: unknown, account: Account): Credential;
}

export type Way = ByForm | ByConsent;

/** A consent needs the operator's app at the vendor; a form needs nothing. */
export const isOffered = (way: Way, app: VendorApp = {}): boolean =>
  way.kind === 'form' || way.needs.every((key) => Boolean(app[key]));

/** What the service brings along for one trip to the vendor. */
export interface Trip {
  readonly app: VendorApp;
  /** Unguessable, used once; letters, digits, `-` and `_`. */
  readonly state: string;
  /** Where the vendor sends the browser back to: fixed for a channel, as vendors want it registered. */
  readonly returnUrl: string;
  /** Where the vendor's server brings a credential to; unguessable, for this trip alone. */
  readonly receiveUrl: string;
  /** Proof key for code exchange (RFC 7636, S256), where the vendor supports it. */
  readonly verifier: string;
  readonly challenge: string;
  /** The client application's name, for vendors that show it. */
  readonly appName: string;
  /** What the client may change on the channel: the vendor is asked for these rights as well. */
  readonly writes: readonly WriteScope[];
  readonly now: number;
}

export interface Departure {
  readonly url: string;
  /** Plain settings known before the trip; kept until the browser is back. */
  readonly account: Account;
}

export interface Arrival {
  /** The query the vendor sent the browser back with. */
  readonly query: Readonly<Record<string, string>>;
  /** What `begin` knew. */
  readonly account: Account;
}
