// Tests of the prefix by which a browser reaches a vendor's pages in the sandbox.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prefixed } from './host-prefix.ts';
import type { StoreRequest } from './store.ts';

const request = (path: string): StoreRequest => ({
  method: 'GET',
  host: '127.0.0.1:8090',
  https: false,
  path,
  rawQuery: 'a=1',
  query: [['a', '1']],
  headers: {},
  body: '',
});
const plays = (host: string) => host.endsWith('.example');

test('the host is taken from the path, with https unless it says http', () => {
  assert.equal(prefixed(request('/'), plays), undefined);
  const { request: seen } = prefixed(request('/_host/Shop.example/admin/x'), plays) ?? {};
  assert.deepEqual([seen?.host, seen?.https, seen?.path], ['shop.example', true, '/admin/x']);
  const plain = prefixed(request('/_host/http:shop.example'), plays)?.request;
  assert.deepEqual([plain?.host, plain?.https, plain?.path], ['shop.example', false, '/']);
});

test('redirects to the sandbox’s own hosts stay under the prefix, others lead out', () => {
  const { rebase } = prefixed(request('/_host/shop.example/a/b'), plays) ?? {};
  const leads = (location: string) =>
    rebase?.({ status: 302, headers: { location }, body: null }).headers.location;
  assert.equal(leads('/login?x=1'), '/_host/shop.example/login?x=1');
  assert.equal(leads('c'), '/_host/shop.example/a/c');
  assert.equal(leads('http://other.example/'), '/_host/http:other.example/');
  assert.equal(leads('https://app.test/back?code=1'), 'https://app.test/back?code=1');
});
