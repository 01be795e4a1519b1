// Names that no one answers for: they end, they cost their own client alone, and hold no thread.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { type FakeNameServer, startNameServer } from '../../test/name-server.ts';
import { createNames } from './names.ts';

let server: FakeNameServer;
before(async () => {
  server = await startNameServer({
    'good.shop': ['93.184.216.34'],
    'two.shop': ['93.184.216.34', '93.184.216.35'],
    'inside.shop': ['93.184.216.34', '10.0.0.7'],
    'gone.shop': [],
  });
});
after(() => server.close());

/** It has far more time to answer than it needs, where it answers at all. */
const open = (more = {}) => createNames({ servers: [server.address], timeout: 30_000, ...more });

test('a name is looked up once and kept, however it is written', async () => {
  const names = open();
  const before = server.asked.length;
  const [one, two] = await Promise.all([
    names.resolve('good.shop', 'a'),
    names.resolve('GOOD.shop.', 'b'),
  ]);
  assert.deepEqual(one, [{ address: '93.184.216.34', family: 4 }]);
  assert.deepEqual(await names.resolve('good.shop', undefined), two);
  assert.equal(server.asked.length, before + 1);
  assert.equal((await names.resolve('two.shop', 'a')).length, 2);
});

test('one private address among public ones is one too many; local names are never asked for', async () => {
  const names = open();
  const before = server.asked.length;
  await assert.rejects(names.resolve('inside.shop', 'a'), { code: 'address_not_allowed' });
  for (const name of ['localhost', 'db.internal', 'router.lan', 'single', '127.0.0.1'])
    await assert.rejects(names.resolve(name, 'a'), { code: 'address_not_allowed' }, name);
  assert.equal(server.asked.length, before + 1);
});

test('a name that is not there and a name server that is silent are not the same', async () => {
  await assert.rejects(open().resolve('gone.shop', 'a'), { reason: 'unknown_host' });
  const hasty = open({ timeout: 150 });
  await assert.rejects(hasty.resolve('silent.shop', 'a'), { reason: 'name_unanswered' });
});

test('anyone who goes away does not wait for the name server', async () => {
  const names = open();
  const gone = new AbortController();
  const asked = names.resolve('silent.shop', 'a', gone.signal);
  gone.abort(new Error('gone'));
  await assert.rejects(asked, /gone/);
});

test('silent names of one client cost neither another client nor a thread', async () => {
  const names = open({ timeout: 1000, perClient: 4 });
  const attack = Array.from({ length: 50 }, (_, i) =>
    names.resolve(`silent-${i}.shop`, 'attacker').then(
      () => 'answered',
      (error: { code: string }) => error.code,
    ),
  );
  // Beside it: another client's name, and work for the threads that dns.lookup would hold.
  assert.equal((await names.resolve('good.shop', 'victim')).length, 1);
  await Promise.all(Array.from({ length: 8 }, () => readFile(new URL(import.meta.url))));
  const left = await Promise.race([Promise.all(attack), Promise.resolve('still silent')]);
  assert.equal(left, 'still silent', 'the victim was served while the attack went on');
  const outcomes = await Promise.all(attack);
  assert.deepEqual(
    [outcomes.filter((one) => one === 'rate_limited').length, new Set(outcomes).size],
    [46, 2],
  );
  assert.equal((await names.resolve('two.shop', 'attacker')).length, 2);
});

test('while no name server answers, the last answer is used', async () => {
  const dying = await startNameServer({ 'good.shop': ['93.184.216.34'] });
  const names = createNames({ servers: [dying.address], timeout: 2000, shortest: 0, longest: 0 });
  const first = await names.resolve('good.shop', 'a');
  dying.close();
  assert.deepEqual(await names.resolve('good.shop', 'a'), first);
});
