// What opens an account: plain settings, secrets, and what was typed before either was known.
import type { WriteScope } from './writes.ts';

/** Plain settings of a linked account: addresses, regions, identifiers. Never a secret. */
export type Account = Readonly<Record<string, string>>;
/** What opens the account. Sealed at rest; only a channel's auth.ts reads it. */
export type Secrets = Readonly<Record<string, string>>;

export interface Credential {
  readonly account: Account;
  readonly secrets: Secrets;
  /** What the vendor said it may change, when it was granted; absent where it did not say. */
  readonly granted?: readonly WriteScope[];
}

/** Fresh secrets for a credential, and when they end (milliseconds since 1970). */
export interface Grant extends Credential {
  readonly endsAt: number;
  /** When what the user granted ends, beyond any renewal; absent where the vendor does not say. */
  readonly grantEndsAt?: number;
}

export type VendorApp = Readonly<Record<string, string>>;

/** What a client or an end user typed, by key, before it was looked at. */
export type Given = Readonly<Record<string, string | readonly string[]>>;
