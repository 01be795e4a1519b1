// Keeps a copy: reads what changed since the last run, window by window, and can go on from any page.
import type { Connection } from './connection.ts';
import { type Asking, type Resource, recordsOf } from './data.ts';
import { ManifoldError } from './error.ts';
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
}

const SETTLE = 120;
const OVERLAP = 600;
/** How often a run begins a window anew, because the page token in the state was not taken any more. */
const RESTARTS = 3;

export async function* sync<Item>(
  connection: Connection,
  { resource, state: kept, settle = SETTLE, overlap = OVERLAP, ...asking }: Syncing,
): AsyncGenerator<Batch<Item>, void, undefined> {
  for (const [name, value] of Object.entries({ settle, overlap }))
    if (!(value >= 0)) throw new RangeError(`${name} must be a number of seconds from 0 up.`);
  const owner = { resource, channel: asking.channel, user: asking.user };
  const state = readState(kept, owner);
  // Fixed before anything is read: what changes from now on belongs to the next run.
  const horizon = Math.floor((await connection.clock(asking.signal)) / 1000 - settle);
  let until = state.until;
  let window = state.window ?? windowAfter(until, horizon, overlap);
  let restarts = 0;

  while (window) {
    try {
      for await (const page of pagesOf(window)) {
        const next: State = page.token
          ? { until, window: { ...window, token: page.token, form: formOf(asking) } }
          : { until: window.to };
        const completeUntil = next.until === undefined ? undefined : new Date(next.until * 1000);
        yield { records: page.records, state: writeState(next, owner), completeUntil };
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
    until = window.to;
    window = windowAfter(until, horizon, overlap);
  }

  function pagesOf({ from, to, token, form }: Window) {
    const query = {
      ...asking,
      ...(from !== undefined && { updated_at_min: timeOf(from) }),
      updated_at_max: timeOf(to),
      // Some channels give open orders alone unless told otherwise; a copy wants their ends too.
      ...(resource === 'orders' && { status: 'any' }),
    };
    // A token brings the form that its walk began with; whoever wants another begins the window anew.
    const same = form === formOf(asking);
    return recordsOf<Item>(connection, resource, query).pages({ from: same ? token : undefined });
  }
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
    `${channel} cannot tell which ${resource} changed since a time. Read all of them now and then instead, with manifold.${resource}(…), and take those that are missing for deleted.`,
    { ...error, cause: error },
  );
