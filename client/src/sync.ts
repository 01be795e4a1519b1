// Keeps a copy: reads what changed since the last run, window by window, and can go on from any page.
import type { Connection } from './connection.ts';
import { type Asking, type Resource, recordsOf } from './data.ts';
import { ManifoldError } from './error.ts';
import { CONCURRENCY, type Known, lookUp } from './gone.ts';
import type { Filter, Page, Warning } from './page.ts';
import { type LeftOut, partialOf } from './partial.ts';
import { readState, type State, type Window, writeState } from './sync-state.ts';

export interface Syncing extends Asking {
  readonly resource: Resource;
  /** What the last batch gave; absent, the run reads everything. */
  readonly state?: string | undefined;
  /** Seconds before now up to which a run reads, for what is written late. Default: 120. */
  readonly settle?: number | undefined;
  /** Seconds that a run reads once more of what the run before it read. Default: 600. */
  readonly overlap?: number | undefined;
  readonly fields?: unknown;
  readonly include?: unknown;
  readonly api_version?: string | undefined;
}

/** Records to put into the copy, by their id; and the state to keep, in the same transaction. */
export interface Batch<Item> {
  readonly records: readonly Item[];
  readonly state: string;
  /** Everything that changed until then is in the copy. Undefined while the first run goes on. */
  readonly completeUntil: Date | undefined;
  /** What the service says of these records, and what may be missing among them. */
  readonly warnings: readonly Warning[];
  /** Every filter in force; `by: 'default'` where no one asked for it. */
  readonly filters: readonly Filter[];
  /**
   * By id: fields of these records that came without what the channel has there. Keep what the copy
   * has of them: `mergeLeftOut(record, old, partial)`.
   */
  readonly partial: LeftOut;
  /** Records that could not be read so far (`lenient`), by id. The state names them: each run tries again. */
  readonly unread: readonly string[];
}

const SETTLE = 120;
const OVERLAP = 600;
/** How often a run begins a window again, because the page token in the state was not taken any more. */
const RESTARTS = 3;
/** How many records the state names that are to be read again; with more, their window is. */
const MOST_AGAIN = 1000;

export async function* sync<Item extends Known>(
  connection: Connection,
  { resource, state: kept, settle = SETTLE, overlap = OVERLAP, ...asking }: Syncing,
): AsyncGenerator<Batch<Item>, void, undefined> {
  for (const [name, value] of Object.entries({ settle, overlap }))
    if (!(value >= 0)) throw new RangeError(`${name} must be a number of seconds from 0 up.`);
  const owner = { resource, channel: asking.channel, user: asking.user };
  const state = readState(kept, owner);
  // Fixed before anything is read: what changes from now on belongs to the next run.
  const horizon = Math.floor((await connection.clock(asking.signal)) / 1000 - settle);
  const again = new Set(state.again);
  let until = state.until;
  let window = state.window ?? windowAfter(until, horizon, overlap);
  let restarts = 0;

  const batch = (page: Read<Item>, next: Omit<State, 'again'>): Batch<Item> => ({
    records: page.records,
    state: writeState({ ...next, ...(again.size > 0 && { again: [...again] }) }, owner),
    completeUntil: next.until === undefined ? undefined : new Date(next.until * 1000),
    warnings: page.warnings,
    filters: page.filters,
    partial: partialOf(page),
    unread: [...again],
  });

  // What earlier runs left out comes first: whatever a window holds of it is newer.
  const left = [...again].map((id) => ({ id }));
  for (let at = 0; at < left.length; at += CONCURRENCY) {
    const group = left.slice(at, at + CONCURRENCY);
    const { pages, absent } = await lookUp<Item>(connection, resource, asking, group);
    const unsure = new Set(absent.filter(({ answer }) => answer === 'unknown').map(idOf));
    for (const { id } of group) if (!unsure.has(id)) again.delete(id);
    const read = {
      records: pages.flatMap(({ records }) => records),
      warnings: pages.flatMap(({ warnings }) => warnings),
      filters: pages.flatMap(({ filters }) => filters),
    };
    yield batch(read, { until, window: state.window });
  }

  while (window) {
    let { hole = false }: Window = window;
    try {
      for await (const page of pagesOf(window)) {
        for (const { id } of page.records) again.delete(id);
        hole = noteUnread(page, again) || hole;
        const { from, to } = window;
        const rest = { from, to, token: page.token, form: formOf(asking), ...(hole && { hole }) };
        const done = hole ? until : window.to;
        yield batch(page, page.token ? { until, window: rest } : { until: done });
      }
    } catch (error) {
      if (!(error instanceof ManifoldError)) throw error;
      if (error.code === 'unsupported_filter') throw cannotSync(error, owner);
      if (error.code !== 'invalid_page_token' || restarts >= RESTARTS) throw error;
      // It lives for 24 hours, and for one account. What was read of the window is read again.
      restarts += 1;
      window = { from: window.from, to: window.to };
      continue;
    }
    // The next run reads it again, from its beginning.
    if (hole) return;
    until = window.to;
    window = windowAfter(until, horizon, overlap);
  }

  function pagesOf({ from, to, token, form }: Window) {
    const query = {
      ...asking,
      ...(from !== undefined && { updated_at_min: timeOf(from) }),
      updated_at_max: timeOf(to),
      // Some channels give open orders alone unless set otherwise; a copy wants their ends too.
      ...(resource === 'orders' && { status: 'any' }),
    };
    // A token brings the form that its walk began with; with another the window is begun again.
    const same = form === formOf(asking);
    return recordsOf<Item>(connection, resource, query).pages({ from: same ? token : undefined });
  }
}

/** What a batch is made of. */
type Read<Item> = Pick<Page<Item>, 'records' | 'warnings' | 'filters'>;

const idOf = ({ id }: Known): string => id;

/**
 * Takes down the records that a page left out. True where one has no name, or they are too many: then
 * only reading the window again brings them.
 */
function noteUnread({ warnings }: Pick<Page<Known>, 'warnings'>, again: Set<string>): boolean {
  let isLost = false;
  for (const { code, leaves_out, ids = [], count } of warnings) {
    // What is beyond the vendor's window stays there, no matter who reads again.
    if (leaves_out !== 'records' || code === 'orders_window') continue;
    for (const id of ids) if (again.size < MOST_AGAIN) again.add(id);
    isLost ||= ids.length < count || ids.some((id) => !again.has(id));
  }
  return isLost;
}

/** From a little before the mark up to the horizon; nothing where the horizon has not moved. */
function windowAfter(
  until: number | undefined,
  horizon: number,
  overlap: number,
): Window | undefined {
  if (until === undefined) return { to: horizon };
  return until < horizon ? { from: until - Math.ceil(overlap), to: horizon } : undefined;
}

/** What of a request its page tokens are bound to. */
const formOf = ({ fields, include, api_version, limit }: Omit<Syncing, 'resource'>): string =>
  JSON.stringify([fields, include, api_version, limit].map((value) => value ?? null));

/** Whole seconds: the precision of records. */
const timeOf = (seconds: number): string =>
  `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;

const cannotSync = (
  error: ManifoldError,
  { resource, channel }: { readonly resource: Resource; readonly channel: string },
): ManifoldError =>
  new ManifoldError(
    'cannot_sync',
    `${channel} cannot say which ${resource} changed since a time. Read all of them now and then instead, with manifold.${resource}(…), and ask manifold.gone(…) for those that are missing.`,
    { ...error, cause: error },
  );
