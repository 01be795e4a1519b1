// The way a walk came, carried in its page tokens: a page or a cursor met again ends it.
import { hash } from 'node:crypto';
import { Fault } from '../model/faults.ts';

/** So many marks are kept: a circle of up to ten pages is noticed before it is walked twice. */
const REMEMBERED = 20;

/** The trail after one more page; throws when a record or cursor was met before: it would never end. */
export function follow(
  trail: readonly string[],
  records: readonly Readonly<Record<string, unknown>>[],
  next: unknown,
): readonly string[] {
  const page = records.flatMap(({ id, updated_at }) => [id, updated_at]);
  const marks = [
    ...(records.length > 0 ? [mark('page', page)] : []),
    ...(next === undefined ? [] : [mark('cursor', next)]),
  ];
  for (const made of marks) {
    if (!trail.includes(made)) continue;
    throw new Fault(
      'channel_invalid_response',
      `The channel gave a ${made.startsWith('p') ? 'page' : 'cursor'} that it had given before: reading on would repeat records and never end.`,
    );
  }
  return [...trail, ...marks].slice(-REMEMBERED);
}

const mark = (kind: 'page' | 'cursor', what: unknown): string =>
  `${kind[0]}${hash('sha256', JSON.stringify(what), 'base64url').slice(0, 9)}`;
