// Runs override expressions in processes of their own, by turns: what takes too much holds up only its owner.
import { Fault } from '../model/faults.ts';
import { lruCache } from '../model/lru-cache.ts';
import { steady } from '../model/steady.ts';
import type { Result, Value } from './rule-process.ts';
import { createRuleProcesses } from './rule-processes.ts';

export type { Value } from './rule-process.ts';

/** What became of one expression. */
export interface Outcome {
  /** For each record its value, or why there is none. */
  readonly values: readonly Value[];
  /** How often it had to be ended within the last hour, if it had to be now; otherwise 0. */
  readonly ends: number;
}

export type Rules = ReturnType<typeof createRules>;

export interface RulesOptions {
  readonly now: () => number;
  readonly processes?: typeof createRuleProcesses;
}

/** What one page has used up so far. */
interface Page {
  ends: number;
  size: number;
}

/** `ends` where an expression had to be ended. */
type Ended = Result & { readonly ends?: number };

/** An expression of a client that had to be ended, and when. */
interface End {
  readonly expression: string;
  readonly at: number;
}

/** Records of one turn, as many as an honest rule works through in some tens of milliseconds. */
const BATCH_RECORDS = 50;
const BATCH_SIZE = 1024 * 1024;
const MAX_RECORD = 4 * 1024 * 1024;
/** Milliseconds of processor time after which a turn is over, if others wait or not. */
const TURN = 100;
/** What one expression may take of it for one batch: among all clients, and among suspects. */
const SLICE = 100;
const LIMIT = 500;
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
const UNWRITTEN = 'the record is too large or too deeply nested';
const EXHAUSTED = 'it took too long or too much memory';

export function createRules({ now, processes = createRuleProcesses }: RulesOptions) {
  const forward = steady();
  const time = () => forward(now());
  const kept = { max: MOST_REMEMBERED, now: time };
  /** Clients whose rules took too much lately. */
  const suspects = lruCache<true>({ ...kept, lifetime: SUSPECT });
  /** By client what had to be ended within the last hour. */
  const ends = lruCache<readonly End[]>({ ...kept, lifetime: REMEMBERED });
  // Also one whose caller left before it had taken too much.
  const onEnded = (client: string) => void suspects.set(client, true);
  const open = processes({
    ...{ max: 4, spare: true, priority: 0, onEnded },
    // It may have become a suspect while it waited: all that waits of it goes apart.
    admits: (client) => !suspects.has(client),
  });
  // A suspect may use up its whole time here, beside other suspects only. The machine gives these
  // processes less.
  const apart = processes({
    ...{ max: 2, spare: false, priority: 5, onEnded },
    admits: () => true,
  });

  const endsOf = (client: string, within: number) =>
    (ends.get(client) ?? []).filter(({ at }) => time() < at + within);

  /** Why an expression is not run now. */
  function heldBack(client: string, expression: string, page: Page): string | undefined {
    const recent = endsOf(client, MINUTE);
    if (recent.some((one) => one.expression === expression))
      return 'it took too long or too much a moment ago, and is not run for a minute';
    if (page.ends >= MAX_ENDS) return 'it was not run, since the rules before it took too long';
    if (recent.length >= MAX_ENDS_OF_CLIENT)
      return 'it was not run, since too many rules had to be ended within a minute';
    return undefined;
  }

  function noteEnd(client: string, expression: string, page: Page): number {
    const all = [...endsOf(client, REMEMBERED), { expression, at: time() }];
    ends.set(client, all, { size: all.length });
    page.ends += 1;
    return all.filter((one) => one.expression === expression).length;
  }

  /** Expressions over one batch of records (or none, to check them), in as many turns as it takes. */
  async function inTurns(
    client: string,
    expressions: readonly string[],
    records: string | undefined,
    page: Page,
    signal: AbortSignal,
  ): Promise<readonly Ended[]> {
    const results: (Ended | undefined)[] = expressions.map(() => undefined);
    for (;;) {
      const waiting: number[] = [];
      for (const [at, expression] of expressions.entries()) {
        if (results[at]) continue;
        const error = records === undefined ? undefined : heldBack(client, expression, page);
        if (error === undefined) waiting.push(at);
        else results[at] = { error };
      }
      const failAll = (error: string) => {
        for (const at of waiting) results[at] ??= { error };
      };
      if (waiting.length === 0) return results.map((result) => result ?? { error: UNABLE });
      const suspect = suspects.has(client);
      const order = {
        expressions: waiting.map((at) => expressions[at] ?? ''),
        records,
        limit: suspect ? LIMIT : SLICE,
        turn: TURN,
      };
      let done = 0;
      const end = await (suspect ? apart : open).run(client, order, signal, (result) => {
        results[waiting[done++] ?? 0] = within(result, page);
      });
      if (end === 'busy') failAll(BUSY);
      if (end === 'unable') failAll(UNABLE);
      // A client that was no suspect is one now, and gets its whole time apart from the others.
      const at = waiting[done];
      if (end === 'exhausted' && suspect && at !== undefined)
        results[at] = { error: EXHAUSTED, ends: noteEnd(client, expressions[at] ?? '', page) };
    }
  }

  return {
    /** For each expression why it cannot be parsed; undefined where it can. */
    async check(
      client: string,
      expressions: readonly string[],
      signal: AbortSignal,
    ): Promise<readonly (string | undefined)[]> {
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

    /** As `check`, it rejects with the signal's reason once that comes, and what is under way is ended. */
    async run(
      client: string,
      expressions: readonly string[],
      records: readonly unknown[],
      signal: AbortSignal,
    ): Promise<readonly Outcome[]> {
      const page: Page = { ends: 0, size: 0 };
      const outcomes = expressions.map(() => ({ values: [] as Value[], ends: 0 }));
      for (const { json, rows } of batches(records)) {
        signal.throwIfAborted();
        const results =
          json === undefined ? [] : await inTurns(client, expressions, json, page, signal);
        for (const [at, outcome] of outcomes.entries()) {
          const result: Ended = results[at] ?? { error: UNWRITTEN };
          outcome.ends ||= result.ends ?? 0;
          outcome.values.push(
            ...('values' in result ? result.values : Array(rows).fill({ error: result.error })),
          );
        }
      }
      return outcomes;
    },

    close() {
      open.close();
      apart.close();
    },
  };
}

/** What all rules of a page yield is held in memory until the page is answered. */
function within(result: Result, page: Page): Result {
  if ('error' in result) return result;
  for (const value of result.values) if (value && 'json' in value) page.size += value.json.length;
  return page.size > MAX_PAGE
    ? { error: `the values of all rules are over ${MAX_PAGE} bytes together` }
    : result;
}

/** Lists of records as JSON; undefined for a record that cannot be written. */
function* batches(records: readonly unknown[]) {
  let texts: string[] = [];
  let size = 0;
  for (const record of records) {
    const text = written(record);
    const full = texts.length === BATCH_RECORDS || size + (text?.length ?? 0) > BATCH_SIZE;
    if (texts.length > 0 && (full || text === undefined)) {
      yield { rows: texts.length, json: `[${texts}]` };
      texts = [];
      size = 0;
    }
    if (text === undefined) yield { rows: 1, json: undefined };
    else {
      texts.push(text);
      size += text.length;
    }
  }
  if (texts.length > 0) yield { rows: texts.length, json: `[${texts}]` };
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
