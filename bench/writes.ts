// What writes cost, channel by channel: `npm run bench:writes`. See README.md beside it.
import { channels } from '../src/channels/index.ts';
import type { Product, Variant } from '../src/model/product.ts';
import { SCOPES } from '../src/tokens/scopes.ts';
import { startService } from '../test/service.ts';
import { write } from '../test/writes/writing.ts';
import { keep, machine, rounded, rows } from './harness.ts';

const ITEMS = Number(process.env.BENCH_ITEMS ?? 100);
const SINGLES = Number(process.env.BENCH_SINGLES ?? 5);
const ONLY = process.env.BENCH_CHANNELS?.split(',');
const RESULTS = new URL('results/writes.json', import.meta.url);
const WRITABLE = 'writable';
const WRITTEN: ReadonlySet<string> = new Set(['confirmed', 'accepted']);

const service = await startService({ scopes: SCOPES });
try {
  const lines = [];
  for (const [channel, { writes }] of Object.entries(channels))
    if (writes && 'plan' in writes.prices && (ONLY?.includes(channel) ?? true))
      lines.push(await measure(channel));
  keep(RESULTS, { date: new Date().toISOString().slice(0, 10), machine: machine(), lines });
  console.log(
    rows(
      ['channel', 'items', 'calls', 'ms', 'calls each, alone', 'ms each, alone', 'calls', 'time'],
      lines.map(({ channel, items, together, alone }) => [
        ...[channel, String(items), String(together.calls), rounded(together.ms)],
        ...[rounded(alone.calls / SINGLES), rounded(alone.ms / SINGLES)],
        (together.calls / items / (alone.calls / SINGLES)).toFixed(2),
        (together.ms / items / (alone.ms / SINGLES)).toFixed(2),
      ]),
    ),
  );
} finally {
  await service.close();
}

async function measure(channel: string) {
  const isApart = service.store(channel).shops.some(({ name }) => name === WRITABLE);
  const user = isApart ? await service.link(channel, WRITABLE) : 'demo';
  const { items } = await service.walk('products', channel, { limit: 100 }, { user });
  const variants = (items as unknown as Product[])
    .flatMap((product) => product.variants)
    .filter(({ id, price }) => id !== null && price !== null);
  const some = variants.slice(0, ITEMS);
  // What one channel was given shows on others: each has prices of its own.
  const price = 60 + 2 * Object.keys(channels).indexOf(channel);
  const together = await timed([some], `${price}.37`);
  const alone = await timed(
    some.slice(0, SINGLES).map((one) => [one]),
    `${price + 1}.37`,
  );
  return { channel, items: some.length, together, alone };

  /** Throws when anything was not written: figures of work that was not done say nothing. */
  async function timed(calls: readonly (readonly Variant[])[], price: string) {
    let asked = 0;
    const began = performance.now();
    for (const each of calls) {
      const wished = each.map(({ id }) => ({ variant_id: id, price }));
      const answer = await write(service, 'prices', wished, { channel, user, prefer: 'wait=300' });
      const isWritten = answer.result.every(({ outcome }) => WRITTEN.has(outcome));
      if (!isWritten) throw new Error(`${channel}: ${answer.text.slice(0, 1000)}`);
      asked += JSON.parse(answer.text).Report.ExtResources.length;
    }
    return { calls: asked, ms: performance.now() - began };
  }
}
