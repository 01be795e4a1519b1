// Numbers come back as they were written, however the driver read them and however long the answer is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type JsonOptions, readJson, readJsonInTurns } from './json.ts';
import { asWritten, changeTexts } from './written.ts';

const back = (text: string, options: JsonOptions = {}) =>
  JSON.stringify(asWritten(readJson(text, { ...options, written: true })));

const ODD =
  '{"id":12345678901234567890,"price":12.10,"rate":1e3,"zero":-0,"tiny":1.0E-7,"list":[1,2.50,[0.10]],"text":"12.10","deep":{"a":{"b":100.00}},"plain":7}';

test('every number is written as it came, read exactly or not, in one go or in slices', () => {
  for (const exact of [true, false])
    for (const slice of [1, 7, 20, 1e6])
      assert.equal(back(ODD, { exact, slice }), ODD, `${exact} ${slice}`);
});

test('what a driver reads is the same, whether numbers keep their text or not', () => {
  for (const exact of [true, false])
    for (const slice of [3, 1e6])
      assert.equal(
        JSON.stringify(readJson(ODD, { exact, slice, written: true })),
        JSON.stringify(readJson(ODD, { exact, slice })),
      );
});

test('a copy made by spreading keeps the text of its numbers; a member that was replaced has its own', () => {
  const read = readJson('{"a":1.50,"b":2.50}', { exact: true, written: true }) as object;
  assert.equal(JSON.stringify(asWritten({ ...read, c: '3.50' })), '{"a":1.50,"b":2.50,"c":"3.50"}'); // biome-ignore format: one thought
});

test('names that mean something to the platform are names like any other; the last of two counts', () => {
  assert.equal(back('{"__proto__":1.50,"constructor":2.50}', { exact: true }), '{"__proto__":1.50,"constructor":2.50}'); // biome-ignore format: one thought
  for (const slice of [1, 1e6]) assert.equal(back('{"a":1.50,"a":"x"}', { slice }), '{"a":"x"}');
});

test('texts are changed wherever they stand, and numbers by how they were written', async () => {
  const change = (text: string) => text.replaceAll('secret', '***').replaceAll('1234567890', '#');
  const changed = async (text: string) =>
    JSON.stringify(asWritten(await changeTexts(readJson(text, { written: true }), change)));
  assert.equal(
    await changed('{"a":["my secret",2.50],"secret":{"b":"secret"}}'),
    '{"a":["my ***",2.50],"***":{"b":"***"}}',
  );
  assert.equal(await changed('[123456789012345678901234567890,1.0,"__proto__"]'), '["###",1.0,"__proto__"]'); // biome-ignore format: one thought
  assert.equal(await changed('"secret"'), '"***"');
  assert.equal(await changed('{"__proto__":"secret"}'), '{"__proto__":"***"}');
});

test('any JSON comes back with the same numbers', async () => {
  const number = fc
    .tuple(
      fc.boolean(),
      fc.bigInt({ min: 0n, max: 10n ** 24n }),
      fc.option(fc.stringMatching(/^\d{1,6}$/)),
    )
    .map(([minus, whole, part]) => `${minus ? '-' : ''}${whole}${part === null ? '' : `.${part}`}`);
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      number,
      fc.string().map((one) => JSON.stringify(one)),
      fc.array(tie('tree'), { maxLength: 5 }).map((all) => `[${all.join(',')}]`),
      fc
        .uniqueArray(fc.tuple(fc.string(), tie('tree')), { maxLength: 5, selector: ([key]) => key })
        // Names that look like places in a list come first, no matter who writes them.
        .map((all) => all.filter(([key]) => !/^\d+$/.test(key)))
        .map((all) => `{${all.map(([key, one]) => `${JSON.stringify(key)}:${one}`).join(',')}}`),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(
      tree,
      fc.boolean(),
      fc.integer({ min: 1, max: 60 }),
      async (text, exact, slice) => {
        const read = await readJsonInTurns(Buffer.from(text), { exact, slice, written: true });
        // A number that is the whole answer is in no record.
        if (typeof read !== 'object') return;
        assert.equal(JSON.stringify(asWritten(read)), text);
      },
    ),
    { numRuns: 300 },
  );
});
