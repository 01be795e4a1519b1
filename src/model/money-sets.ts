// Money sets: an amount in the shop's currency and in the buyer's, made from the amount where both are the same.
import type { MoneySet } from './order.ts';

/** The same amount on both sides, for orders that know one currency. */
export function moneySet(amount: string, currency: string | null): MoneySet {
  const money = { currency_code: currency, amount };
  return { shop_money: money, presentment_money: money };
}

export interface Sets {
  readonly names: readonly string[];
  /** What `fillSets` does, compiled at its first use. */
  fill?: (record: object, known: object, currency: string | null) => void;
}

export const setsOf = ({ properties }: { readonly properties: object }): Sets => ({
  names: Object.keys(properties).filter((name) => name.endsWith('_set')),
});

/** Fills the sets that the channel did not give, from amounts of the same name in the record, or in what is known. */
export function fillSets(sets: Sets, record: object, known: object, currency: string | null) {
  sets.fill ??= compiled(sets);
  sets.fill(record, known, currency);
}

/** The code that one would write by hand, as records are completed (`record.ts`), and for the same reason. */
function compiled({ names }: Sets): NonNullable<Sets['fill']> {
  const lines = names.map((set) => {
    const amount = amountOf(set);
    return `if (!isSet(record.${set})) {
      const amount = record.${amount} ?? known.${amount};
      if (typeof amount === 'string') record.${set} = moneySet(amount, currency);
    }`;
  });
  const make = new Function(
    'isSet',
    'moneySet',
    `return (record, known, currency) => { ${lines.join('\n')} }`,
  ) as (...used: [typeof isSet, typeof moneySet]) => NonNullable<Sets['fill']>;
  return make(isSet, moneySet);
}

const amountOf = (set: string): string => set.slice(0, -'_set'.length);

/** An empty object stands where the record may have none. */
const isSet = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'shop_money' in value;
