import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createSlots, LineFull } from './slots.ts';

const patient = new AbortController().signal;

function takeAll(slots: ReturnType<typeof createSlots>, who: string): number {
  let count = 0;
  while (slots.take(who)) count++;
  return count;
}

describe('slots that many share', () => {
  it('leave as much free as one holds', () => {
    const slots = createSlots({ max: 10_000 });
    assert.equal(takeAll(slots, 'one'), 5000);
    assert.equal(takeAll(slots, 'two'), 2500);
    assert.ok(takeAll(slots, 'three') > 0);
  });

  it('hold each to its share', () => {
    const slots = createSlots({ max: 10_000, each: 100 });
    assert.equal(takeAll(slots, 'one'), 100);
  });

  it('are all for who may have the whole, while they may', () => {
    let alone = true;
    const slots = createSlots({ max: 10, whole: (who) => who === 'one' && alone });
    assert.equal(slots.room('one'), 10);
    const leave = slots.take('one');
    assert.equal(takeAll(slots, 'one'), 9);
    alone = false;
    leave?.();
    assert.equal(slots.take('one'), undefined);
    assert.ok(slots.take('two'));
  });

  it('have room for a newcomer, however many came before and hold what they have', () => {
    const slots = createSlots({ max: 100 });
    for (let i = 0; i < 5; i++) takeAll(slots, `hog ${i}`);
    assert.ok(slots.take('newcomer'));
  });

  it('say how many more one could take', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 }),
        (max, each, takers) => {
          const slots = createSlots({ max, each });
          for (const who of takers) slots.take(who);
          for (const who of ['a', 'd']) {
            const room = slots.room(who);
            assert.equal(takeAll(slots, who), room);
          }
        },
      ),
    );
  });

  it('serve those who wait in turn, whatever one of them has piled up', async () => {
    const slots = createSlots({ max: 2, each: 1, line: 100 });
    const order: string[] = [];
    const [one, two] = [slots.take('hog'), slots.take('other')];
    const enter = async (who: string) => {
      const leave = await slots.enter(who, patient);
      order.push(who);
      setImmediate(leave);
    };
    const all = [...Array.from({ length: 10 }, () => enter('hog')), enter('victim')];
    one?.();
    two?.();
    await Promise.all(all);
    assert.ok(order.indexOf('victim') <= 1, order.join(' '));
  });

  it('refuse one too many in line, and forget anyone who leaves it', async () => {
    const slots = createSlots({ max: 1, line: 1 });
    const leave = slots.take('a');
    const going = new AbortController();
    const gone = slots.enter('b', going.signal);
    await assert.rejects(slots.enter('b', patient), LineFull);
    going.abort(new Error('gone'));
    await assert.rejects(gone, /gone/);
    const next = slots.enter('b', patient);
    leave?.();
    (await next)();
    assert.equal(slots.used(), 0);
  });

  it('take one thing that is larger than all of them, alone', async () => {
    const slots = createSlots({ max: 10, line: 10 });
    const small = slots.take('a', 4);
    const large = slots.enter('b', patient, 50);
    assert.equal(slots.take('a', 4), undefined);
    small?.();
    const leave = await large;
    assert.equal(slots.take('a', 1), undefined);
    leave();
    assert.equal(slots.used(), 0);
  });

  it('never hand out more than there are, nor lose one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 4 })), {
          maxLength: 60,
        }),
        async (asks) => {
          const slots = createSlots({ max: 4, line: 100 });
          await Promise.all(
            asks.map(async ([who, size]) => {
              const leave = await slots.enter(who, patient, size);
              assert.ok(slots.used() <= 4);
              await new Promise(setImmediate);
              leave();
              leave();
            }),
          );
          assert.equal(slots.used(), 0);
        },
      ),
    );
  });
});
