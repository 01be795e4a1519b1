// Every statement of the store with generated values: both databases take the same and give the same.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { BEGINNING, OPERATIONS } from './statements.ts';
import { startTwin, type Twin } from './twin.ts';

/** Sequences tried; `npm run statements` tries many more. */
const RUNS = Number(process.env.STATEMENT_RUNS ?? 4);
const SEED = process.env.STATEMENT_SEED;

let twin: Twin;
before(async () => {
  twin = await startTwin();
});
after(() => twin.close());

const named = new Map(OPERATIONS.map((operation) => [operation.name, operation]));
const step = (...pauses: readonly number[]) =>
  OPERATIONS.map(({ name, given }) =>
    fc.record({ name: fc.constant(name), given, forward: fc.constantFrom(...pauses) }),
  );
const soon = step(0, 0, 0, 1, 1000);
const adding = soon.filter(
  (_, at) => !/remove$|^sweep|trim$|^forgetKey/.test(OPERATIONS[at]?.name ?? ''),
);
const later = step(0, 0, 0, 1000, 15_000, 3_600_000, 40 * 86_400_000);
/** Every operation once, in an order in which most find something, and as many again in any. */
const steps = fc
  .tuple(
    fc.array(fc.oneof(...adding), { minLength: 40, maxLength: 80, size: 'max' }),
    fc.tuple(...soon),
    fc.array(fc.oneof(...later), { minLength: 20, maxLength: 80, size: 'max' }),
  )
  .map((parts) => parts.flat());

const run = (name: string, given: unknown) =>
  twin.run(named.get(name) ?? assert.fail(`there is no operation ${name}`), given);

test('both databases give the same, whatever is asked of them', async () => {
  const property = fc.asyncProperty(steps, async (all) => {
    await twin.reset();
    for (const [name, given] of BEGINNING)
      assert.ok('gave' in (await run(name, given)), `${name} at the beginning`);
    for (const { name, given, forward } of all) {
      await run(name, given);
      twin.forward(forward);
    }
  });
  // The sequence itself is thousands of lines: the seed gives it again.
  const found = await fc.check(property, {
    numRuns: RUNS,
    endOnFailure: true,
    ...(SEED && { seed: Number(SEED) }),
  });
  if (found.failed)
    assert.fail(`STATEMENT_SEED=${found.seed} after ${found.numRuns} runs: ${found.errorInstance}`);
});

test('every method of the store has its place in the list', () => {
  assert.deepEqual([...twin.called.keys()].sort(), twin.methods);
});
