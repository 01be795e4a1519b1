// What of a page is news: records held against what is kept of them.
import type { KindOfChanges } from '../channels/changes.ts';
import { readInstant } from '../model/time.ts';
import type { ClaimedReading, NewEntry, Seen } from '../store/index.ts';
import { overlapOf } from './window.ts';

/** How records were come by, which decides what an unknown one is. */
export type Found =
  /** By their date of change. */
  | 'dated'
  /** By a look at everything: for the first time, or later. */
  | 'first sweep'
  | 'sweep'
  /** By their identifier, for which there was a reason. */
  | 'named'
  /** As part of the time before the watch. */
  | 'history';

export interface Compared {
  readonly how: Found;
  readonly entries: readonly NewEntry[];
  readonly seen: readonly Omit<Seen, 'missed'>[];
}

type Item = Readonly<Record<string, unknown>>;

/** A record that cannot be read; without an identifier where it has none. */
export interface Unread {
  readonly id: string | undefined;
  readonly code: string;
}

/** So many records are looked up together. */
export async function compare(
  held: ClaimedReading,
  kind: KindOfChanges,
  how: Found,
  page: { readonly records: readonly Item[]; readonly unread: readonly Unread[] },
  known: (records: readonly string[]) => Promise<ReadonlyMap<string, Seen>>,
  now: number,
  figures: ReadonlyMap<string, number> = new Map(),
): Promise<Compared> {
  const { names } = held;
  // The last of a record that came twice.
  const byName = new Map<
    string,
    { readonly item?: Item; readonly digest: number; code?: string }
  >();
  for (const item of page.records)
    byName.set(names.seal(String(item.id)), { item, digest: names.digest(JSON.stringify(item)) });
  for (const { id, code } of page.unread)
    if (id !== undefined) byName.set(names.seal(id), { digest: names.digest(code), code });
  const before = await known([...byName.keys()]);
  const entries: NewEntry[] = [];
  const seen: Omit<Seen, 'missed'>[] = [];
  for (const [record, { item, digest, code }] of byName) {
    const old = before.get(record);
    const figure = figures.get(record) ?? null;
    const isSame = old?.digest === digest;
    const at = item ? windowDate(item, kind) : (old?.at ?? null);
    if (!isSame || old?.missed != null || (figure !== null && old?.figure !== figure))
      seen.push({ record, digest, at, figure });
    // Of one that cannot be read it is not known whether it changed again; its date says so.
    const isOld = isSame && !(code !== undefined && how === 'dated');
    if (isOld && how !== 'history') continue;
    const change = changeOf(item, old, how, held.startedAt - overlapOf(kind));
    if (change) entries.push({ record, change, at: now, fault: code ?? null });
  }
  for (const { id, code } of page.unread)
    if (id === undefined) entries.push({ record: null, change: 'updated', at: now, fault: code });
  return { how, entries, seen };
}

/** Undefined: it was like this before the watch began. */
function changeOf(
  item: Item | undefined,
  old: Seen | undefined,
  how: Found,
  start: number,
): 'created' | 'updated' | undefined {
  if (how === 'history') return 'created';
  if (old || !item) return 'updated';
  const [made, changed] = [dateOf(item, 'created_at'), dateOf(item, 'updated_at')];
  if (made !== null && made >= start) return 'created';
  if (changed !== null && changed >= start) return 'updated';
  if (how === 'named') return 'updated';
  // It was not there when everything was looked at.
  if (how === 'sweep') return 'created';
  return undefined;
}

/** The date by which the vendor shows a record for a time only. */
const windowDate = (item: Item, { window }: KindOfChanges): number | null =>
  window ? dateOf(item, window.by) : null;

function dateOf(item: Item, name: 'created_at' | 'updated_at'): number | null {
  const value = item[name];
  return typeof value === 'string' ? (readInstant(value) ?? null) : null;
}
