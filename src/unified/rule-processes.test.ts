// Tests of the processes for rules: when they start and end, who gets the next turn, and what ends one of them only.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAll } from '../../test/all.ts';
import { until } from '../../test/until.ts';
import type { Result } from './rule-process.ts';
import {
  createRuleProcesses,
  forkRuleProcess,
  type RuleProcessesOptions,
} from './rule-processes.ts';

const stay = new AbortController().signal;

function scene(t: TestContext, options: Partial<RuleProcessesOptions> = {}) {
  const made: ChildProcess[] = [];
  const ended: string[] = [];
  const processes = createRuleProcesses({
    ...{ max: 3, spare: true, priority: 0, admits: () => true },
    onEnded: (client) => ended.push(client),
    fork: (priority) => {
      const child = forkRuleProcess(priority) ?? assert.fail();
      made.push(child);
      return child;
    },
    ...options,
  });
  t.after(() => processes.close());
  const run = async (
    client: string,
    expressions: readonly string[],
    signal = stay,
    limit = 300,
  ) => {
    const results: Result[] = [];
    const order = { expressions, records: '[{"a":1}]', limit, turn: limit };
    const end = await processes.run(client, order, signal, (result) => results.push(result));
    return [end, ...results.map((result) => JSON.stringify(result))];
  };
  const living = () => made.filter((child) => !child.exitCode && !child.signalCode).length;
  return { processes, made, ended, run, living };
}

const ONE = '{"values":[{"json":"1"}]}';
const BOMB = '$match($pad("", 60, "a") & "!", /^(a+)+$/)';

test('nothing is started before there is work; then one more is kept ready, and ended when idle for long', async (t) => {
  const { run, made } = scene(t);
  await sleep(20);
  assert.equal(made.length, 0);
  assert.deepEqual(await run('a', ['a', 'a']), ['done', ONE, ONE]);
  assert.equal(made.length, 2);
  await run('b', ['a']);
  assert.equal(made.length, 2, 'those that wait are used again');
  const brief = scene(t, { idle: 20 });
  await brief.run('a', ['a']);
  await until(() => brief.living() === 0, 'the end of the idle ones');
  assert.deepEqual(await brief.run('a', ['a']), ['done', ONE]);
});

test('an expression that takes all time or memory ends its process, after the results before it', async (t) => {
  const { run, ended, living } = scene(t);
  const hostile = {
    'backtracks for ever': BOMB,
    'one text of 250 million wide characters': '$uppercase($pad("é", 250000000))',
    'a list without end': '$sort($split($pad("x", 50000000), ""))',
    // Memory again, taken in other ways.
    ...(isAll && {
      'one text of 400 MB': '$pad("x", 400000000)',
      'a text in many pieces':
        '$map([1..10000], function($i) { $uppercase($pad($string($i), 1000000)) })',
      'a text as a number': '$formatNumber(1, $pad("0", 100000000))',
    }),
  };
  for (const [name, expression] of Object.entries(hostile)) {
    ended.length = 0;
    assert.deepEqual(
      [name, ...(await run(name, ['a', expression, 'a']))],
      [name, 'exhausted', ONE],
    );
    assert.deepEqual(ended, [name]);
  }
  assert.deepEqual(await run('after', ['a']), ['done', ONE]);
  assert.ok(living() <= 3);
});

test('a client leaves processes to others, waits in line, and one that left or moved takes no turn', async (t) => {
  const moved = new Set<string>();
  const { processes, run, made, ended } = scene(t, {
    max: 2,
    admits: (client) => !moved.has(client),
  });
  await run('greedy', ['a']);
  // The one used last is used next. It is ended here and not by its time, which a busy machine stretches.
  const [held] = made;
  const working = new Promise<void>((go) => {
    held?.on('message', (message) => message === 'read' && go());
  });
  const order: string[] = [];
  const noted = (client: string, expressions: string[], limit?: number) =>
    run(client, expressions, stay, limit).then(([end]) => order.push(`${client} ${end}`));
  const first = noted('greedy', [BOMB], 3_600_000);
  const gone = new AbortController();
  const left = assert.rejects(run('greedy', ['a'], gone.signal), /gone/);
  const second = noted('greedy', ['a']);
  await noted('other', ['a']);
  gone.abort(new Error('gone'));
  await left;
  await working;
  held?.kill('SIGKILL');
  await Promise.all([first, second]);
  assert.deepEqual(order, ['other done', 'greedy exhausted', 'greedy done']);
  moved.add('other');
  assert.deepEqual(await run('other', ['a']), ['moved']);

  const leaving = new AbortController();
  const started = run('leaving', [BOMB], leaving.signal, 3_600_000);
  setTimeout(() => leaving.abort(new Error('gone')), 30);
  await assert.rejects(started, /gone/);
  await until(() => ended.includes('leaving'), 'the end of what goes on without its caller');

  processes.close();
  assert.deepEqual(await run('late', ['a']), ['unable']);
});

test('one that died while it had no work is given to no client; one that cannot start says so', async (t) => {
  const { run, made, living } = scene(t, { spare: false });
  await run('a', ['a']);
  made[0]?.kill('SIGKILL');
  await until(() => living() === 0, 'its death');
  assert.deepEqual(await run('b', ['a']), ['done', ONE]);
  const broken = scene(t, {
    fork: () => undefined,
  });
  assert.deepEqual(await broken.run('a', ['a']), ['unable']);
  assert.deepEqual(await broken.run('a', ['a']), ['unable']);
});

test('an expression sees its record and nothing of the process it runs in', async (t) => {
  const { run } = scene(t);
  const [end, ...results] = await run('a', [
    '$$.constructor.constructor("return process.env")()',
    '$$.__proto__.constructor.constructor("return process.env")()',
    '$lookup($$, "constructor")',
    '$sum.constructor("return process.env")()',
    '$string($sum.environment)',
    '$eval("process.env")',
  ]);
  assert.deepEqual([end, results.length], ['done', 6]);
  for (const result of results) assert.match(result ?? '', /^\{"values":\[(null|\{"error)/);
});
