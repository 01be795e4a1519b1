// Opens the store, embedded or PostgreSQL, and hands out its rows as plain objects of functions.
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { createCleaner } from '../care/clean.ts';
import { sweep } from '../care/sweep.ts';
import { type Bounds, trim } from '../care/trim.ts';
import { keylessStore } from '../keys/keyless.ts';
import { checkKeys, keyStore } from '../keys/keys-in-use.ts';
import { forgetKey } from '../keys/lost-key.ts';
import { rewrapAll } from '../keys/rewrap.ts';
import { userKeys } from '../keys/user-keys.ts';
import { instanceStore } from '../work/instances.ts';
import { leases } from '../work/lease.ts';
import { queues, setAside } from '../work/queues.ts';
import { accountStore } from './accounts.ts';
import { Database } from './again.ts';
import { auditStore } from './audit.ts';
import { DISK_WAIT, noDiskWait } from './base.ts';
import { budgetStore } from './budgets.ts';
import { clientStore } from './clients.ts';
import { rowTime } from './clock.ts';
import {
  ANY_TIME,
  bringUpToDate,
  connect,
  databaseTime,
  healthConnectionOf,
  oneConnection,
  postgresOpenError,
  probe,
  type StoreOptions,
} from './connect.ts';
import { consoleStore } from './console.ts';
import { countStore } from './counts.ts';
import { credentialStore } from './credentials.ts';
import { deliveryStore } from './deliveries.ts';
import { draftStore } from './drafts.ts';
import { eventAddressStore } from './event-addresses.ts';
import { executionStore } from './executions.ts';
import { expiringStore } from './expiring.ts';
import { StoreOpenError } from './faults.ts';
import { feedStore } from './feed.ts';
import { createHealth } from './health.ts';
import { hookSubscriptionStore } from './hook-subscriptions.ts';
import { hookStore } from './hooks.ts';
import { buildIndexes } from './indexes.ts';
import { jobStore } from './jobs.ts';
import { linkStepStore } from './link-steps.ts';
import { needStore } from './needs.ts';
import { noticeStore } from './notices.ts';
import { overrideStore } from './overrides.ts';
import { preparedReads } from './prepared.ts';
import { readingStore } from './readings.ts';
import { renewalStore } from './renewals.ts';
import type { Tables } from './schema.ts';
import { type SharedClock, sharedClock } from './shared-clock.ts';
import { signingStore } from './signing.ts';
import { sqliteOpenError } from './sqlite.ts';
import { timedDialect, timedReads, timing } from './timing.ts';
import { tokenStore } from './tokens.ts';
import { tripStore } from './trips.ts';
import { userPages } from './user-pages.ts';
import { userStore } from './users.ts';
import { linkStore, visitStore } from './visits.ts';
import { watchStore } from './watches.ts';
import { writeStore } from './writes.ts';

export type { Exported } from '../care/export.ts';
export type * from '../keys/lost-key.ts';
export type { Instance } from '../work/instances.ts';
export type * from '../work/queue.ts';
export { DEADLY } from '../work/queue.ts';
export type { NoRoom, Quota } from '../work/room.ts';
export type * from './accounts.ts';
export type * from './audit.ts';
export type * from './clients.ts';
export type { StoreOptions } from './connect.ts';
export type * from './console.ts';
export type * from './credentials.ts';
export { KEYS_MISSING, KeysMissingError } from './credentials.ts';
export type * from './deliveries.ts';
export type * from './delivery-rows.ts';
export { DELIVERY_STATES, GIVE_UP_AFTER, newDelivery } from './delivery-rows.ts';
export type * from './drafts.ts';
export type * from './event-addresses.ts';
export type * from './executions.ts';
export { FolderInUseError, reasonOf, StoreOpenError, StoreUnavailableError } from './faults.ts';
export type * from './feed.ts';
export { logStart } from './feed.ts';
export type * from './hook-subscriptions.ts';
export type * from './hooks.ts';
export type * from './jobs.ts';
export type * from './link-steps.ts';
export { type LinkStep, sessionOf } from './link-steps.ts';
export type * from './overrides.ts';
export { type Counts, OWNED, type Owned } from './owned.ts';
export type * from './readings.ts';
export { LARGEST_RESULT } from './results.ts';
export type * from './signing.ts';
export { EMBEDDED_FILE, prepareFolder } from './sqlite.ts';
export type * from './tables-accounts.ts';
export type { Costs, Trouble } from './tables-changes.ts';
export type * from './tables-work.ts';
export type * from './tokens.ts';
export type * from './trips.ts';
export type * from './user-pages.ts';
export type * from './users.ts';
export type * from './visits.ts';
export { type After, eachRow, type Listed } from './walk.ts';
export type * from './watches.ts';
export type * from './writes.ts';

export type Store = Awaited<ReturnType<typeof openStore>>;

/** Throws a StoreOpenError, with one sentence for the operator, when the store cannot be used. */
export async function openStore(options: StoreOptions) {
  const { databaseUrl, seal, watch, onNotice = () => {}, helpOf = () => '' } = options;
  const health = createHealth({
    ping,
    probe: () => probe(healthConnection),
    onChange: (trouble) => options.onTrouble?.(trouble),
  });
  // What goes wrong while it is opened is said by the error below.
  let opened = false;
  const { dialect, kyselyDialect, readNow, release } = await connect(options, {
    saw(error) {
      if (opened) health.saw(error);
    },
    isAway: health.isAway,
  });
  const db = new Database<Tables>(
    watch
      ? { dialect: timedDialect(kyselyDialect, watch), log: timing(watch) }
      : { dialect: kyselyDialect },
  );
  const healthConnection = (await healthConnectionOf(options)) ?? db;
  let clock: SharedClock | undefined;
  const now = () => options.now?.() ?? clock?.now() ?? Date.now();
  async function close() {
    health.close();
    clock?.close();
    if (healthConnection !== db) await healthConnection.destroy();
    await db.destroy();
    release();
  }
  async function ping() {
    await sql`select 1`.execute(healthConnection);
  }
  try {
    if (dialect === 'postgres' && !options.now)
      clock = await sharedClock({ ask: () => databaseTime(healthConnection) });
    await bringUpToDate(db, options, now);
    await checkKeys({ db, seal }, options.someKeysLost);
    // A tool beside a running service may only want to read.
    if (options.role === 'service') await probe(db);
    opened = true;
  } catch (error) {
    await close();
    if (error instanceof StoreOpenError) throw error;
    throw dialect === 'sqlite'
      ? sqliteOpenError(resolve(options.dataDir), error)
      : postgresOpenError(error);
  }
  const base = {
    ...{ db, dialect, now, seal },
    time: rowTime(dialect, now, options.databaseClock),
    noDiskWait: noDiskWait(dialect),
    keys: userKeys(now, seal),
    prepared: preparedReads(db, readNow && watch ? timedReads(readNow, watch) : readNow),
  };
  const notices = noticeStore(base, onNotice);
  const credentials = credentialStore(base, notices);
  const places = leases(base);
  const cleaner = createCleaner(base);
  const feed = feedStore(base, notices);
  return {
    /** The time that all instances share: PostgreSQL's own, or this machine's for an embedded store. */
    now,
    /** Milliseconds that this machine's clock is ahead of that time. */
    clockAhead: () => clock?.ahead() ?? 0,
    clients: clientStore(base, cleaner.clean),
    tokens: tokenStore(base),
    users: {
      ...userStore(base, { notices, helpOf, onNotice, onErased: cleaner.clean }),
      page: userPages(base),
    },
    credentials,
    keyless: keylessStore(base, credentials),
    links: linkStore(base),
    visits: visitStore(base, notices),
    trips: tripStore(base),
    drafts: draftStore(base),
    /** What visitors to the link pages did. */
    linkSteps: linkStepStore(base, notices),
    // A second renewal at the same time may end the secrets of the first: its lease is never lost.
    renewals: renewalStore(base, credentials, leases({ ...base, noDiskWait: DISK_WAIT })),
    accounts: accountStore(base),
    hooks: hookStore(base),
    hookSubscriptions: hookSubscriptionStore(base),
    executions: executionStore(base),
    jobs: jobStore(base),
    /** What clients write, until it is known what became of it. */
    writes: writeStore(base, notices),
    /** Places that all instances share; never lost with the machine of the database. */
    locks: leases({ ...base, noDiskWait: DISK_WAIT }),
    deliveries: deliveryStore(base, cleaner.later),
    /** The signing secrets of clients, and of their event addresses. */
    signing: signingStore(base, 'client'),
    addressSigning: signingStore(base, 'event_address'),
    eventAddresses: eventAddressStore(base),
    notices,
    expiring: expiringStore(base, notices),
    overrides: overrideStore(base),
    /** What clients watch, what is read for them, and the log of what changed. */
    watches: watchStore(base, feed),
    readings: readingStore(base, feed, notices),
    feed,
    budgets: budgetStore(base, places),
    /** A chore that is put off is held until it is due. */
    chores: { take: places.take, keep: places.keep },
    /** What was counted of calls, by minute and hour. */
    counts: countStore(base),
    /** What needs a person. */
    needs: needStore(base),
    /** Which keys of the ring something is sealed with. */
    keys: keyStore(base),
    instances: instanceStore(base),
    /** Removes all that was sealed with a key that is lost for good; clients are notified. */
    forgetKey: (keyId: string) => forgetKey(base, credentials, keyId),
    /** Puts everything sealed under the newest key of the ring. */
    rewrap: (ending?: () => boolean) => rewrapAll(base, ending),
    audit: auditStore(base),
    /** Who may use the console. */
    console: consoleStore(base),
    queues: () => queues(base),
    /** How much was set aside, since process after process died with it. */
    setAside: () => setAside(base),
    /** Removes up to `limit` expired tokens, as many links, and so on. */
    async sweep(limit = 1000) {
      await cleaner.again();
      return await sweep(base, limit);
    },
    /** Removes what is beyond the bounds of a client, in short steps until `ending`; returns how many rows. */
    trim: (bounds: Bounds, ending: () => boolean) => trim(base, bounds, ending),
    /** Builds what is missing of the indexes that a version added; returns their names. */
    buildIndexes: async (ending: () => boolean): Promise<readonly string[]> =>
      databaseUrl ? await buildIndexes(db, () => oneConnection(databaseUrl, ANY_TIME), ending) : [],
    /** Rewrites an embedded database's file, so that nothing stays in its free space. */
    rewriteFile: cleaner.rewrite,
    ping,
    /** What is wrong with the store now, if anything is; cheap, however often it is asked. */
    check: health.check,
    close,
  };
}
