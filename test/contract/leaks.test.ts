// Nothing stays behind: after every kind of failure and the service's end, no socket, timer or memory.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isAll } from '../all.ts';
import { startService } from '../service.ts';
import { FAILURES, fail } from './fault-matrix.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Sockets and timers that would keep a process alive. */
const held = () =>
  process.getActiveResourcesInfo().filter((kind) => /TCP|Timeout|Immediate/.test(kind)).length;

test('after failures of every kind, sockets and timers are gone and memory is where it was', async () => {
  // Short faults only: the long ones differ in nothing but the waiting.
  const failures = FAILURES.filter(({ plan }) => !/^(429|5|reset)/.test(plan.kind));
  const round = async () => {
    const service = await startService();
    for (const failure of failures) {
      await fail(service, 'shopify', 'orders', failure);
      await service.link('shopify', 'demo');
    }
    await service.close();
  };
  await round();
  collect();
  const before = { held: held(), heap: process.memoryUsage().heapUsed };
  for (let more = isAll ? 2 : 1; more > 0; more--) await round();
  collect();
  assert.ok(held() <= before.held, `${held()} are held, ${before.held} were`);
  const grown = (process.memoryUsage().heapUsed - before.heap) / 2 ** 20;
  assert.ok(grown < 20, `${Math.round(grown)} MiB more than after the first round`);
});
