// A process of its own that evaluates override expressions, so that a hostile one can hold or exhaust nothing else.
import { Worker } from 'node:worker_threads';
import jsonata from 'jsonata';

/** What the service sends: records to work on, or an expression to check or to run over them. */
export type Order =
  | { readonly records: string }
  | { readonly check: string }
  | { readonly run: string };

/** One value: JSON text, nothing, or why it failed. */
export type Value = { readonly json: string } | { readonly error: string } | null;

/** What it answers to `check` and `run`. */
export type Done = { readonly values: readonly Value[] } | { readonly error: string };

/** Steps of one evaluation, nested steps, members of one list: far above any honest rule. */
const MAX_STEPS = 20_000;
const MAX_DEPTH = 200;
const MAX_LIST = 10_000;
/** Characters of one value, and of all values of one rule. */
const MAX_VALUE = 64 * 1024;
const MAX_VALUES = 4 * 1024 * 1024;
const MAX_ERROR = 200;

/** Nothing may run longer than this; the service ends the process long before, if it still lives. */
const LAST_RESORT = 5000;

let records: readonly unknown[] = [];
// One cell: when the order under way began, in seconds; 0 while there is none.
const busySince = new Int32Array(new SharedArrayBuffer(4));

process.on('message', (order: Order) => void answer(order));
process.on('disconnect', () => process.exit());
watch();
process.send?.('ready');

async function answer(order: Order) {
  Atomics.store(busySince, 0, Math.floor(process.uptime()) + 1);
  const done = await serve(order);
  Atomics.store(busySince, 0, 0);
  if (done) process.send?.(done);
}

async function serve(order: Order): Promise<Done | undefined> {
  if ('records' in order) {
    records = JSON.parse(order.records);
    return undefined;
  }
  try {
    const text = 'check' in order ? order.check : order.run;
    const expression = jsonata(text, { stack: MAX_DEPTH, sequence: MAX_LIST });
    return { values: 'check' in order ? [] : await evaluate(expression) };
  } catch (error) {
    return { error: words(error) };
  }
}

async function evaluate(expression: jsonata.Expression): Promise<Value[]> {
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
  return `${code ? `${code}: ` : ''}${message ?? 'it failed'}${where}`.slice(0, MAX_ERROR);
}

/**
 * Should the service be killed while an expression holds this process, nobody would end it: a
 * thread beside it does.
 */
function watch() {
  const script = `
    const { workerData } = require('node:worker_threads');
    setInterval(() => {
      const since = Atomics.load(workerData, 0);
      if (since > 0 && process.uptime() - since > ${LAST_RESORT / 1000}) process.kill(process.pid, 'SIGKILL');
    }, 500);`;
  new Worker(script, { eval: true, workerData: busySince }).unref();
}
