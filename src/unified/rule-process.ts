// A process of its own that evaluates override expressions, so that a hostile one can hold or exhaust nothing else.
import { Worker } from 'node:worker_threads';
import jsonata from 'jsonata';

/**
 * What the service sends: records to work on, or an expression to check or to run over them; and the
 * milliseconds of processor time that this may take.
 */
export type Order = { readonly cpu: number } & (
  | { readonly records: string }
  | { readonly check: string }
  | { readonly run: string }
);

/** One value: JSON text, nothing, or why it failed. */
export type Value = { readonly json: string } | { readonly error: string } | null;

/** What it answers, and the processor time that it took. */
export type Done = { readonly cpu: number } & (
  | { readonly values: readonly Value[] }
  | { readonly error: string }
);

/** Steps of one evaluation, nested steps, members of one list: far above any honest rule. */
const MAX_STEPS = 20_000;
const MAX_DEPTH = 200;
const MAX_LIST = 10_000;
/** Characters of one value, and of all values of one order. */
const MAX_VALUE = 64 * 1024;
const MAX_VALUES = 4 * 1024 * 1024;
const MAX_ERROR = 200;

let records: readonly unknown[] = [];
/** One cell: the processor time at which the order under way must have ended; 0 while there is none. */
const end = new Int32Array(new SharedArrayBuffer(4));

process.on('message', (order: Order) => void answer(order));
process.on('disconnect', () => process.exit());
// What ends the whole group (a terminal, a service manager) ends the service, which drains first and
// ends its processes last.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
watch();
process.send?.('ready');

async function answer(order: Order) {
  const began = spent();
  Atomics.store(end, 0, Math.ceil(began + order.cpu));
  Atomics.notify(end, 0);
  const done = await serve(order);
  Atomics.store(end, 0, 0);
  process.send?.({ ...done, cpu: spent() - began } satisfies Done);
}

/** Milliseconds of processor time of the whole process so far. */
function spent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function serve(order: Order): Promise<{ values: readonly Value[] } | { error: string }> {
  try {
    if ('records' in order) {
      records = JSON.parse(order.records);
      return { values: [] };
    }
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
 * A built-in function runs to its end once called: only a thread beside it sees that it has used up
 * its time. Processor time, not the clock's: a busy machine is nobody's fault. It also ends the
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
