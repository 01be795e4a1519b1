// Watches and readings for tests of the store: made, claimed and written in one line each.
import assert from 'node:assert/strict';
import type { ClaimedReading, NewWatch, PageFound, Store } from '../../src/store/index.ts';
import { SOME_CLIENT, START } from './databases.ts';

export const CLIENT = SOME_CLIENT.id;
export const SHOP = 'one.shop';
export const LEASE = 10_000;

/** One user of the client who watches something, orders of one shop unless said otherwise. */
export async function watched(store: Store, tpUserId: string, more: Partial<NewWatch> = {}) {
  const clientId = more.clientId ?? CLIENT;
  const user = await store.users.ensure(clientId, tpUserId);
  assert.ok(user);
  const which = { clientId, userId: user.id, channel: 'stall', resource: 'orders' } as const;
  const often = { every: 60, sweep: null, keep: 'digests' } as const;
  const wish: NewWatch = { ...which, ...often, account: SHOP, ...more };
  const watch = await store.watches.put(wish, 100_000);
  assert.ok(typeof watch === 'number');
  return { userId: user.id, watch, wish };
}

export const claim = (store: Store, by: string, now = START, limit = 100, lane: string = CLIENT) =>
  store.readings.claim({ lane, limit, now, until: now + LEASE, by });

/** What a page brings of one record, for all who watch. */
export function pageOf(held: ClaimedReading, ...ids: readonly string[]): PageFound {
  const records = ids.map((id) => held.names.seal(id));
  return {
    watches: held.watches.map(({ id }) => id),
    entries: records.map((record) => ({ record, change: 'updated', at: START, fault: null })),
    seen: records.map((record) => ({ record, digest: 1, at: START, figure: null })),
  };
}
