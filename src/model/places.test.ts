import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createPlaces, LineFull } from './places.ts';

const patient = new AbortController().signal;

function takeAll(places: ReturnType<typeof createPlaces>, who: string): number {
  let count = 0;
  while (places.take(who)) count++;
  return count;
}

describe('places that many share', () => {
  it('leave as much free as one holds', () => {
    const places = createPlaces({ max: 10_000 });
    assert.equal(takeAll(places, 'one'), 5000);
    assert.equal(takeAll(places, 'two'), 2500);
    assert.ok(takeAll(places, 'three') > 0);
  });

  it('hold each to its share', () => {
    const places = createPlaces({ max: 10_000, each: 100 });
    assert.equal(takeAll(places, 'one'), 100);
  });

  it('are all for who may have the whole, while they may', () => {
    let alone = true;
    const places = createPlaces({ max: 10, whole: (who) => who === 'one' && alone });
    assert.equal(places.room('one'), 10);
    const leave = places.take('one');
    assert.equal(takeAll(places, 'one'), 9);
    alone = false;
    leave?.();
    assert.equal(places.take('one'), undefined);
    assert.ok(places.take('two'));
  });

  it('have room for a newcomer, however many came before and hold what they have', () => {
    const places = createPlaces({ max: 100 });
    for (let i = 0; i < 5; i++) takeAll(places, `hog ${i}`);
    assert.ok(places.take('newcomer'));
  });

  it('say how many more one could take', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 }),
        (max, each, takers) => {
          const places = createPlaces({ max, each });
          for (const who of takers) places.take(who);
          for (const who of ['a', 'd']) {
            const room = places.room(who);
            assert.equal(takeAll(places, who), room);
          }
        },
      ),
    );
  });

  it('serve those who wait in turn, whatever one of them has piled up', async () => {
    const places = createPlaces({ max: 2, each: 1, line: 100 });
    const order: string[] = [];
    const [one, two] = [places.take('hog'), places.take('other')];
    const enter = async (who: string) => {
      const leave = await places.enter(who, patient);
      order.push(who);
      setImmediate(leave);
    };
    const all = [...Array.from({ length: 10 }, () => enter('hog')), enter('victim')];
    one?.();
    two?.();
    await Promise.all(all);
    assert.ok(order.indexOf('victim') <= 1, order.join(' '));
  });

  it('refuse one too many in line, and forget whoever leaves it', async () => {
    const places = createPlaces({ max: 1, line: 1 });
    const leave = places.take('a');
    const going = new AbortController();
    const gone = places.enter('b', going.signal);
    await assert.rejects(places.enter('b', patient), LineFull);
    going.abort(new Error('gone'));
    await assert.rejects(gone, /gone/);
    const next = places.enter('b', patient);
    leave?.();
    (await next)();
    assert.equal(places.used(), 0);
  });

  it('take one thing that is larger than all of them, alone', async () => {
    const places = createPlaces({ max: 10, line: 10 });
    const small = places.take('a', 4);
    const large = places.enter('b', patient, 50);
    assert.equal(places.take('a', 4), undefined);
    small?.();
    const leave = await large;
    assert.equal(places.take('a', 1), undefined);
    leave();
    assert.equal(places.used(), 0);
  });

  it('never hand out more than there are, nor lose one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 4 })), {
          maxLength: 60,
        }),
        async (asks) => {
          const places = createPlaces({ max: 4, line: 100 });
          await Promise.all(
            asks.map(async ([who, size]) => {
              const leave = await places.enter(who, patient, size);
              assert.ok(places.used() <= 4);
              await new Promise(setImmediate);
              leave();
              leave();
            }),
          );
          assert.equal(places.used(), 0);
        },
      ),
    );
  });
});
