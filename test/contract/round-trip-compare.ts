// Holds what channels tell against the catalogue, with the losses that each vendor brings along.
import assert from 'node:assert/strict';
import { currencies, decimal } from '../../sandbox/catalogue/currencies.ts';
import type { Amount, Catalogue, CurrencyCode } from '../../sandbox/catalogue/types.ts';
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
export interface Field<Truth, Told> {
  readonly got: (record: Told, truth: Truth) => unknown;
  readonly told: (truth: Truth, world: World) => unknown;
}

export type Fields<Truth, Told> = Readonly<Record<string, Field<Truth, Told>>>;

/**
 * Something that a vendor cannot tell, or tells otherwise. Where it applies, the field must be
 * what `told` says, or nothing at all when `told` is left out. The first that applies counts.
 */
export interface Loss<Truth> {
  readonly fields: readonly string[];
  readonly when?: (truth: Truth, world: World) => boolean;
  /** A pattern stands for texts that nobody can foresee, such as relay addresses. */
  readonly told?: (truth: Truth, world: World, field: string) => unknown;
  /** A sentence, for readers: what the vendor does not keep, or keeps differently. */
  readonly why: string;
}

export interface Losses<Truth> {
  /** A channel that knows one currency an order tells it twice: the buyer's, or the shop's. */
  readonly oneCurrency?: { readonly is: keyof Amount; readonly why: string };
  readonly losses: readonly Loss<Truth>[];
}

/** Records of one channel, each beside the record of the catalogue that it tells. */
export interface Pairs<Truth, Told> {
  readonly channel: string;
  readonly world: World;
  readonly pairs: readonly { readonly truth: Truth; readonly record: Told }[];
}

interface Named {
  readonly id: number;
  readonly traits: readonly string[];
}

const SHOWN = 10;

/** Fails with the first differences that no loss explains, and with losses that explain none. */
export function assertAgrees<Truth extends Named, Told>(
  { channel, world, pairs }: Pairs<Truth, Told>,
  fields: Fields<Truth, Told>,
  { losses }: Losses<Truth>,
): void {
  assert.ok(pairs.length > 0, `${channel} told nothing`);
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
      const plain = field.told(truth, world);
      const expected = loss ? (loss.told ? loss.told(truth, world, name) : NOTHING) : plain;
      const got = field.got(record, truth);
      if (!fits(got, expected))
        different.push(
          `  ${truth.id} [${truth.traits.join(' ')}] ${name}: ${written(expected)} expected, ${written(got)} told`,
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
  assert.deepEqual(unused, [], `${channel}: nothing is lost here any more`);
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

/** The instant that a text stands for, whatever its offset; null where there is none. */
export function instantOf(text: string | null): number | null {
  if (text === null) return null;
  const at = Date.parse(text);
  assert.ok(Number.isFinite(at) && /(Z|[+-]\d\d:\d\d)$/.test(text), `${text} is no instant`);
  return at;
}
