// What a client may change in a Sharetribe marketplace: stock, by comparing it first, and prices.
import type { Reply } from '../../model/exchange.ts';
import { placesOf, times } from '../../model/money.ts';
import { Refusal } from '../../model/writes.ts';
import type { Reading } from '../channel.ts';
import { membersOf, parts } from '../kit/loose.ts';
import { sorted } from '../kit/plans.ts';
import type { Plan, PriceWrite, Step, StockWrite, Taken, Writes } from '../writing.ts';
import { commandFor } from './auth.ts';
import { said } from './explain.ts';
import { listingIn } from './included.ts';
import type { ListingDocument } from './native.ts';
import { products } from './products.ts';
import { decimalsOf } from './products-transform.ts';

const REFERENCE = 'https://www.sharetribe.com/api-reference/integration.html';

const WRITTEN = {
  needs: { about: 'An application for the Integration API.', source: REFERENCE },
  most: 1,
  shows: {
    seconds: 60,
    why: 'A command answers when it is done; lists of listings may follow it by some seconds.',
    source: REFERENCE,
  },
} as const;

export const writes: Writes = {
  fulfillments: {
    why: 'Sharetribe has transactions of a process that each marketplace makes for itself, and no orders that could be shipped.',
  },
  stock: {
    facts: {
      ...WRITTEN,
      idempotent: {
        is: false,
        about:
          'It takes no key; what is set a second time is no longer what it was, and is refused.',
        source: `${REFERENCE}#compare-and-set-total-stock`,
      },
      comparesFirst: true,
      limits: [
        {
          about:
            'Only goods that are counted: no bookings, no inquiries and nothing that sells without end. What moved between reading and writing is refused, with or without `if_available`.',
          source: `${REFERENCE}#compare-and-set-total-stock`,
        },
      ],
    },
    plan: (writes, reading) => planOf(writes, stockStep, reading),
  },
  prices: {
    facts: {
      ...WRITTEN,
      idempotent: {
        is: false,
        about: 'It takes no key; the same price set twice is the same price.',
        source: `${REFERENCE}#update-listing`,
      },
      limits: [
        {
          about:
            'The price of the listing, in its currency. Prices of its variants, as bookable listings may have, stay as they are, and there is none from before a reduction.',
          source: `${REFERENCE}#update-listing`,
        },
      ],
    },
    plan: (writes, reading) => planOf(writes, priceStep, reading),
  },
  /** A listing is a product with one variant, and both have its identifier. */
  productsOf: (variantIds) =>
    Promise.resolve(
      new Map(variantIds.filter((id) => products.id.pattern.test(id)).map((id) => [id, id])),
    ),
};

function planOf<Write extends { readonly at: number }>(
  writes: readonly Write[],
  stepOf: (write: Write, reading: Reading) => Step | Refusal,
  reading: Reading,
): Promise<Plan> {
  const { planned, refused } = sorted(writes, (write) => stepOf(write, reading));
  return Promise.resolve({ steps: planned, refused });
}

/** The only way to set a total: if it is still what it was. */
function stockStep({ at, item, variant, native }: StockWrite, { account }: Reading): Step {
  const { stock: oldTotal } = listingIn(native as ListingDocument);
  const body = { listingId: variant.id, oldTotal, newTotal: item.available };
  const ask = commandFor(account, 'stock/compare_and_set', body);
  return { items: [at], ask: { ...ask, expect: [409] }, read: (reply) => [takenAs(reply)] };
}

function takenAs(reply: Reply): Taken {
  if (reply.status !== 409) return undefined;
  const { errors } = membersOf(reply.body);
  const isMoved = parts(errors as readonly Record<string, unknown>[]).some(
    ({ code }) => code === 'old-total-mismatch',
  );
  return isMoved
    ? new Refusal('stock_moved', 'The stock moved since it was read. Read it again and decide.')
    : new Refusal('refused_by_channel', `Sharetribe: ${said(reply) ?? 'refused without a word'}`);
}

function priceStep({ at, item, variant }: PriceWrite, { account }: Reading): Step | Refusal {
  const { currency } = variant;
  const refuse = (sentence: string) => new Refusal('price_not_set', sentence);
  if (item.compare_at_price != null)
    return refuse('Sharetribe has no price from before a reduction: leave "compare_at_price" out.');
  if (currency === null)
    return refuse('The listing has no price, so that its currency is not known: set the first one in the marketplace.'); // biome-ignore format: one sentence
  const places = decimalsOf(currency);
  if (placesOf(item.price) > places)
    return new Refusal('too_many_decimals', `Sharetribe counts ${places} decimals of ${currency}.`);
  const amount = Number(times(item.price, 10 ** places, 0));
  if (!Number.isSafeInteger(amount)) return refuse(`${item.price} is more than Sharetribe counts.`);
  const body = { id: variant.id, price: { amount, currency } };
  return { items: [at], ask: commandFor(account, 'listings/update', body) };
}
