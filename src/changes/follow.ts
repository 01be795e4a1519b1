// Follows what changed: by date of change, by the vendor's own events, by hints, and the time before.
import type { KindOfChanges } from '../channels/changes.ts';
import { MAX_IDS } from '../model/query.ts';
import { readInstant } from '../model/time.ts';
import type { WatchedBy } from '../store/index.ts';
import { idsOf, isDoubtful, type Pass } from './pass.ts';
import { halfOf, horizonOf, type Window, windowAfter } from './window.ts';

/** How far a pass came. */
export interface Came {
  /** Up to when everything is in the log; undefined where that did not move. */
  readonly mark?: number | undefined;
  /** There is more to be read now. */
  readonly more: boolean;
}

/** The window after the mark, page by page; the mark moves when all of it was read. */
export async function followDates(pass: Pass, mark: number): Promise<Came> {
  const { kind, now } = pass;
  let window = pass.progress.window ?? windowAfter(mark, kind, now());
  while (window) {
    const asked = now();
    const page = await pass.page(bounds(window), window);
    // What the channel changes from now on has a date of its own clock.
    if (window.cursor === undefined)
      window = { ...window, mark: horizonOf(kind, asked - pass.account.clockBehind()) };
    if (page.cut) {
      window = halfOf(window);
      await pass.write(NOTHING, { to: { ...pass.progress, window } });
    } else {
      const found = await pass.compare('dated', page);
      const rest = page.next === undefined ? undefined : onward(window, page);
      const { window: _, ...others } = pass.progress;
      await pass.write(found, { to: rest ? { ...others, window: rest } : others });
      if (!rest)
        return {
          mark: Math.max(mark, Math.min(window.to, window.mark ?? window.to)),
          more: window.to < horizonOf(kind, now()) - LAG,
        };
      window = rest;
    }
    if (!pass.hasTime()) return { more: true };
  }
  return { more: false };
}

const NOTHING = { how: 'dated' as const, entries: [], seen: [] };
/** A window that ends so long before the horizon is not the last. */
const LAG = 60_000;

const bounds = ({ from, to }: Window) => ({ updated_at_min: from, updated_at_max: to });
const onward = (
  { from, to, mark }: Window,
  { next, trail }: { next: unknown; trail: readonly string[] },
) => ({ from, to, cursor: next, trail, ...(mark !== undefined && { mark }) }) satisfies Window;

/** The vendor's own sequence: what happened, and then the records as they are. */
export async function followEvents(pass: Pass): Promise<Came> {
  const { resource, account, held, now, kind } = pass;
  for (;;) {
    const { events } = resource;
    if (!events) throw new Error('A channel that is followed by events has none.');
    const asked = horizonOf(kind, now());
    const { sequence } = pass.progress;
    const happened = await account.ask((reading) => events.call(resource, sequence, reading));
    // Of several events of a record, only the last matters: it is read as it is now.
    const last = new Map(happened.events.map((event) => [event.id, event]));
    const gone = [...last.values()].filter((event) => event.gone);
    const changed = [...last.values()].filter((event) => !event.gone).map(({ id }) => id);
    for (let at = 0; at < changed.length; at += MAX_IDS) {
      const page = await pass.named(changed.slice(at, at + MAX_IDS));
      await pass.write(await pass.compare('named', page), {});
    }
    const records = gone.map(({ id }) => held.names.seal(id));
    const entries = records.map((record) => ({
      ...{ record, change: 'deleted' as const, at: now(), fault: null },
    }));
    const to = { ...pass.progress, sequence: happened.next };
    await pass.write(
      { how: 'named', entries, seen: [] },
      { to, ...(records.length > 0 && { forget: records }) },
    );
    if (!happened.more) return { mark: asked, more: false };
    if (!pass.hasTime()) return { more: true };
  }
}

/** Records that somebody says have changed. The mark does not move for it. */
export async function followHints(
  pass: Pass,
  hints: readonly string[],
  since: number,
): Promise<void> {
  const { held } = pass;
  const page = await pass.named(hints.map((record) => held.names.open(record)));
  const found = await pass.compare('named', page);
  // Topics are not signed, and a shop may be out of order: what is not there is asked for once more.
  const there = new Set(idsOf(page).map((id) => held.names.seal(id)));
  const away = isDoubtful(page) ? [] : hints.filter((record) => !there.has(record));
  await pass.write(found, { missed: away, hints: { records: hints, until: since } });
}

/** What of the time before a watch is being read, and up to when others follow it. */
type Past = Window & { readonly until?: number };

/** The time before a watch, for that watch alone. True when there is no more of it. */
export async function readHistory(pass: Pass, watch: WatchedBy): Promise<boolean> {
  const { kind, held, now } = pass;
  const since = watch.since ?? 0;
  let window: Past =
    watch.history === '' || watch.history === null
      ? { from: since, to: horizonOf(kind, now()) }
      : pass.again(JSON.parse(held.names.open(watch.history)));
  while (pass.hasTime()) {
    const { until = window.to } = window;
    const page = await pass.page(dated(kind) ? bounds(window) : {}, window);
    const isCut = page.cut && dated(kind);
    const records = page.records.filter((record) => isSince(record, since));
    const shown = isCut ? { records: [], unread: [] } : { ...page, records };
    const { entries } = await pass.compare('history', shown);
    // Nothing is kept of it: others who watch the same are still to hear of what is new in it.
    const found = { how: 'history' as const, entries, seen: [] };
    let rest: Past | undefined;
    if (isCut) rest = { ...halfOf(window), until };
    else if (page.next !== undefined) rest = { ...onward(window, page), until };
    else if (until > window.to) rest = { from: window.to, to: until };
    const left = rest ? held.names.seal(JSON.stringify(rest)) : null;
    await pass.write(found, { watches: [watch.id], history: { watch: watch.id, left } });
    if (!rest) return true;
    window = rest;
  }
  return false;
}

/** Where the channel does not filter by it, or the record has none, it is taken. */
const isSince = ({ updated_at: date }: Readonly<Record<string, unknown>>, since: number): boolean =>
  typeof date !== 'string' || (readInstant(date) ?? since) >= since;

const dated = ({ by }: KindOfChanges): boolean => by === 'updated_at';
