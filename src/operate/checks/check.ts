// What a check of the doctor is, and how many of them run side by side without harming each other.

import type { Inspection } from '../../care/inspect.ts';
import type { Config } from '../../serve/config.ts';
import type { Store } from '../../store/index.ts';
import { sentenceFor } from '../sentence.ts';

export type State = 'ok' | 'warning' | 'wrong';

export interface Finding {
  readonly id: string;
  readonly state: State;
  readonly sentence: string;
  /** What to do about it; a command where one will do. */
  readonly remedy?: string;
}

export interface Scene {
  readonly config: Config;
  /** Undefined where there is no database yet, or it cannot be looked at. */
  readonly inspection: Inspection | undefined;
  /** Undefined where it could not be opened. */
  readonly store: Store | undefined;
  readonly live: boolean;
  /** Where a run has nothing to compare its clock with, what others found: milliseconds ahead. */
  readonly clocks: Map<string, number>;
}

export interface Check {
  readonly id: string;
  run(scene: Scene, signal: AbortSignal): Promise<readonly Finding[]>;
}

export type Say = ReturnType<typeof sayOf>;

/** Findings under one name. */
export function sayOf(id: string) {
  const say = (state: State) => (sentence: string, remedy?: string) =>
    ({ id, state, sentence, ...(remedy !== undefined && { remedy }) }) satisfies Finding;
  return { ok: say('ok'), warning: say('warning'), wrong: say('wrong') };
}

type Found = Finding | readonly (Finding | false)[] | undefined;

/** A check that finds one thing, several, or nothing worth a line. */
export const check = (
  id: string,
  look: (scene: Scene, say: Say, signal: AbortSignal) => Found | Promise<Found>,
): Check => ({
  id,
  run: async (scene, signal) =>
    [(await look(scene, sayOf(id), signal)) ?? []].flat().filter((each) => each !== false),
});

const DEADLINE = 10_000;

/** All together, each with a deadline; what fails in one is that one's finding. */
export async function runAll(
  checks: readonly Check[],
  scene: Scene,
  deadline = DEADLINE,
): Promise<readonly Finding[]> {
  const found = await Promise.all(checks.map((each) => runOne(each, scene, deadline)));
  return found.flat();
}

async function runOne({ id, run }: Check, scene: Scene, deadline: number) {
  const { warning, wrong } = sayOf(id);
  const end = new AbortController();
  const late = Promise.withResolvers<readonly Finding[]>();
  const timer = setTimeout(() => {
    end.abort(new Error('The check took too long.'));
    late.resolve([warning(`This took longer than ${deadline / 1000} seconds and was abandoned.`)]);
  }, deadline);
  try {
    return await Promise.race([run(scene, end.signal), late.promise]);
  } catch (error) {
    const why = sentenceFor(error) ?? (error instanceof Error ? error.message : String(error));
    return [wrong(`This could not be checked: ${why}`)];
  } finally {
    clearTimeout(timer);
  }
}

const DAY = 24 * 60 * 60 * 1000;

/** Such as "on 2027-01-31, in 12 days"; "on 2026-11-01, 3 days ago". */
export function whenEnds(end: number, now: number): string {
  const days = Math.floor(Math.abs(end - now) / DAY);
  const span = days === 1 ? '1 day' : `${days} days`;
  const day = new Date(end).toISOString().slice(0, 10);
  if (days === 0) return `on ${day}, within a day`;
  return end > now ? `on ${day}, in ${span}` : `on ${day}, ${span} ago`;
}
