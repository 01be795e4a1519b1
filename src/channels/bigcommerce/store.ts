// What holds for a whole store: its currency, its unit of weight, its address.
import type { Reading } from '../channel.ts';
import { filled } from '../kit/text.ts';
import { askFor } from './asks.ts';
import type { StoreFacts } from './native.ts';

const DAY = 86_400;
const UNKNOWN: StoreFacts = { currency: null, weight_units: null, secure_url: null };

/** Needs the scope "Information & Settings"; without it the facts are null and a warning says so. */
export async function storeOf(
  reading: Reading,
  without: { readonly field: string; readonly what: string },
): Promise<StoreFacts> {
  const facts = await reading.remember('store', DAY, () => readStore(reading));
  if (facts === null)
    reading.note({
      code: 'permission_missing',
      message: `The token lacks the scope "Information & Settings" (read-only), so ${without.what}.`,
      field: without.field,
    });
  return facts ?? UNKNOWN;
}

async function readStore(reading: Reading): Promise<StoreFacts | null> {
  const { status, body } = await reading.call({ ...askFor(reading, 'v2', 'store'), expect: [403] });
  if (status === 403) return null;
  const told = (body ?? {}) as Readonly<Record<string, unknown>>;
  return {
    currency: filled(told.currency),
    weight_units: filled(told.weight_units),
    secure_url: filled(told.secure_url),
  };
}
