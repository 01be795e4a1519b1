// Measures a victim beside an attack: how long its calls take before, during and after.
import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';

interface Measured {
  /** Milliseconds: the middle one and the longest. */
  readonly median: number;
  readonly worst: number;
  /** Calls that were not answered well, in a few words each. */
  readonly failed: readonly string[];
}

interface Scene {
  /** One call of the victim; throws, or returns a few words, when it was not answered well. */
  readonly victim: () => Promise<string | undefined>;
  /** Begins the attack; what it returns ends it and waits for what is under way. */
  readonly attack: () => Promise<() => Promise<void>>;
  /** So many times as long the middle call may take beside the attack; 8 unless said. */
  readonly times?: number;
  /** Calls of the victim in each part, one after another. */
  readonly calls?: number;
  /** Milliseconds between two of them. */
  readonly pause?: number;
  /** Milliseconds between the attack's beginning and the first call beside it. */
  readonly settle?: number;
}

const CALLS = 15;
const TIMES = 8;
/** Below this many milliseconds a difference is the machine's, not the attack's. */
const NOISE = 25;

/** How many times slower the victim's calls were than before. */
export const slower = (now: number, before: number): number =>
  Math.max(now, NOISE) / Math.max(before, NOISE);

/** Every call is answered before, during and after the attack, the middle one in at most so many times as long. */
export async function assertUnharmed(scene: Scene): Promise<void> {
  const { times = TIMES } = scene;
  await measure(scene);
  const before = await measure(scene);
  const end = await scene.attack();
  let during: Measured;
  try {
    await pause(scene.settle ?? 0);
    during = await measure(scene);
  } finally {
    await end();
  }
  const after = await measure(scene);
  // Harm that stays is there the next time; what else the machine did is not.
  let last = after;
  for (let left = 2; left > 0 && slower(last.median, before.median) > times; left--)
    last = await measure(scene);
  for (const { failed } of [before, after]) assert.deepEqual(failed, [], 'before and after it');
  // A machine that became slower by itself is so after the attack too.
  hold('during', during, Math.max(before.median, last.median));
  hold('after', last, before.median);

  function hold(when: string, { median, failed }: Measured, usual: number) {
    assert.deepEqual(failed, [], `the victim's calls ${when} the attack`);
    const ratio = slower(median, usual);
    assert.ok(ratio <= times, `${when} the attack the victim was ${ratio.toFixed(1)} times slower`);
  }
}

async function measure({ victim, calls = CALLS, pause: between = 0 }: Scene): Promise<Measured> {
  const took: number[] = [];
  const failed: string[] = [];
  for (let i = 0; i < calls; i++) {
    const began = performance.now();
    const words = await victim().catch(String);
    took.push(performance.now() - began);
    if (words !== undefined) failed.push(words);
    await pause(between);
  }
  took.sort((a, b) => a - b);
  return { median: took[took.length >> 1] ?? 0, worst: took.at(-1) ?? 0, failed };
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
