// The amounts of a marketplace's order: what was ordered, and what is left of it.
import { decimals } from '../../model/currencies.ts';
import { compare, money, over, subtract, sum, times } from '../../model/money.ts';
import type { Note } from '../channel.ts';
import type { Decimal, MarketplaceLine, MarketplaceOrder, MarketplaceTakeback } from './native.ts';
import { marketplaceMeaning } from './status.ts';

export type Amounts = ReturnType<typeof amountsOf>;

/** Whether prices hold the taxes that are told beside them. */
const TAX_MODES: Readonly<Record<string, boolean>> = { TAX_INCLUDED: true, TAX_EXCLUDED: false };

export function amountsOf(order: MarketplaceOrder, note: Note) {
  const places = decimals(order.currency_iso_code);
  const add = (amounts: readonly Decimal[]) => sum(amounts, places);
  const taxesIncluded = taxModeOf(order, note);
  const line = (one: MarketplaceLine) => lineOf(one, places);
  const priced = order.order_lines.map(line);
  const tax = add(taxesOf(order));
  const onTop = (amount: string) => (taxesIncluded === false ? [amount] : []);
  const gone = order.order_lines.map((one) => takenOff(one, order));
  const goneTax = add(takenTaxes(order) ?? gone.flatMap(({ taxes }) => taxes));
  const goneFees = gone.flatMap(({ fees }) => fees);
  const fees = feesOf(order.order_lines);
  const total = add([order.total_price, ...onTop(tax)]);
  return {
    places,
    line,
    taxesIncluded,
    lines: add(priced.map(({ gross }) => gross)),
    discounts: add(priced.map(({ discount }) => discount)),
    subtotal: money(order.price, places),
    shipping: money(order.shipping_price, places),
    tax,
    total,
    /** Null where the operator charges none. */
    fees: fees.some((fee) => compare(fee, '0') !== 0) ? add(fees) : null,
    nothing: money('0', places),
    current: {
      subtotal: subtract(order.price, add(gone.flatMap(({ prices }) => prices)), places),
      tax: subtract(tax, goneTax, places),
      fees: subtract(add(fees), add(goneFees), places),
      total: subtract(
        total,
        add([
          ...gone.flatMap(({ prices, shipping }) => [...prices, ...shipping]),
          ...goneFees,
          ...onTop(goneTax),
        ]),
        places,
      ),
    },
  };
}

function taxModeOf({ order_tax_mode, order_id }: MarketplaceOrder, note: Note): boolean | null {
  const mode = TAX_MODES[order_tax_mode ?? ''];
  if (mode === undefined)
    note({
      code: 'unknown_tax_mode',
      message: `The marketplace tells a tax mode whose meaning is not known, "${order_tax_mode}"; taxes_included is null.`,
      field: 'taxes_included',
      id: order_id,
    });
  return mode ?? null;
}

/** Price of one before discounts, and what the line's own price is below that. */
function lineOf(
  { origin_unit_price, price_unit, price, quantity }: MarketplaceLine,
  places: number,
) {
  const unit = origin_unit_price ?? price_unit;
  const gross = times(unit, quantity, places);
  if (compare(gross, price) >= 0)
    return { unit: money(unit, places), gross, discount: subtract(gross, price, places) };
  // The line costs more than its parts: the price it has is the only one to go by.
  return {
    unit: quantity > 0 ? over(price, quantity, places) : money(price, places),
    gross: money(price, places),
    discount: money('0', places),
  };
}

/** Operators that reckon taxes by the order tell them there; the lines may have none. */
function taxesOf({ order_taxes, order_lines }: MarketplaceOrder): readonly Decimal[] {
  if (order_taxes?.length) return order_taxes.map(({ total_amount }) => total_amount);
  return order_lines.flatMap(amountsOfTaxes);
}

/** Taxes of what was taken back, where they are told by the order; else undefined. */
function takenTaxes(order: MarketplaceOrder): readonly Decimal[] | undefined {
  if (!order.order_taxes?.length) return undefined;
  if (isOff(order.order_state)) return taxesOf(order);
  const taxes = (order.order_refunds ?? []).flatMap((refund) => refund.taxes ?? []);
  return taxes.map(({ total_amount }) => total_amount);
}

const isOff = (state: string): boolean => marketplaceMeaning(state)?.bucket === 'cancelled';

const feesOf = (records: readonly Pick<MarketplaceLine, 'fees'>[]): readonly Decimal[] =>
  records.flatMap(({ fees }) => (fees ?? []).map(({ amount }) => amount));

const amountsOfTaxes = ({
  taxes,
  shipping_taxes,
}: Pick<MarketplaceTakeback, 'taxes' | 'shipping_taxes'>): readonly Decimal[] =>
  [...(taxes ?? []), ...(shipping_taxes ?? [])].map(({ amount }) => amount);

/** What was cancelled or refunded of a line; all of it, when the line or the order was. */
function takenOff(line: MarketplaceLine, order: MarketplaceOrder) {
  if (isOff(line.order_line_state) || isOff(order.order_state))
    return {
      prices: [line.price],
      shipping: [line.shipping_price],
      taxes: amountsOfTaxes(line),
      fees: feesOf([line]),
    };
  const back = [...(line.cancelations ?? []), ...(line.refunds ?? [])];
  return {
    prices: back.map(({ amount }) => amount ?? 0),
    shipping: back.map(({ shipping_amount }) => shipping_amount ?? 0),
    taxes: back.flatMap(amountsOfTaxes),
    fees: feesOf(back),
  };
}
