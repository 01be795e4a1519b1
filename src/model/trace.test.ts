// A caller's traceparent: taken word for word or not at all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTraceparent, writeTraceparent } from './trace.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

test('a good one is read, and written as it was', () => {
  for (const [flags, sampled] of [
    ['01', true],
    ['00', false],
    ['03', true],
  ] as const)
    assert.deepEqual(readTraceparent(`00-${TRACE}-${SPAN}-${flags}`), {
      traceId: TRACE,
      spanId: SPAN,
      sampled,
    });
  const written = `00-${TRACE}-${SPAN}-01`;
  const read = readTraceparent(written);
  assert.equal(read && writeTraceparent(read), written);
});

test('a later version may say more, this one may not', () => {
  assert.equal(readTraceparent(`01-${TRACE}-${SPAN}-01-more`)?.traceId, TRACE);
  assert.equal(readTraceparent(`00-${TRACE}-${SPAN}-01-more`), undefined);
});

test('anything else is ignored', () => {
  for (const header of [
    undefined,
    null,
    7,
    '',
    [`00-${TRACE}-${SPAN}-01`],
    `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${SPAN}-1`,
    `00-${TRACE}-${SPAN}`,
    ` 00-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01\n`,
    `01-${TRACE}-${SPAN}-01-${'x'.repeat(600)}`,
    `00-${TRACE.slice(1)}g-${SPAN}-01`,
  ])
    assert.equal(readTraceparent(header), undefined, String(header));
});
