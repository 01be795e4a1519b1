// Moments as the catalogue has them, in milliseconds, and as texts.
import assert from 'node:assert/strict';

export const DAY = 86_400_000;

export const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** The instant that a text stands for, whatever its offset; null where there is none. */
export function instantOf(text: string | null): number | null {
  if (text === null) return null;
  const at = Date.parse(text);
  assert.ok(Number.isFinite(at) && /(Z|[+-]\d\d:\d\d)$/.test(text), `${text} is no instant`);
  return at;
}
