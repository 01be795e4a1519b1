// A process of its own that evaluates override expressions, so that a hostile one can hold or exhaust nothing else.
import { Worker } from 'node:worker_threads';
import jsonata from 'jsonata';

/** One turn: expressions over a list of records (JSON text); without records they are only parsed. */
export interface Order {
  readonly expressions: readonly string[];
  readonly records: string | undefined;
  /** Milliseconds of processor time that one expression may take. */
  readonly limit: number;
  /** After so many no further expression is begun. */
  readonly turn: number;
}

/** One value: JSON text, nothing, or why it failed. */
export type Value = { readonly json: string } | { readonly error: string } | null;

/** What one expression gave. */
export type Result = { readonly values: readonly Value[] } | { readonly error: string };

/** What it says: that it has started or read the records, each result in order, the end of the turn. */
export type Message = 'ready' | 'read' | Result | 'done';

/** Steps of one evaluation, nested steps, members of one list: far above any honest rule. */
const MAX_STEPS = 20_000;
const MAX_DEPTH = 200;
const MAX_LIST = 10_000;
/** Characters of one value, and of all values of one expression. */
const MAX_VALUE = 64 * 1024;
const MAX_VALUES = 4 * 1024 * 1024;
const MAX_ERROR = 200;

/** Milliseconds of processor time to read the records of a turn; far above any. */
const READING = 1000;

/** One cell: the processor time at which the process must be ready with what it does; 0 while idle. */
const end = new Int32Array(new SharedArrayBuffer(4));

process.on('message', (order: Order) => void work(order));
process.on('disconnect', () => process.exit());
// What ends the whole group (a terminal, a service manager) ends the service, which drains first and
// ends its processes last.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
watch();
void say('ready');

async function work({ expressions, records, limit, turn }: Order) {
  const began = spent();
  endIn(READING);
  const list: readonly unknown[] = records === undefined ? [] : JSON.parse(records);
  await say('read');
  for (const text of expressions) {
    endIn(limit);
    const result = await resultOf(text, list);
    endIn(0);
    await say(result);
    if (spent() - began >= turn) break;
  }
  endIn(0);
  await say('done');
}

/** Waits until it is sent: what is still here when the next expression ends the process is lost. */
function say(message: Message): Promise<unknown> {
  return new Promise((sent) => process.send?.(message, sent));
}

/** Milliseconds of processor time of the whole process so far. */
function spent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function endIn(milliseconds: number) {
  Atomics.store(end, 0, milliseconds && Math.ceil(spent() + milliseconds));
  Atomics.notify(end, 0);
}

async function resultOf(text: string, records: readonly unknown[]): Promise<Result> {
  try {
    return {
      values: await evaluate(jsonata(text, { stack: MAX_DEPTH, sequence: MAX_LIST }), records),
    };
  } catch (error) {
    return { error: words(error) };
  }
}

async function evaluate(
  expression: jsonata.Expression,
  records: readonly unknown[],
): Promise<Value[]> {
  let steps = 0;
  // The library calls this at each step; a thrown error ends the evaluation.
  expression.assign(Symbol.for('jsonata.__evaluate_entry') as unknown as string, () => {
    steps += 1;
    if (steps > MAX_STEPS) throw new Error(`it took more than ${MAX_STEPS} steps`);
  });
  const values: Value[] = [];
  let size = 0;
  for (const record of records) {
    steps = 0;
    try {
      const json = written(await expression.evaluate(record));
      size += json?.length ?? 0;
      if ((json?.length ?? 0) > MAX_VALUE) throw new Error(`its value is over ${MAX_VALUE} bytes`);
      if (size > MAX_VALUES) throw new Error(`its values are over ${MAX_VALUES} bytes together`);
      values.push(json === undefined ? null : { json });
    } catch (error) {
      values.push({ error: words(error) });
    }
  }
  return values;
}

function written(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    // A function holds all that it can see, and so itself.
    throw new Error('its value is a function or too large to be written');
  }
}

function words(error: unknown): string {
  const { code, message, position } = error as {
    code?: string;
    message?: string;
    position?: number;
  };
  const where = position === undefined ? '' : ` (at character ${position})`;
  return `${code ? `${code}: ` : ''}${message ?? 'it failed'}${where}`
    .slice(0, MAX_ERROR)
    .toWellFormed();
}

/**
 * A built-in function runs to its end once called: only a thread beside it sees that it has used up
 * its time. Processor time, not the clock's: no rule is to blame for a busy machine. It also ends the
 * process should the service be gone while an expression holds it.
 */
function watch() {
  const script = `
    const { workerData: end } = require('node:worker_threads');
    for (;;) {
      Atomics.wait(end, 0, 0);
      const due = Atomics.load(end, 0);
      const { user, system } = process.cpuUsage();
      if (due > 0 && (user + system) / 1000 > due) process.kill(process.pid, 'SIGKILL');
      Atomics.wait(end, 0, due, 10);
    }`;
  new Worker(script, { eval: true, workerData: end }).unref();
}
