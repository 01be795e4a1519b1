// Opens the store, embedded or PostgreSQL, and hands out its rows as plain objects of functions.
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { type Dialect, Kysely, sql } from 'kysely';
import type { Trouble } from '../model/trouble.ts';
import type { StoreWatch } from '../model/watch.ts';
import type { Seal } from '../seal.ts';
import { type AccountStore, accountStore } from './accounts.ts';
import { type ActStore, actStore } from './acts.ts';
import { Database } from './again.ts';
import { type BudgetStore, budgetStore } from './budgets.ts';
import { type ChoreStore, choreStore } from './chores.ts';
import { createCleaner } from './clean.ts';
import { type ClientStore, clientStore } from './clients.ts';
import { rowTime } from './clock.ts';
import { type CredentialStore, credentialStore } from './credentials.ts';
import { type DeliveryStore, deliveryStore } from './deliveries.ts';
import { type DraftStore, draftStore } from './drafts.ts';
import { type EventAddressStore, eventAddressStore } from './event-addresses.ts';
import { type ExecutionStore, executionStore } from './executions.ts';
import { type ExpiringStore, expiringStore } from './expiring.ts';
import { StoreOpenError, StoreUnavailableError } from './faults.ts';
import { createHealth } from './health.ts';
import { type HookStore, hookStore } from './hooks.ts';
import { type InstanceStore, instanceStore } from './instances.ts';
import { type JobStore, jobStore } from './jobs.ts';
import { type KeylessStore, keylessStore } from './keyless.ts';
import { checkKeys, type KeyStore, keyStore } from './keys-in-use.ts';
import { type LinkStore, linkStore } from './links.ts';
import { type Forgotten, forgetKey } from './lost-key.ts';
import { type Flavor, givingWay, isUpToDate, migrate } from './migrate.ts';
import { type NoticeStore, noticeStore } from './notices.ts';
import { type OverrideStore, overrideStore } from './overrides.ts';
import { preparedReads, type ReadNow } from './prepared.ts';
import { type Queues, queues, type SetAside, setAside } from './queues.ts';
import { type RenewalStore, renewalStore } from './renewals.ts';
import { type Rewrapped, rewrapAll } from './rewrap.ts';
import type { Tables } from './schema.ts';
import { type SharedClock, sharedClock } from './shared-clock.ts';
import { type SigningStore, signingStore } from './signing.ts';
import { lockFolder, prepareFolder, sqliteDialect, sqliteOpenError } from './sqlite.ts';
import { type Swept, sweep } from './sweep.ts';
import { timedDialect, timedReads, timing } from './timing.ts';
import { type TokenStore, tokenStore } from './tokens.ts';
import { type Bounds, trim } from './trim.ts';
import { type TripStore, tripStore } from './trips.ts';
import { userKeys } from './user-keys.ts';
import { type UserPages, userPages } from './user-pages.ts';
import { type UserStore, userStore } from './users.ts';
import { type VisitStore, visitStore } from './visits.ts';

export type { AccountStore, Holder } from './accounts.ts';
export type { ActStore, KeptAct } from './acts.ts';
export type { Chore, ChoreStore } from './chores.ts';
export type { Client, ClientLooks, ClientSecret, ClientStore } from './clients.ts';
export type {
  CredentialFacts,
  CredentialKey,
  CredentialStore,
  Found as FoundCredential,
  NewCredential,
  Reason,
  StoredCredential,
} from './credentials.ts';
export { KEYS_MISSING, KeysMissingError } from './credentials.ts';
export type {
  ClaimedDelivery,
  DeliveryFilter,
  DeliveryKind,
  DeliveryStore,
  TryOutcome,
} from './deliveries.ts';
export type { Addressee, Delivery, DeliveryState, NewDelivery, Try } from './delivery-rows.ts';
export { DELIVERY_STATES, GIVE_UP_AFTER, newDelivery } from './delivery-rows.ts';
export type { Draft, DraftStore, NewDraft, Noted } from './drafts.ts';
export type {
  ChangedAddresses,
  EventAddress,
  EventAddressStore,
  WantedAddress,
} from './event-addresses.ts';
export type { Ending, Execution, ExecutionFilter, ExecutionStore } from './executions.ts';
export type { EndingGrants, EndingSecret, ExpiringStore } from './expiring.ts';
export type { Exported } from './export.ts';
export { FolderInUseError, reasonOf, StoreOpenError, StoreUnavailableError } from './faults.ts';
export type { ClaimedHook, HookStore } from './hooks.ts';
export { type Inspection, inspectStore, type SeenInstance } from './inspect.ts';
export { ALIVE_MS, type Instance, type InstanceStore } from './instances.ts';
export type { ClaimedJob, JobEnd, JobResult, JobStore } from './jobs.ts';
export type { KeyInUse, KeyStore } from './keys-in-use.ts';
export {
  type Claimed,
  type Claiming,
  DEADLY,
  type Found,
  type Lane,
  type Lease,
  type Without,
} from './leases.ts';
export type { LinkStore, MagicLink, Redemption } from './links.ts';
export type { Forgotten } from './lost-key.ts';
export type { NoticeStore, Tell, Told } from './notices.ts';
export type { OverrideStore, Rule, RuleSet, SwitchedOff } from './overrides.ts';
export type { Counts, Owned } from './owned.ts';
export { MOST_COUNTED, type Queue, type Queues, type SetAside } from './queues.ts';
export { LARGEST_RESULT } from './results.ts';
export type { Rewrapped } from './rewrap.ts';
export type { NoRoom, Quota } from './room.ts';
export type { SigningSecret, SigningSecrets, SigningStore } from './signing.ts';
export { EMBEDDED_FILE, prepareFolder } from './sqlite.ts';
export type { Swept } from './sweep.ts';
export type { AccessToken, TokenOfClient, TokenStore } from './tokens.ts';
export type { Brought, Trip, TripOutcome, TripStore } from './trips.ts';
export type { UserPage, UserPageAsk, UserPages, UserWithLinks } from './user-pages.ts';
export type { User, UserStore } from './users.ts';
export type { FinishStatus, Visit, VisitStore } from './visits.ts';
export { type After, eachRow, type Listed } from './walk.ts';

/** More than the odd page that a full disk may still have room for. */
const PROBE_BYTES = 64 * 1024;
const LONGEST_STEP = 30 * 60_000;
const LONGEST_LOOK = 4000;

export interface StoreOptions {
  /** postgres://… ; absent: the embedded store in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  /** To PostgreSQL, open at once; 10 unless said. */
  readonly connections?: number | undefined;
  readonly dataDir: string;
  /** One service at a time may hold an embedded store; command-line tools may join it. */
  readonly role: 'service' | 'tool';
  /** Stands in for the clock that all instances share, where a test moves the time. */
  readonly now?: (() => number) | undefined;
  /** Stands in for the database's own clock within a statement, where a test moves the time. */
  readonly databaseClock?: () => number;
  readonly seal: Pick<
    Seal,
    'seal' | 'open' | 'openBytes' | 'rewrap' | 'fingerprint' | 'newestKeyId'
  >;
  /** Keys are known to be lost: that the ring lacks some is no reason to refuse. */
  readonly someKeysLost?: boolean | undefined;
  /** Called when an idle connection to PostgreSQL breaks; the next call opens another. */
  readonly onConnectionLost?: (error: Error) => void;
  /** Something is wrong with the store now, or, if undefined, all is well again. */
  readonly onTrouble?: (trouble: Trouble | undefined) => void;
  /** An address in the documentation for a fault's code, for the events that the store writes itself. */
  readonly helpOf?: (code: string) => string;
  /** The embedded database is checked after an unclean end: that it is. */
  readonly onCheck?: (sentence: string) => void;
  /** Deliveries of notices were written: whoever sends them need not wait for its next look. */
  readonly onNotice?: () => void;
  /** The tables are to be changed, and others hold them: it is tried again. Once. */
  readonly onWaiting?: () => void;
  /** Hears how long every statement took. */
  readonly watch?: StoreWatch | undefined;
}

export interface Store {
  /** The time that all instances share: PostgreSQL's own, or this machine's for an embedded store. */
  readonly now: () => number;
  /** Milliseconds that this machine's clock is ahead of that time. */
  readonly clockAhead: () => number;
  readonly clients: ClientStore;
  readonly tokens: TokenStore;
  readonly users: UserStore & { readonly page: UserPages };
  readonly credentials: CredentialStore;
  /** Credentials whose user's key is gone. */
  readonly keyless: KeylessStore;
  readonly links: LinkStore;
  readonly visits: VisitStore;
  readonly trips: TripStore;
  readonly drafts: DraftStore;
  readonly renewals: RenewalStore;
  readonly accounts: AccountStore;
  readonly hooks: HookStore;
  readonly executions: ExecutionStore;
  readonly jobs: JobStore;
  readonly deliveries: DeliveryStore;
  /** The signing secrets of clients, and of their event addresses. */
  readonly signing: SigningStore;
  readonly addressSigning: SigningStore;
  readonly eventAddresses: EventAddressStore;
  readonly notices: NoticeStore;
  readonly expiring: ExpiringStore;
  readonly overrides: OverrideStore;
  readonly budgets: BudgetStore;
  readonly chores: ChoreStore;
  /** Which keys of the ring something is sealed with. */
  readonly keys: KeyStore;
  /** The service processes that run. */
  readonly instances: InstanceStore;
  /** Removes all that was sealed with a key that is lost for good; clients are told. */
  readonly forgetKey: (keyId: string) => Promise<Forgotten>;
  /** Puts everything sealed under the newest key of the ring. */
  readonly rewrap: (ending?: () => boolean) => Promise<Rewrapped>;
  /** What was done by the command line. */
  readonly acts: ActStore;
  /** How much waits in the queues, and since when. */
  readonly queues: () => Promise<Queues>;
  /** How much was set aside, since process after process died with it. */
  readonly setAside: () => Promise<SetAside>;
  /** Removes up to `limit` (1,000) expired tokens and as many links. */
  readonly sweep: (limit?: number) => Promise<Swept>;
  /**
   * Removes what is older than the newest executions, deliveries and magic links of a client, and
   * access tokens beyond its bound, in short steps until `ending` says so; returns how many rows.
   */
  readonly trim: (bounds: Bounds, ending: () => boolean) => Promise<number>;
  /** Writes an embedded database's file anew, so that nothing stays in its free space. */
  readonly rewriteFile: () => Promise<void>;
  /** Throws when the database does not answer. */
  readonly ping: () => Promise<void>;
  /** What is wrong with the store now, if anything is; cheap, however often it is asked. */
  readonly check: () => Promise<Trouble | undefined>;
  readonly close: () => Promise<void>;
}

/** Throws a StoreOpenError, with one sentence for the operator, when the store cannot be used. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { seal } = options;
  const health = createHealth({
    ping,
    probe: () => probe(pulse),
    onChange: (trouble) => options.onTrouble?.(trouble),
  });
  // What goes wrong while it is opened is said by the error below.
  let opened = false;
  const { flavor, dialect, readNow, release } = await connect(options, {
    saw(error) {
      if (opened) health.saw(error);
    },
    isAway: health.isAway,
  });
  const { watch } = options;
  const db = new Database<Tables>(
    watch ? { dialect: timedDialect(dialect, watch), log: timing(watch) } : { dialect },
  );
  const pulse = (await pulseOf(options)) ?? db;
  let clock: SharedClock | undefined;
  const close = async () => {
    health.close();
    clock?.close();
    if (pulse !== db) await pulse.destroy();
    await db.destroy();
    release();
  };
  const now = () => options.now?.() ?? clock?.now() ?? Date.now();
  try {
    if (flavor === 'postgres' && !options.now)
      clock = await sharedClock({ ask: () => databaseTime(pulse) });
    if (flavor === 'postgres') await (await postgres()).requireUtf8(db);
    await bringUpToDate(db, options, now);
    await checkKeys(db, seal, options.someKeysLost);
    // A tool beside a running service may only want to read.
    if (options.role === 'service') await probe(db);
    opened = true;
  } catch (error) {
    await close();
    if (error instanceof StoreOpenError) throw error;
    throw flavor === 'sqlite' ? sqliteOpenError(resolve(options.dataDir), error) : openError(error);
  }
  const { onNotice = () => {} } = options;
  const notices = noticeStore({ db, flavor, now, seal, onNotice });
  const prepared = preparedReads(db, readNow && watch ? timedReads(readNow, watch) : readNow);
  const keys = userKeys(now, seal);
  const credentials = credentialStore(db, prepared, now, keys, notices);
  const time = rowTime(flavor, now, options.databaseClock);
  const budgets = budgetStore(db, flavor, time);
  const cleaner = createCleaner(db, flavor);
  return {
    now,
    clockAhead: () => clock?.ahead() ?? 0,
    clients: clientStore({ db, flavor, now, onErased: cleaner.clean }),
    tokens: tokenStore(db, prepared, now),
    users: {
      ...userStore({
        ...{ db, prepared, flavor, now, seal, keys, notices, onNotice },
        helpOf: options.helpOf ?? (() => ''),
        onErased: cleaner.clean,
      }),
      page: userPages(db),
    },
    credentials,
    keyless: keylessStore(db, credentials),
    links: linkStore(db, now),
    visits: visitStore(db, flavor, now, notices),
    trips: tripStore(db, now, seal),
    drafts: draftStore(db, now, seal),
    renewals: renewalStore(db, now, time, credentials),
    accounts: accountStore(db),
    hooks: hookStore(db, flavor, now, seal),
    executions: executionStore(db, seal),
    jobs: jobStore(db, flavor, now, seal, keys),
    deliveries: deliveryStore(db, flavor, now, seal, cleaner.later),
    signing: signingStore(db, seal, 'client'),
    addressSigning: signingStore(db, seal, 'event_address'),
    eventAddresses: eventAddressStore(db, flavor, now, seal),
    notices,
    expiring: expiringStore(db, now, seal, notices),
    overrides: overrideStore(db, prepared, now),
    budgets,
    acts: actStore(db, flavor, now),
    queues: () => queues(db, flavor, now()),
    setAside: () => setAside(db),
    keys: keyStore(db, now, seal),
    instances: instanceStore(db, now),
    forgetKey: (keyId) => forgetKey(db, now(), credentials, keyId),
    rewrap: (ending) => rewrapAll({ db, seal, ending }),
    async sweep(limit = 1000) {
      await cleaner.again();
      return await sweep(db, budgets, now(), limit);
    },
    rewriteFile: cleaner.rewrite,
    trim: (bounds, ending) => trim(db, bounds, now, ending),
    chores: choreStore(db, time),
    ping,
    check: health.check,
    close,
  };

  async function ping() {
    await sql`select 1`.execute(pulse);
  }
}

/**
 * A connection apart, on which a service looks after its PostgreSQL: whether it answers is known soon,
 * also when all other connections are in use, or wait for an answer that never comes.
 */
async function pulseOf({ databaseUrl, role }: StoreOptions): Promise<Kysely<Tables> | undefined> {
  if (databaseUrl === undefined || role !== 'service') return undefined;
  const { postgresDialect } = await postgres();
  const options = { databaseUrl, connections: 1, longest: LONGEST_LOOK, onConnectionLost() {} };
  return new Kysely<Tables>({ dialect: postgresDialect(options) });
}

/** A step may take as long as the tables are large, on a connection of its own. */
async function bringUpToDate(
  db: Kysely<Tables>,
  { databaseUrl, onWaiting = () => {} }: StoreOptions,
  now: () => number,
): Promise<void> {
  if (databaseUrl === undefined) {
    await migrate(db, 'sqlite', now);
    return;
  }
  if (await isUpToDate(db)) return;
  const { postgresDialect } = await postgres();
  const options = { databaseUrl, connections: 1, longest: LONGEST_STEP, onConnectionLost() {} };
  const patient = new Kysely<Tables>({ dialect: postgresDialect(options) });
  try {
    await givingWay(() => migrate(patient, 'postgres', now), onWaiting);
  } finally {
    await patient.destroy();
  }
}

async function databaseTime(db: Kysely<Tables>): Promise<number> {
  const asked = sql<{ time: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::double precision as time`;
  const { rows } = await asked.execute(db);
  return rows[0]?.time ?? Number.NaN;
}

/**
 * Writes a row and takes it away again, so that it needs room that was free before; to write over
 * what is there would need none.
 */
async function probe(db: Kysely<Tables>): Promise<void> {
  const padding = 'x'.repeat(PROBE_BYTES);
  await db.insertInto('probe').values({ id: randomUUID(), padding }).execute();
  // With whatever a process left behind that was killed in between.
  await db.deleteFrom('probe').execute();
}

/** With its packages; the embedded store does without. */
const postgres = () => import('./postgres.ts');

interface Connected {
  readonly flavor: Flavor;
  readonly dialect: Dialect;
  /** Of the embedded database. */
  readonly readNow?: ReadNow;
  readonly release: () => void;
}

async function connect(
  options: StoreOptions,
  { saw, isAway }: { saw: (error: StoreUnavailableError) => void; isAway: () => boolean },
): Promise<Connected> {
  const { databaseUrl, dataDir, role, onConnectionLost = () => {} } = options;
  if (databaseUrl !== undefined) {
    const { CONNECTIONS, postgresDialect } = await postgres();
    const { connections = CONNECTIONS } = options;
    // One is for looking after the others.
    const most = role === 'service' ? connections - 1 : connections;
    const own = { databaseUrl, connections: most, onConnectionLost };
    const dialect = postgresDialect({ ...own, saw, isAway });
    return { flavor: 'postgres', dialect, release: () => {} };
  }
  const folder = prepareFolder(dataDir);
  const release = role === 'service' ? lockFolder(folder) : () => {};
  try {
    const isService = role === 'service';
    const dialect = await sqliteDialect(folder, saw, { isService, say: options.onCheck });
    return { flavor: 'sqlite', dialect, readNow: dialect.readNow, release };
  } catch (error) {
    release();
    throw error;
  }
}

// Nothing is said of the address: it may hold the password.
function openError(error: unknown): StoreOpenError {
  const cause = error instanceof StoreUnavailableError ? error.cause : error;
  const { message, code } = cause as { message?: string; code?: string };
  return new StoreOpenError(`PostgreSQL cannot be used: ${message || code}.`, { cause });
}
