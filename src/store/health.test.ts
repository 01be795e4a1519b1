// The health of the store: said once, tried out now and then, found well again by itself.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Trouble } from '../model/trouble.ts';
import { StoreUnavailableError, translate } from './faults.ts';
import { createHealth } from './health.ts';

function start(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let time = 0;
  const store: { trouble: Trouble | undefined; probes: number; pings: number } = {
    trouble: undefined,
    probes: 0,
    pings: 0,
  };
  const answer = async () => {
    if (store.trouble) throw new StoreUnavailableError(new Error('x'), store.trouble);
  };
  const changes: (Trouble | undefined)[] = [];
  const health = createHealth({
    probe: () => {
      store.probes++;
      return answer();
    },
    ping: () => {
      store.pings++;
      return answer();
    },
    onChange: (trouble) => changes.push(trouble),
    clock: () => time,
  });
  t.after(health.close);
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 500) {
      time += 500;
      t.mock.timers.tick(500);
      await new Promise(setImmediate);
    }
  };
  const fail = (trouble: Trouble) => health.saw(new StoreUnavailableError(new Error('x'), trouble));
  return { store, health, changes, pass, fail };
}

test('a write that failed is said once, tried again each second, and forgotten when one succeeds', async (t) => {
  const { store, health, changes, pass, fail } = start(t);
  store.trouble = 'full';
  for (let n = 0; n < 100; n++) fail('full');
  assert.deepEqual(changes, ['full']);
  assert.equal(await health.check(), 'full');
  await pass(3000);
  assert.equal(store.probes, 3);
  for (let n = 0; n < 50; n++) assert.equal(await health.check(), 'full');
  assert.equal(store.probes, 3, 'asking causes no write');
  store.trouble = undefined;
  await pass(1000);
  assert.equal(await health.check(), undefined);
  assert.deepEqual(changes, ['full', undefined]);
  await pass(5000);
  assert.equal(store.probes, 4, 'nothing is tried while all is well and no one asks');
});

test('where nothing is written, anyone who asks has it tried out, every ten seconds at most', async (t) => {
  const { store, health, changes, pass } = start(t);
  for (let n = 0; n < 20; n++) assert.equal(await health.check(), undefined);
  assert.deepEqual([store.probes, store.pings], [1, 19]);
  await pass(10_000);
  store.trouble = 'read_only';
  assert.equal(await health.check(), 'read_only');
  assert.deepEqual(changes, ['read_only']);
});

test('another writer is no trouble, and damage stays until the service is started again', async (t) => {
  const { store, health, changes, pass, fail } = start(t);
  fail('busy');
  assert.equal(await health.check(), undefined);
  fail('damaged');
  fail('full');
  await pass(5000);
  assert.equal(await health.check(), 'damaged');
  assert.deepEqual([changes, store.trouble], [['damaged'], undefined]);
});

test('another connection that is refused says nothing, unless there is none that works', async (t) => {
  const { store, health, changes, fail, pass } = start(t);
  assert.equal(await health.check(), undefined);
  fail('crowded');
  assert.deepEqual([await health.check(), changes], [undefined, []]);
  store.trouble = 'crowded';
  await pass(10_000);
  assert.equal(await health.check(), 'crowded');
});

test('errors of both databases are distinguished', () => {
  const trouble = (fields: object) => {
    const known = translate(Object.assign(new Error('x'), fields));
    return known instanceof StoreUnavailableError ? known.trouble : undefined;
  };
  const sqlite = { 5: 'busy', 8: 'read_only', 778: 'failing', 11: 'damaged', 267: 'damaged' };
  for (const [errcode, expected] of Object.entries({ ...sqlite, 13: 'full', 26: 'damaged' }))
    assert.equal(trouble({ errcode: Number(errcode) }), expected, errcode);
  const postgres = { 53100: 'full', 53200: 'failing', 25006: 'read_only', '40P01': 'busy' };
  for (const [code, expected] of Object.entries({
    ...postgres,
    XX001: 'damaged',
    '57P01': 'unreachable',
    53300: 'crowded',
    '28P01': 'refused',
    CERT_HAS_EXPIRED: 'refused',
    '55P03': 'busy',
    '25P03': 'busy',
    ECONNREFUSED: 'unreachable',
  }))
    assert.equal(trouble({ code }), expected, code);
  assert.equal(trouble({ code: '23505' }), undefined);
  assert.equal(trouble({ errcode: 787 }), undefined);
});
