// Runs override expressions in processes of their own, by turns: what takes too much holds up nobody but its owner.
import { LRUCache } from 'lru-cache';
import { atMost } from '../model/at-most.ts';
import { Fault } from '../model/faults.ts';
import { LineFull } from '../model/places.ts';
import { steady } from '../model/steady.ts';
import { createPool, NoProcess, type Pool, type Seat } from './rule-pool.ts';
import type { Done, Value } from './rule-process.ts';

export type { Value } from './rule-process.ts';

/** What became of one expression. */
export interface Outcome {
  /** For each record its value, or why there is none. */
  readonly values: readonly Value[];
  /** How often it had to be ended within the last hour, if it had to be now; otherwise 0. */
  readonly ends: number;
}

export interface Rules {
  /** For each expression why it cannot be parsed; undefined where it can. */
  check(
    client: string,
    expressions: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (string | undefined)[]>;
  /** Both reject with the signal's reason once that comes, and what is under way is ended. */
  run(
    client: string,
    expressions: readonly string[],
    records: readonly unknown[],
    signal: AbortSignal,
  ): Promise<readonly Outcome[]>;
  close(): void;
}

export interface RulesOptions {
  readonly now: () => number;
  readonly pool?: typeof createPool;
}

/** What one page has used up so far. */
interface Page {
  ends: number;
  size: number;
}

/** What one expression gave for one batch; `ends` where it had to be ended. */
type Result =
  | { readonly values: readonly Value[] }
  | { readonly error: string; readonly ends?: number };

/** Records of one turn, as many as an honest rule works through in some tens of milliseconds. */
const BATCH_RECORDS = 50;
const BATCH_SIZE = 1024 * 1024;
const MAX_RECORD = 4 * 1024 * 1024;
/** Milliseconds of processor time after which a turn is over, if others wait or not. */
const TURN = 100;
/** What one expression may take of it for one batch: among all clients, and among suspects. */
const SLICE = 100;
const LIMIT = 500;
/** What it takes to read the records of a batch; far above any. */
const READING = 1000;
/** How often processes may be ended for one page before the rest of its rules is not run. */
const MAX_ENDS = 2;
/** How often for one client within a minute. */
const MAX_ENDS_OF_CLIENT = 6;
const MINUTE = 60_000;
/** Characters that all rules of a page may yield together. */
const MAX_PAGE = 8 * 1024 * 1024;
const SUSPECT = 10 * MINUTE;
const REMEMBERED = 60 * MINUTE;
const MOST_REMEMBERED = 10_000;

const UNABLE = 'overrides cannot be run at the moment';
const BUSY = 'too many rules are waiting; it was not run';

export function createRules({ now, pool = createPool }: RulesOptions): Rules {
  const forward = steady();
  const time = () => forward(now());
  const memory = { ...atMost(MOST_REMEMBERED), perf: { now: time }, ttlResolution: 0 };
  /** Clients whose rules took too much lately. */
  const suspects = new LRUCache<string, true>({ ...memory, ttl: SUSPECT });
  /** Expressions of a client that had to be ended: how often, and when last. */
  const ended = new LRUCache<string, { readonly times: number; readonly at: number }>({
    ...memory,
    ttl: REMEMBERED,
  });
  /** When rules of a client had to be ended within the last minute. */
  const endsOf = new LRUCache<string, readonly number[]>({ ...memory, ttl: MINUTE });
  const open: Pool = pool({ processes: 4, spare: 1, priority: 0 });
  // A suspect may use up its whole time here, beside other suspects only. The machine gives these
  // processes less.
  const apart: Pool = pool({ processes: 2, spare: 0, priority: 5 });

  const recent = (client: string) =>
    (endsOf.get(client) ?? []).filter((at) => at > time() - MINUTE);

  /** Why an expression is not run now. */
  function heldBack(client: string, expression: string, page: Page): string | undefined {
    const last = ended.get(keyOf(client, expression));
    if (last && time() < last.at + MINUTE)
      return 'it took too long or too much a moment ago, and is not run for a minute';
    if (page.ends >= MAX_ENDS) return 'it was not run, since the rules before it took too long';
    if (recent(client).length >= MAX_ENDS_OF_CLIENT)
      return 'it was not run, since too many rules had to be ended within a minute';
    return undefined;
  }

  function noteEnd(client: string, expression: string, page: Page): number {
    const key = keyOf(client, expression);
    const times = (ended.get(key)?.times ?? 0) + 1;
    ended.set(key, { times, at: time() });
    endsOf.set(client, [...recent(client), time()].slice(-MAX_ENDS_OF_CLIENT));
    page.ends += 1;
    return times;
  }

  /** Expressions over one batch of records (or none, to check them), in as many turns as it takes. */
  async function inTurns(
    client: string,
    expressions: readonly string[],
    records: string | undefined,
    page: Page,
    signal: AbortSignal,
  ): Promise<readonly Result[]> {
    const results: Result[] = [];
    const next = () => {
      for (;;) {
        const expression = expressions[results.length];
        if (expression === undefined || records === undefined) return expression;
        const error = heldBack(client, expression, page);
        if (error === undefined) return expression;
        results.push({ error });
      }
    };
    while (next() !== undefined) {
      const suspect = suspects.has(client);
      let seat: Seat;
      try {
        seat = await (suspect ? apart : open).enter(client, signal);
      } catch (error) {
        if (!(error instanceof LineFull || error instanceof NoProcess)) throw error;
        const why = error instanceof LineFull ? BUSY : UNABLE;
        return expressions.map((_, at) => results[at] ?? { error: why });
      }
      // It may have become one while it waited: all that waits of it goes apart.
      if (!suspect && suspects.has(client)) {
        await seat.leave();
        continue;
      }
      const leave = async () => {
        // Also one whose caller went away before it had taken too much.
        if (!(await seat.leave())) suspects.set(client, true);
      };
      await turn(seat, suspect).catch((error) => {
        void leave();
        throw error;
      });
      await leave();
    }
    return results;

    async function turn(seat: Seat, suspect: boolean) {
      let spent = 0;
      if (records !== undefined) {
        const read = await seat.ask({ records, cpu: READING }, signal);
        if (typeof read === 'string' || 'error' in read) {
          if (suspect)
            while (next() !== undefined)
              results.push({ error: 'the records are too large for it, or too many' });
          suspects.set(client, true);
          return;
        }
        spent += read.cpu;
      }
      const cpu = suspect ? LIMIT : SLICE;
      for (let text = next(); text !== undefined && spent < TURN; text = next()) {
        const order = records === undefined ? { check: text, cpu } : { run: text, cpu };
        const done = await seat.ask(order, signal);
        if (done === 'exhausted' && !suspect) {
          // It gets its whole time apart from the others.
          suspects.set(client, true);
          return;
        }
        if (done === 'exhausted') {
          const ends = noteEnd(client, text, page);
          results.push({ error: 'it took too long or too much memory', ends });
          return;
        }
        if (done === 'stopped') {
          results.push({ error: UNABLE });
          return;
        }
        spent += done.cpu;
        results.push(within(done, page));
      }
    }
  }

  return {
    async check(client, expressions, signal) {
      const results = await inTurns(client, expressions, undefined, { ends: 0, size: 0 }, signal);
      return results.map((result) => {
        if ('values' in result) return undefined;
        if (result.error === UNABLE || result.error === BUSY)
          throw new Fault('unavailable', 'Rules cannot be checked at the moment. Try again soon.', {
            retryAfter: 2000,
          });
        return result.ends === undefined ? result.error : 'it cannot be read in time';
      });
    },

    async run(client, expressions, records, signal) {
      const page: Page = { ends: 0, size: 0 };
      const outcomes = expressions.map(() => ({ values: [] as Value[], ends: 0 }));
      for (const { json, rows, error } of batches(records)) {
        signal.throwIfAborted();
        const results: readonly Result[] =
          json === undefined
            ? expressions.map(() => ({ error }))
            : await inTurns(client, expressions, json, page, signal);
        outcomes.forEach((outcome, at) => {
          const result = results[at] ?? { error: UNABLE };
          if ('values' in result) outcome.values.push(...result.values);
          else {
            outcome.ends ||= result.ends ?? 0;
            for (let row = 0; row < rows; row++) outcome.values.push({ error: result.error });
          }
        });
      }
      return outcomes;
    },

    close() {
      open.close();
      apart.close();
    },
  };
}

const keyOf = (client: string, expression: string) => `${client}\n${expression}`;

/** What all rules of a page yield is held in memory until the page is answered. */
function within(done: Done, page: Page): Result {
  if ('error' in done) return { error: done.error };
  for (const value of done.values) if (value && 'json' in value) page.size += value.json.length;
  return page.size > MAX_PAGE
    ? { error: `the values of all rules are over ${MAX_PAGE} bytes together` }
    : { values: done.values };
}

interface Batch {
  readonly rows: number;
  /** A list of records; undefined for one that cannot be written. */
  readonly json: string | undefined;
  readonly error: string;
}

function* batches(records: readonly unknown[]): Generator<Batch> {
  let texts: string[] = [];
  let size = 0;
  const batch = () => {
    const made = { rows: texts.length, json: `[${texts.join(',')}]`, error: '' };
    texts = [];
    size = 0;
    return made;
  };
  for (const record of records) {
    const text = written(record);
    const full = texts.length === BATCH_RECORDS || size + (text?.length ?? 0) > BATCH_SIZE;
    if (texts.length > 0 && (full || text === undefined)) yield batch();
    if (text === undefined)
      yield { rows: 1, json: undefined, error: 'the record is too large or too deeply nested' };
    else {
      texts.push(text);
      size += text.length;
    }
  }
  if (texts.length > 0) yield batch();
}

function written(record: unknown): string | undefined {
  try {
    const text = JSON.stringify(record) ?? 'null';
    return text.length > MAX_RECORD ? undefined : text;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
