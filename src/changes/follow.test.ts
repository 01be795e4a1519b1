// Tests of following a channel that pages through so many records and no further.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInstant } from '../model/time.ts';
import type { WatchedBy } from '../store/index.ts';
import { followDates, readHistory } from './follow.ts';
import type { Pass } from './pass.ts';
import type { Window } from './window.ts';

const START = Date.UTC(2026, 10, 1);
const SECOND = 1000;
/** So many records the channel shows of one window, a few at a time. */
const MOST = 10;
const PAGE = 4;

type Bounds = { readonly updated_at_min: number; readonly updated_at_max: number };
type Item = { readonly id: string; readonly updated_at: string };

/** A shop with one change a second, and as many passes as it takes to read it. */
function shop(changes: number) {
  const all: Item[] = Array.from({ length: changes }, (_, at) => ({
    id: String(at),
    updated_at: new Date(START + at * SECOND).toISOString(),
  }));
  const found: string[] = [];
  const watch = { id: 1, since: START, history: '' as string | null };
  let progress: { window?: Window } = {};
  const settling = { seconds: 0, why: '', source: '' };
  /** Two pages each. */
  const pass = () => {
    let pages = 0;
    return {
      kind: { by: 'updated_at', overlap: settling, settling },
      account: { clockBehind: () => 0 },
      held: { names: { seal: (text: string) => text, open: (text: string) => text } },
      now: () => START + changes * SECOND,
      get progress() {
        return progress;
      },
      again: (window: Window) => window,
      hasTime: () => pages < 2,
      async page({ updated_at_min: from, updated_at_max: to }: Bounds, { cursor = 0 }: Window) {
        pages += 1;
        const within = all.filter(({ updated_at }) => {
          const at = readInstant(updated_at) ?? 0;
          return at >= from && at <= to;
        });
        const [begin, end] = [Number(cursor), Number(cursor) + PAGE];
        const cut = end >= MOST && within.length > MOST;
        const next = end < within.length && !cut ? end : undefined;
        return { records: within.slice(begin, end), unread: [], next, trail: [], cut };
      },
      compare: async (how: string, { records }: { readonly records: readonly Item[] }) => ({
        ...{ how, seen: [], entries: records.map(({ id }) => ({ record: id })) },
      }),
      async write(
        { entries }: { readonly entries: readonly { readonly record: string }[] },
        { to, history }: { to?: typeof progress; history?: { readonly left: string | null } },
      ) {
        found.push(...entries.map(({ record }) => record));
        if (to) progress = to;
        if (history) watch.history = history.left;
      },
    } as unknown as Pass;
  };
  return { all, found, watch, pass };
}

const ids = (items: readonly Item[]) => items.map(({ id }) => id);
const once = (found: readonly string[]) => [...new Set(found)];

test('changes beyond what the channel pages through are read in parts', async () => {
  const { all, found, pass } = shop(60);
  let mark = START;
  for (let passes = 0; mark < START + 60 * SECOND; passes += 1) {
    assert.ok(passes < 100);
    mark = (await followDates(pass(), mark)).mark ?? mark;
  }
  assert.deepEqual(once(found), ids(all));
});

test('the time before a watch is read in parts too, to its end', async () => {
  const { all, found, watch, pass } = shop(60);
  for (let passes = 0; watch.history !== null; passes += 1) {
    assert.ok(passes < 100);
    const isOver = await readHistory(pass(), watch as unknown as WatchedBy);
    assert.equal(isOver, watch.history === null);
  }
  assert.deepEqual(once(found), ids(all));
});
