// Stock and prices of listings: whole attributes are patched, with all that was there kept.

import type { Reply } from '../../model/exchange.ts';
import { compare, isAmount } from '../../model/money.ts';
import { readInstant } from '../../model/time.ts';
import { Refusal } from '../../model/writes.ts';
import type { Reading } from '../channel.ts';
import { isRecord, listed, membersOf, parts } from '../kit/loose.ts';
import { exactNumber, sorted } from '../kit/plans.ts';
import { sentenceOf } from '../kit/refusals.ts';
import { filled } from '../kit/text.ts';
import type { Plan, PriceWrite, Step, StockWrite, Taken } from '../writing.ts';
import { broken, writeAsk } from './asks.ts';
import { summaryOf } from './listings.ts';
import { marketplaceOf } from './marketplaces.ts';
import type { Attribute, Listing, NativeProduct } from './native.ts';
import { MERCHANT } from './stock.ts';

interface Patch {
  readonly op: 'merge' | 'replace' | 'delete';
  readonly path: string;
  readonly value: readonly object[];
}

export const planStock = (writes: readonly StockWrite[], reading: Reading): Promise<Plan> =>
  planOf(writes, stockPatches, reading);

export const planPrices = (writes: readonly PriceWrite[], reading: Reading): Promise<Plan> =>
  planOf(writes, pricePatches, reading);

/** One call for each listing: Amazon takes no two. */
function planOf<Write extends StockWrite | PriceWrite>(
  writes: readonly Write[],
  patchesOf: (write: Write, now: number) => readonly Patch[] | Refusal,
  { account, now }: Reading,
): Promise<Plan> {
  const { planned, refused } = sorted(writes, (write): Step | Refusal => {
    const patches = patchesOf(write, now);
    if (patches instanceof Refusal) return patches;
    const { sellerId = '' } = account;
    const { marketplaceId } = write.native as NativeProduct;
    const names = [sellerId, String(write.variant.id)].map(encodeURIComponent).join('/');
    const productType = filled(summaryOf(listingOf(write), marketplaceId)?.productType);
    const body = { productType: productType ?? 'PRODUCT', patches };
    const ask = writeAsk(account, 'patchListingsItem', `/listings/2021-08-01/items/${names}`, body);
    return {
      items: [write.at],
      ask: { ...ask, method: 'PATCH', query: [['marketplaceIds', marketplaceId]] },
      read: (reply) => [saidOf(reply)],
    };
  });
  return Promise.resolve({ steps: planned, refused });
}

/** For a dry run Amazon checks a patch and writes nothing; a package it does not check so. */
export function rehearsal(step: Step): Step | undefined {
  const { ask } = step;
  if (ask.operation !== 'patchListingsItem') return undefined;
  return {
    ...step,
    ask: { ...ask, query: [...(ask.query ?? []), ['mode', 'VALIDATION_PREVIEW']] },
  };
}

/** Accepted is not done; invalid is done with. */
function saidOf({ body }: Reply): Taken {
  const { status, issues } = membersOf(body);
  if (status === 'ACCEPTED' || status === 'VALID') return undefined;
  if (status !== 'INVALID') throw broken('what became of a listing');
  const all = listed<Record<'severity' | 'message', unknown>>(issues);
  const errors = all.filter(({ severity }) => severity === 'ERROR');
  const said = sentenceOf((errors.length > 0 ? errors : all).map(({ message }) => message));
  return new Refusal('refused_by_channel', `Amazon: ${said ?? 'refused without a word'}`);
}

const listingOf = ({ native, variant }: StockWrite | PriceWrite): Listing => {
  const product = native as NativeProduct;
  return parts(product.children).find(({ sku }) => sku === variant.id) ?? product;
};

/** A merge changes the number alone; a replacement would drop the handling time, too. */
function stockPatches({ item, locationId }: StockWrite): readonly Patch[] | Refusal {
  if (locationId !== MERCHANT)
    return new Refusal(
      'stock_not_set',
      'Amazon counts what lies in its own warehouses (FBA): only stock that the merchant ships can be set.',
    );
  const value = [{ fulfillment_channel_code: MERCHANT, quantity: item.available }];
  return [{ op: 'merge', path: '/attributes/fulfillment_availability', value }];
}

function pricePatches(write: PriceWrite, now: number): readonly Patch[] | Refusal {
  const { item, native, variant } = write;
  const { marketplaceId } = native as NativeProduct;
  const rows = rowsOf(write, 'purchasable_offer');
  const offer = rows.find(
    ({ audience = 'ALL', marketplace_id = marketplaceId }) =>
      audience === 'ALL' && marketplace_id === marketplaceId,
  );
  const currency = filled(offer?.currency) ?? variant.currency;
  const prices = offer ? pricesNow(offer, now) : [];
  // Where a reduction is running, that is what is paid, unless the price that is read says otherwise.
  const isRead = ({ amount }: Price) =>
    isAmount(amount) && isAmount(variant.price) && compare(amount, variant.price) === 0;
  const price = prices.find(isRead) ?? prices[0];
  if (!offer || !price || currency === null)
    return new Refusal(
      'price_not_set',
      'The listing has no price for all buyers that holds now: make an offer of it in Seller Central first.',
    );
  const value = rows.map((row) =>
    row === offer ? priced(asNumbers(row), price, item.price) : asNumbers(row),
  );
  const before = listPricePatch(write, currency);
  return [
    { op: 'replace', path: '/attributes/purchasable_offer', value },
    ...(before ? [before] : []),
  ];
}

const rowsOf = (write: PriceWrite, name: string): readonly Attribute[] =>
  parts<Attribute>(listingOf(write).attributes?.[name]);

/** A price of an offer, and where in it that stands. */
interface Price {
  readonly name: 'discounted_price' | 'our_price';
  readonly at: number;
  readonly amount: unknown;
}

/** The prices of an offer that hold now, a reduced one first. */
const pricesNow = (offer: Attribute, now: number): readonly Price[] =>
  (['discounted_price', 'our_price'] as const).flatMap((name) => {
    const schedule = scheduleOf(offer[name]);
    const at = schedule.findLastIndex(({ start_at, end_at }) => {
      const [from, to] = [start_at, end_at].map(timeOf);
      return (from ?? now) <= now && now < (to ?? Number.POSITIVE_INFINITY);
    });
    return at < 0 ? [] : [{ name, at, amount: schedule[at]?.value_with_tax }];
  });

const scheduleOf = (list: unknown): readonly Attribute[] =>
  listed<Attribute>(listed<Attribute>(list)[0]?.schedule);

/** A time stands by itself, or as the value of an object. */
const timeOf = (time: unknown): number | undefined =>
  readInstant(filled(isRecord(time) ? time.value : time) ?? '');

const priced = (offer: Attribute, { name, at }: Price, amount: string): Attribute => {
  const [first, ...others] = listed<Attribute>(offer[name]);
  const schedule = scheduleOf(offer[name]).map((one, place) =>
    place === at ? { ...one, value_with_tax: exactNumber(amount) } : one,
  );
  return { ...offer, [name]: [{ ...first, schedule }, ...others] };
};

/**
 * The list price, shown as `compare_at_price` where it is more than the price. In Europe it is named
 * with its tax: https://github.com/amzn/selling-partner-api-models/issues/3958
 */
function listPricePatch(write: PriceWrite, currency: string): Patch | undefined {
  const { compare_at_price: before, price } = write.item;
  const { marketplaceId } = write.native as NativeProduct;
  const path = '/attributes/list_price';
  const [row] = rowsOf(write, 'list_price');
  const selected = { marketplace_id: marketplaceId, currency };
  if (before === undefined) return undefined;
  if (before === null) {
    const amount = row?.value ?? row?.value_with_tax;
    const isShown = isAmount(amount) && compare(amount, price) > 0;
    return isShown ? { op: 'delete', path, value: [selected] } : undefined;
  }
  const isEurope = marketplaceOf(marketplaceId)?.region === 'eu';
  const name = row ? ('value' in row ? 'value' : 'value_with_tax') : isEurope ? 'value_with_tax' : 'value'; // biome-ignore format: one choice
  return { op: 'replace', path, value: [{ ...asNumbers(row ?? {}), ...selected, [name]: exactNumber(before) }] }; // biome-ignore format: one patch
}

/** Amounts were read as texts, so that no digit was lost, and are numbers in what Amazon takes. */
function asNumbers(value: Attribute): Attribute {
  const amount = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(amount);
    if (typeof one === 'string' && /^-?\d+\.\d+$/.test(one)) return exactNumber(one);
    return isRecord(one) ? asNumbers(one) : one;
  };
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, amount(one)]));
}
