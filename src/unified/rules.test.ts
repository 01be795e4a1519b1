// Tests of rules: who runs where, what is not run again, how pages are cut; and real processes at the end.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Order, Result } from './rule-process.ts';
import type { RuleProcessesOptions, TurnEnd } from './rule-processes.ts';
import { createRules } from './rules.ts';

const stay = new AbortController().signal;
const MINUTE = 60_000;

/** What one expression does in a process: gives a result after so long, or ends the turn. */
type Answer = (Result & { readonly cpu?: number }) | Exclude<TurnEnd, 'done'> | 'gone';

/** Rules on processes that note what they are asked, and answer what the test wants. */
function scene(
  answer: (text: string, where: 'open' | 'apart') => Answer,
  wait: (entered: number) => Promise<void> | undefined = () => undefined,
) {
  const asked: string[] = [];
  let entered = 0;
  let time = 1;
  const processes = ({ priority, admits, onEnded }: RuleProcessesOptions) => {
    const where = priority === 0 ? 'open' : 'apart';
    async function turn(order: Order, receive: (result: Result) => void): Promise<TurnEnd> {
      asked.push(`${order.records ? JSON.parse(order.records).length : 'no'} records`);
      let spent = 0;
      for (const text of order.expressions) {
        asked.push(text);
        const given = answer(text, where);
        if (given === 'gone') throw new Error('gone');
        if (typeof given === 'string') return given;
        const { cpu = 1, ...result } = given;
        receive(result);
        spent += cpu;
        if (spent >= order.turn) break;
      }
      return 'done';
    }
    return {
      async run(
        client: string,
        order: Order,
        _: AbortSignal,
        receive: (result: Result) => void,
      ): Promise<TurnEnd> {
        if (where === 'open') await wait(++entered);
        if (!admits(client)) return 'moved';
        asked.push(`${client} ${where}`);
        let end: TurnEnd | undefined;
        try {
          end = await turn(order, receive);
          return end;
        } finally {
          if (end === undefined || end === 'exhausted') onEnded(client);
        }
      },
      close() {},
    };
  };
  const rules = createRules({ now: () => time, processes });
  const run = (client: string, expressions: string[], records: unknown[] = [{}]) => {
    asked.length = 0;
    return rules.run(client, expressions, records, stay);
  };
  return { rules, run, asked, forward: (ms: number) => (time += ms) };
}

const value = (json: string): Answer => ({ values: [{ json }] });

test('a client whose rule takes too much goes on apart from the others, for ten minutes', async () => {
  const { run, asked, forward } = scene((text, where) =>
    text === 'slow' && where === 'open' ? 'exhausted' : value('1'),
  );
  const outcomes = await run('a', ['quick', 'slow', 'more']);
  assert.deepEqual(asked, [
    'a open',
    '1 records',
    'quick',
    'slow',
    'a apart',
    '1 records',
    'slow',
    'more',
  ]);
  assert.deepEqual(
    outcomes.map(({ values, ends }) => [values, ends]),
    [
      [[{ json: '1' }], 0],
      [[{ json: '1' }], 0],
      [[{ json: '1' }], 0],
    ],
    'slow is not failed',
  );
  await run('a', ['quick']);
  assert.equal(asked[0], 'a apart');
  await run('b', ['quick']);
  assert.equal(asked[0], 'b open');
  forward(11 * MINUTE);
  await run('a', ['quick']);
  assert.equal(asked[0], 'a open');
});

test('what waits of a client that took too much goes apart as well', async () => {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const { rules, asked } = scene(
    (_, where) => (where === 'open' ? 'exhausted' : value('1')),
    (entered) => (entered > 1 ? gate : undefined),
  );
  const all = ['x', 'y', 'z'].map((text) => rules.run('a', [text], [{}], stay));
  await all[0];
  open();
  await Promise.all(all);
  assert.deepEqual(
    asked.filter((line) => /^[xyz]$/.test(line)),
    ['x', 'x', 'y', 'z'],
    'only the first was run among the others',
  );
});

test('one whose caller leaves while it takes too much is apart too', async () => {
  const { run, asked } = scene((text) => (text === 'slow' ? 'gone' : value('1')));
  await assert.rejects(run('a', ['slow']), /gone/);
  await run('a', ['quick']);
  assert.equal(asked[0], 'a apart');
});

test('what had to be ended is counted, and not run for a minute; that there is no process is no rule’s fault', async () => {
  const { run, asked, forward } = scene((text) =>
    text === 'bomb' ? 'exhausted' : text === 'unlucky' ? 'unable' : value('1'),
  );
  const said = async (...expressions: string[]) =>
    (await run('a', expressions)).map(({ values: [first], ends }) => [
      first && 'error' in first ? first.error.replace(/,.*/, '') : first?.json,
      ends,
    ]);
  assert.deepEqual(await said('bomb', 'good'), [
    ['it took too long or too much memory', 1],
    ['1', 0],
  ]);
  assert.deepEqual(await said('bomb', 'good'), [
    ['it took too long or too much a moment ago', 0],
    ['1', 0],
  ]);
  forward(MINUTE);
  assert.deepEqual(await said('bomb'), [['it took too long or too much memory', 2]]);
  assert.deepEqual(await said('bomb'), [['it took too long or too much a moment ago', 0]]);
  assert.deepEqual(asked, [], 'no turn is taken for nothing');
  forward(61 * MINUTE);
  assert.deepEqual(await said('bomb'), [['it took too long or too much memory', 1]]);
  const unable = ['overrides cannot be run at the moment', 0];
  assert.deepEqual(await said('good', 'unlucky', 'more'), [['1', 0], unable, unable]);
});

test('new bombs all the time are bounded for a page and for a client', async () => {
  const { run, forward } = scene(() => 'exhausted');
  let made = 0;
  const ended = async (client = 'a') => {
    const bombs = Array.from({ length: 5 }, () => `bomb ${made++}`);
    return (await run(client, bombs)).filter(({ ends }) => ends > 0).length;
  };
  assert.deepEqual([await ended(), await ended(), await ended(), await ended()], [2, 2, 2, 0]);
  assert.equal(await ended('b'), 2);
  forward(MINUTE);
  assert.equal(await ended(), 2);
});

test('a page is worked through in turns', async () => {
  const { run, asked } = scene(() => ({ values: [{ json: '1' }], cpu: 60 }));
  await run('a', ['x', 'y', 'z'], Array(70).fill({}));
  const batch = (rows: string) => ['a open', rows, 'x', 'y', 'a open', rows, 'z'];
  assert.deepEqual(asked, [...batch('50 records'), ...batch('20 records')]);
  const large = { text: 'x'.repeat(600_000) };
  await run('a', ['y'], [large, large, {}]);
  assert.deepEqual(
    asked.filter((line) => /records/.test(line)),
    ['1 records', '2 records'],
  );
});

test('records that cannot be written and values beyond measure fail, each where it stands', async () => {
  const { run } = scene(() => value('x'.repeat(5_000_000)));
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level++) deep = [deep];
  const [one, two] = await run('a', ['x', 'y'], [deep, {}, { text: 'x'.repeat(5_000_000) }]);
  const words = (values = one?.values) =>
    values?.map((each) => (each && 'error' in each ? each.error : 'good'));
  const unwritten = 'the record is too large or too deeply nested';
  assert.deepEqual(words(), [unwritten, 'good', unwritten]);
  const over = 'the values of all rules are over 8388608 bytes together';
  assert.deepEqual(words(two?.values), [unwritten, over, unwritten]);
});

test('in a real process: values, errors, an end by processor time, and a caller that leaves', async (t: TestContext) => {
  const rules = createRules({ now: () => 1 });
  t.after(() => rules.close());
  assert.deepEqual(await rules.check('a', ['a', 'a +'], stay), [
    undefined,
    'S0207: Unexpected end of expression (at character 3)',
  ]);
  for (const letters of [180, 181]) {
    const long = `$error("${'a'.repeat(letters)}${'\u{1f600}'.repeat(20)}")`;
    const [failed] = await rules.run('a', [long], [{}], stay);
    const [said] = failed?.values ?? [];
    assert.ok(said && 'error' in said && said.error.length === 200 && said.error.isWellFormed());
  }
  const bomb = '$match($pad("", 60, "a") & "!", /^(a+)+$/)';
  const [note, sum, ended] = await rules.run(
    'a',
    ['note', '$sum(note)', bomb],
    [{ note: 'x' }, {}],
    stay,
  );
  assert.deepEqual(note?.values, [{ json: '"x"' }, null]);
  assert.match(JSON.stringify(sum?.values[0]), /T0412/);
  assert.equal(ended?.ends, 1);
  const gone = new AbortController();
  const left = rules.run('a', [`${bomb} `], [{}], gone.signal);
  setTimeout(() => gone.abort(new Error('gone')), 50);
  await assert.rejects(left, /gone/);
  const [after] = await rules.run('a', ['note'], [{ note: 'y' }], stay);
  assert.deepEqual(after?.values, [{ json: '"y"' }]);
});
