import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurns } from './turns.ts';

/** Works until others must get their turn. */
async function slice(turn: () => Promise<void> | undefined): Promise<void> {
  for (let others = turn(); ; others = turn()) if (others) return await others;
}

test('of many that work long, one goes on in each round of the event loop', async () => {
  let [round, isOver] = [0, false];
  const count = () => {
    round++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const wentOn: [who: number, round: number][] = [];
  await Promise.all(
    [0, 1, 2].map(async (who) => {
      const turn = createTurns();
      for (let slices = 0; slices < 2; slices++) {
        await slice(turn);
        wentOn.push([who, round]);
      }
    }),
  );
  isOver = true;
  assert.equal(new Set(wentOn.map(([, at]) => at)).size, 6, JSON.stringify(wentOn));
  assert.deepEqual(
    wentOn.map(([who]) => who),
    [0, 1, 2, 0, 1, 2],
  );
});

test('young work asks no one to wait', () => {
  assert.equal(createTurns()(), undefined);
});
