// What the service does with its store for its own sake, as operations: keys, instances, acts, upkeep.
import fc from 'fast-check';
import { FIGURES, type Figure } from '../../src/model/counts.ts';
import type { AuditEntry } from '../../src/store/index.ts';
import { START } from './databases.ts';
import { operation } from './operation.ts';
import { amount, anyText, list, orNot, text, time } from './statement-values.ts';

const { record, constantFrom, nat, tuple, boolean } = fc;

/** The ring that both databases are sealed with, newest first. */
export const KEYS = ['newer', 'older'] as const;
const key = fc.oneof(
  { weight: 4, arbitrary: constantFrom(...KEYS) },
  { weight: 1, arbitrary: fc.oneof(constantFrom('lost'), anyText) },
);
const keys = [
  operation('keys.note', key, (store, id) => store.keys.note(id)),
  operation('keys.inUse', fc.constant(null), (store) => store.keys.inUse()),
  operation('keys.drop', key, (store, id) => store.keys.drop(id)),
];
/** Removes about half of what is there. */
export const forget = operation('forgetKey', key, (store, id) => store.forgetKey(id));

const instance = constantFrom('i1', 'i2', "i'3 💥");
const instances = [
  operation(
    'instances.beat',
    record({
      ...{ id: instance, version: text, keys: list(anyText), startedAt: time },
      busy: fc.constant({ underWay: [], waiting: {}, appsRefused: [] }),
      clockAhead: fc.oneof(
        amount,
        amount.map((ms) => -ms),
      ),
    }),
    (store, given) => store.instances.beat(given),
  ),
  operation('instances.alive', fc.constant(null), (store) => store.instances.alive()),
  operation('instances.leave', fc.oneof(instance, anyText), (store, id) =>
    store.instances.leave(id),
  ),
];

const fact = fc.oneof(anyText, amount, boolean(), fc.constant(undefined));
const act = record(
  {
    act: text,
    facts: fc.dictionary(fc.oneof(anyText, fc.constant('client')), fact, { maxKeys: 4 }),
  },
  { requiredKeys: ['act'] },
);
const acts = [
  operation('audit.note', act, (store, given) => store.audit.note('client', given)),
  operation('audit.begin', act, async (store, given) => {
    await store.audit.begin('command line', given);
  }),
  operation('audit.end', tuple(act, boolean()), async (store, [given, isDone]) => {
    const id = await store.audit.begin('command line', given);
    await store.audit.end(id, isDone ? (given.facts ?? {}) : undefined);
  }),
  operation(
    'audit.list',
    record({ client: text, act: text, since: time }, { requiredKeys: [] }),
    async (store, filter) => {
      // Those of one millisecond have no order that both databases share.
      const { rows, next } = await store.audit.list(filter, undefined, 500);
      return [next, rows.map((entry) => JSON.stringify(entry)).sort()];
    },
  ),
  operation('audit.drain', constantFrom(0, 1, 500), async (store, most) => {
    const logged: AuditEntry[] = [];
    return [await store.audit.drain((entry) => void logged.push(entry), most), logged];
  }),
];

/** Says so when it was asked so many times. */
const endingAfter = (asked: number) => {
  let left = asked;
  return () => {
    left -= 1;
    return left < 0;
  };
};
const ending = orNot(nat({ max: 30 }));
const most = constantFrom(0, 1, 3, 100_000);

const minute = nat({ max: 200 }).map((n) => START - (START % 60_000) + n * 60_000);
const counted = {
  ...{ client: constantFrom('', 'shop-app'), channel: constantFrom('', 'shopify', 'none') },
};
const figures = record(
  Object.fromEntries(FIGURES.map((name) => [name, nat()])) as Record<Figure, fc.Arbitrary<number>>,
);
const counts = [
  operation(
    'counts.add',
    fc.uniqueArray(
      tuple(record({ ...counted, at: minute, code: constantFrom('', 'ok', 'x') }), figures),
      { maxLength: 5, selector: ([key]) => JSON.stringify(key) },
    ),
    (store, given) => store.counts.add(given.map(([key, found]) => ({ ...key, ...found }))),
  ),
  operation(
    'counts.list',
    record({
      ...{ ...counted, span: constantFrom('minute' as const, 'hour' as const), from: minute },
      ...{ to: minute, step: constantFrom(60_000, 300_000, 3_600_000) },
    }),
    (store, given) => store.counts.list(given),
  ),
];

export const house = [
  ...keys,
  ...counts,
  ...instances,
  ...acts,
  ...(['attention', 'watches', 'writes', 'deliveries'] as const).map((what) =>
    operation(`needs.${what}`, fc.constant(null), async (store) => {
      // Those of one millisecond have no order that both databases share.
      const { count, rows } = await store.needs[what]();
      return [count, rows.map(({ at }) => at)];
    }),
  ),
  operation('queues', fc.constant(null), (store) => store.queues()),
  operation('setAside', fc.constant(null), (store) => store.setAside()),
  operation('keyless.count', fc.constant(null), (store) => store.keyless.count()),
  operation('keyless.mark', fc.constant(null), (store) => store.keyless.mark(() => false)),
  operation('rewrap', ending, (store, after) =>
    store.rewrap(after === undefined ? undefined : endingAfter(after)),
  ),
  operation('rewriteFile', fc.constant(null), (store) => store.rewriteFile()),
  operation('buildIndexes', fc.constant(null), (store) => store.buildIndexes(() => false)),
  operation('ping', fc.constant(null), (store) => store.ping()),
  operation('check', fc.constant(null), (store) => store.check()),
  operation('now', fc.constant(null), async (store) => store.now()),
  operation('clockAhead', fc.constant(null), async (store) => store.clockAhead()),
  operation('trim', tuple(record({ rows: most, tokens: most }), ending), (store, [bounds, after]) =>
    store.trim(bounds, endingAfter(after ?? Number.POSITIVE_INFINITY)),
  ),
  operation('sweep', constantFrom(0, 1000), (store, limit) => store.sweep(limit)),
];
