// A user who has used everything, so that every table that can hold something of them does.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { notice } from '../../src/model/notices.ts';
import { type NewIntent, newDelivery, type Store } from '../../src/store/index.ts';
import type { Tables } from '../../src/store/schema.ts';
import { START } from './databases.ts';
import { ended } from './ended.ts';

export const DAY = 24 * 60 * 60 * 1000;
const QUOTA = { bytes: 1e9, rows: 1e9 };
const RATE = { every: 1000, burst: 10 };
export const CALLBACK = 'https://receiver.example/done?token=canary-callback';

export interface Used {
  readonly clientId: string;
  readonly tpUserId: string;
  readonly userId: string;
  /** Of a background execution that has not begun. */
  readonly waiting: string;
  readonly done: string;
  readonly direct: string;
}

/** Their shop, and what must never be shown of them. */
export const SHOP = 'https://sevens-shop.example';
export const SECRETS = ['canary-token', 'canary-verifier', 'canary-code', 'canary-typed'];
/** What the merchant's data looks like: it is shown to them, and gone when they are. */
export const RESULT = 'canary-order-of-a-buyer';
/** Names an order at the channel. */
export const RECORD = 'canary-order-4711';

export async function useEverything(
  store: Store,
  db: Kysely<Tables>,
  clientId: string,
  tpUserId: string,
): Promise<Used> {
  await store.eventAddresses.change(clientId, () => [
    { url: `https://hooks.example/${clientId}`, types: ['*'], paused: false, secret: 'whsec_AAAA' },
  ]);
  const user = await store.users.ensure(clientId, tpUserId);
  assert.ok(user);
  const userId = user.id;
  const key = { userId, channel: 'stall' };
  await store.credentials.save({
    ...key,
    account: { baseUrl: SHOP },
    secrets: { token: 'canary-token' },
    expiresAt: START + DAY,
    name: 'Seven’s Shop',
    accountKey: SHOP,
    way: 'form',
  });
  await store.credentials.mark(key, 'attention', { code: 'refused', message: 'Refused.' });
  await store.renewals.postpone(key, 1000);

  const hash = `hash-${userId}`;
  await store.links.add({
    ...{ hash, clientId, userId, scopes: ['stall'], redirectUrl: null, userName: `Ms ${tpUserId}` },
    ...{ createdAt: START, expiresAt: START + DAY },
  });
  const visit = await store.visits.open(hash, `visit-${userId}`, DAY);
  await store.linkSteps.add({ linkHash: hash, clientId, userId }, 'begun');
  assert.ok(visit.outcome === 'opened');
  const visitId = visit.visit.id;
  const trip = { id: randomUUID(), visitId, channel: 'stall', way: 'oauth' };
  await store.trips.begin({
    ...trip,
    stateHash: `state-${userId}`,
    pendingState: {
      ...{ state: 'canary-verifier', verifier: 'canary-verifier', url: SHOP },
      ...{ account: { baseUrl: SHOP }, writes: [] },
    },
    expiresAt: START + DAY,
  });
  await store.trips.arrive(trip.id, { query: { code: 'canary-code' }, at: START });
  await store.drafts.add({
    ...{ id: randomUUID(), visitId, channel: 'stall', way: 'form', expiresAt: START + DAY },
    given: { baseUrl: SHOP, token: 'canary-typed' },
  });

  const call = { client: clientId, tpUserId, callback: CALLBACK };
  const delivered = (id: string) =>
    newDelivery(
      { clientId, url: CALLBACK, executionId: id, userId },
      { type: 'execution.completed', ...{ data: { execution_id: id, tpUserId } } },
      START,
    );
  const direct = randomUUID();
  await store.executions.record([
    { finished: ended(direct, { ...call, userId }), delivery: delivered(direct) },
  ]);
  const [waiting, done] = [randomUUID(), randomUUID()];
  const request = (id: string) =>
    JSON.stringify({
      started: ended(id, call),
      request: { query: { tpUserId }, body: { params: { stall: [{ value: 'canary-token' }] } } },
    });
  assert.equal(await store.jobs.begin(ended(done, call), request(done), QUOTA), true);
  const [held = assert.fail()] = await store.jobs.claim({
    ...{ lane: clientId, limit: 1, now: START, until: START + 10_000, by: randomUUID() },
  });
  const end = { result: JSON.stringify({ order: RESULT, tpUserId }), expiresAt: START + DAY };
  const finished = ended(done, { ...call, userId });
  assert.equal(
    await store.jobs.finish(held, { ...end, finished, delivery: delivered(done) }),
    true,
  );
  assert.equal(await store.jobs.begin(ended(waiting, call), request(waiting), QUOTA), true);

  const write: NewIntent = {
    ...{ clientId, userId, executionId: direct, place: 0, channel: 'stall' },
    ...{ operation: 'stock', subject: `subject-${userId}` },
    content: {
      ...{ item: { variant_id: RECORD, available: 1 }, tpUserId, version: '1', until: START },
      ...{ before: null, given: { token: 'canary-token' } },
    },
  };
  assert.ok(
    await store.writes.begin([write], { clientId, key: userId, asked: RESULT }, START + DAY),
  );

  await store.budgets.spend(`points/stall/linked/${userId}/stall/${START}`, RATE, 1, 0);
  await store.budgets.claim(`together/stall/linked/${userId}/stall/${START}`, [0], 'me', 10_000);
  const about = { kind: 'data_request', channel: 'stall', shop: SHOP } as const;
  await store.notices.add(
    clientId,
    notice('privacy.request', START, {
      ...{ ...about, reference: null, customer_id: '7', order_ids: [], order_count: 0 },
    }),
  );
  await endNotices(db, clientId, 'privacy.request');
  await watchOrders(store, { clientId, userId });
  await namedOnly(store, { clientId, tpUserId });
  return { clientId, tpUserId, userId, waiting, done, direct };
}

/** What a watch leaves: an entry, what was seen, a sweep under way, a hint and a subscription. */
async function watchOrders(
  store: Store,
  { clientId, userId }: Pick<Used, 'clientId' | 'userId'>,
): Promise<void> {
  const which = { clientId, channel: 'stall', resource: 'orders', account: SHOP } as const;
  const wish = { every: 60, sweep: 24, keep: 'digests', since: START - DAY } as const;
  const watch = await store.watches.put({ ...which, ...wish, userId }, 1000);
  assert.ok(typeof watch === 'number');
  const [held = assert.fail()] = await store.readings.claim({
    ...{ lane: clientId, limit: 1, now: START, until: START + 10_000, by: randomUUID() },
  });
  const { names, number } = held;
  const record = names.seal(RECORD);
  // Another user may watch the same.
  const part = (await store.readings.met(number)).length;
  const page = {
    watches: [watch],
    entries: [{ record, change: 'created', at: START, fault: null }],
    seen: [{ record, digest: names.digest('{}'), at: START, figure: null }],
    met: { part, records: Buffer.from(record, 'base64url').subarray(0, 8).toString('base64') },
    progress: names.seal(JSON.stringify({ window: { from: START } })),
    history: { watch, left: names.seal(JSON.stringify({ to: START })) },
  } as const;
  assert.equal(await store.readings.write(held, page), true);
  const end = { dueAt: START + 60_000, readAt: START, completeUntil: START, states: [] };
  assert.equal(await store.readings.finish(held, end), true);
  await store.readings.hint(number, record);
  await store.hookSubscriptions.ensure({ ...which, id: String(number), byApp: false });
}

/** A call with credentials of its own, recorded where no user of ours was found. */
async function namedOnly(
  store: Store,
  { clientId, tpUserId }: Pick<Used, 'clientId' | 'tpUserId'>,
): Promise<void> {
  const id = randomUUID();
  const delivery = newDelivery(
    { clientId, url: CALLBACK, executionId: id },
    { type: 'execution.completed' },
    START,
  );
  const call = { client: clientId, tpUserId, callback: CALLBACK };
  await store.executions.record([{ finished: ended(id, call), delivery }]);
}

async function endNotices(db: Kysely<Tables>, clientId: string, type: string): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ state: 'delivered', finished_at: START })
    .where('client_id', '=', clientId)
    .where('type', '=', type)
    .execute();
}

export type Snapshot = ReadonlyMap<string, readonly Readonly<Record<string, unknown>>[]>;

/** Every table that the database itself says it has, with every row. */
export async function everything(
  db: Kysely<Tables>,
  name: 'sqlite' | 'postgres',
): Promise<Snapshot> {
  const tables = await (name === 'sqlite'
    ? sql<{ name: string }>`select name from sqlite_master where type = 'table'
        and name not like 'sqlite_%'`
    : sql<{ name: string }>`select table_name as name from information_schema.tables
        where table_schema = 'public'`
  ).execute(db);
  const all = new Map<string, readonly Record<string, unknown>[]>();
  for (const table of tables.rows) {
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table.name)}`.execute(db);
    all.set(table.name, rows);
  }
  return all;
}
