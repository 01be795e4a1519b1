// Counts over time: added up over instances, evenly spaced with zeros, kept when the store is away, and swept.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Count, HOUR, MINUTE, noFigures } from '../../src/model/counts.ts';
import { createTallies } from '../../src/observe/tallies.ts';
import { actsOn } from '../../src/operate/index.ts';
import { readConfig } from '../../src/serve/config.ts';
import { createTokens } from '../../src/tokens/index.ts';
import { startService } from '../service.ts';
import { eachDatabase, type Opened, SOME_CLIENT, START } from '../store/databases.ts';

const ADA = { by: 'command line', login: 'ada' } as const;

function actsOf({ store }: Pick<Opened, 'store'>) {
  const tokens = createTokens({ store, now: store.now, tokenSeconds: 60 });
  return actsOn({ config: readConfig({}), store, tokens }, ADA);
}

const count = (more: Partial<Count>): Count => ({
  ...{ client: '', channel: 'bol', at: START, code: 'ok', ...noFigures() },
  ...more,
});

eachDatabase((database) => {
  it('two instances that count the same minute add up, and an hour has them all', async (t) => {
    const opened = await database.store(t);
    const { store } = opened;
    const both = [
      [count({ calls: 3, ms: 300, to_100: 3 }), count({ code: 'channel_failed', calls: 1 })],
      [count({ calls: 1, ms: 900, to_1000: 1 }), count({ at: START + MINUTE, calls: 2 })],
    ];
    await Promise.all(both.map((counts) => store.counts.add(counts)));
    const { series } = actsOf(opened).health;
    const { step, points } = await series({ channel: 'bol', from: START - 1, to: START + HOUR });
    assert.deepEqual([step, points.length], [MINUTE, 61]);
    const [before, first, second, third] = points;
    assert.deepEqual([before?.calls, before?.p50, third?.calls], [0, null, 0]);
    assert.deepEqual([first?.at, first?.calls, first?.errors], [START, 5, 1]);
    assert.deepEqual(first?.codes, { channel_failed: 1 });
    assert.deepEqual([first?.mean, first?.channel?.sent, second?.calls], [240, 0, 2]);
    const week = await series({ channel: 'bol', from: START - 7 * 24 * HOUR, to: START + HOUR });
    assert.equal(week.step, HOUR);
    assert.deepEqual(
      week.points.flatMap(({ at, calls }) => (calls > 0 ? [[at, calls]] : [])),
      [[START - (START % HOUR), 7]],
    );
    const day = await series({ channel: 'bol', from: START - 24 * HOUR, to: START + HOUR });
    assert.deepEqual([day.step, day.points.length], [5 * MINUTE, 300]);
    assert.equal(day.points.find(({ at }) => at === START)?.calls, 7);
    assert.ok((await series({ from: START, to: START + HOUR })).points.every((one) => !one.calls));
    await assert.rejects(series({ from: 0, to: START }), /31 days/);
  });

  it('a series of two days is read along the key, whatever others have', async (t) => {
    const opened = await database.store(t);
    const minutes = Array.from({ length: 400 }, (_, n) => START - n * MINUTE);
    for (const client of ['', 'a', 'b'])
      await opened.store.counts.add(minutes.map((at) => count({ client, at, calls: 1 })));
    const { series } = actsOf(opened).health;
    const asked = { channel: 'bol', client: 'a', from: START - 48 * HOUR, to: START + MINUTE };
    const { points } = await series(asked);
    assert.equal(
      points.reduce((sum, { calls }) => sum + calls, 0),
      400,
    );
    assert.ok(points.every(({ channel }) => channel === null));
  });

  it('minutes are kept for two days, hours for thirty; those of a client go with it', async (t) => {
    const opened = await database.store(t);
    const { store, clock } = opened;
    await store.clients.create(SOME_CLIENT);
    await store.counts.add([count({ calls: 1 }), count({ client: SOME_CLIENT.id, calls: 1 })]);
    const { series } = actsOf(opened).health;
    const calls = async (client = '') => {
      const from = START - HOUR;
      const { points } = await series({ client, channel: 'bol', from, to: from + 3 * HOUR });
      return points.reduce((sum, one) => sum + one.calls, 0);
    };
    assert.deepEqual([await calls(), await calls(SOME_CLIENT.id)], [1, 1]);
    await store.clients.remove(SOME_CLIENT.id);
    assert.deepEqual([await calls(), await calls(SOME_CLIENT.id)], [1, 0]);
    clock.forward(48 * HOUR + MINUTE);
    const swept = await store.sweep();
    assert.deepEqual([swept.minutes, swept.hours, await calls()], [1, 0, 1]);
    clock.forward(29 * 24 * HOUR);
    assert.equal((await store.sweep()).hours, 1);
  });
}, true);

it('what the store does not take is counted with what comes next', async () => {
  const tallies = createTallies(() => START + 1);
  tallies.call('app', 'bol', 'ok', 70);
  await assert.rejects(
    tallies.flush(() => Promise.reject(new Error('away'))),
    /away/,
  );
  tallies.call('app', 'bol', 'ok', 30);
  const kept: Count[] = [];
  await tallies.flush(async (counts) => kept.push(...counts));
  const seen = kept.map(({ client, channel, at, calls, ms, to_50, to_100 }) => [
    ...[client, channel, at, calls, ms, to_50, to_100],
  ]);
  assert.deepEqual(
    seen,
    ['', 'app'].flatMap((client) =>
      ['', 'bol'].map((channel) => [client, channel, START, 2, 100, 1, 1]),
    ),
  );
  await tallies.flush(() => assert.fail('there is nothing left'));
});

it('what is under way is seen until it ends', () => {
  const tallies = createTallies(() => START);
  const ends = [tallies.sent('bol', 'a'), tallies.sent('bol', 'a'), tallies.sent('shopify')];
  const waited = tallies.waiting('bol', 'budget');
  tallies.waiting('bol', 'retry');
  assert.deepEqual(tallies.underWay(), [
    { client: 'a', channel: 'bol', calls: 2 },
    { client: '', channel: 'shopify', calls: 1 },
  ]);
  assert.deepEqual(tallies.waitingNow(), { bol: 1 });
  for (const end of ends) end(200);
  waited();
  assert.deepEqual([tallies.underWay(), tallies.waitingNow()], [[], {}]);
});

it('calls of a service are there after its end, by channel, by client and by code', async () => {
  const service = await startService();
  const { store, now } = { store: service.app.store, now: service.now };
  service.hold(true);
  try {
    await service.orders('shopify', { limit: 2 });
    await service.orders('shopify', { limit: 'many' });
    await service.orders('no-such', {});
    const { health } = actsOf({ store });
    const asked = { from: now() - HOUR, to: now() + 1 };
    const last = async (more = {}) => (await health.series({ ...asked, ...more })).points.at(-1);
    assert.equal((await last())?.calls, 0);
    // As the chore does, and the end of the service.
    await service.app.keepCounts();
    assert.deepEqual([(await last())?.calls, (await last())?.errors], [3, 2]);
    const one = await last({ channel: 'shopify', client: service.id });
    assert.deepEqual([one?.calls, one?.codes], [2, { invalid_request: 1 }]);
    const there = (await last({ channel: 'shopify' }))?.channel;
    assert.ok(there && there.sent > 0 && there.used !== null && there.used > 0);
    assert.deepEqual((await last({ channel: 'none' }))?.calls, 1);
  } finally {
    await service.close();
  }
});
