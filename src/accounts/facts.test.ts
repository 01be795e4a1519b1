// What is remembered stays within its bounds, and one client never costs another what it has.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Register } from '../model/register.ts';
import { createFacts } from './facts.ts';

const MINUTE = 60_000;
const large = (count: number) => Array.from({ length: count }, (_, i) => `status-number-${i}`);

test('what was kept is given back, to the client it was kept for', () => {
  const facts = createFacts();
  facts.set('a', 'currency', { code: 'EUR' }, MINUTE);
  facts.set('a', 'nothing', undefined, MINUTE);
  assert.deepEqual(facts.get('a', 'currency')?.value, { code: 'EUR' });
  const nothing = facts.get('a', 'nothing');
  assert.ok(nothing && 'value' in nothing && nothing.value === undefined);
  assert.equal(facts.get('b', 'currency'), undefined);
});

test('it is kept for so long by the clock of the service', () => {
  let time = 1_800_000_000_000;
  const facts = createFacts({ now: () => time });
  facts.set('a', 'stock', 22, MINUTE);
  time += MINUTE - 1;
  assert.equal(facts.get('a', 'stock')?.value, 22);
  time += 2;
  assert.equal(facts.get('a', 'stock'), undefined);
});

test('a shop with more than anybody can need costs its own client alone, and no more than its share', () => {
  const facts = createFacts({ most: 4_000_000, share: 1_000_000 });
  facts.set('victim', 'currency', 'EUR', MINUTE);
  const monster = large(400_000);
  for (let i = 0; i < 300; i++) facts.set('attacker', `statuses of shop ${i}`, monster, MINUTE);
  for (let i = 0; i < 300; i++) facts.set('attacker', `labels of shop ${i}`, large(2000), MINUTE);
  assert.equal(facts.get('attacker', 'statuses of shop 299'), undefined);
  assert.ok(facts.get('attacker', 'labels of shop 299'));
  assert.ok(facts.size() <= 1_100_000, String(facts.size()));
  assert.equal(facts.get('victim', 'currency')?.value, 'EUR');
});

test('many clients together stay within the whole; who was used last stays', () => {
  const facts = createFacts({ most: 1_000_000, share: 500_000 });
  for (let i = 0; i < 100; i++) {
    facts.set(`client ${i}`, 'labels', large(1000), MINUTE);
    facts.get('client 0', 'labels');
  }
  assert.ok(facts.size() <= 1_000_000, String(facts.size()));
  assert.ok(facts.get('client 0', 'labels') && facts.get('client 99', 'labels'));
  assert.equal(facts.get('client 50', 'labels'), undefined);
});

test('what grew after it was kept is measured again, and dropped when it is too large', () => {
  const facts = createFacts({ share: 100_000 });
  const grown: string[] = [];
  const monster: string[] = [];
  facts.set('a', 'grown', grown, MINUTE);
  facts.set('a', 'monster', monster, MINUTE);
  grown.push(...large(500));
  monster.push(...large(50_000));
  const before = facts.size();
  for (const key of ['grown', 'monster', 'unknown']) facts.measure('a', key);
  assert.ok(facts.size() > before + 10_000, String(facts.size()));
  assert.equal(facts.get('a', 'grown')?.value, grown);
  assert.equal(facts.get('a', 'monster'), undefined);
});

test('a register that grew is measured again, and dropped when it is too large', () => {
  const facts = createFacts({ share: 100_000 });
  const known = new Register<readonly string[]>();
  facts.set('a', 'makers', { known }, MINUTE);
  known.set('some', large(500));
  const before = facts.size();
  facts.measure('a', 'makers');
  assert.ok(facts.size() > before + 10_000, String(facts.size()));
  known.set('some', large(50_000));
  facts.measure('a', 'makers');
  assert.equal(facts.get('a', 'makers'), undefined);
});
