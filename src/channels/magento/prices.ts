// Prices of a product or a child, and whether the days of its special price are on.
import { decimals } from '../../model/currencies.ts';
import { compare, isAmount, isZero, money, over, round, times } from '../../model/money.ts';
import type { Variant } from '../../model/product.ts';
import type { Draft } from '../../model/record.ts';
import { readInstant } from '../../model/time.ts';
import type { Context } from '../channel.ts';
import { noteUnreadable } from '../kit/notes.ts';
import { attributeOf, isComposite, type NativeItem, type StoreFacts } from './native.ts';

/** Prices are kept with so many decimals; PHP may write more of them (`19.989999999999998`). */
const STORED = 6;
const DAY = 86_400_000;

/** A special price counts only where it is lower and its days are not over. */
export function pricesOf(
  item: NativeItem,
  store: StoreFacts,
  { now, note }: Pick<Context, 'now' | 'note'>,
): Draft<Variant> {
  const regular = stored(item.price);
  if (regular === null) {
    if (item.price !== undefined && item.price !== null && String(item.price) !== '')
      noteUnreadable(note, {
        vendor: 'The shop',
        what: 'a price',
        field: 'variants.price',
        id: item.id,
      });
    return {};
  }
  // Its price comes from what is chosen; of a gift card it is what its buyer chooses.
  if ((isComposite(item) || item.type_id === 'giftcard') && isZero(regular)) return {};
  const special = specialOf(item, regular);
  const reduced = special !== null && compare(special, regular) < 0 && isOnSale(item, store, now);
  return reduced
    ? { price: charged(special, store), compare_at_price: written(regular, store) }
    : { price: written(regular, store) };
}

/**
 * A special price is kept finer than it is charged: 66.6666 is sold at 66.67. Magento rounds to two
 * decimals whatever the currency has (PriceCurrency::DEFAULT_PRECISION).
 */
const charged = (amount: string, { currency }: StoreFacts): string =>
  round(amount, 2, decimals(currency));

/** That of a bundle is a part of its price in hundredths (Magento\Bundle\Pricing\Price\SpecialPrice). */
function specialOf(item: NativeItem, regular: string): string | null {
  const special = stored(attributeOf(item, 'special_price'));
  if (special === null || item.type_id !== 'bundle') return special;
  return over(times(regular, special, 0), 100, STORED);
}

/** An amount as the shop has it in its tables; null for what is none. */
export const stored = (value: unknown): string | null =>
  isAmount(value) ? round(value, STORED) : null;

/** Without needless zeros, and no less precise than its currency: `69.500000` is 69.50. */
const written = (amount: string, { currency }: StoreFacts): string =>
  money(amount, decimals(currency));

/**
 * Magento holds the dates against local time, both ends included. A last day counts in whole; where
 * it has a time, the special price ends at that time
 * (Magento\Framework\Stdlib\DateTime\Timezone::isScopeDateInInterval, and SpecialPriceService).
 */
export function isOnSale(item: NativeItem, { timezone }: StoreFacts, now: number): boolean {
  const local = wallClock(now, timezone ?? 'UTC');
  // MySQL's empty date, 0000-00-00, is none.
  const from = readInstant(attributeOf(item, 'special_from_date') ?? '');
  const to = readInstant(attributeOf(item, 'special_to_date') ?? '');
  const end = to === undefined || to % DAY !== 0 ? to : to + DAY;
  return (from === undefined || local >= from) && (end === undefined || local <= end);
}

/** All of a page is looked at in the same moment, and writing it by a zone takes long. */
let last = { now: Number.NaN, timezone: '', shown: 0 };

/** What the clock on the wall shows, as if it were UTC. */
function wallClock(now: number, timezone: string): number {
  if (last.now !== now || last.timezone !== timezone) {
    const written = formatFor(timezone)?.format(now) ?? '';
    const shown = readInstant(written) ?? Math.floor(now / 1000) * 1000;
    last = { now, timezone, shown };
  }
  return last.shown;
}

const formats = new Map<string, Intl.DateTimeFormat | undefined>();

/** Undefined for a zone that is not known; then UTC has to do. */
function formatFor(timeZone: string): Intl.DateTimeFormat | undefined {
  if (formats.has(timeZone)) return formats.get(timeZone);
  let format: Intl.DateTimeFormat | undefined;
  try {
    // In Sweden times are written as in ISO 8601.
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
  } catch {
    format = undefined;
  }
  if (formats.size < 1000) formats.set(timeZone, format);
  return format;
}
