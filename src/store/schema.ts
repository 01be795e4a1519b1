// The tables and their columns, the same on both databases: text and bigint, times in epoch milliseconds.
import type { Generated } from 'kysely';

export interface ClientTable {
  id: string;
  name: string;
  /** JSON: a list of `ClientSecret`. */
  secrets: string;
  /** JSON: a list of scope names. */
  scopes: string;
  /** JSON: a list of origins; empty allows any. */
  redirect_origins: string;
  /** Validity of its access tokens in seconds; null takes the service's. */
  token_seconds: number | null;
  logo_url: string | null;
  created_at: number;
  /** Sealed JSON: a list of `SigningSecret`; null until one is needed. */
  signing_secrets: string | null;
  /** JSON: `Looks`; null where nothing was set. */
  looks: string | null;
}

export interface AccessTokenTable {
  hash: string;
  client_id: string;
  secret_id: string;
  /** JSON: a list of scope names. */
  scopes: string;
  created_at: number;
  expires_at: number;
  revoked_at: number | null;
  /** When it was last used, to the hour; null while it was not. */
  used_at: number | null;
}

export interface UserTable {
  id: string;
  client_id: string;
  tp_user_id: string;
  created_at: number;
  updated_at: number;
}

/** The key that a user's secrets, requests and results are sealed with. */
export interface UserKeyTable {
  user_id: string;
  /** Under the key ring. */
  sealed: string;
  created_at: number;
}

export interface CredentialTable {
  user_id: string;
  channel: string;
  /** JSON, not secret. */
  account: string;
  /** JSON, sealed with the user's key. */
  secrets: string;
  state: 'linked' | 'attention';
  /** A sentence for people. */
  state_reason: string | null;
  /** Why it needs attention, for programs. */
  state_code: string | null;
  linked_at: number;
  updated_at: number;
  expires_at: number | null;
  /** Grows with each change of account or secrets. */
  version: number;
  /** What the account calls itself, as its live check found out. */
  name: string | null;
  /** What names the account among all of its channel; null where the channel has no such name. */
  account_key: string | null;
  /** By which way of its channel it was linked; null where that was not noted. */
  way: string | null;
  /** When the grant itself ends, so that the user must link anew; null where nobody knows. */
  grant_ends_at: number | null;
  /** The end that the client was notified of ahead of time. */
  notified_end: number | null;
}

export interface MagicLinkTable {
  hash: string;
  client_id: string;
  user_id: string;
  /** JSON: a list of channels. */
  scopes: string;
  redirect_url: string | null;
  created_at: number;
  expires_at: number;
  redeemed_at: number | null;
  /** What the application calls the user, as the pages show it. */
  user_name: string | null;
}

export interface VisitTable {
  id: string;
  link_hash: string;
  client_id: string;
  user_id: string;
  /** JSON: a list of channels. */
  scopes: string;
  redirect_url: string | null;
  /** JSON: a list of the channels linked in this visit. */
  linked: string;
  created_at: number;
  expires_at: number;
  user_name: string | null;
  /** From then on nothing can be changed in it. */
  finished_at: number | null;
  /** How it ended: `completed` or `cancelled`. */
  status: string | null;
}

/** A browser that is away at a vendor, to say yes there. */
export interface TripTable {
  id: string;
  visit_id: string;
  channel: string;
  way: string;
  state_hash: string;
  /** Sealed JSON: what must be known again when the browser is back. */
  pending_state: string;
  /** Sealed JSON: the query that the vendor sent the browser back with. */
  arrival: string | null;
  /** JSON: how it ended. */
  outcome: string | null;
  created_at: number;
  expires_at: number;
  departed_at: number | null;
  claimed_at: number | null;
}

/** What was typed into a form and what became of it, for minutes. */
export interface DraftTable {
  id: string;
  visit_id: string;
  channel: string;
  way: string;
  /** Sealed JSON. */
  content: string;
  created_at: number;
  expires_at: number;
}

export interface RenewalTable {
  user_id: string;
  channel: string;
  /** Who renews now, until `held_until`. */
  holder: string;
  held_until: number;
  /** Before this the sweep leaves it alone. */
  retry_at: number;
}

/** Work that is leased: whoever holds it until `locked_until` alone may finish it. */
export interface LeasedTable {
  id: string;
  /** Lanes take turns, so that no one holds up another. */
  lane: string;
  run_at: number;
  attempts: number;
  locked_until: number;
  /** Names one claim, so that a holder whose lease ended cannot finish what another took over. */
  locked_by: string;
  /** How many holders in a row died with it in hand, as the last claim found out. */
  deaths: Generated<number>;
}

export interface ExecutionTable {
  id: string;
  client_id: string;
  operation: 'orders' | 'products';
  channel: string | null;
  tp_user_id: string | null;
  mode: 'direct' | 'async';
  outcome: 'running' | 'succeeded' | 'failed';
  stage: string;
  code: string | null;
  trace_id: string;
  result_count: number;
  override_count: number;
  calls: number;
  /** JSON: the four durations of the report. */
  durations: string;
  /** JSON: a list of code, field and count. */
  warnings: string;
  started_at: number;
  finished_at: number | null;
  /** Null where the call named no user of ours. */
  user_id: string | null;
}

export interface JobTable extends LeasedTable {
  state: 'waiting' | 'done';
  client_id: string;
  /** Sealed; erased when the execution ends. */
  request: string | null;
  /** Sealed. */
  result: string | null;
  created_at: number;
  /** From then on the result is gone; null while there is none. */
  expires_at: number | null;
  /** Bytes of what is sealed in this row. */
  size: number;
  /** Sealed: where the completion event goes, for whoever ends it before it ran. Erased with the request. */
  callback: string | null;
  user_id: string | null;
}

export interface DeliveryTable extends LeasedTable {
  state: 'waiting' | 'delivered' | 'failed';
  client_id: string;
  execution_id: string | null;
  type: string;
  /** Sealed JSON: the address and the body. */
  content: string;
  /** JSON: a list of `Try`. */
  tries: string;
  created_at: number;
  give_up_at: number;
  finished_at: number | null;
  /** The client's event address it goes to; null where the address was given for one call. */
  address_id: string | null;
  /** Whom it is about; null where it is about nobody, or they are gone. */
  user_id: string | null;
  /** The account it is about, where it names one and no user: a request that a vendor passed on. */
  account: string | null;
  /** 1 where the row goes as soon as it ended: the last word about a user who is gone. */
  delete_when_sent: Generated<number>;
}

/** Where a client wants events, beside the addresses given with calls. */
export interface EventAddressTable {
  id: string;
  client_id: string;
  /** Sealed, since receivers' addresses often carry a token in their query. */
  url: string;
  /** JSON: a list of event types; `*` stands for all. */
  types: string;
  /** Sealed JSON: a list of `SigningSecret`. */
  signing_secrets: string;
  /** 1 while nothing is to be sent. */
  paused: number;
  created_at: number;
  updated_at: number;
}

/** A message of a vendor, kept until it is dealt with and then known again. */
export interface HookMessageTable extends LeasedTable {
  state: 'waiting' | 'done';
  channel: string;
  /** Sealed JSON; erased when it is dealt with. */
  content: string | null;
  received_at: number;
  finished_at: number | null;
}

/** A client that had an account linked, for requests about it that come later. */
export interface FormerAccountTable {
  channel: string;
  account_key: string;
  client_id: string;
  /** The last moment it was linked. */
  until: number;
}

export interface FieldOverrideTable {
  client_id: string;
  channel: string;
  resource: 'orders' | 'products';
  /** JSON: a list of `{ field, expression }`. */
  rules: string;
  updated_at: number;
}

/** A rule that kept failing; it holds for the set that was saved at `set_at` and for no later one. */
export interface SwitchedOffRuleTable {
  client_id: string;
  channel: string;
  resource: FieldOverrideTable['resource'];
  field: string;
  set_at: number;
  since: number;
  reason: string;
}

/** A key of the ring that something stored may be sealed with. */
export interface KeyInUseTable {
  key_id: string;
  /** Sealed with it, to tell a key of the same name that is another. */
  proof: string;
  since: number;
}

/** A service process that is running, or was a moment ago. */
export interface InstanceTable {
  id: string;
  version: string;
  /** JSON: the ids of the keys it has, newest first. */
  keys: string;
  started_at: number;
  seen_at: number;
  /** Milliseconds that its machine's clock is ahead of the database's. */
  clock_ahead: number;
}

export interface MigrationTable {
  name: string;
  applied_at: number;
}

/** What somebody did by the command line, until a running service wrote it to its log. */
export interface ActTable {
  id: string;
  name: string;
  /** JSON. */
  facts: string;
  at: number;
}

/** Rows written, and taken away at once, to see whether anything can be. */
export interface ProbeTable {
  id: string;
  padding: string;
}

/** A token bucket that all instances share. */
export interface BucketTable {
  key: string;
  tat: number;
  paused_until: number;
  every: number | null;
  burst: number | null;
  touched_at: number;
}

/** A place among the calls under way to a host. */
export interface PlaceTable {
  key: string;
  slot: number;
  holder: string;
  held_until: number;
}

export interface Tables {
  client: ClientTable;
  access_token: AccessTokenTable;
  user: UserTable;
  user_key: UserKeyTable;
  credential: CredentialTable;
  magic_link: MagicLinkTable;
  visit: VisitTable;
  vendor_trip: TripTable;
  draft: DraftTable;
  renewal: RenewalTable;
  execution: ExecutionTable;
  job: JobTable;
  delivery: DeliveryTable;
  event_address: EventAddressTable;
  hook_message: HookMessageTable;
  former_account: FormerAccountTable;
  field_override: FieldOverrideTable;
  switched_off_rule: SwitchedOffRuleTable;
  bucket: BucketTable;
  place: PlaceTable;
  key_in_use: KeyInUseTable;
  instance: InstanceTable;
  act: ActTable;
  probe: ProbeTable;
  migration: MigrationTable;
}
