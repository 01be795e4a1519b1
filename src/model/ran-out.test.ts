// What this machine ran out of is not mistaken for what the other side did.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nothingLeft, ranOut } from './ran-out.ts';

const failed = (code: string, address = '192.0.2.1') =>
  Object.assign(new Error(`connect ${code}`), { code, address });

test('no descriptor, no port, no buffer is our own lack', () => {
  for (const code of ['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL'])
    assert.ok(ranOut(failed(code)), code);
  assert.ok(ranOut(new AggregateError([failed('ECONNREFUSED'), failed('EMFILE', '2001:db8::1')])));
  assert.ok(ranOut(new Error('Cannot read package config /package.json: too many open files.')));
  const fault = nothingLeft(failed('EMFILE'));
  assert.deepEqual([fault.code, fault.retryable], ['unavailable', true]);
  assert.ok(fault.retryAfter);
});

test('a host that refuses, and a machine without IPv6, are not', () => {
  for (const code of ['ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'UND_ERR_SOCKET'])
    assert.ok(!ranOut(failed(code)), code);
  assert.ok(!ranOut(failed('EADDRNOTAVAIL', '2001:db8::1')));
  const both = [failed('ECONNREFUSED'), failed('EADDRNOTAVAIL', '2001:db8::1')];
  assert.ok(!ranOut(new AggregateError(both)));
  for (const nothing of [undefined, null, 'EMFILE', {}]) assert.ok(!ranOut(nothing));
});
