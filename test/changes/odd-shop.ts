// A shop in memory with every oddity of real ones, its driver, and the reader of the feed on a real store.
import assert from 'node:assert/strict';
import type { Connect } from '../../src/accounts/connect.ts';
import { createAccounts } from '../../src/accounts/index.ts';
import { createReader } from '../../src/changes/reader.ts';
import type { KindOfChanges } from '../../src/channels/changes.ts';
import type { Channel, Products } from '../../src/channels/channel.ts';
import { Fault } from '../../src/model/faults.ts';
import { unreadableRecord } from '../../src/model/unreadable.ts';
import type { ClaimedReading, Entry, Store } from '../../src/store/index.ts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** How a shop is odd. */
export interface Odd {
  /** Its clock, against ours. */
  readonly skew: number;
  /** So much later a list shows a change; by its identifier a record is shown immediately. */
  readonly late: number;
  readonly page: number;
  readonly by: KindOfChanges['by'];
}

interface Native {
  readonly id: string;
  /** By the clock of the shop, in whole seconds. */
  readonly created: number;
  readonly updated: number;
  readonly content: number;
}

/** A record, and what it was before its last change until lists show that. */
interface Kept {
  now: Native;
  shown: Native | undefined;
  shownFrom: number;
  isBroken: boolean;
  /** No list shows it, but it is there. */
  isHidden: boolean;
  /** When it last really changed, by our clock. */
  changedAt: number;
  /** Whether its date says so. */
  isDated: boolean;
}

export type OddShop = ReturnType<typeof openOddShop>;

export function openOddShop({ skew, late, page, by }: Odd, time: () => number) {
  const records = new Map<string, Kept>();
  const gone = new Map<string, number>();
  let last = 0;
  let content = 0;
  /** What calls end with; `empty` answers as if there were nothing, `stale` knows no cursor. */
  let trouble: Fault | 'empty' | 'stale' | undefined;
  const stamp = () => Math.floor((time() + skew) / SECOND) * SECOND;

  const listed = () =>
    [...records.values()].flatMap(({ now, shown, shownFrom, isHidden, isBroken }) => {
      const native = time() >= shownFrom ? now : shown;
      return native && !isHidden ? [{ native, isBroken }] : [];
    });

  const products: Products<Native & { isBroken?: boolean }, readonly [number, string]> = {
    filters: { ids: 'channel', updated_at_min: 'channel', updated_at_max: 'channel' },
    id: { pattern: /^\d+$/, example: '1' },
    idOf: ({ id }) => id,
    async fetch(query, cursor, { call, leaveOut }) {
      await call({ url: 'https://odd.example/products' });
      if (trouble instanceof Fault) throw trouble;
      // It has forgotten where it was.
      if (trouble === 'stale' && cursor) throw new Fault('channel_failed', 'No.', { status: 400 });
      const { ids, updated_at_min: min = 0, updated_at_max: max = Infinity } = query;
      // An empty answer to what changed looks like any other: only a sweep finds what it hid.
      if (trouble === 'empty' && query.updated_at_min === undefined) return { items: [] };
      const all = ids
        ? ids.flatMap((id) => {
            const kept = records.get(id);
            return kept ? [{ native: kept.now, isBroken: kept.isBroken }] : [];
          })
        : listed().filter(({ native }) => native.updated >= min && native.updated <= max);
      const sorted = all
        .toSorted(
          (a, b) =>
            a.native.updated - b.native.updated || Number(a.native.id) - Number(b.native.id),
        )
        .filter(
          ({ native: { updated, id } }) =>
            !cursor ||
            updated > cursor[0] ||
            (updated === cursor[0] && Number(id) > Number(cursor[1])),
        );
      const items = sorted.slice(0, page);
      const end = items.at(-1)?.native;
      for (const { native, isBroken } of items)
        if (isBroken) leaveOut(unreadableRecord(native.id, 'price'));
      return {
        items: items.flatMap(({ native, isBroken }) => (isBroken ? [] : native)),
        ...(sorted.length > page && end && { next: [end.updated, end.id] as const }),
      };
    },
    transform: ({ id, created, updated, content }) => ({
      ...{ id, title: String(content) },
      created_at: new Date(created).toISOString().replace('.000Z', '+00:00'),
      updated_at: new Date(updated).toISOString().replace('.000Z', '+00:00'),
    }),
  };
  const seconds = (count: number) => ({ seconds: count, why: 'made up', source: 'made up' });
  const kind: KindOfChanges = {
    ...{ by, overlap: seconds(300), settling: seconds(60), floor: seconds(60), sweep: 6 },
    ...{ deletions: 'silent', undated: [] },
  };
  const channel = {
    ...{ title: 'Odd', versions: { default: '1', speaks: { '1': null } }, products },
    ...{ changes: { products: kind }, accountName: () => 'odd', limits: [] },
    check: async () => ({}),
  } as unknown as Channel;

  function become(id: string, to: Partial<Native>, isDated: boolean) {
    const kept = records.get(id);
    content += 1;
    const updated = isDated || !kept ? stamp() : kept.now.updated;
    const before = kept && (time() >= kept.shownFrom ? kept.now : kept.shown);
    const now = {
      id,
      created: kept?.now.created ?? stamp(),
      ...kept?.now,
      content,
      ...to,
      updated,
    };
    records.set(id, {
      ...{ now, shown: before, shownFrom: time() + late, changedAt: time(), isDated },
      ...{ isBroken: kept?.isBroken ?? false, isHidden: kept?.isHidden ?? false },
    });
  }

  return {
    ...{ channel, records, gone, skew },
    create() {
      last += 1;
      become(String(last), {}, true);
    },
    change: (id: string, isDated: boolean) => become(id, {}, isDated),
    spoil(id: string, isBroken: boolean) {
      become(id, {}, true);
      const kept = records.get(id);
      if (kept) kept.isBroken = isBroken;
    },
    hide(id: string, isHidden: boolean) {
      const kept = records.get(id);
      if (!kept) return;
      kept.isHidden = isHidden;
      // Whatever it shows again, no date says when.
      kept.isDated = false;
    },
    remove(id: string) {
      records.delete(id);
      gone.set(id, time());
    },
    trouble(next: typeof trouble) {
      trouble = next;
    },
  };
}

type Said = Pick<Entry, 'change' | 'at' | 'fault'> & { readonly id: string };

/** The process ends in the middle of something. */
export class Killed extends Error {}

/** Follows a shop for one client, by hand: whatever is due is read when it is asked for. */
export async function followShop(store: Store, shop: OddShop, time: () => number) {
  const client = 'shop-app';
  const user = await store.users.ensure(client, 'u');
  assert.ok(user);
  await store.credentials.save({
    ...{ userId: user.id, channel: 'odd', account: {}, secrets: {}, expiresAt: null },
    accountKey: 'odd',
  });
  const connect = ((_: unknown, { recorder }: Parameters<Connect>[1]) => ({
    call: async ({ url }: { url: string }) => {
      recorder?.asked({ method: 'GET', uri: url, tries: 1, waited: 0 })();
      const date = new Date(time() + shop.skew).toUTCString();
      return { status: 200, headers: { date }, text: '', body: undefined };
    },
    clean: (error: unknown) => error,
    remember: (__: string, ___: number, make: () => unknown) => make(),
    settle: () => {},
  })) as unknown as Connect;
  const channels = { odd: shop.channel };
  const accounts = createAccounts({ channels, store, connect, now: time });
  const options = { signal: new AbortController().signal, deadline: time() + MINUTE };
  const { key } = await accounts.open({ client, tpUserId: 'u' }, 'odd', options);
  const put = async (keep: 'digests' | 'nothing') => {
    const wish = {
      ...{ clientId: client, userId: user.id, channel: 'odd', resource: 'products' as const },
      ...{ every: 60, sweep: null, keep, account: key },
    };
    assert.equal(typeof (await store.watches.put(wish, 10)), 'number');
  };
  await put('digests');
  let dies: () => boolean = () => false;
  const mortal =
    <A extends unknown[], R>(work: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      if (dies()) throw new Killed();
      const done = await work(...given);
      if (dies()) throw new Killed();
      return done;
    };
  const { write, finish, endSweep } = store.readings;
  const readings = {
    ...store.readings,
    write: mortal(write),
    finish: mortal(finish),
    endSweep: mortal(endSweep),
  };
  const read = createReader({
    ...{ channels, accounts, store: { ...store, readings }, now: time, random: () => 0.5 },
    onUnexpected: (error) => {
      if (!(error instanceof Killed)) throw error;
    },
    onSetAside: () => {},
    onFound: () => {},
  });
  let claims = 0;
  // Read on from where the last look ended, as a client does.
  const said: Said[] = [];
  let reached = 0;
  return {
    put,
    /** Reads what is due now, to its end; a process may die with it, by chance. */
    async readDue(chance: () => boolean = () => false): Promise<void> {
      for (let round = 0; round < 50; round++) {
        claims += 1;
        const claiming = { lane: client, limit: 1, now: time(), until: time() + 10 * SECOND };
        const [held] = await store.readings.claim({ ...claiming, by: `holder-${claims}` });
        if (!held) return;
        // Twice in a row would set it aside.
        dies = held.deaths > 0 ? () => false : chance;
        await read(held as ClaimedReading, new AbortController().signal).catch((error) => {
          if (!(error instanceof Killed)) throw error;
        });
      }
    },
    async state() {
      const [one] = await store.watches.list(client, {}, -1, 1);
      assert.ok(one);
      return one;
    },
    /** All entries so far, by record. */
    async entries(): Promise<ReadonlyMap<string, readonly Said[]>> {
      const seal = await store.feed.keyFor(client);
      for (let isEnd = false; !isEnd; ) {
        const next = await store.feed.entries(client, reached, 500, {});
        for (const { record, ...entry } of next.entries)
          said.push({ ...entry, id: record === null ? '' : seal.open(record) });
        reached = next.reached?.seq ?? reached;
        isEnd = next.isEnd;
      }
      return Map.groupBy(said, ({ id }) => id);
    },
  };
}
