// Keeps an attacker's calls coming until it is ended, and counts what they were answered.
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, inWords } from './client.ts';

/** How often each answer was given. */
export type Tally = Map<string, number>;

export interface Flood {
  /** Calls under way at the same time; each is followed by another, within the rate limit. */
  readonly concurrency?: number;
  /** Or so many a second, answered or not, after a first heap of so many. */
  readonly perSecond?: number;
  readonly first?: number;
  /** The most calls in all. */
  readonly most?: number;
  readonly call: (n: number, signal: AbortSignal) => Promise<Answer | string>;
}

export interface Flooding {
  readonly tally: Tally;
  /** Resolves when the most calls in all were made and answered. */
  readonly done: Promise<void>;
  /** Resolves when so many were answered. */
  answered(count: number): Promise<void>;
  /** Goes away, and waits until every call has ended on this side. */
  end(): Promise<Tally>;
}

/** A client may send fifty requests a second unless the operator says otherwise. */
const WITHIN_RATE = 45;

export function flood(options: Flood): Flooding {
  const {
    concurrency,
    perSecond = WITHIN_RATE,
    first = concurrency ?? 0,
    most = Infinity,
    call,
  } = options;
  const began = performance.now();
  const gone = new AbortController();
  const { signal } = gone;
  const tally: Tally = new Map();
  const underWay = new Set<Promise<void>>();
  const awaited: { readonly count: number; readonly resolve: () => void }[] = [];
  let made = 0;
  let answered = 0;

  function begin(): Promise<void> {
    const n = made++;
    const one: Promise<void> = Promise.resolve()
      .then(() => call(n, signal))
      .then(
        (answer) => (typeof answer === 'string' ? answer : inWords(answer)),
        (error: { code?: string }) =>
          signal.aborted ? 'still waiting at the end' : `broken off (${error.code ?? error})`,
      )
      .then((words) => {
        tally.set(words, (tally.get(words) ?? 0) + 1);
        underWay.delete(one);
        answered++;
        for (const { count, resolve } of awaited) if (answered >= count) resolve();
      });
    underWay.add(one);
    return one;
  }

  async function lane() {
    while (!signal.aborted && made < most) {
      // An attacker beyond its rate limit would be refused for that alone, and prove nothing.
      const early = ((made - first) * 1000) / perSecond - (performance.now() - began);
      if (early > 0) await pause(early, undefined, { signal }).catch(() => {});
      if (!signal.aborted && made < most) await begin();
    }
  }

  async function clockwork() {
    for (let n = 0; n < first && made < most; n++) void begin();
    while (!signal.aborted && made < most) {
      await pause(1000 / perSecond, undefined, { signal }).catch(() => {});
      if (!signal.aborted) void begin();
    }
    while (underWay.size > 0) await Promise.all(underWay);
  }

  const done =
    concurrency === undefined
      ? clockwork()
      : Promise.all(Array.from({ length: concurrency }, lane)).then(() => {});
  return {
    tally,
    done,
    answered: (count) => new Promise((resolve) => awaited.push({ count, resolve })),
    async end() {
      gone.abort();
      await done;
      return tally;
    },
  };
}

/** Ends several at the same time, and adds up what they saw. */
export async function endAll(floods: readonly Flooding[]): Promise<Tally> {
  const sum: Tally = new Map();
  for (const tally of await Promise.all(floods.map((one) => one.end())))
    for (const [words, count] of tally) sum.set(words, (sum.get(words) ?? 0) + count);
  return sum;
}

/** The most frequent first. */
export const countsOf = (tally: Tally): string =>
  [...tally]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 4)
    .map(([words, count]) => `${count} × ${words}`)
    .join(', ') || 'nothing yet';
