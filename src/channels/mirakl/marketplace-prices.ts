// Prices of an offer as a price file has them (PRI01), which replaces all that the offer had.
import { compare, isAmount, money } from '../../model/money.ts';
import { readInstant } from '../../model/time.ts';
import { Refusal } from '../../model/writes.ts';
import { isRecord, parts } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import type { PriceWrite } from '../writing.ts';
import type { MarketplaceOffer, MarketplacePrice } from './native.ts';

/** https://developer.mirakl.com/content/product/mmp/rest/seller/openapi3/offers/pri01 */
export const PRICE_COLUMNS = [
  ...['offer-sku', 'price', 'discount-price', 'discount-start-date', 'discount-end-date'],
  ...['price-ranges', 'channels'],
] as const;

type Row = Readonly<Record<string, string>>;

/** All prices of the offer, of which the general one becomes what is asked for. */
export function marketplacePriceRows(
  { item, native }: PriceWrite,
  sku: string,
  now: number,
): readonly Row[] | Refusal {
  const refuse = (sentence: string) => new Refusal('price_not_set', sentence);
  const { all_prices, retail_prices } = native as MarketplaceOffer;
  if (parts(retail_prices).length > 0)
    return refuse(
      'The offer has prices at which the marketplace sells it (retail prices), which a price file would delete. Set its prices in the back office of the marketplace.',
    );
  const all = parts(all_prices);
  const general = all.find(({ channel_code: code }) => filled(code) === null);
  if (!general || !all.every(isPlain))
    return refuse(
      'The offer has prices for certain buyers or days, or none for everyone: a price file would replace them. Set them in the back office of the marketplace.',
    );
  const isReduced = isAmount(general.unit_discount_price) && isInForce(general, now);
  const origin = isReduced ? String(general.unit_origin_price) : null;
  const { price, compare_at_price: wanted = origin } = item;
  if (wanted !== null && compare(price, wanted) >= 0)
    return refuse(`The price before the reduction is ${wanted}: send another "compare_at_price".`);
  const ranges = rangesOf(general);
  // A reduction that is still to come is none of this.
  const isKept = wanted === null && isAmount(general.unit_discount_price) && isAhead(general, now);
  if ((wanted !== null || isKept) && ranges !== '')
    return refuse(
      'The offer has prices by the number of pieces, and each of them would need a reduction of its own.',
    );
  return all.map((one) => {
    const kept = rowOf(one, sku);
    if (one !== general) return kept;
    const { 'discount-price': off, 'discount-start-date': start, 'discount-end-date': end } = kept;
    const days = {
      ...(start !== undefined && { 'discount-start-date': start }),
      ...(end !== undefined && { 'discount-end-date': end }),
    };
    return {
      'offer-sku': sku,
      price: wanted ?? price,
      ...(wanted !== null && { 'discount-price': price, ...(isReduced && days) }),
      ...(isKept && off !== undefined && { 'discount-price': off, ...days }),
      ...(ranges !== '' && { 'price-ranges': ranges }),
    };
  });
}

/** For everyone, or for one sales channel: what else there may be cannot be written back for certain. */
function isPlain({ context, channel_code: code, ...one }: MarketplacePrice): boolean {
  const special = Object.entries(isRecord(context) ? context : {}).filter(([name, value]) =>
    Array.isArray(value)
      ? value.length > 0 && !(name === 'channel_codes' && value.length === 1 && value[0] === code)
      : (value ?? null) !== null,
  );
  const isVaried = one.unit_discount_price != null && rangesOf(one) !== '' && filled(code) !== null;
  return special.length === 0 && isAmount(one.unit_origin_price) && !isVaried;
}

const isAhead = ({ discount_start_date: start }: MarketplacePrice, now: number): boolean =>
  (readInstant(filled(start) ?? '') ?? Number.NEGATIVE_INFINITY) > now;

const isInForce = (one: MarketplacePrice, now: number): boolean =>
  !isAhead(one, now) && now <= (readInstant(filled(one.discount_end_date) ?? '') ?? Infinity);

function rowOf(one: MarketplacePrice, sku: string): Row {
  const cells = {
    'discount-price': isAmount(one.unit_discount_price) ? money(one.unit_discount_price, 0) : null,
    'discount-start-date': filled(one.discount_start_date),
    'discount-end-date': filled(one.discount_end_date),
    'price-ranges': rangesOf(one) || null,
    channels: filled(one.channel_code),
  };
  return {
    ...{ 'offer-sku': sku, price: money(String(one.unit_origin_price), 0) },
    ...Object.fromEntries(
      Object.entries(cells).filter((cell): cell is [string, string] => cell[1] !== null),
    ),
  };
}

/** `10|15,20|14`: fifteen a piece from ten pieces on. */
const rangesOf = ({ volume_prices: list }: MarketplacePrice): string =>
  parts(list)
    .filter(({ quantity_threshold: from }) => (from ?? 0) > 1)
    .map(
      ({ quantity_threshold: from, unit_origin_price: each }) => `${from}|${money(each ?? 0, 0)}`,
    )
    .join(',');
