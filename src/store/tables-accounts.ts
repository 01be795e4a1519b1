// The tables of clients, their users and what these have linked.
import type { AttentionCode } from '../model/attention.ts';
import type { Account } from '../model/credential.ts';
import type { LinkStepName } from '../model/notices.ts';
import type { WriteScope } from '../model/writes.ts';
import { int, json, key, maybe, ofTable, oneOf, sealed, table, text, unique } from './columns.ts';

/** One secret of a client. Only its hash is known here. */
export interface ClientSecret {
  readonly id: string;
  readonly hash: string;
  readonly createdAt: number;
  /** From then on it is refused; null while it has no end. */
  readonly expiresAt: number | null;
}

/** How a client's link pages look and where they lead; all of it may be absent. */
export interface ClientBranding {
  /** Six hexadecimal digits after a `#`. */
  readonly accent?: string;
  readonly privacyUrl?: string;
  readonly termsUrl?: string;
  /** An https or a mailto address. */
  readonly supportUrl?: string;
  /** What happens after the link, in the client's own words, by language. */
  readonly doneTextEn?: string;
  readonly doneTextNl?: string;
  readonly doneTextDe?: string;
  readonly doneTextFr?: string;
}

/** How a trip to a vendor ended: linked, or as the draft shows it. */
export type TripOutcome = { readonly linked: true } | { readonly draft: string };

type Words = readonly string[];
type Resource = 'orders' | 'products';

/** Parents before their children. */
export const ACCOUNT_TABLES = {
  /** The steps that the tables have had. */
  migration: table({ name: key, applied_at: int }),

  client: table({
    id: key,
    name: text,
    /** Oldest first. */
    secrets: json<readonly ClientSecret[]>(),
    scopes: json<Words>(),
    /** Empty allows any. */
    redirect_origins: json<Words>(),
    /** Validity of its access tokens; null takes the service's. */
    token_seconds: maybe(int),
    logo_url: maybe(text),
    branding: json<ClientBranding>(),
    /** The version of the API that was the newest when it was made. */
    version: text,
    created_at: int,
    /** JSON: a list of `SigningSecret`; null until one is needed. */
    signing_secrets: maybe(sealed),
  }),

  access_token: table(
    {
      hash: key,
      client_id: ofTable('client'),
      /** The client secret it was issued with. */
      secret_id: text,
      scopes: json<Words>(),
      created_at: int,
      expires_at: int,
      revoked_at: maybe(int),
      /** When it was last used, to the hour; null while it was not. */
      used_at: maybe(int),
    },
    { indexes: ['client_id, secret_id', 'client_id, created_at', 'expires_at'] },
  ),

  user: table(
    {
      /** Ours, never used again after the user is removed. */
      id: key,
      client_id: ofTable('client'),
      /** The client's, unique within that client. */
      tp_user_id: text,
      created_at: int,
      updated_at: int,
    },
    { unique: ['client_id', 'tp_user_id'] },
  ),

  /** The key that a user's secrets, requests and results are sealed with. */
  user_key: table({ user_id: ofTable('user'), sealed, created_at: int }, { primary: ['user_id'] }),

  credential: table(
    {
      user_id: ofTable('user'),
      channel: text,
      account: json<Account>(),
      /** JSON, sealed with the user's key. */
      secrets: text,
      state: oneOf<'linked' | 'attention'>(),
      /** A sentence for people. */
      state_reason: maybe(text),
      /** Why it needs attention, for programs. */
      state_code: maybe(oneOf<AttentionCode>()),
      linked_at: int,
      updated_at: int,
      /** When the secrets run out; null if they do not. */
      expires_at: maybe(int),
      /** Before this it is not renewed ahead of time; null where nothing is put off. */
      renew_after: maybe(int),
      /** Grows with each change of account or secrets. */
      version: int,
      /** What the account calls itself, as its live check found out. */
      name: maybe(text),
      /** What names the account among all of its channel; null where the channel has no such name. */
      account_key: maybe(text),
      /** By which way of its channel it was linked; null where that was not noted. */
      way: maybe(text),
      /** Scopes to write that its user agreed to; null where that was not noted. */
      writes: maybe(json<readonly WriteScope[]>()),
      /** When the grant itself ends, so that the user must link again; null where it is not known. */
      grant_ends_at: maybe(int),
      /** The end that the client was notified of ahead of time. */
      notified_end: maybe(int),
    },
    {
      primary: ['user_id', 'channel'],
      indexes: [
        ...['expires_at', 'grant_ends_at', 'channel, account_key'],
        ['attention', "(updated_at) where state = 'attention'"],
      ],
    },
  ),

  magic_link: table(
    {
      /** Of its token: no more is known of it. */
      hash: key,
      client_id: ofTable('client'),
      user_id: ofTable('user'),
      /** The channels it offers. */
      scopes: json<Words>(),
      redirect_url: maybe(text),
      /** What the application calls the user, as the pages show it. */
      user_name: maybe(text),
      created_at: int,
      expires_at: int,
      redeemed_at: maybe(int),
    },
    { indexes: ['client_id, created_at', 'user_id', 'expires_at'] },
  ),

  /** One browser's stay on the link pages. */
  visit: table(
    {
      /** Known to one browser alone. */
      id: key,
      link_hash: unique(text),
      client_id: ofTable('client'),
      user_id: ofTable('user'),
      /** The channels it offers. */
      scopes: json<Words>(),
      redirect_url: maybe(text),
      user_name: maybe(text),
      /** The channels linked in it, in that order. */
      linked: json<Words>(),
      created_at: int,
      expires_at: int,
      /** From then on nothing can be changed in it. */
      finished_at: maybe(int),
      /** How it ended; null while it goes on. */
      status: maybe(oneOf<'completed' | 'cancelled'>()),
    },
    { indexes: ['client_id', 'user_id', 'expires_at'] },
  ),

  /** One step of a visit, for those who look where visitors leave. It holds no key and no address. */
  link_step: table(
    {
      id: key,
      /** Names the visit, and leads nowhere. */
      session: text,
      client_id: ofTable('client'),
      user_id: ofTable('user'),
      step: oneOf<LinkStepName>(),
      channel: maybe(text),
      /** Why it was refused, or how the visit ended. */
      code: maybe(text),
      at: int,
    },
    { indexes: ['session', 'client_id, at', 'at', 'user_id'] },
  ),

  /** A browser that is away at a vendor, to say yes there. */
  vendor_trip: table(
    {
      id: key,
      visit_id: ofTable('visit'),
      channel: text,
      way: text,
      state_hash: unique(text),
      /** JSON: what must be known again when the browser is back. */
      pending_state: sealed,
      /** JSON: the query that the vendor sent the browser back with. */
      arrival: maybe(sealed),
      outcome: maybe(json<TripOutcome>()),
      created_at: int,
      expires_at: int,
      departed_at: maybe(int),
      /** Since when its arrival is being dealt with. */
      claimed_at: maybe(int),
    },
    { indexes: ['visit_id, created_at'] },
  ),

  /** What was typed into a form and what became of it, for minutes. */
  draft: table(
    {
      id: key,
      visit_id: ofTable('visit'),
      channel: text,
      way: text,
      /** JSON. */
      content: sealed,
      created_at: int,
      expires_at: int,
    },
    { indexes: ['visit_id, created_at', 'expires_at'] },
  ),

  /** A client that had an account linked, for requests about it that come later. */
  former_account: table(
    {
      channel: text,
      account_key: text,
      client_id: ofTable('client'),
      /** The last moment it was linked. */
      until: int,
    },
    { primary: ['channel', 'account_key', 'client_id'], indexes: ['client_id', 'until'] },
  ),

  field_override: table(
    {
      client_id: ofTable('client'),
      channel: text,
      resource: oneOf<Resource>(),
      rules: json<readonly { readonly field: string; readonly expression: string }[]>(),
      updated_at: int,
    },
    { primary: ['client_id', 'channel', 'resource'] },
  ),

  /** A rule that kept failing; it holds for the set that was saved at `set_at` and for no later one. */
  switched_off_rule: table(
    {
      client_id: ofTable('client'),
      channel: text,
      resource: oneOf<Resource>(),
      field: text,
      set_at: int,
      since: int,
      reason: text,
    },
    { primary: ['client_id', 'channel', 'resource', 'field'] },
  ),
};
