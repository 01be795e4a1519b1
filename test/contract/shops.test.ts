// Every shop of the sandbox, with its quirk: what can be read is read and is its own, the rest says why.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { FAULTS, type FaultCode } from '../../src/model/faults.ts';
import { isAll, shownOn } from '../all.ts';
import { type Service, startService } from '../service.ts';
import { everything } from './expected.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.close());

/** What a shop may answer instead of records: the credential, its rights, or the shop itself. */
const MAY_SAY: readonly FaultCode[] = [
  'credential_refused',
  'permission_missing',
  'channel_failed',
  'channel_invalid_response',
  // A token that opens only another version, or an account that lacks an identifier.
  'invalid_request',
];

for (const [name, channel] of shownOn(channels, 1))
  describe(name, () => {
    const kinds = (['orders', 'products'] as const).filter((kind) => channel[kind]);
    test('each of its shops is read, or says in a sentence why not', async () => {
      const read: string[] = [];
      for (const { name: shop, orders } of service.store(name).shops) {
        const user = await service.link(name, shop);
        for (const kind of kinds) {
          const base = kind === 'orders' ? everything(service, name) : {};
          const answer = await service[kind](name, { ...base, limit: isAll ? 20 : 5 }, { user });
          const { Errors, Output } = answer.body;
          if ('code' in Errors) {
            assert.ok(
              MAY_SAY.includes(Errors.code as FaultCode),
              `${shop}: ${answer.text.slice(0, 300)}`,
            );
            assert.equal(answer.status, FAULTS[Errors.code as FaultCode].status);
            assert.match(Errors.message, /^[A-Z"a-z0-9].{20,}[.?]$/s);
            continue;
          }
          read.push(`${shop} ${kind}`);
          if (kind !== 'orders') continue;
          const own = new Set(orders.map((order) => service.store(name).orderId(order)));
          for (const { id } of Output.result)
            assert.ok(own.has(String(id)), `${shop} returned ${id}`);
          if (own.size > 0 && !Output.next_page_token) assert.ok(Output.result.length > 0, shop);
        }
      }
      for (const kind of kinds) {
        assert.ok(read.includes(`demo ${kind}`));
        assert.ok(read.includes(`small ${kind}`));
      }
    });
  });
