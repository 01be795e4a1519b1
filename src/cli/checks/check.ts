// What a check of the doctor is, and how many of them run side by side without harming each other.
import type { Config } from '../../config.ts';
import type { Inspection, Store } from '../../store/index.ts';
import { sentenceFor } from '../sentence.ts';

export type State = 'ok' | 'warning' | 'wrong';

export interface Finding {
  readonly id: string;
  readonly state: State;
  readonly sentence: string;
  /** What to do about it; a command where one will do. */
  readonly remedy?: string | undefined;
}

/** What the checks look at. */
export interface Scene {
  readonly config: Config;
  /** Undefined where there is no database yet, or it cannot be looked at. */
  readonly inspection: Inspection | undefined;
  /** Undefined where it could not be opened. */
  readonly store: Store | undefined;
  /** Whether vendors may be asked. */
  readonly live: boolean;
  /** Where a run has nothing to compare its clock with, what others found: milliseconds ahead. */
  readonly clocks: Map<string, number>;
}

export interface Check {
  readonly id: string;
  run(scene: Scene, signal: AbortSignal): Promise<readonly Finding[]>;
}

const DEADLINE = 10_000;

/** All at once, each with a deadline; what fails in one is that one's finding. */
export async function runAll(
  checks: readonly Check[],
  scene: Scene,
  deadline = DEADLINE,
): Promise<readonly Finding[]> {
  const found = await Promise.all(checks.map((check) => runOne(check, scene, deadline)));
  return found.flat();
}

async function runOne(
  { id, run }: Check,
  scene: Scene,
  deadline: number,
): Promise<readonly Finding[]> {
  const end = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly Finding[]>((resolve) => {
    timer = setTimeout(() => {
      end.abort(new Error('The check took too long.'));
      const sentence = `This took longer than ${deadline / 1000} seconds and was left.`;
      resolve([{ id, state: 'warning', sentence }]);
    }, deadline);
  });
  try {
    return await Promise.race([run(scene, end.signal), late]);
  } catch (error) {
    const why = sentenceFor(error) ?? (error instanceof Error ? error.message : String(error));
    return [{ id, state: 'wrong', sentence: `This could not be checked: ${why}` }];
  } finally {
    clearTimeout(timer);
  }
}

export const ok = (id: string, sentence: string): Finding => ({ id, state: 'ok', sentence });
export const warning = (id: string, sentence: string, remedy?: string): Finding => ({
  ...{ id, state: 'warning', sentence, remedy },
});
export const wrong = (id: string, sentence: string, remedy?: string): Finding => ({
  ...{ id, state: 'wrong', sentence, remedy },
});

const DAY = 24 * 60 * 60 * 1000;

/** Such as "on 2027-01-31, in 12 days"; "on 2026-11-01, 3 days ago". */
export function whenEnds(end: number, now: number): string {
  const days = Math.floor(Math.abs(end - now) / DAY);
  const span = days === 1 ? '1 day' : `${days} days`;
  const day = new Date(end).toISOString().slice(0, 10);
  if (days === 0) return `on ${day}, within a day`;
  return end > now ? `on ${day}, in ${span}` : `on ${day}, ${span} ago`;
}
