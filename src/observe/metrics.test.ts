// The registry: a gauge that cannot be read is left out, and the others are there all the same.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createMetrics, type Metrics } from './metrics.ts';

let metrics: Metrics;
before(() => {
  metrics = createMetrics('1.2.3');
});
after(() => metrics.close());

const help = 'Of a test.';

test('a gauge that throws is left out of that scrape alone, and says nothing false', async () => {
  let fails = false;
  const read = () => {
    if (fails) throw new Error('no');
    return [{ value: 7 }];
  };
  metrics.gauge({ name: 'manifold_trial', help, read });
  metrics.gauge({
    name: 'manifold_trial_by_channel',
    help,
    labels: ['channel'],
    read: async () => read().map(({ value }) => ({ labels: { channel: 'x' }, value })),
  });
  assert.match(await metrics.text(), /^manifold_trial 7$/m);
  assert.match(await metrics.text(), /^manifold_trial_by_channel{channel="x"} 7$/m);
  fails = true;
  const text = await metrics.text();
  assert.doesNotMatch(text, /^manifold_trial(_by_channel)?[ {]/m);
  assert.match(text, /^manifold_build_info{version="1.2.3",node="[\d.]+"} 1$/m);
  fails = false;
  assert.match(await metrics.text(), /^manifold_trial 7$/m);
});

test('what is gone from a gauge is gone from the answer', async () => {
  let channels = ['a', 'b'];
  metrics.gauge({
    name: 'manifold_trial_of_channels',
    help,
    labels: ['channel'],
    read: () => channels.map((channel) => ({ labels: { channel }, value: 1 })),
  });
  assert.match(await metrics.text(), /trial_of_channels{channel="b"} 1/);
  channels = ['a'];
  const text = await metrics.text();
  assert.match(text, /trial_of_channels{channel="a"} 1/);
  assert.doesNotMatch(text, /trial_of_channels{channel="b"}/);
});

test('a gauge that never answers keeps no one waiting for ever', async () => {
  metrics.gauge({ name: 'manifold_trial_stuck', help, read: () => new Promise(() => {}) });
  assert.doesNotMatch(await metrics.text(), /^manifold_trial_stuck /m);
});

test('statuses of channels are reported by their class, and 429 by itself', async () => {
  for (const status of [200, 204, 302, 404, 429, 503, undefined])
    metrics.channelCall('shop', status, 0.1);
  const text = await metrics.text();
  for (const [status, count] of [
    ['2xx', 2],
    ['3xx', 1],
    ['4xx', 1],
    ['429', 1],
    ['5xx', 1],
    ['none', 1],
  ])
    assert.ok(
      text.includes(`manifold_channel_calls_total{channel="shop",status="${status}"} ${count}`),
      String(status),
    );
});
