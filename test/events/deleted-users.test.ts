// Users who are deleted while calls for them are under way: the calls end, and nothing of them stays.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachDatabase } from '../store/databases.ts';
import { until } from '../until.ts';
import { type Caller, type House, startHouse, startReceiver } from './house.ts';

const LATER = { headers: { prefer: 'respond-async' }, body: '{}' };
const NOW = { body: '{}' };

async function link(house: House, clientId: string) {
  const user = (await house.app.store.users.ensure(clientId, 'u')) ?? assert.fail();
  await house.app.store.credentials.save({
    ...{ userId: user.id, channel: 'stall', account: {}, secrets: { token: 'x' }, expiresAt: null },
  });
}

const executions = async (caller: Caller) => (await caller.ask('/Executions')).body.result;

eachDatabase((database) => {
  it('end as if they had not been, with a last word to the client', async (t) => {
    const house = await startHouse(t, await database.place(t));
    const other = await house.caller('other');
    const receiver = await startReceiver(t);
    for (const id of ['app', 'other']) await link(house, id);
    const others = (await other.orders({}, LATER)).body.execution_id;
    await until(async () => (await other.ask(`/Executions/${others}`)).body.status !== 'running');
    await house.orders({}, NOW);

    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    house.shop.before = () => gate;
    const reads = house.shop.reads;
    const asked = { completionCallbackUrl: receiver.url };
    const direct = house.orders(asked, NOW);
    const { execution_id: later } = (await house.orders(asked, LATER)).body;
    // With credentials of its own, and for the same user.
    const given = house.orders({});
    await until(() => house.shop.reads === reads + 3);

    const gone = await house.ask('/Users/u', { method: 'DELETE' });
    assert.equal(gone.status, 204);
    assert.equal((await house.ask(`/Executions/${later}`)).status, 404);
    assert.equal((await house.ask('/Users/u')).status, 404);
    open();
    const answers = await Promise.all([direct, given]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    await receiver.arrived(2);
    const said = new Map(receiver.received.map(({ event }) => [event.data.execution_id, event]));
    assert.equal(said.get(answers[0]?.body.Output.execution_id)?.data.isSuccess, true);
    assert.equal(said.get(later)?.data.Errors.code, 'unknown_user');
    assert.match(said.get(later)?.data.Errors.help, /#unknown_user$/);

    // Nothing is written down any more; and what was sent is gone as soon as it was taken.
    assert.deepEqual(await executions(house), []);
    assert.equal((await house.ask(`/Executions/${later}`)).status, 404);
    await until(async () => (await house.ask('/Deliveries')).body.result.length === 0);
    const again = await house.ask('/Users/u', { method: 'DELETE' });
    assert.deepEqual([again.status, again.body.Errors.code], [404, 'unknown_user']);

    assert.deepEqual(
      (await executions(other)).map(({ execution_id }: { execution_id: string }) => execution_id),
      [others],
    );
    assert.equal((await other.ask(`/Executions/${others}`)).body.response.Output.isSuccess, true);
    assert.equal((await other.ask('/Users/u')).body.channels.length, 1);
  });
});
