// The client's own words: they are those of the service, to the letter.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { generate, RECORDS } from '../../client/generate.ts';
import { channels } from '../../src/channels/index.ts';
import { COMPLETED, TEST } from '../../src/model/event.ts';
import { FAULTS } from '../../src/model/faults.ts';
import { NOTICE_TYPES } from '../../src/model/notices.ts';
import { Order } from '../../src/model/order.ts';
import { Product } from '../../src/model/product.ts';

const written = readFileSync(RECORDS, 'utf8');

/** The words of an open union. */
const wordsOf = (name: string): string[] => {
  const union = new RegExp(`export type ${name} =\n((?:  \\| .+\n)+)`).exec(written)?.[1] ?? '';
  assert.match(union, / {2}\| \(string & \{\}\);\n$/, `${name} is open`);
  return [...union.matchAll(/'([^']+)'/g)].map(([, word = '']) => word);
};
const fieldsOf = (name: string): string[] => {
  const body =
    new RegExp(`export interface ${name} \\{\n([\\s\\S]*?)\n\\}`).exec(written)?.[1] ?? '';
  return [...body.matchAll(/^ {2}readonly (\w+):/gm)].map(([, field = '']) => field);
};

it('records.d.ts is what "npm run client:records" writes now', () => {
  assert.equal(written, generate());
});

it('every code, event and channel of the service is known, and others are allowed for', () => {
  assert.deepEqual(wordsOf('ErrorCode'), Object.keys(FAULTS));
  assert.deepEqual(wordsOf('EventType'), [COMPLETED, TEST, ...NOTICE_TYPES]);
  assert.deepEqual(wordsOf('Channel'), Object.keys(channels));
});

it('every field of a record is there, and none of them is optional', () => {
  assert.deepEqual(fieldsOf('Order'), Object.keys(Order.properties));
  assert.deepEqual(fieldsOf('Product'), Object.keys(Product.properties));
});
