// The route table: which origin answers for a host.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRoutes, readRoutes } from './route.ts';

test('an exact host wins over a suffix, a longer suffix over a shorter one', () => {
  const routes = createRoutes(
    readRoutes(
      '{"*":"http://127.0.0.1:1","*.example.com":"http://127.0.0.1:2","*.eu.example.com":"http://127.0.0.1:3","a.eu.example.com":"http://127.0.0.1:4"}',
    ),
  );
  assert.equal(routes('a.eu.example.com'), 'http://127.0.0.1:4');
  assert.equal(routes('b.eu.example.com'), 'http://127.0.0.1:3');
  assert.equal(routes('b.example.com'), 'http://127.0.0.1:2');
  assert.equal(routes('example.com'), 'http://127.0.0.1:1');
  assert.equal(createRoutes([])('example.com'), undefined);
  assert.equal(createRoutes(readRoutes('{"*.a.nl":"http://x"}'))('xa.nl'), undefined);
});

test('of two routes for the same the first wins', () => {
  const routes = createRoutes([
    ...readRoutes('{"a.nl":"http://127.0.0.1:1","*.b.nl":"http://127.0.0.1:2"}'),
    ...readRoutes('{"a.nl":"http://127.0.0.1:3","*.b.nl":"http://127.0.0.1:4"}'),
  ]);
  assert.equal(routes('a.nl'), 'http://127.0.0.1:1');
  assert.equal(routes('x.b.nl'), 'http://127.0.0.1:2');
});

test('a malformed table is refused with what to change', () => {
  assert.throws(() => readRoutes('nonsense'), /must be JSON/);
  assert.throws(() => readRoutes('[]'), /JSON object/);
  assert.throws(() => readRoutes('{"a b":"http://x"}'), /"a b" is not a host/);
  assert.throws(() => readRoutes('{"a.nl":"ftp://x"}'), /must look like/);
  assert.throws(() => readRoutes('{"a.nl":"http://x/path"}'), /must look like/);
  assert.throws(() => readRoutes('{"a.nl":7}'), /must look like/);
});
