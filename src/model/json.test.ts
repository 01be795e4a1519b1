import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isAll, runs } from '../../test/all.ts';
import { readJson, readJsonInTurns } from './json.ts';
import { TooMuch } from './json-outline.ts';
import { STRETCH } from './structure.ts';

const SIZES = [1, 7, 40, 1000];
const outcome = (read: () => unknown): unknown => {
  try {
    return { read: read() };
  } catch (error) {
    if (error instanceof SyntaxError) return 'not JSON';
    throw error;
  }
};

describe('JSON of strangers', () => {
  it('is read as the platform reads it, whatever the size of a slice', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1), (value, space) => {
        const text = JSON.stringify(value, undefined, space);
        for (const slice of SIZES)
          assert.deepEqual(readJson(text, { slice }), JSON.parse(text), `${slice}: ${text}`);
      }),
    );
  });

  it('is refused where the platform refuses it: broken off, or with something changed', () => {
    const pieces = fc.constantFrom('', ',', '[', ']', '{', '}', ':', '"', '1', '.5', ' ', 'e', '-');
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.nat(),
        pieces,
        fc.nat({ max: 2 }),
        (value, where, piece, cut) => {
          const text = JSON.stringify(value);
          const at = where % (text.length + 1);
          const spoiled = text.slice(0, at) + piece + text.slice(at + cut);
          const expected = outcome(() => JSON.parse(spoiled));
          for (const slice of SIZES)
            assert.deepEqual(
              outcome(() => readJson(spoiled, { slice, maxDepth: 1000 })),
              expected,
              `${slice}: ${spoiled}`,
            );
        },
      ),
      { numRuns: runs(2000), examples: [[{ a: { b: 1 } }, 5, '-', 0]] },
    );
  });

  it('is refused where something stands between a name and its value, or beside a value', () => {
    for (const text of [
      '{"a":-{"b":1}}',
      '{"a":1{"b":1}}',
      '[-[1]]',
      '[[1]2]',
      '{"a":[1]2}',
      '-[1]',
    ])
      for (const slice of SIZES)
        for (const exact of [false, true])
          assert.throws(() => readJson(text, { slice, exact }), SyntaxError, `${slice}: ${text}`);
  });

  it('keeps every digit of a number that binary cannot hold', () => {
    const number = fc
      .tuple(
        fc.constantFrom('', '-'),
        fc.bigInt({ min: 0n, max: 10n ** 25n }),
        fc.constantFrom('', '.5', '.10', '.00'),
        fc.constantFrom('', 'e5', 'E-3', 'e+12'),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(number), fc.constantFrom(...SIZES), (numbers, slice) => {
        const text = `{"a":[${numbers}],"b":{"c":${numbers[0] ?? 0}},"d":"1.5"}`;
        const each = (one: string) => (/^-?\d{1,15}$/.test(one) ? Number(one) : one);
        assert.deepEqual(readJson(text, { exact: true, slice }), {
          a: numbers.map(each),
          b: { c: each(numbers[0] ?? '0') },
          d: '1.5',
        });
      }),
    );
    for (const text of ['1.', '[1.,2]', '01.5', '1.5.2', '1e', '-.5', '[1.5x]', '+1.5'])
      assert.throws(() => readJson(text, { exact: true }), SyntaxError, text);
  });

  it('leaves texts and small integers as they are', () => {
    const text =
      '{"price":12.1,"n":-3,"e":1e2,"id":12345678901234567890,"s":"1.5 \\"2.5\\" \\\\","a":[0.10,true,null,0]}';
    assert.deepEqual(readJson(text, { exact: true }), {
      price: '12.1',
      n: -3,
      e: '1e2',
      id: '12345678901234567890',
      s: '1.5 "2.5" \\',
      a: ['0.10', true, null, 0],
    });
  });

  it('is read the same wherever a stretch of it ends', () => {
    const tricky = '"\\\\\\"[,{\\\\",[-12.50,{"a\\"b":"\\\\"}],12345678901234567890,true';
    for (let before = 0; before < 80; before++) {
      const text = `[${' '.repeat(STRETCH - before)}${tricky}]`;
      assert.deepEqual(readJson(text), JSON.parse(text));
      assert.deepEqual(readJson(text, { exact: true }), [
        '\\"[,{\\',
        ['-12.50', { 'a"b': '\\' }],
        '12345678901234567890',
        true,
      ]);
    }
  });

  it('keeps a member named __proto__ where it belongs', () => {
    for (const slice of SIZES) {
      const read = readJson('{"a":{"__proto__":{"x":1}},"__proto__":[1,2,3]}', { slice });
      assert.equal(JSON.stringify(read), '{"a":{"__proto__":{"x":1}},"__proto__":[1,2,3]}');
    }
  });

  it('has a bound for what the platform reads in one go: a text, a name, a number, blanks', () => {
    const wide = /more than 1048576 bytes/;
    const SHIFTS = [0, 1, STRETCH - 1];
    const parts = {
      'a text': (size: number) => `["b","${'x'.repeat(size)}"]`,
      'a text of quotes': (size: number) => `["b","${'\\"'.repeat(size / 2)}"]`,
      'a text alone': (size: number) => `"${'x'.repeat(size)}"`,
      'a text of brackets': (size: number) => `["${'[{,'.repeat(size / 3)}"]`,
      'a name': (size: number) => `{"a":1,"${'x'.repeat(size)}":1}`,
      'a number': (size: number) => `[1,${'1'.repeat(size)}]`,
      'blanks before': (size: number) => `${' '.repeat(size)}[1]`,
      'blanks between': (size: number) => `[1,${'\n'.repeat(size)}2]`,
      'blanks behind': (size: number) => `[1]${'\t'.repeat(size)}`,
    };
    // Without repetitions each in one place, by turns.
    for (const [at, [name, part]] of Object.entries(parts).entries())
      for (const exact of [false, true])
        for (const shift of isAll ? SHIFTS : SHIFTS.slice(at % 3).slice(0, 1)) {
          const before = `[${'1,'.repeat(shift / 2)}`;
          const text = (size: number) => `${before}${part(size)}]`;
          assert.doesNotThrow(
            () => readJson(text(2 ** 20 - 100), { exact, maxMembers: 1e6 }),
            name,
          );
          assert.throws(() => readJson(text(2 ** 20 + 10), { exact, maxMembers: 1e6 }), wide, name);
        }
    assert.throws(() => readJson(' '.repeat(2 ** 21)), wide);
  });

  it('has bounds: of depth, and of the number of values', () => {
    const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    assert.deepEqual(readJson(deep(100)), JSON.parse(deep(100)));
    assert.throws(() => readJson(deep(101)), TooMuch);
    assert.throws(() => readJson('['.repeat(1_000_000)), TooMuch);
    const many = `[${'[],'.repeat(9000)}[]]`;
    assert.equal((readJson(many) as unknown[]).length, 9001);
    assert.throws(() => readJson(`[${Array(60).fill(many)}]`), TooMuch);
    const more = `[${'[],'.repeat(11_000)}[]]`;
    assert.throws(() => readJson(more), /more than 10000 members/);
    assert.equal((readJson(more, { maxMembers: 20_000 }) as unknown[]).length, 11_001);
    assert.throws(() => readJson(`{"a":[${'1,'.repeat(5)}1]}`, { maxValues: 5 }), TooMuch);
    assert.deepEqual(readJson('"[[[[{{{{,,,,,"', { maxValues: 1, maxDepth: 1 }), '[[[[{{{{,,,,,');
  });

  it('gives others their turn while it reads, and ends with its signal', async () => {
    const PARTS = isAll ? 60 : 20;
    const part = `[${'[],{"a":1.5},'.repeat(4000)}0]`;
    const bytes = Buffer.from(`[${Array(PARTS).fill(part)}]`);
    let turns = 0;
    let reading = true;
    const others = (async () => {
      while (reading) {
        turns++;
        await new Promise(setImmediate);
      }
    })();
    const read = (await readJsonInTurns(bytes, { exact: true })) as unknown[];
    reading = false;
    await others;
    assert.equal(read.length, PARTS);
    assert.ok(turns > 5, `${turns} turns`);
    const gone = new AbortController();
    const broken = readJsonInTurns(bytes, { signal: gone.signal });
    gone.abort(new Error('gone'));
    await assert.rejects(async () => await broken, /gone/);
  });
});
