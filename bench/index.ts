// `npm run bench`: what a data call costs beside the limit, and all that goes with it, in one run, as one table.
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compressionRows, measureCompression } from './compression.ts';
import { flatRows, measureFlat } from './flat.ts';
import { keep, machine, written } from './harness.ts';
import { inFlightRows, measureInFlight } from './in-flight.ts';
import { latencyRows, measureLatency } from './latency.ts';
import { send, whole } from './load.ts';
import { lookupRows, measureLookups } from './lookups.ts';
import { measureMicro, microRows } from './micro.ts';
import { measureMixed, mixedRows } from './mixed.ts';
import { type PageKind, type Recorded, record } from './pages.ts';
import { scratch, startLimit, startService } from './parts.ts';
import { bareRequest, measureRatio, pathOf, type Ratio, ratioRows } from './ratio.ts';
import { measureStart, startRows } from './start.ts';

const params = { credentials: 'params' } as const;
const stored = { credentials: 'stored' } as const;

/** Requests until all that lies around a page is compiled as well as it will be: a service runs for days. */
const UNTIL_COMPILED = 14_000;

/** One call each, for those that wait. */
const WAITING: PageKind = { channel: 'shopify', operation: 'orders', limit: 1, ...params };

/** The pages that the goals are about. */
const MAIN: readonly PageKind[] = [
  { channel: 'shopify', operation: 'orders', limit: 10, ...params },
  { channel: 'shopify', operation: 'orders', limit: 10, ...stored },
  { channel: 'woocommerce', operation: 'orders', limit: 10, ...params },
  { channel: 'woocommerce', operation: 'orders', limit: 10, ...stored },
  { channel: 'shopify', operation: 'orders', limit: 100, ...params },
  { channel: 'woocommerce', operation: 'orders', limit: 100, ...params },
];

/**
 * The largest page of every other kind that its rate limits let pass without a wait. `requests` keeps
 * below what one shop, or one host for all of them, may be asked in the time that this takes.
 */
const OTHERS: readonly PageKind[] = [
  {
    channel: 'amazon',
    operation: 'orders',
    limit: 100,
    ...params,
    filters: { status: 'any' },
    requests: 200,
  },
  { channel: 'bol', operation: 'orders', limit: 20, ...params, requests: 200 },
  { channel: 'lightspeed_c', operation: 'orders', limit: 100, ...params, requests: 40 },
  { channel: 'mirakl', operation: 'orders', limit: 100, ...params },
  { channel: 'bigcommerce', operation: 'orders', limit: 100, ...params, requests: 100 },
  { channel: 'shopify', operation: 'products', limit: 100, ...params },
  { channel: 'woocommerce', operation: 'products', limit: 100, ...params },
  { channel: 'amazon', operation: 'products', limit: 20, ...params, requests: 40 },
  { channel: 'bol', operation: 'products', limit: 20, ...params, requests: 60 },
  { channel: 'lightspeed_c', operation: 'products', limit: 100, ...params, requests: 60 },
  { channel: 'mirakl', operation: 'products', limit: 100, ...params },
  { channel: 'bigcommerce', operation: 'products', limit: 100, ...params, requests: 100 },
  // After the product with the most variants, which would end the page.
  {
    channel: 'magento',
    operation: 'products',
    limit: 100,
    ...params,
    filters: { since_id: '1004' },
  },
  // One host for all, with 500 queries at the same time and 8 a second after that.
  { channel: 'sharetribe', operation: 'products', limit: 100, ...params, requests: 60 },
];

const PARTS = [
  'ratio',
  'latency',
  'in-flight',
  'mixed',
  'compression',
  'start',
  'flat',
  'lookups',
  'micro',
] as const;
type Part = (typeof PARTS)[number];

const { values: given } = parseArgs({
  options: {
    /** Parts to run, comma-separated; all unless given. */
    only: { type: 'string' },
    /** The whole walk of a million orders, and a million users. */
    long: { type: 'boolean', default: false },
    repeats: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
  },
});
const repeats = Number(given.repeats);
const seconds = Number(given.seconds);
const wanted = new Set(given.only?.split(',') ?? PARTS);
for (const part of wanted)
  if (!PARTS.includes(part as Part))
    throw new Error(`There is no part "${part}"; there are ${PARTS.join(', ')}.`);

const RESULTS = new URL('./results/bench.json', import.meta.url);
const place = scratch();
const recording = await record([WAITING, ...MAIN, ...OTHERS], place);
const { channel, pages, settings } = recording;
const named = (name: string): Recorded => {
  const page = pages.find((one) => one.name === name);
  if (!page) throw new Error(`there is no page "${name}"`);
  return page;
};

try {
  const besides: readonly Part[] = ['ratio', 'latency', 'mixed', 'compression'];
  if (besides.some((part) => wanted.has(part))) await beside();
  if (wanted.has('in-flight')) {
    const counts = [1000, 5000, 10_000];
    show(
      'in-flight',
      await measureInFlight(recording, named('shopify, 1 orders'), counts),
      inFlightRows,
    );
  }
  if (wanted.has('start')) show('start', await measureStart(repeats), startRows);
  if (wanted.has('flat')) {
    const walk = given.long ? 1_000_000 : 20_000;
    show('flat', await measureFlat(recording, place, { repeats, stretch: 50, walk }), flatRows);
  }
  if (wanted.has('lookups')) {
    const users = [10, 1000, 100_000, ...(given.long ? [1_000_000] : [])];
    show('lookups', await measureLookups({ users, repeats, count: 500 }), lookupRows);
  }
  if (wanted.has('micro'))
    show('micro', await measureMicro(pages, place, { repeats, milliseconds: 200 }), microRows);
} finally {
  await channel.stop();
  place.remove();
}

/** What needs the service and the limit side by side. */
async function beside(): Promise<void> {
  const limit = await startLimit(
    channel.origin,
    pages.map((page) => ({
      path: pathOf(page.name),
      asks: page.exchanges.map(({ asked }) => asked),
      answer: page.answer,
    })),
  );
  const service = await startService({ settings });
  const small = named('woocommerce, 10 orders');
  try {
    for (const [side, request] of [
      [limit, () => bareRequest(small)],
      [service, small.request],
    ] as const) {
      const { origin } = side;
      whole('warm-up', await send({ origin, connections: 8, count: UNTIL_COMPILED, request }));
    }
    if (wanted.has('ratio')) {
      const ratios: Ratio[] = [];
      for (const page of pages.slice(1)) {
        try {
          const sides = { limit, service, channel };
          const ratio = await measureRatio(page, sides, { connections: 8, repeats, seconds });
          console.log(`${page.name}: ${written(ratio.ratio, 2)}`);
          ratios.push(ratio);
        } catch (error) {
          // One page that cannot be compared must not cost the figures of the others.
          console.error(`${page.name}: no ratio. ${(error as Error).message}`);
          process.exitCode = 1;
        }
      }
      show('ratio', ratios, ratioRows);
    }
    if (wanted.has('latency')) {
      const latencies = [];
      for (const page of [named('shopify, 10 orders'), small])
        latencies.push(
          await measureLatency(
            page,
            { limit, service, channel },
            { connections: 8, repeats, seconds },
          ),
        );
      show('latency', latencies, latencyRows);
    }
    if (wanted.has('mixed')) {
      const large = named('woocommerce, 100 orders');
      show(
        'mixed',
        [await measureMixed({ small, large }, service, { repeats, seconds })],
        mixedRows,
      );
    }
    if (wanted.has('compression')) {
      const compressed = [];
      for (const page of [named('shopify, 100 orders'), small])
        compressed.push(...(await measureCompression(page, service, { repeats, seconds })));
      show('compression', compressed, compressionRows);
    }
  } finally {
    await service.stop();
    await limit.stop();
  }
}

function lastResults(): object {
  return existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {};
}

function show<T>(part: Part, measured: T, table: (measured: T) => string): void {
  const at = new Date().toISOString();
  // Parts that were not asked for keep the figures of their own last run.
  keep(RESULTS, { ...lastResults(), [part]: { at, machine: machine(), repeats, measured } });
  console.log(`\n## ${part}\n\n${table(measured)}\n`);
}
