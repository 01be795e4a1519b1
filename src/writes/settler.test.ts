// Tests of settling: what becomes of a write whose channel cannot be asked now.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Channel } from '../channels/channel.ts';
import type { Intent } from '../store/index.ts';
import { createSettler, type SettlerDependencies } from './settler.ts';

const NOW = Date.UTC(2026, 10, 15);

const intent: Intent = {
  ...{ id: 'w', clientId: 'app', userId: 'u', executionId: 'e', place: 0, channel: 'shop' },
  ...{ operation: 'stock', subject: 's', sent: 'yes', outcome: 'accepted', isSettled: false },
  content: {
    item: { variant_id: '1', available: 3 },
    before: { location_id: null, available: 1 },
    ...{ tpUserId: 'user', version: '1', until: NOW + 60_000 },
  },
};

test('a channel that never answers is asked again later, as one that says that it cannot', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const settled: Parameters<SettlerDependencies['store']['writes']['settle']>[1][] = [];
  const channel = { writes: { productsOf: () => assert.fail() } } as unknown as Channel;
  const { settleAll } = createSettler({
    ...{ channels: { shop: channel }, now: () => NOW, random: () => 0 },
    ...{ onTrouble: () => assert.fail(), onSetAside: () => assert.fail() },
    accounts: {
      open: async (_: unknown, name: string, { signal }: { readonly signal: AbortSignal }) => ({
        ...{ channel, name },
        ask: () =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason));
          }),
      }),
    } as unknown as SettlerDependencies['accounts'],
    store: {
      writes: {
        ofExecution: async () => [intent],
        settle: async (_: unknown, settling: (typeof settled)[number]) => {
          settled.push(settling);
        },
      },
    } as unknown as SettlerDependencies['store'],
  });
  const settling = settleAll([intent]);
  await turn();
  t.mock.timers.tick(30_000);
  await settling;
  const [{ outcome, code, again } = assert.fail('it was not settled')] = settled;
  assert.deepEqual([outcome, code, settled.length], ['unknown', 'write_unproven', 1]);
  assert.equal(again, NOW + 1000);
});
