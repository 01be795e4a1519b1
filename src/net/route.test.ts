// The route table: which origin answers for a host.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRoutes } from './route.ts';

const table = (origins: Readonly<Record<string, string>>) =>
  Object.entries(origins).map(([pattern, origin]) => ({ pattern, origin }));

test('an exact host wins over a suffix, a longer suffix over a shorter one', () => {
  const routes = createRoutes(
    table({
      '*': 'http://127.0.0.1:1',
      '*.example.com': 'http://127.0.0.1:2',
      '*.eu.example.com': 'http://127.0.0.1:3',
      'a.eu.example.com': 'http://127.0.0.1:4',
    }),
  );
  assert.equal(routes('a.eu.example.com'), 'http://127.0.0.1:4');
  assert.equal(routes('b.eu.example.com'), 'http://127.0.0.1:3');
  assert.equal(routes('b.example.com'), 'http://127.0.0.1:2');
  assert.equal(routes('example.com'), 'http://127.0.0.1:1');
  assert.equal(createRoutes([])('example.com'), undefined);
  assert.equal(createRoutes(table({ '*.a.nl': 'http://x' }))('xa.nl'), undefined);
});

test('of two routes for the same the first wins', () => {
  const routes = createRoutes([
    ...table({ 'a.nl': 'http://127.0.0.1:1', '*.b.nl': 'http://127.0.0.1:2' }),
    ...table({ 'a.nl': 'http://127.0.0.1:3', '*.b.nl': 'http://127.0.0.1:4' }),
  ]);
  assert.equal(routes('a.nl'), 'http://127.0.0.1:1');
  assert.equal(routes('x.b.nl'), 'http://127.0.0.1:2');
});
