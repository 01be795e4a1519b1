// What BigCommerce says of a call that was to write something.
import type { Reply } from '../../model/exchange.ts';
import { Refusal } from '../../model/writes.ts';
import type { Taken } from '../writing.ts';
import { wordsIn } from './explain.ts';

/** Statuses by which it refuses what it was asked to write. */
export const REFUSED = [400, 409, 422] as const;

/** A call is taken or refused as a whole; the words name the entries that are to blame, if any. */
export function refusedIn(
  reply: Reply,
  entries: readonly { readonly id: string }[],
): readonly Taken[] {
  if (reply.status < 400) return entries.map(() => undefined);
  const words = wordsIn(reply) ?? 'it did not say why.';
  const named = new Set(words.match(/\bitems\.\d+|\b\d+\b/g));
  const isNamed = ({ id }: { readonly id: string }, at: number) =>
    named.has(id) || named.has(`items.${at}`);
  const isSome = entries.some(isNamed);
  return entries.map(
    (entry, at) =>
      new Refusal(
        'refused_by_channel',
        isSome && !isNamed(entry, at)
          ? `BigCommerce refused all of one call because of another item: ${words}`
          : `BigCommerce refused it: ${words}`,
      ),
  );
}
