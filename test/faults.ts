// Prints the fault matrix: every channel against every fault, for orders and products.
import { styleText } from 'node:util';
import { channels } from '../src/channels/index.ts';
import { FAULTS } from '../src/model/faults.ts';
import { codeFor, FAILURES, type Failure, fail } from './contract/fault-matrix.ts';
import { startService } from './service.ts';

const WIDTH = 13;
const cell = (text: string) => text.slice(0, WIDTH - 1).padEnd(WIDTH);
let wrong = 0;

for (const kind of ['orders', 'products'] as const) {
  const names = Object.keys(channels).filter((name) => channels[name]?.[kind]);
  console.log(`\n${styleText('bold', kind.padEnd(20))}${names.map(cell).join('')}`);
  for (const failure of FAILURES) {
    // Most of a failure is waiting, so the channels of a row fail side by side.
    const cells = await Promise.all(names.map((name) => tryOne(name, kind, failure)));
    console.log(`${failure.plan.kind.padEnd(20)}${cells.join('')}`);
  }
}
console.log(
  wrong === 0 ? '\nEvery fault ends as documented.' : `\n${wrong} do not end as documented.`,
);
process.exitCode = wrong === 0 ? 0 : 1;

/** One cell, with a service of its own: what one fault leaves behind must not help the next. */
async function tryOne(name: string, kind: 'orders' | 'products', failure: Failure) {
  const service = await startService();
  // A token is in hand, so that the fault hits the data call and not the vendor's login.
  await service[kind](name, { limit: 1 });
  const answer = await fail(service, name, kind, failure);
  const next = failure.plan.kind === '429' ? 200 : await afterwards(service, name, kind);
  await service.close();
  const { Errors } = answer.body;
  const code = 'code' in Errors ? Errors.code : 'ok';
  const expected = codeFor(name, failure);
  const good = code === expected && answer.status === FAULTS[expected].status && next === 200;
  if (!good) wrong++;
  return styleText(good ? 'green' : 'red', cell(`${answer.status} ${good ? 'ok' : code}`));
}

/** The status of the next call, once the fault is gone. */
async function afterwards(
  service: Awaited<ReturnType<typeof startService>>,
  name: string,
  kind: 'orders' | 'products',
): Promise<number> {
  await service.link(name, 'demo');
  return (await service[kind](name, { limit: 1 })).status;
}
