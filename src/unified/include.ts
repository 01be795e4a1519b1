// What is added to records on request: read from a body, held against the channel, and put into each record.
import type { Channel, Context, Warning } from '../channels/channel.ts';
import type { Operation } from '../model/execution.ts';
import { Fault, invalid } from '../model/faults.ts';
import { completeFulfillment } from '../model/fulfillment.ts';
import type { Include } from '../model/include.ts';
import { didYouMean } from '../model/nearest.ts';
import type { Odd } from '../model/record.ts';
import { completeRefund, type RefundedOrder } from '../model/refund.ts';
import { completeSalable } from '../model/salable.ts';
import { settleRefund } from '../model/sums.ts';
import { asWritten } from '../model/written.ts';
import { differs } from './filters.ts';
import type { Cursor } from './page-token.ts';
import { type AnyResource, canInclude, KINDS } from './resources.ts';
import { described } from './words.ts';

interface Asked {
  readonly name: string;
  readonly channels: Readonly<Record<string, Channel>>;
  readonly operation: Operation;
  readonly resource: AnyResource;
}

/** What is to be included, each once; sent beside a page token it must be what the token says. */
export function readInclude(
  given: string | null | undefined,
  cursor: Cursor | undefined,
  asked: Asked,
): readonly Include[] {
  const held = (cursor?.include ?? []) as readonly Include[];
  if (given === null || given === undefined) return held;
  const { includes } = KINDS[asked.operation];
  const words = new Set(given.split(',').map((word) => word.trim()));
  for (const word of words) {
    if (!includes.includes(word))
      throw invalid(
        'include',
        `"include" names ${described(word)}, which cannot be included in ${asked.operation}${didYouMean(word, includes, `; known are ${includes.join(', ')}.`)}`,
      );
    refuseUnsupported(word as Include, asked);
  }
  const wanted = includes.filter((word) => words.has(word)) as Include[];
  if (cursor && wanted.join() !== held.join()) throw differs('include');
  return wanted;
}

function refuseUnsupported(word: Include, { name, channels, operation, resource }: Asked) {
  if (canInclude(resource, word)) return;
  const able = Object.keys(channels).filter((key) => {
    const channel = channels[key];
    return channel && canInclude(KINDS[operation].of(channel), word);
  });
  throw new Fault(
    'unsupported_include',
    `${name} has no ${word} that can be included; ${able.length > 0 ? `these have: ${able.join(', ')}` : 'no channel has'}. Leave it out.`,
    { field: 'include' },
  );
}

/** Puts the lists that were asked for into a record. */
export function addLists(
  record: Record<string, unknown>,
  native: unknown,
  { resource, query: { include = [] } }: { resource: AnyResource; query: Including },
  context: Context,
  odd: Odd,
) {
  for (const word of include)
    if (word === 'fulfillments')
      record[word] = (resource.includes?.fulfillments?.(native, context) ?? []).map((draft) =>
        completeFulfillment(draft, odd, `${word}.`),
      );
    else if (word === 'refunds')
      record[word] = (resource.includes?.refunds?.(native, context) ?? []).map((draft) => {
        const refund = completeRefund(draft, odd, `${word}.`);
        const rest = settleRefund(refund, record as unknown as RefundedOrder);
        if (rest !== undefined) context.note(doesNotAddUp(record.id, refund.id, rest));
        return refund;
      });
    else if (word === 'salable')
      record[word] = (resource.includes?.salable?.(native, context) ?? []).map((draft) =>
        completeSalable(draft, odd, `${word}.`),
      );
}

const doesNotAddUp = (order: unknown, refund: string, rest: string): Warning => ({
  code: 'totals_do_not_add_up',
  message: `The channel’s own figures do not add up; its total is kept. Refund ${refund} gave back ${rest} that is in none of its parts; it is counted in adjustment_amount.`,
  field: 'refunds.adjustment_amount',
  id: String(order),
});

interface Including {
  readonly include?: readonly Include[];
}

/** The native record as its vendor gave it. */
export const rawOf = ({ raw }: AnyResource, native: unknown): unknown =>
  asWritten(raw ? raw(native) : native);
