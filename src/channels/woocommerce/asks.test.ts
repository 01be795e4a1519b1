// Answers of shops whose plugins write something before them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../../net/reply.ts';
import { askFor } from './asks.ts';

const ask = askFor({ account: { baseUrl: 'https://shop.nl' }, version: 'wc/v3' }, 'orders');
const read = (text: string) => parse(Buffer.from(text), ask, {});

test('answers are read behind a byte order mark and behind notices', async () => {
  const notice = '<br />\n<b>Notice</b>: Undefined index: [a] in {b} “c” on line <b>3</b><br />\n';
  assert.deepEqual(await read('\uFEFF[{"id":1}]'), [[{ id: 1 }]]);
  assert.deepEqual(await read(`${notice}[{"id":1}]`), [[{ id: 1 }]]);
  assert.deepEqual(await read(`${notice}{"code":"x"}`), [{ code: 'x' }]);
  assert.deepEqual(await read(`${notice}[]`), [[]]);
  const [body, unreadable] = await read('<html><head><title>Hello</title></head></html>');
  assert.equal(body, undefined);
  assert.ok(unreadable instanceof SyntaxError);
});

test('an answer that broke off never passes for a whole one', async () => {
  const whole = '[{"id":1,"meta_data":[],"refunds":[{"id":2}]}]';
  for (let length = 1; length < whole.length; length++)
    for (const before of ['', 'Warning: x\n']) {
      const [body, unreadable] = await read(before + whole.slice(0, length));
      assert.deepEqual([body, unreadable instanceof SyntaxError], [undefined, true]);
    }
});

test('every number with a fraction stays the text it was written as', async () => {
  const text = '{"id":7,"nominal_amount":12.10,"price":19.99,"weight":"1.5"}';
  assert.deepEqual(await read(text), [
    { id: 7, nominal_amount: '12.10', price: '19.99', weight: '1.5' },
  ]);
});
