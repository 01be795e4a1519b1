// Times as people type them: ISO 8601, and a few words that are turned into it.
import { readInstant, writeInstant } from '../model/time.ts';
import { UsageError } from './declare.ts';

export const MOMENT =
  'ISO 8601, such as 2026-10-01 or 2026-10-01T12:00:00+02:00 (without an offset UTC); or now, today and yesterday (where this machine is), 30m, 24h, 7d, 2w (so long ago).';

const MILLISECONDS: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** The same moment as the service reads it. */
export function momentOf(text: string, option: string, now: number): string {
  const word = text.trim().toLowerCase();
  if (word === 'now') return writeInstant(now);
  if (word === 'today') return writeInstant(midnight(now, 0));
  if (word === 'yesterday') return writeInstant(midnight(now, -1));
  const [, count = '', unit = ''] = /^(\d{1,5})([mhdw])$/.exec(word) ?? [];
  const each = MILLISECONDS[unit];
  if (each !== undefined) return writeInstant(now - Number(count) * each);
  if (readInstant(text) !== undefined) return text.trim();
  throw new UsageError(`"${option}" is a time, and "${text}" is none. Write ${MOMENT}`);
}

/** When the day began, or one beside it: days are not all equally long. */
function midnight(now: number, days: number): number {
  const at = new Date(now);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days).getTime();
}
