// Tests of the search syntax reader: terms, connectives, quotes and what it gives up on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseSearch } from './search-syntax.ts';

const term = (field: string | null, comparator: string, value: string, quoted = false) => ({
  kind: 'term',
  field,
  comparator,
  value,
  quoted,
});

test('terms beside each other are joined by AND', () => {
  assert.deepEqual(parseSearch("status:open  created_at:>='2026-01-01T00:00:00Z'"), {
    node: {
      kind: 'and',
      nodes: [term('status', '=', 'open'), term('created_at', '>=', '2026-01-01T00:00:00Z', true)],
    },
    warnings: [],
  });
});

test('AND binds closer than OR, and parentheses change that', () => {
  const [a, b, c] = [term('a', '=', '1'), term('b', '=', '2'), term('c', '=', '3')];
  assert.deepEqual(parseSearch('a:1 OR b:2 AND c:3').node, {
    kind: 'or',
    nodes: [a, { kind: 'and', nodes: [b, c] }],
  });
  assert.deepEqual(parseSearch('(a:1 OR b:2) c:3').node, {
    kind: 'and',
    nodes: [{ kind: 'or', nodes: [a, b] }, c],
  });
});

test('NOT and a leading minus negate a term or a group', () => {
  const a = term('a', '=', '1');
  assert.deepEqual(parseSearch('NOT a:1').node, { kind: 'not', node: a });
  assert.deepEqual(parseSearch('-a:1').node, { kind: 'not', node: a });
  assert.deepEqual(parseSearch('-(a:1)').node, { kind: 'not', node: a });
});

test('all comparators are read', () => {
  for (const comparator of ['<', '>', '<=', '>=']) {
    assert.deepEqual(parseSearch(`id:${comparator}5`).node, term('id', comparator, '5'));
  }
});

test('quotes of both kinds and a backslash keep special characters', () => {
  assert.deepEqual(parseSearch(`title:"a 'b': (c)"`).node, term('title', '=', "a 'b': (c)", true));
  assert.deepEqual(parseSearch(String.raw`title:'it\'s'`).node, term('title', '=', "it's", true));
  assert.deepEqual(parseSearch(String.raw`title:a\:b\(c\)`).node, term('title', '=', 'a:b(c)'));
});

test('a value without quotes ends at its first colon, and the rest is reported as a field', () => {
  assert.deepEqual(parseSearch('created_at:>=2026-09-25T02:45:22Z status:open'), {
    node: {
      kind: 'and',
      nodes: [term('created_at', '>=', '2026-09-25T02'), term('status', '=', 'open')],
    },
    warnings: [
      { field: '45', message: 'Invalid search field for this query.', code: 'invalid_field' },
    ],
  });
});

test('an unmatched quote drops the term and says so', () => {
  assert.deepEqual(parseSearch("status:open created_at:>='2026-01-01"), {
    node: term('status', '=', 'open'),
    warnings: [{ field: 'created_at', message: 'Unmatched quote.', code: 'invalid_syntax' }],
  });
});

test('a comparator without field, a missing value and lone parentheses are reported', () => {
  for (const text of [':5', 'status: ', '(a:1', 'a:1)', '(', ')']) {
    assert.equal(parseSearch(text).warnings.length, 1, text);
  }
});

test('an empty text asks for nothing and warns of nothing', () => {
  assert.deepEqual(parseSearch('  '), { node: null, warnings: [] });
});

test('any text is read to its end without a fault', () => {
  const piece = fc.constantFrom(
    'a',
    ':',
    '>',
    '=',
    "'",
    '"',
    '(',
    ')',
    ' ',
    '-',
    '\\',
    'NOT ',
    ' OR ',
    ' AND ',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
      parseSearch(pieces.join(''));
    }),
  );
});
