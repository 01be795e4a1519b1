// The standing of the operator's apps: reported once, rests by host, and well again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '../model/faults.ts';
import { createAppStanding } from './app-standing.ts';

const fault = (reason: string) => new Fault('app_refused', 'No.', { reason });

function standing() {
  const reported: string[] = [];
  const apps = createAppStanding({
    set: { a: true, b: false },
    onChange: (channel, said) => reported.push(`${channel} ${said?.reason ?? 'well'}`),
  });
  return { apps, reported };
}

test('each cause is reported once when it begins, and once when it ends', () => {
  const { apps, reported } = standing();
  for (const at of [0, 1, 2]) apps.refused('a', fault('app_not_set'), at);
  apps.refused('a', fault('app_unknown'), 3, 'h');
  apps.refused('b', fault('app_unknown'), 3, 'h');
  assert.deepEqual(reported, ['a app_not_set', 'a app_unknown', 'b app_unknown']);
  assert.deepEqual([...apps.usable()], [['a', false], ['b', false]]); // biome-ignore format: one list
  apps.worked('a', 'h');
  apps.worked('a', 'h');
  assert.deepEqual(reported.slice(3), ['a well']);
  assert.equal(apps.usable().get('a'), true);
});

test('hosts that disagree do not fill the log', () => {
  const { apps, reported } = standing();
  for (let at = 0; at < 500_000; at += 1000) {
    apps.refused('a', fault('app_unknown'), at, 'one.shop');
    apps.worked('a', 'another.shop');
  }
  assert.deepEqual(reported, ['a app_unknown', 'a well']);
});

test('an app that a host refuses again and again is not sent there for a moment, but to others', () => {
  const { apps } = standing();
  const said = fault('app_unknown');
  const refuse = (times: number, at: number) => {
    for (let count = 0; count < times; count += 1) {
      apps.check('a', 'one.shop', at);
      apps.refused('a', said, at, 'one.shop');
    }
  };
  refuse(4, 1000);
  apps.worked('a', 'one.shop');
  refuse(5, 1000);
  assert.throws(() => apps.check('a', 'one.shop', 10_999), said.with({ sent: 'no' }));
  apps.check('a', 'two.shop', 2000);
  apps.check('b', 'one.shop', 2000);
  apps.check('a', 'one.shop', 0);
  refuse(1, 11_000);
  assert.throws(() => apps.check('a', 'one.shop', 11_001), said.with({ sent: 'no' }));
  apps.worked('a', 'one.shop');
  apps.check('a', 'one.shop', 11_002);
});
