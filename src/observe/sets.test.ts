// Sets of labels that are found once: what is told of them is, to the letter, what the library tells.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AggregatorRegistry, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { counters, gauges, histograms } from './sets.ts';

const help = 'Of a test.';
const buckets = [0.005, 0.02, 0.1, 1, 30];
const FAMILIES = {
  one: { name: 'one_total', help, labelNames: ['route'] },
  three: { name: 'three_total', help, labelNames: ['resource', 'channel', 'outcome'] },
  held: { name: 'held', help, labelNames: ['channel', 'for'] },
  seconds: { name: 'seconds', help, labelNames: ['stage', 'channel'], buckets },
};

/** Values with all that a line must escape, and some that are numbers; seconds on bounds and beyond. */
const value = fc.constantFrom('a', 'b', '', 'a"b', 'a\\b', 'a\nb', '__proto__', 200, 404, '1');
const act = fc.record({
  kind: fc.constantFrom('one' as const, 'three' as const, 'held' as const, 'seconds' as const),
  values: fc.tuple(value, value, value),
  by: fc.constantFrom(1, -1),
  seconds: fc.oneof(
    fc.constantFrom(0, 0.005, 0.02, 30, 31),
    fc.double({ min: 0, max: 40, noNaN: true }),
  ),
});

const labelsOf = (names: readonly string[], values: readonly (string | number)[]) =>
  Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']));

test('any counting is told as the library would tell it, as text and as one process tells another', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 60 }), fc.boolean(), async (acts, isFellow) => {
      const [plain, quick] = [new Registry(), new Registry()];
      if (isFellow) for (const each of [plain, quick]) each.setDefaultLabels({ worker: '2' });
      const registers = [plain];
      const library = {
        one: new Counter({ ...FAMILIES.one, registers }),
        three: new Counter({ ...FAMILIES.three, registers }),
        held: new Gauge({ ...FAMILIES.held, registers }),
        seconds: new Histogram({ ...FAMILIES.seconds, registers }),
      };
      const ours = {
        one: counters({ ...FAMILIES.one, registers: [quick] }),
        three: counters({ ...FAMILIES.three, registers: [quick] }),
        held: gauges({ ...FAMILIES.held, registers: [quick] }),
        seconds: histograms({ ...FAMILIES.seconds, registers: [quick] }),
      };
      const same = async () => {
        if (!isFellow) assert.equal(await quick.metrics(), await plain.metrics());
        const [told, heard] = [await plain.getMetricsAsJSON(), await quick.getMetricsAsJSON()];
        assert.deepEqual(JSON.parse(JSON.stringify(heard)), JSON.parse(JSON.stringify(told)));
        assert.equal(
          await AggregatorRegistry.aggregate([heard]).metrics(),
          await AggregatorRegistry.aggregate([told]).metrics(),
        );
      };
      for (const [at, { kind, values, by, seconds }] of acts.entries()) {
        // Asked for in between, too: what was told once must not be told twice.
        if (at === 30) await same();
        const [first, second, third] = values;
        const labels = labelsOf(FAMILIES[kind].labelNames, values);
        if (kind === 'seconds') {
          library.seconds.observe(labels, seconds);
          ours.seconds.at(first, second).observe(seconds);
        } else if (kind === 'held') {
          library.held.inc(labels, by);
          ours.held.at(first, second).value += by;
        } else if (kind === 'three') {
          library.three.inc(labels);
          ours.three.at(first, second, third).value += 1;
        } else {
          library.one.inc(labels);
          ours.one.at(first).value += 1;
        }
      }
      await same();
    }),
    { numRuns: 200 },
  );
});

test('a set that was only looked for is there with nothing, so that a rate is seen from the first', async () => {
  const registry = new Registry();
  const sets = counters({ ...FAMILIES.one, registers: [registry] });
  assert.doesNotMatch(await registry.metrics(), /^one_total/m);
  sets.at('/orders');
  assert.match(await registry.metrics(), /^one_total\{route="\/orders"\} 0$/m);
});

test('what is no number is refused before it spoils a sum', async () => {
  const registry = new Registry();
  const sets = histograms({ ...FAMILIES.seconds, registers: [registry] });
  sets.at('fetch', 'x').observe(0.5);
  for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY])
    assert.throws(() => sets.at('fetch', 'x').observe(wrong), TypeError);
  assert.match(await registry.metrics(), /^seconds_sum\{stage="fetch",channel="x"\} 0\.5$/m);
  assert.match(await registry.metrics(), /^seconds_count\{stage="fetch",channel="x"\} 1$/m);
});
