// Opens the store, embedded or PostgreSQL, and hands out its rows as plain objects of functions.
import { type Dialect, Kysely, sql } from 'kysely';
import type { Seal } from '../seal.ts';
import { type BudgetStore, budgetStore } from './budgets.ts';
import { type ClientStore, clientStore } from './clients.ts';
import { type CredentialStore, credentialStore } from './credentials.ts';
import { type DeliveryStore, deliveryStore } from './deliveries.ts';
import { type ExecutionStore, executionStore } from './executions.ts';
import { StoreOpenError, StoreUnavailableError } from './faults.ts';
import { type JobStore, jobStore } from './jobs.ts';
import { type LinkStore, linkStore } from './links.ts';
import { type Flavor, migrate } from './migrate.ts';
import { type OverrideStore, overrideStore } from './overrides.ts';
import { postgresDialect } from './postgres.ts';
import { type RenewalStore, renewalStore } from './renewals.ts';
import { type Rewrapped, rewrapEvents } from './rewrap.ts';
import type { Tables } from './schema.ts';
import { type SigningStore, signingStore } from './signing.ts';
import { lockFolder, prepareFolder, sqliteDialect } from './sqlite.ts';
import { type Swept, sweep } from './sweep.ts';
import { type TokenStore, tokenStore } from './tokens.ts';
import { type TripStore, tripStore } from './trips.ts';
import { type UserStore, userStore } from './users.ts';
import { type VisitStore, visitStore } from './visits.ts';

export type { Client, ClientSecret, ClientStore } from './clients.ts';
export type {
  Account,
  Credential,
  CredentialFacts,
  CredentialKey,
  CredentialStore,
  NewCredential,
  Secrets,
} from './credentials.ts';
export type {
  After,
  ClaimedDelivery,
  Delivery,
  DeliveryState,
  DeliveryStore,
  NewDelivery,
  Try,
  TryOutcome,
} from './deliveries.ts';
export { DELIVERY_STATES } from './deliveries.ts';
export type { Ending, Execution, ExecutionFilter, ExecutionStore } from './executions.ts';
export { FolderInUseError, StoreOpenError, StoreUnavailableError } from './faults.ts';
export type { ClaimedJob, JobEnd, JobResult, JobStore } from './jobs.ts';
export type { Claiming, Found, Lane, Lease, Without } from './leases.ts';
export type { LinkStore, MagicLink, Redemption } from './links.ts';
export type { OverrideStore, Rule, RuleSet, SwitchedOff } from './overrides.ts';
export { LARGEST_RESULT } from './results.ts';
export type { Rewrapped } from './rewrap.ts';
export type { NoRoom, Quota } from './room.ts';
export type { SigningSecret, SigningSecrets, SigningStore } from './signing.ts';
export type { Swept } from './sweep.ts';
export type { AccessToken, TokenStore } from './tokens.ts';
export type { Trip, TripOutcome, TripStore } from './trips.ts';
export type { User, UserStore } from './users.ts';
export type { Visit, VisitStore } from './visits.ts';

export interface StoreOptions {
  /** postgres://… ; absent: the embedded store in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  /** One service at a time may hold an embedded store; command-line tools may join it. */
  readonly role: 'service' | 'tool';
  readonly now: () => number;
  readonly seal: Pick<Seal, 'seal' | 'open' | 'openBytes' | 'rewrap'>;
  /** Told when an idle connection to PostgreSQL breaks; the next call opens another. */
  readonly onConnectionLost?: (error: Error) => void;
}

export interface Store {
  readonly clients: ClientStore;
  readonly tokens: TokenStore;
  readonly users: UserStore;
  readonly credentials: CredentialStore;
  readonly links: LinkStore;
  readonly visits: VisitStore;
  readonly trips: TripStore;
  readonly renewals: RenewalStore;
  readonly executions: ExecutionStore;
  readonly jobs: JobStore;
  readonly deliveries: DeliveryStore;
  readonly signing: SigningStore;
  readonly overrides: OverrideStore;
  readonly budgets: BudgetStore;
  /** Puts everything sealed beside credentials under the newest key. */
  readonly rewrapEvents: () => Promise<Rewrapped>;
  /** Removes up to `limit` (1,000) expired tokens and as many links. */
  readonly sweep: (limit?: number) => Promise<Swept>;
  /** Throws when the database does not answer. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Throws a StoreOpenError, with one sentence for the operator, when the store cannot be used. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { now, seal } = options;
  const { flavor, dialect, release } = await connect(options);
  const db = new Kysely<Tables>({ dialect });
  const close = async () => {
    await db.destroy();
    release();
  };
  try {
    await migrate(db, flavor, now);
  } catch (error) {
    await close();
    throw error instanceof StoreOpenError ? error : openError(flavor, error);
  }
  const credentials = credentialStore(db, now, seal);
  return {
    clients: clientStore(db, now),
    tokens: tokenStore(db, now),
    users: userStore(db, now),
    credentials,
    links: linkStore(db, now),
    visits: visitStore(db, now),
    trips: tripStore(db, now, seal),
    renewals: renewalStore(db, now, credentials),
    executions: executionStore(db, seal),
    jobs: jobStore(db, flavor, now, seal),
    deliveries: deliveryStore(db, flavor, now, seal),
    signing: signingStore(db, seal),
    overrides: overrideStore(db, now),
    budgets: budgetStore(db, flavor),
    rewrapEvents: () => rewrapEvents(db, seal),
    sweep: (limit = 1000) => sweep(db, now(), limit),
    async ping() {
      await sql`select 1`.execute(db);
    },
    close,
  };
}

interface Connected {
  readonly flavor: Flavor;
  readonly dialect: Dialect;
  readonly release: () => void;
}

async function connect(options: StoreOptions): Promise<Connected> {
  const { databaseUrl, dataDir, role, onConnectionLost = () => {} } = options;
  if (databaseUrl !== undefined) {
    const dialect = postgresDialect(databaseUrl, onConnectionLost);
    return { flavor: 'postgres', dialect, release: () => {} };
  }
  const folder = prepareFolder(dataDir);
  const release = role === 'service' ? lockFolder(folder) : () => {};
  try {
    return { flavor: 'sqlite', dialect: await sqliteDialect(folder), release };
  } catch (error) {
    release();
    throw error;
  }
}

// Nothing is said of the address: it may hold the password.
function openError(flavor: Flavor, error: unknown): StoreOpenError {
  const cause = error instanceof StoreUnavailableError ? error.cause : error;
  const { message, code } = cause as { message?: string; code?: string };
  const name = flavor === 'postgres' ? 'PostgreSQL' : 'The embedded database';
  return new StoreOpenError(`${name} cannot be used: ${message || code}.`, { cause });
}
