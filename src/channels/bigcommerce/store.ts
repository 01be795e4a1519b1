// What holds for a whole store: its currency, its unit of weight, its address.
import { isAmount, times } from '../../model/money.ts';
import type { Reading } from '../channel.ts';
import { membersOf } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import { weightFields, weightUnit } from '../kit/weight.ts';
import { ask } from './asks.ts';
import type { StoreFacts } from './native.ts';

/** Settings that were changed would give every price another currency, or every weight another unit. */
const FIVE_MINUTES = 300;
const UNKNOWN: StoreFacts = { currency: null, weight_units: null, secure_url: null };

/** Needs the scope "Information & Settings"; without it the facts are null and a warning says so. */
export async function storeOf(
  reading: Reading,
  without: { readonly field: string; readonly what: string },
): Promise<StoreFacts> {
  const facts = await reading.remember('store', FIVE_MINUTES, async () => {
    const { status, body } = await ask(reading, 'v2/store', [], { expect: [403] });
    return status === 403 ? null : factsIn(membersOf(body));
  });
  if (facts === null)
    reading.note({
      code: 'permission_missing',
      message: `The token lacks the scope "Information & Settings" (read-only), so ${without.what}.`,
      field: without.field,
    });
  return facts ?? UNKNOWN;
}

const factsIn = (store: Readonly<Record<string, unknown>>): StoreFacts => ({
  currency: filled(store.currency),
  weight_units: filled(store.weight_units),
  secure_url: filled(store.secure_url),
});

/** Weights carry no unit of their own; all null where the weight or the store's unit is not known. */
export function weightOf(value: unknown, store: StoreFacts | undefined) {
  const weight = isAmount(value) ? String(value) : null;
  const unit = filled(store?.weight_units)?.toLowerCase();
  // The one unit of BigCommerce that records do not have.
  if (unit === 'tonnes' && weight !== null) return weightFields(times(weight, 1000, 0), 'kg');
  return weightFields(weight, weightUnit(unit));
}
