// The promise of the feed, held against everything that happened: the channel walked before and after.
import assert from 'node:assert/strict';
import type { JournalEntry } from '../../sandbox/living/journal.ts';
import { channels } from '../../src/channels/index.ts';
import type { Entry, House, Item } from './house.ts';

export type Kind = 'orders' | 'products';

/** Every channel and kind of record that can be followed. */
export const FOLLOWED = Object.entries(channels).flatMap(([channel, { orders, products }]) =>
  [orders && ('orders' as const), products && ('products' as const)].flatMap((kind) =>
    kind ? [{ channel, kind }] : [],
  ),
);

export type Shop = ReadonlyMap<string, Item>;

/** All that a channel shows now, whatever its state. */
export async function walked(house: House, channel: string, kind: Kind): Promise<Shop> {
  const status = kind === 'orders' &&
    channels[channel]?.orders?.filters.status && { status: 'any' };
  const { items } = await house.walk(kind, channel, { limit: 100, ...status });
  return new Map(items.map((item) => [String(item.id), item]));
}

/** Those of these that the channel has, asked by their identifiers. */
export async function namedOf(
  house: House,
  channel: string,
  kind: Kind,
  ids: readonly string[],
): Promise<readonly string[]> {
  const status = kind === 'orders' &&
    channels[channel]?.orders?.filters.status && { status: 'any' };
  const there: string[] = [];
  for (let at = 0; at < ids.length; at += 50) {
    const some = { ids: ids.slice(at, at + 50).join(','), limit: 50, ...status };
    const { items } = await house.walk(kind, channel, some);
    there.push(...items.map(({ id }) => String(id)));
  }
  return there;
}

/**
 * Nothing is missing: who follows the log from the one to the other has the other. And nothing is
 * said to be gone that is there.
 */
export function assertPromise(
  what: string,
  before: Shop,
  after: Shop,
  entries: readonly Entry[],
  isSwept = true,
): void {
  const named = Map.groupBy(entries, ({ id }) => id ?? '');
  for (const [id, item] of after) {
    const last = named.get(id)?.at(-1)?.change;
    const old = before.get(id);
    const isDated = isSwept || old?.updated_at !== item.updated_at;
    // What products of old lines are today is found by no scan.
    const isChanged = isDated && contentOf(old) !== contentOf(item);
    if (isChanged)
      assert.ok(
        last === 'created' || last === 'updated',
        `${what} ${id} changed and the log says ${last}:\n${difference(old, item)}`,
      );
    assert.ok(
      last !== 'deleted' && last !== 'left_window',
      `${what} ${id} is there, the log says ${last}`,
    );
  }
  for (const id of before.keys())
    if (isSwept && !after.has(id)) {
      const last = named.get(id)?.at(-1)?.change;
      assert.ok(
        last === 'deleted' || last === 'left_window',
        `${what} ${id} is gone, the log says ${last}`,
      );
    }
  for (const [id, theirs] of named)
    for (const [at, { change, seq }] of theirs.entries()) {
      const previous = theirs[at - 1];
      assert.ok(!previous || previous.seq < seq, `${what} ${id}: in the order of the log`);
      if (change === 'created')
        assert.ok(
          !before.has(id) || theirs[at - 1]?.change === 'deleted',
          `${what} ${id} was there before`,
        );
    }
  const seqs = entries.map(({ seq }) => seq);
  assert.deepEqual(
    seqs,
    seqs.toSorted((a, b) => a - b),
  );
}

/** What is known of a reading when the log is held against it. */
export interface Reached {
  /** Up to when everything must be in the log, by the vendor's clock. */
  readonly until: number;
  /** Milliseconds that the vendor's clock is ahead. */
  readonly ahead: number;
  /** Whether what no date shows must be in the log too. */
  readonly isUndated: boolean;
}

/**
 * Nothing that was done is missing: whatever the sandbox's own journal has of a time is in the log
 * since, and nothing is said to be gone that is there. Returns how many changes were held against it.
 */
export function assertFollowed(
  what: string,
  journal: readonly JournalEntry[],
  entries: readonly Entry[],
  { until, ahead, isUndated }: Reached,
): number {
  const [did, said] = [Map.groupBy(journal, ({ id }) => id), Map.groupBy(entries, ({ id }) => id)];
  let held = 0;
  for (const [id, steps] of did) {
    const isGone = steps.at(-1)?.change === 'deleted';
    const last = said.get(id)?.at(-1);
    const isBack = ({ change, at }: JournalEntry) =>
      change === 'created' && at - ahead >= Date.parse(last?.at ?? '');
    assert.ok(
      isGone || last?.change !== 'deleted' || steps.some(isBack),
      `${what} ${id} is there, the log says deleted`,
    );
    // A record is shown with the date of its last change; what came and went in between is not shown.
    const shown = steps.findLast(({ moves }) => moves || isUndated);
    if (isGone || !shown || shown.at >= until) continue;
    held += 1;
    const since = Math.floor((shown.at - ahead) / 1000) * 1000;
    assert.ok(
      last && Date.parse(last.at) >= since,
      `${what} ${id}: ${shown.act} ${shown.what.join()} at ${new Date(shown.at).toISOString()} by its clock, the log says ${last?.change} at ${last?.at}`,
    );
  }
  for (const [id, theirs] of said)
    for (const { change } of theirs)
      if (change === 'deleted')
        assert.ok(
          did.get(id ?? '')?.some((step) => step.change === 'deleted'),
          `${what} ${id} was never gone, the log says deleted`,
        );
  return held;
}

const OF_TODAY = new Set(['product_id', 'variant_id', 'product_exists', 'sku']);

const contentOf = (record: Item | undefined) =>
  JSON.stringify(record, (name, value) => (OF_TODAY.has(name) ? undefined : value));

/** Where two records differ. */
function difference(before: unknown, after: unknown, path = ''): string {
  if (JSON.stringify(before) === JSON.stringify(after)) return '';
  if (!isTree(before) || !isTree(after))
    return `${path}: ${JSON.stringify(before)} became ${JSON.stringify(after)}\n`;
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .map((name) => difference(before[name], after[name], `${path}/${name}`))
    .join('');
}

const isTree = (value: unknown): value is Item => typeof value === 'object' && value !== null;
