// What writes cost, channel by channel: `npm run bench:writes`. See README.md beside it.
import { SCOPES } from '../src/tokens/scopes.ts';
import { startService } from '../test/service.ts';
import { KINDS, type Thing, writable, writableShop } from '../test/writes/things.ts';
import { write } from '../test/writes/writing.ts';
import { keep, machine, rounded, rows } from './harness.ts';

const ITEMS = Number(process.env.BENCH_ITEMS ?? 100);
const SINGLES = Number(process.env.BENCH_SINGLES ?? 5);
const ONLY = process.env.BENCH_CHANNELS?.split(',');
const LISTED_AFTER = 300_000;
const RESULTS = new URL('results/writes.json', import.meta.url);
const WRITTEN: ReadonlySet<string> = new Set(['confirmed', 'accepted']);

const service = await startService({ scopes: SCOPES });
try {
  const lines = [];
  for (const kind of KINDS.toSorted((a, b) => a.operation.localeCompare(b.operation)))
    if (ONLY?.includes(kind.channel) ?? true) lines.push(await measure(kind));
  keep(RESULTS, { date: new Date().toISOString().slice(0, 10), machine: machine(), lines });
  console.log(
    rows(
      [
        ...['write', 'channel', 'items', 'calls', 'ms'],
        ...['calls each, alone', 'ms each, alone', 'calls', 'time'],
      ],
      lines.map(({ operation, channel, items, together, alone }) => [
        ...[operation, channel, String(items), String(together.calls), rounded(together.ms)],
        ...[rounded(alone.calls / SINGLES), rounded(alone.ms / SINGLES)],
        (together.calls / items / (alone.calls / SINGLES)).toFixed(2),
        (together.ms / items / (alone.ms / SINGLES)).toFixed(2),
      ]),
    ),
  );
} finally {
  await service.close();
}

async function measure({ channel, operation }: (typeof KINDS)[number]) {
  const { sandbox, origin, token } = service;
  const user = await service.link(channel, writableShop(sandbox, channel).name);
  // A shop that writes may be a small one: what it needs is made. Not every vendor sells all of it,
  // and some list it minutes later.
  sandbox.changes.reset();
  for (let made = 0; made < 2 * (ITEMS + SINGLES); made++)
    sandbox.changes.step(operation === 'fulfillments' ? 'orders' : 'products', {});
  service.forward(LISTED_AFTER);
  const shop = { asking: { origin, token }, sandbox, channel, user };
  const things = await writable(shop, operation, ITEMS + SINGLES);
  const some = things.slice(0, -SINGLES);
  const together = await timed([some]);
  const alone = await timed(things.slice(-SINGLES).map((one) => [one]));
  return { operation, channel, items: some.length, together, alone };

  /** Throws when anything was not written: figures of work that was not done say nothing. */
  async function timed(calls: readonly (readonly Thing[])[]) {
    let asked = 0;
    const began = performance.now();
    for (const each of calls) {
      const wished = each.map(({ item }) => item);
      const answer = await write(service, operation, wished, { channel, user, prefer: 'wait=300' });
      const isWritten = answer.result.every(({ outcome }) => WRITTEN.has(outcome));
      if (!isWritten || answer.status !== 200)
        throw new Error(`${channel} ${operation}: ${answer.text.slice(0, 1000)}`);
      asked += JSON.parse(answer.text).Report.ExtResources.length;
    }
    return { calls: asked, ms: performance.now() - began };
  }
}
