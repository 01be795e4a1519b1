// A machine's clock that jumps by an hour, either way: nothing gets stuck, nothing is done twice.
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { type House, startHouse, startReceiver } from '../events/house.ts';
import { getToken } from '../token.ts';
import { until } from '../until.ts';

const HOUR = 3_600_000;
const LATER = { headers: { prefer: 'respond-async' } };

/** A house on the embedded store, whose clock runs on and can be set. */
async function start(t: TestContext) {
  let set = 0;
  const now = () => Date.now() + set;
  const house = await startHouse(t, { now });
  return {
    house,
    receiver: await startReceiver(t),
    jump: (by: number) => {
      set += by;
    },
  };
}

const ended = async ({ ask }: House, id: string) =>
  (await ask(`/Executions/${id}`)).body.status !== 'running';

for (const by of [HOUR, -HOUR])
  it(`${by > 0 ? 'forwards' : 'backwards'}: what is in hand is done once, what waits is not forgotten`, async (t) => {
    const { house, receiver, jump } = await start(t);
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    house.shop.before = () => gate;
    const callback = { completionCallbackUrl: receiver.url };
    const { body: begun } = await house.orders(callback, LATER);
    await until(() => house.shop.reads === 1, 'the run');
    house.shop.before = () => {};
    // One that waits for its second try.
    let tries = 0;
    receiver.answer = (_, response) => {
      tries += 1;
      if (tries === 1) response.writeHead(500).end();
    };
    await house.orders(callback);
    await receiver.arrived(1);
    const waiting = async () => (await house.ask('/Deliveries?state=waiting')).body.result;
    await until(async () => (await waiting())[0]?.try_count === 1, 'the first try');

    jump(by);
    // Longer than the pause between two looks: a worker that lost its own lease would begin again.
    await new Promise((resolve) => setTimeout(resolve, 2500));
    assert.equal(house.shop.reads, 2, 'the run is not begun a second time');
    open();
    await until(() => ended(house, begun.execution_id), 'the end of the run');
    assert.equal((await house.ask(`/Executions/${begun.execution_id}`)).body.status, 'succeeded');
    await receiver.arrived(3);

    // An hour further the token has run out, as it should; another is given.
    const token = await getToken(house.origin, { id: 'app', secret: 'app-secret' });
    const headers = { authorization: `Bearer ${token}` };
    const fresh = await house.orders(callback, { headers });
    assert.equal(fresh.status, 200, JSON.stringify(fresh.body));
    const later = await house.orders(callback, { headers: { ...headers, ...LATER.headers } });
    assert.equal(later.status, 202);
    await receiver.arrived(5);
    for (let n = 0; n < 5; n++) assert.equal((await house.orders({}, { headers })).status, 200);
    const ids = receiver.received.map(({ event }) => event.data.execution_id);
    assert.deepEqual([ids.length, new Set(ids).size], [5, 4], 'only the one refused came twice');
  });

it('to and fro: links, pages and wrong secrets are as they should be', async (t) => {
  const { house, jump } = await start(t);
  const ask = async () => {
    const link = await house.app.magicLink('app', 'u');
    const page = await fetch(link ?? assert.fail(), { redirect: 'manual' }).catch(() => undefined);
    const token = await getToken(house.origin, { id: 'app', secret: 'app-secret' });
    const wrong = await fetch(`${house.origin}/connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ grant_type: 'client_credentials', client_id: 'app', client_secret: 'wrong' },
      }),
    });
    const { status } = await house.orders({}, { headers: { authorization: `Bearer ${token}` } });
    return { page: page?.status, wrong: wrong.status, status };
  };
  const first = await ask();
  assert.equal(first.status, 200);
  for (const by of [HOUR, -HOUR, -HOUR, HOUR]) {
    jump(by);
    assert.deepEqual(await ask(), first, `after ${by}`);
  }
});
