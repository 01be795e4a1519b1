// Money sets: an amount in the shop's currency and in the buyer's, made from the amount where both are the same.
import type { Keywords } from './check.ts';
import type { MoneySet } from './order.ts';
import { partOf, type RecordSchema } from './record.ts';

/** The same amount on both sides, for orders that know one currency. */
export function moneySet(amount: string, currency: string | null): MoneySet {
  const money = { currency_code: currency, amount };
  return { shop_money: money, presentment_money: money };
}

type Fill = (record: object, known: object, currency: string | null) => void;

/**
 * What fills the sets that the channel did not give, in a record and those within it, from amounts of
 * the same name in the record, or in what is known of it. It is the code that one would write by hand,
 * as records are completed (`record.ts`), and for the same reason.
 */
export function setsOf({ properties }: RecordSchema): Fill {
  const parts: Record<string, Fill> = {};
  const lines = Object.entries<Keywords>(properties).map(([name, field]) => {
    if (name.endsWith('_set'))
      return `if (!isSet(record.${name})) {
        const amount = record.${amountOf(name)} ?? known.${amountOf(name)};
        if (typeof amount === 'string') record.${name} = moneySet(amount, currency);
      }`;
    const part = field.items && partOf(name, field);
    if (!part) return '';
    parts[name] = setsOf(part);
    return `for (const one of record.${name}) parts.${name}(one, one, currency);`;
  });
  const make = new Function(
    ...['isSet', 'moneySet', 'parts'],
    `return (record, known, currency) => { ${lines.join('\n')} }`,
  ) as (...used: readonly unknown[]) => Fill;
  return make(isSet, moneySet, parts);
}

const amountOf = (set: string): string => set.slice(0, -'_set'.length);

/** An empty object stands where the record may have none. */
const isSet = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'shop_money' in value;
