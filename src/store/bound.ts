// What may be bound to a statement, the same for both databases.
import { createHash } from 'node:crypto';
import { storable, toStorable } from '../model/text.ts';

/**
 * Throws for text that cannot be kept as it is: PostgreSQL would refuse a zero character, the
 * embedded store would take it, and both would keep half a surrogate pair as something else. Code that
 * takes text from outside refuses it first, in words of its own.
 */
export function checkBound(values: readonly unknown[]): void {
  for (const value of values)
    if (typeof value === 'string' && !storable(value))
      throw new TypeError(
        'A text with a zero character or half a surrogate pair cannot be stored.',
      );
}

/** Bytes of a name in an index; PostgreSQL takes no more than 2,700 in a row of one. */
const LONGEST_NAME = 1000;

/** A name as it is kept and looked up: the name itself, or what stands for one that is too long. */
export function shortName(name: string): string {
  const kept = toStorable(name);
  if (Buffer.byteLength(kept) <= LONGEST_NAME) return kept;
  return `sha256:${createHash('sha256').update(kept).digest('base64url')}`;
}

/** Names an account among those of all channels. */
export const accountName = (channel: string, accountKey: string): string =>
  `${channel} ${shortName(accountKey)}`;
