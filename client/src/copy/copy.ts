// Keeps a copy in a database: watches what it needs, loads everything once, then follows the log.
import { type Change, readChanges } from '../changes.ts';
import type { Connection } from '../connection.ts';
import { ManifoldError } from '../error.ts';
import { partialOf } from '../partial.ts';
import { sleep } from '../retry.ts';
import { tryAgain, unreadOf } from './again.ts';
import { type Kept, type Mark, openKept, type Writing } from './kept.ts';
import { leftOutOf, readNamed, readPage } from './reading.ts';
import { keyOf, scopeOf } from './scope.ts';
import type { Copying, CopyStep, Steps, UpToDate } from './steps.ts';
import { AGAIN, survey, troubleOf, type Wanted } from './survey.ts';

/** Seconds between two surveys; the other while a watch reads for the first time. */
const SURVEY = 60;
const SURVEY_SOON = 1;
/** So many times as long as it took is the pause at least. */
const SURVEY_SHARE = 20;
const LONGEST_WAIT = 30;
/** Seconds after which a service that does not answer is asked again. */
const PAUSE = 30;
const CONCURRENCY = 4;
const LOST_PLACE: ReadonlySet<string> = new Set(['cursor_expired', 'invalid_cursor']);
const MARKS: Readonly<Partial<Record<Change['change'], Mark>>> = {
  deleted: 'deleted_at',
  left_window: 'left_window_at',
};

export async function* copy(connection: Connection, client: string, options: Copying): Steps {
  const { once = false, signal } = options;
  const kept = await openKept(options.to, client, () => connection.clock(signal));
  const turns = createTurns(connection, kept, options);
  for (;;) {
    try {
      signal?.throwIfAborted();
      if (kept.cursor() === undefined) await turns.begin();
      const isUpToDate = yield* turns.next();
      if (isUpToDate && once) return;
    } catch (error) {
      if (!(error instanceof ManifoldError)) throw error;
      const { code, message, retryable, retryAfter } = error;
      const isLost = LOST_PLACE.has(code);
      if (!isLost && (once || !retryable)) throw error;
      yield { step: 'trouble', code, message };
      if (isLost) await turns.begin();
      else await sleep(retryAfter ?? PAUSE, signal);
    }
  }
}

function createTurns(connection: Connection, kept: Kept, options: Copying) {
  const { signal } = options;
  let wanted: ReadonlyMap<string, Wanted> = new Map();
  let nextSurvey = 0;
  const loaded = new Map<string, number>();

  const linked = () => [...wanted.values()].filter(({ how }) => how !== 'unlinked');
  const unloaded = (how: Wanted['how']) =>
    [...wanted.values()].filter((one) => one.how === how && one.state.loadedAt === null);

  /** From the end of the log, which is taken before anything is loaded: nothing falls in between. */
  async function begin(): Promise<void> {
    const { cursor } = await readChanges(connection, { cursor: 'now', wait: 0, signal });
    const begunAt = new Date(await connection.clock(signal)).toISOString();
    const scopes = (await kept.scopes()).map((scope) => ({ ...scope, ...AGAIN, begunAt }));
    await kept.write({ cursor, scopes });
    wanted = new Map();
    nextSurvey = 0;
  }

  /** One page of what is to be loaded, one batch of the log. True at the end of both. */
  async function* next(): Steps<boolean> {
    const began = performance.now();
    if (began >= nextSurvey) {
      const found = await survey(connection, kept, options);
      wanted = found.wanted;
      const now = performance.now();
      // With many users it takes long, and is made less often.
      const pause = Math.max(SURVEY * 1000, (now - began) * SURVEY_SHARE);
      nextSurvey = now + (unloaded('waiting').length > 0 ? SURVEY_SOON * 1000 : pause);
      yield* found.troubles;
      for (const { state } of linked()) yield* tryAgain(connection, kept, state, signal);
    }
    yield* loadSome(unloaded('ready').slice(0, CONCURRENCY));
    const isBusy = unloaded('ready').length > 0;
    const isWaiting = unloaded('waiting').length > 0;
    const isEnd = yield* follow(isBusy || isWaiting || options.once ? 0 : LONGEST_WAIT);
    if (!isEnd || isBusy) return false;
    if (isWaiting) {
      await sleep(SURVEY_SOON, signal);
      return false;
    }
    yield await upToDate();
    return true;
  }

  /** What the watches said before the log was read to its end holds for the copy now. */
  async function upToDate(): Promise<UpToDate> {
    const all = linked();
    const behind = all.filter(({ state, mark }) => state.loadedAt && state.completeUntil !== mark);
    for (const one of behind) one.state = { ...one.state, completeUntil: one.mark };
    if (behind.length > 0) await kept.write({ scopes: behind.map(({ state }) => state) });
    const marks = all.map(({ state }) => (state.loadedAt ? state.completeUntil : null));
    const times = marks.map((mark) => Date.parse(mark ?? ''));
    return {
      step: 'up_to_date',
      completeUntil:
        times.length === 0 || times.some(Number.isNaN) ? undefined : new Date(Math.min(...times)),
      unread: await kept.unreadCount(),
      missing: all.filter(({ state }) => !state.loadedAt).map(({ state }) => scopeOf(state)),
    };
  }

  async function* loadSome(some: readonly Wanted[]): Steps {
    const pages = await Promise.allSettled(
      some.map(({ state }) => readPage(connection, state, signal)),
    );
    for (const [index, one] of some.entries()) {
      const result = pages[index];
      if (result?.status !== 'fulfilled') {
        one.how = 'stuck';
        yield troubleOf(one.state, result?.reason);
        continue;
      }
      const { page } = result.value;
      const isLast = page.token === undefined;
      const now = new Date(await connection.clock(signal)).toISOString();
      const state = { ...result.value.state, loadedAt: isLast ? now : null };
      await kept.write({
        scopes: [state],
        records: [{ ...scopeOf(state), records: page.records, partial: partialOf(page) }],
        unread: leftOutOf(state, page),
        ...(isLast && { listed: [state] }),
      });
      one.state = state;
      const records = (loaded.get(keyOf(state)) ?? 0) + page.records.length;
      loaded.set(keyOf(state), records);
      yield { step: isLast ? 'loaded' : 'loading', ...scopeOf(state), records };
    }
  }

  /** One batch of the log: what it names is read as it is now. True at the end of the log. */
  async function* follow(wait: number): Steps<boolean> {
    const asked = { cursor: kept.cursor(), wait, signal };
    const { changes, cursor, more } = await readChanges(connection, asked);
    // Of several entries of a record, the last: it is read as it is now.
    const last = new Map<string, Change>();
    for (const change of changes)
      if (wanted.has(keyOf(change))) last.set(JSON.stringify([keyOf(change), change.id]), change);
    const entries = [...last.values()];
    const read = entries.filter(({ id, change }) => id !== null && !(change in MARKS));
    const groups = new Map<string, Change[]>();
    for (const one of read) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
    const writings = await inTurn([...groups.values()], readEntries);
    const nameless = entries.filter(({ id }) => id === null);
    const marks = entries.flatMap(({ id, change, ...scope }) => {
      const as = MARKS[change];
      return id !== null && as ? [{ ...scopeOf(scope), id, as }] : [];
    });
    const { written } = await kept.write({
      ...{ cursor, marks },
      records: writings.flatMap(({ records = [] }) => records),
      unread: [
        ...nameless.map((one) => unreadOf(scopeOf(one), { id: '' }, one.fault)),
        ...writings.flatMap(({ unread = [] }) => unread),
      ],
    });
    yield* writings.flatMap(({ trouble }) => trouble ?? []);
    if (written + marks.length > 0)
      yield { step: 'changed', records: written, marked: marks.length };
    return !more;
  }

  async function readEntries(
    group: readonly Change[],
  ): Promise<Writing & { readonly trouble?: CopyStep }> {
    const [first] = group;
    if (!first) return {};
    const scope = scopeOf(first);
    const byId = new Map(group.map((one) => [one.id ?? '', one]));
    try {
      const known = [...byId.keys()].map((id) => ({ id }));
      const { records, partial, absent } = await readNamed(connection, scope, known, signal);
      const unread = absent.map((one) => unreadOf(scope, one, byId.get(one.id)?.fault));
      return { records: [{ ...scope, records, partial }], unread };
    } catch (error) {
      const trouble = troubleOf(scope, error);
      const { code, message } = trouble;
      const unread = [...byId.keys()].map((id) => ({ ...scope, id, code, message }));
      return { unread, trouble };
    }
  }

  return { begin, next };
}

/** All of them, a few at the same time. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += CONCURRENCY)
    results.push(...(await Promise.all(items.slice(at, at + CONCURRENCY).map(work))));
  return results;
}
