// Holds what channels return against the catalogue, with the losses that each vendor brings along.
import assert from 'node:assert/strict';
import { currencies, decimal } from '../../sandbox/catalogue/currencies.ts';
import type {
  Amount,
  Catalogue,
  CurrencyCode,
  Order,
  Product,
} from '../../sandbox/catalogue/types.ts';
import type { Store } from '../../sandbox/store.ts';

/** What a check may look at beside the record of the catalogue. */
export interface World {
  readonly catalogue: Catalogue;
  readonly store: Store;
  /** Whose currency the record's first and second amount are in. */
  readonly sides: Sides;
}

export type Sides = readonly [shop: keyof Amount, presentment: keyof Amount];

/** One field of the unified record, and what the catalogue says about it. */
export interface Field<Truth, Got> {
  readonly got: (record: Got, truth: Truth) => unknown;
  readonly expected: (truth: Truth, world: World) => unknown;
}

export type Fields<Truth, Got> = Readonly<Record<string, Field<Truth, Got>>>;

/**
 * Something that a vendor does not know, or has otherwise. Where it applies, the field must be what
 * `expected` says, or nothing at all when `expected` is left out. The first that applies counts.
 */
export interface Loss<Truth> {
  readonly fields: readonly string[];
  readonly when?: (truth: Truth, world: World) => boolean;
  /** A pattern stands for texts that no one can foresee, such as relay addresses. */
  readonly expected?: (truth: Truth, world: World, field: string) => unknown;
  /** A sentence, for readers: what the vendor does not keep, or keeps differently. */
  readonly why: string;
}

export interface Losses<Truth> {
  /** A channel that knows one currency an order has it twice: the buyer's, or the shop's. */
  readonly oneCurrency?: { readonly is: keyof Amount; readonly why: string };
  readonly losses: readonly Loss<Truth>[];
}

/** What a file of `test/losses` exports, for each kind of record that the channel has. */
export interface ChannelLosses {
  readonly orders?: Losses<Order>;
  readonly products?: Losses<Product>;
  /** Of the lists that can be included, those that the channel has. */
  readonly fulfillments?: readonly Loss<Order>[];
  readonly refunds?: readonly Loss<Order>[];
  /** Of these, those that stand in the native record, so that including them costs no call. */
  readonly carried?: readonly string[];
  /** Codes of the warnings with which the channel says what it does not know of them. */
  readonly listWarnings?: readonly string[];
  /** The filters with which all that the sandbox shop holds is shown, where a plain request shows less. */
  readonly everything?: (moments: Catalogue['moments']) => object;
  /**
   * By kind of record, and by the other API where it is one: which answers of wrong servers are what
   * the vendor itself answers where it has no records.
   */
  readonly noRecords?: Readonly<Record<string, readonly string[]>>;
  /** The size of a page of products, where a large one loses something that a small one has. */
  readonly productLimit?: number;
}

/** Records of one channel, each beside the record of the catalogue that it stands for. */
export interface Pairs<Truth, Got> {
  readonly channel: string;
  readonly world: World;
  readonly pairs: readonly { readonly truth: Truth; readonly record: Got }[];
  /** Not all that the channel has, so that not every loss shows. */
  readonly isPart?: boolean;
}

interface Named {
  readonly id: number;
  readonly traits: readonly string[];
}

/** Whether a record of the catalogue has one of the traits. */
export const hasTrait =
  (...traits: readonly string[]) =>
  (truth: Pick<Named, 'traits'>): boolean =>
    truth.traits.some((trait) => traits.includes(trait));

const SHOWN = 10;

/** Fails with the first differences that no loss explains, and with losses that explain none. */
export function assertAgrees<Truth extends Named, Got>(
  { channel, world, pairs, isPart = false }: Pairs<Truth, Got>,
  fields: Fields<Truth, Got>,
  { losses }: Losses<Truth>,
): void {
  assert.ok(pairs.length > 0, `${channel} returned nothing`);
  for (const { fields: named, why } of losses) {
    assert.match(why, /^[A-Z].{15,}\.$/s, `${channel}: a loss needs a reason in a sentence`);
    for (const name of named) assert.ok(name in fields, `${channel}: there is no field ${name}`);
  }
  const needed = new Set<string>();
  const different: string[] = [];
  for (const { truth, record } of pairs)
    for (const [name, field] of Object.entries(fields)) {
      const loss = losses.find(
        (one) => one.fields.includes(name) && (one.when?.(truth, world) ?? true),
      );
      const plain = field.expected(truth, world);
      const expected = loss ? (loss.expected ? loss.expected(truth, world, name) : NOTHING) : plain;
      const got = field.got(record, truth);
      if (!fits(got, expected))
        different.push(
          `  ${truth.id} [${truth.traits.join(' ')}] ${name}: ${written(expected)} expected, ${written(got)} returned`,
        );
      else if (loss && !fits(got, plain)) needed.add(`${losses.indexOf(loss)} ${name}`);
    }
  const shown = different.slice(0, SHOWN).join('\n');
  assert.ok(
    different.length === 0,
    `${channel} differs from the catalogue ${different.length} times, the first:\n${shown}`,
  );
  const unused = losses.flatMap((loss, at) =>
    loss.fields
      .filter((name) => !needed.has(`${at} ${name}`))
      .map((name) => `${name}: ${loss.why}`),
  );
  if (!isPart) assert.deepEqual(unused, [], `${channel}: nothing is lost here any more`);
}

const NOTHING = Symbol('nothing');

function fits(got: unknown, expected: unknown): boolean {
  if (expected === NOTHING) return isNothing(got);
  if (expected instanceof RegExp) return typeof got === 'string' && expected.test(got);
  return written(got) === written(expected);
}

/** Null, or a list that is empty or holds nothing but null. */
const isNothing = (got: unknown): boolean =>
  got === null || got === undefined || (Array.isArray(got) && got.every(isNothing));

function written(value: unknown): string {
  if (value === NOTHING) return 'nothing';
  return value instanceof RegExp ? String(value) : JSON.stringify(value ?? null);
}

/** An amount as a decimal text with the decimals of its currency. */
export const moneyOf = (amount: Amount, currency: CurrencyCode, side: keyof Amount): string =>
  decimal(amount[side], currencies[side === 'shop' ? 'EUR' : currency].decimals);
