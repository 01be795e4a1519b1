// A shop that states its own rate is called at that rate, by the embedded store and on PostgreSQL alike.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startService } from '../service.ts';
import { eachDatabase } from './databases.ts';

/** More points than the rate that Shopify publishes would give in the time. */
const CALLS = 100;

eachDatabase((database) => {
  it('a hundred small calls to a shop of a large plan all succeed', async (t) => {
    const service = await startService(await database.place(t));
    t.after(() => service.close());
    const ask = async () => (await service.orders('shopify', { limit: 1 })).status;
    // One after another until the rate is known: it is written behind the caller's back.
    for (let first = 0; first < 5; first++) assert.equal(await ask(), 200);
    const statuses = await Promise.all(Array.from({ length: CALLS }, ask));
    assert.deepEqual([...new Set(statuses)], [200]);
    assert.doesNotMatch(service.logged(), /a budget was not kept/);
  });
});
