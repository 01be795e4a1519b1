// What is added to records on request: read from a body, held against the channel, and put into each record.

import { type AnyResource, ableOf, canInclude } from '../accounts/resource.ts';
import type { Context, Warning } from '../channels/channel.ts';
import { Fault, invalid } from '../model/faults.ts';
import { completeFulfillment } from '../model/fulfillment.ts';
import type { Include } from '../model/include.ts';
import { didYouMean } from '../model/nearest.ts';
import { OPERATION_TABLE } from '../model/operations.ts';
import { completeSalable } from '../model/product.ts';
import { quoted } from '../model/read.ts';
import type { Odd } from '../model/record.ts';
import { completeRefund, type Refund, type RefundedOrder } from '../model/refund.ts';
import { settleRefund } from '../model/sums.ts';
import { asWritten } from '../model/written.ts';
import { type AskedOf, differs } from './filters.ts';
import type { Cursor } from './page-token.ts';

/** What is to be included, each once; sent beside a page token it must be what the token says. */
export function readInclude(
  given: string | null | undefined,
  cursor: Cursor | undefined,
  asked: AskedOf,
): readonly Include[] {
  const held = (cursor?.include ?? []) as readonly Include[];
  if (given === null || given === undefined) return held;
  const { includes } = OPERATION_TABLE[asked.operation];
  const words = new Set(given.split(',').map((word) => word.trim()));
  for (const word of words) {
    if (!includes.includes(word))
      throw invalid(
        'include',
        `"include" names ${quoted(word)}, which cannot be included in ${asked.operation}${didYouMean(word, includes, `; known are ${includes.join(', ')}.`)}`,
      );
    refuseUnsupported(word as Include, asked);
  }
  const wanted = includes.filter((word) => words.has(word)) as Include[];
  if (cursor && wanted.join() !== held.join()) throw differs('include');
  return wanted;
}

function refuseUnsupported(word: Include, { name, channels, operation, resource }: AskedOf) {
  if (canInclude(resource, word)) return;
  const able = ableOf(channels, operation, (theirs) => canInclude(theirs, word));
  throw new Fault(
    'unsupported_include',
    `${name} has no ${word} that can be included; ${able.length > 0 ? `these have: ${able.join(', ')}` : 'no channel has'}. Leave it out.`,
    { field: 'include' },
  );
}

export interface Including {
  readonly resource: AnyResource;
  readonly query: { readonly include?: readonly Include[] };
}

export function addLists(
  record: Record<string, unknown>,
  native: unknown,
  { resource, query: { include = [] } }: Including,
  context: Context,
  odd: Odd,
) {
  for (const word of include) {
    if (word === 'raw' || word === 'reasons') continue;
    const drafts: readonly object[] = resource.includes?.[word]?.(native, context) ?? [];
    const complete = COMPLETE[word] as (draft: object, odd: Odd, prefix: string) => object;
    record[word] = drafts.map((draft) => complete(draft, odd, `${word}.`));
  }
  for (const refund of (record.refunds ?? []) as Refund[]) {
    const rest = settleRefund(refund, record as unknown as RefundedOrder);
    if (rest !== undefined) context.note(doesNotAddUp(record.id, refund.id, rest));
  }
}

const COMPLETE = {
  fulfillments: completeFulfillment,
  refunds: completeRefund,
  salable: completeSalable,
};

const doesNotAddUp = (order: unknown, refund: string, rest: string): Warning => ({
  code: 'totals_do_not_add_up',
  message: `The channel’s own figures do not add up; its total is kept. Refund ${refund} gave back ${rest} that is in none of its parts; it is counted in adjustment_amount.`,
  field: 'refunds.adjustment_amount',
  id: String(order),
});

/** The native record as its vendor gave it. */
export const rawOf = ({ raw }: AnyResource, native: unknown): unknown =>
  asWritten(raw ? raw(native) : native);
