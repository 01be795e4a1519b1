// More calls than can be carried are turned away at once; those under way end as if nothing was.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../service.ts';

const MAX = 5;
let service: Service;
before(async () => {
  service = await startService({ settings: { MANIFOLD_MAX_CALLS: String(MAX) } });
});
after(() => service.close());

test('calls beyond what can be carried get 503 with Retry-After, and the others are served', async () => {
  await service.orders('shopify', { limit: 1 });
  service.sandbox.faults.plant({ kind: 'latency', ms: 1500, channel: 'shopify' });
  const finished: number[] = [];
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const answer = await service.orders('shopify', { limit: 1 });
      finished.push(answer.status);
      return answer;
    }),
  );
  service.sandbox.faults.lift();
  assert.equal(answers.filter(({ status }) => status === 200).length, MAX);
  const refused = answers.filter(({ status }) => status === 503);
  assert.equal(refused.length, 20 - MAX);
  assert.deepEqual(
    finished.slice(0, refused.length),
    refused.map(() => 503),
    'the refused ones are told first',
  );
  for (const { headers, body } of refused) {
    assert.equal(headers.get('retry-after'), '1');
    assert.ok('code' in body.Errors && body.Errors.code === 'unavailable');
  }
  assert.equal((await service.orders('shopify', { limit: 1 })).status, 200);
});
