// Samples with every place spoiled in every way: read as far as they go, or refused by name and place.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Compile } from 'typebox/compile';
import { createJournal } from '../src/accounts/journal.ts';
import { channels } from '../src/channels/index.ts';
import type { Fault } from '../src/model/faults.ts';
import { ORDER_INCLUDES, PRODUCT_INCLUDES } from '../src/model/include.ts';
import { Order } from '../src/model/order.ts';
import type { OrderDraft } from '../src/model/order-draft.ts';
import { Product } from '../src/model/product.ts';
import type { Refund } from '../src/model/refund.ts';
import { sumsOff } from '../src/model/sums.ts';
import { Type } from '../src/model/type.ts';
import { transformer } from '../src/unified/transform.ts';
import type { Task } from '../src/unified/validate.ts';
import { shownOn } from './all.ts';
import { differences, MEANS_NOTHING, mutations, variations } from './mutations.ts';
import { REACH, SILENT_ADJUSTMENTS } from './mutations-reach.ts';
import { nativesOf } from './samples.ts';

const NOW = Date.UTC(2026, 10, 1, 12);
const CONTEXT = { account: {}, now: NOW, note: () => {} };
/** Said where amounts do not add up. */
const OFF = 'totals_do_not_add_up';
const { fulfillments, refunds } = ORDER_INCLUDES;
const { salable } = PRODUCT_INCLUDES;
const SCHEMAS = {
  orders: Compile(
    Type.Object(
      {
        ...Order.properties,
        fulfillments: Type.Optional(fulfillments),
        refunds: Type.Optional(refunds),
      },
      { additionalProperties: false },
    ),
  ),
  products: Compile(
    Type.Object(
      { ...Product.properties, salable: Type.Optional(salable) },
      { additionalProperties: false },
    ),
  ),
};

/**
 * Of the spoiled records those that only leave a place empty may be refused this often; the rest must
 * be read. What is nonsense may always be: `nonsense.test.ts` has the law for it.
 */
const REFUSED_AT_MOST = 0.1;

for (const [name, channel] of shownOn(channels, 0))
  describe(`spoiled samples of ${name}`, () => {
    const known = { orders: new Set<string>(), products: new Set<string>() };
    for (const { file, kind: operation, text } of nativesOf(name)) {
      const resource = channel[operation];
      const include = Object.keys(resource?.includes ?? {});
      const query = { ...(include.length > 0 && { include }) };
      const task = { operation, name, channel, resource, query } as unknown as Task;
      const isListed = (path: string, field: string) =>
        REACH[name]?.some(
          ({ place, moves }) => place === listed(path) && moves === groupOf(field),
        ) ?? false;
      const read = (native: unknown) => {
        const faults: Fault[] = [];
        const journal = createJournal('0'.repeat(32));
        const leaveOut = (fault: Fault) => faults.push(fault);
        const one = transformer(task, {}, NOW, journal, leaveOut)(native);
        const isSaid = journal.report().Warnings?.some(({ code }) => code === OFF) ?? false;
        return { record: one?.record, fault: faults[0], isSaid };
      };

      test(file, () => {
        const native = JSON.parse(text);
        const { record: whole } = read(native);
        assert.ok(whole, 'the sample itself cannot be read');
        const moves = reach(native, whole, read);
        const wrong: string[] = [];
        let refused = 0;
        let all = 0;
        for (const { path, into, value } of mutations(native, known[operation])) {
          all++;
          const { record, fault, isSaid } = read(value);
          if (fault) {
            if (MEANS_NOTHING.includes(into)) refused++;
            if (fault.code !== 'channel_invalid_response' || fault.record === undefined)
              wrong.push(`${path} as ${into}: ${fault.code} ${fault.message}`);
            continue;
          }
          if (!SCHEMAS[operation].Check(record)) {
            const [error] = SCHEMAS[operation].Errors(record);
            wrong.push(`${path} as ${into}: ${error?.instancePath} ${error?.message}`);
          }
          const beyond = differences(whole, record).filter(
            (field) => !moves(path, field) && !isListed(path, field),
          );
          if (operation === 'orders' && !isSaid) {
            const draft = resource?.transform(value as never, CONTEXT) as OrderDraft | undefined;
            const off = [
              ...sumsOff(record as unknown as Order, draft?.sumFacts).map(({ field }) => field),
              ...movedSilently(whole, record),
            ];
            if (off.length > 0) wrong.push(`${path} as ${into} breaks ${off} without a word`);
          }
          if (beyond.length > 0) wrong.push(`${path} as ${into} moves ${beyond.slice(0, 4)}`);
        }
        assert.deepEqual(wrong.slice(0, 20), [], `${wrong.length} of ${all}`);
        assert.ok(
          refused < all * REFUSED_AT_MOST,
          `${refused} of ${all} spoiled records were refused though they only leave something empty`,
        );
      });
    }
  });

/** Refunds whose adjustment took up what the spoiled place no longer says. */
function movedSilently(whole: object, record: object | undefined): string[] {
  const refundsOf = (one: object | undefined) => (one as { refunds?: Refund[] })?.refunds ?? [];
  const before = new Map(refundsOf(whole).map((refund) => [refund.id, refund]));
  return refundsOf(record)
    .filter((refund) => {
      const was = before.get(refund.id);
      return (
        was !== undefined &&
        refund.adjustment_amount !== null &&
        refund.adjustment_amount !== was.adjustment_amount &&
        !SILENT_ADJUSTMENTS.some(({ when }) => when(was, refund))
      );
    })
    .map(({ id }) => `the adjustment of refund ${id}`);
}

/**
 * Which fields of the record a place of the native one may move: those that move when the vendor
 * sends another good value there, or anywhere inside. Entries of a list count as one.
 */
function reach(
  native: unknown,
  whole: Record<string, unknown>,
  read: (native: unknown) => { readonly record: Record<string, unknown> | undefined },
): (path: string, field: string) => boolean {
  const moved = new Map<string, Set<string>>();
  for (const { path, value } of variations(native)) {
    const { record } = read(value);
    if (!record) continue;
    for (const field of differences(whole, record))
      for (const holder of holdersOf(listed(path))) {
        if (!moved.has(holder)) moved.set(holder, new Set());
        moved.get(holder)?.add(groupOf(field));
      }
  }
  return (path, field) => moved.get(listed(path))?.has(groupOf(field)) ?? false;
}

/** The place and all that hold it. */
const holdersOf = (path: string): string[] =>
  path.split('.').map((_, end, steps) => steps.slice(0, end + 1).join('.'));

/** Positions in a list do not count. */
const listed = (path: string): string => path.replaceAll(/\.\d+(?=\.|$)/g, '.*');

/** The part of a record that a field belongs to: an amount and its set, a list, an address, a buyer. */
const groupOf = (field: string): string => (field.split('.')[0] ?? '').replace(/_set$/, '');
