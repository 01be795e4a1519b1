// No client fills the store: what is kept of its background executions has an end, and others do not notice.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { isAll } from '../all.ts';
import { getToken } from '../token.ts';
import { until } from '../until.ts';
import { assertUnharmed } from '../victim.ts';
import { API, CANARY, type House, startHouse, startReceiver } from './house.ts';

const LATER = { headers: { prefer: 'respond-async' } };
const SETTINGS = { MANIFOLD_CLIENT_RESULT_MB: '1', MANIFOLD_CLIENT_RESULTS: '200' };
/** Text that no compression makes much smaller. */
const noise = (bytes: number) => randomBytes((bytes * 3) / 4).toString('base64');

async function finished(house: House, id: string, init: RequestInit = {}) {
  const look = async () => (await house.ask(`/Executions/${id}`, init)).body;
  await until(async () => (await look()).status !== 'running');
  return await look();
}

it('one client that has all it can kept is answered 429, and the next one works as before', async (t) => {
  const house = await startHouse(t, { settings: SETTINGS });
  house.shop.items = [{ id: '1', note: noise(200_000) }];
  const { client, secret } = await house.app.tokens.clients.create({ id: 'victim' });
  const token = await getToken(house.origin, { id: client.id, secret });
  const as = { authorization: `Bearer ${token}` };

  const answers: Awaited<ReturnType<House['orders']>>[] = [];
  await assertUnharmed({
    calls: isAll ? 8 : 5,
    victim: async () => {
      const headers = { ...as, prefer: 'respond-async' };
      const { body } = await house.orders({}, { headers }, { fields: 'id' });
      const done = await finished(house, body.execution_id, { headers: as });
      return done.response?.Output.result[0]?.id === '1' ? undefined : JSON.stringify(done);
    },
    async attack() {
      let ending = false;
      const one = async () => {
        while (!ending) answers.push(await house.orders({}, LATER));
      };
      const all = Promise.all([one(), one(), one()]);
      return async () => {
        // However quick the victim was, the attack goes on until it meets the end of its room.
        await until(() => answers.some(({ status }) => status === 429));
        ending = true;
        await all;
      };
    },
  });

  const refused = answers.filter(({ status }) => status !== 202);
  assert.ok(refused.length > 0);
  for (const { status, body, headers } of refused) {
    assert.deepEqual([status, body.Errors.code], [429, 'result_quota_met']);
    assert.match(
      body.Errors.message,
      /^\d+ background executions with [\d.]+ MiB are kept for this client; at most 200 with 1 MiB are\. There is room again /,
    );
    const wait = Number(headers.get('retry-after'));
    assert.ok(wait >= 1 && wait <= 24 * 60 * 60, `${wait} s`);
  }
  for (const { body } of answers.filter(({ status }) => status === 202))
    await finished(house, body.execution_id);
  const rows = (await house.ask('/Executions?limit=100')).body.result;
  const kept = rows.filter(({ status }: { status: string }) => status === 'succeeded');
  // 200 kB of noise each, sealed: five make a mebibyte.
  assert.ok(kept.length >= 3 && kept.length <= 6, `${kept.length} results are kept`);
  const direct = await house.orders();
  assert.equal(direct.status, 200, 'a call that waits for its answer needs no room');
});

it('a result that finds no room any more ends its execution with that fault, and its event says so', async (t) => {
  const house = await startHouse(t, { settings: SETTINGS });
  const receiver = await startReceiver(t);
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  house.shop.before = () => gate;
  house.shop.items = [{ id: '1', note: noise(900_000) }];
  const accepted: string[] = [];
  for (let n = 0; n < 3; n++) {
    const call = await house.orders({ completionCallbackUrl: receiver.url }, LATER);
    assert.equal(call.status, 202);
    accepted.push(call.body.execution_id);
  }
  open();
  const ends = await Promise.all(accepted.map((id) => finished(house, id)));
  await receiver.arrived(3);
  const codes = ends.map(({ code }) => code).sort();
  assert.deepEqual(codes, ['result_quota_met', null, null].sort());
  const refused = ends.find(({ code }) => code !== null);
  assert.deepEqual(
    [refused.status, refused.step, refused.call_count, refused.result_count],
    ['failed', 'transform', 0, 0],
  );
  assert.equal(refused.response.Errors.code, 'result_quota_met');
  assert.equal(refused.response.Errors.retryable, true);
  assert.deepEqual(refused.response.Output.result, []);
  const events = receiver.received.map(({ event }) => [
    event.data.execution_id,
    event.data.isSuccess,
    event.data.Errors.code,
  ]);
  const said = events.find(([id]) => id === refused.execution_id);
  assert.deepEqual(said, [refused.execution_id, false, 'result_quota_met']);
  const stored = JSON.stringify(refused);
  assert.ok(!stored.includes(CANARY));
  assert.ok(refused.status_url.includes(`${API}/Executions/`));
});
