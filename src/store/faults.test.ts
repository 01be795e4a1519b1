// Troubles of the database that pass by themselves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postgresOpenError } from './connect.ts';
import { StoreUnavailableError, translate } from './faults.ts';

test('a database that cannot be reached for want of a file descriptor or port is unavailable', () => {
  const lacks = [
    { code: 'EMFILE' },
    { code: 'ENFILE' },
    { code: 'EADDRNOTAVAIL', address: '192.0.2.1' },
    { code: 'ERR_SQLITE_ERROR', errcode: 14 },
  ];
  for (const lack of lacks)
    assert.ok(translate(Object.assign(new Error('no'), lack)) instanceof StoreUnavailableError);
  const other = new Error('a mistake of ours');
  assert.equal(translate(other), other);
});

test('callers learn when to come back, operators what is wrong', () => {
  const error = translate(Object.assign(new Error('canary'), { errcode: 13 }));
  assert.ok(error instanceof StoreUnavailableError);
  assert.deepEqual([error.code, error.retryable, error.retryAfter], ['unavailable', true, 2000]);
  assert.equal(error.message, 'The store cannot be reached at the moment. Try again soon.');
  assert.equal(error.sentence, 'The database cannot be written: its disk is full.');
});

test('an operator reads why PostgreSQL cannot be used, also where none of its addresses answers', () => {
  const none = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
  const { message } = postgresOpenError(translate(none));
  assert.equal(message, 'PostgreSQL cannot be used: ECONNREFUSED.');
});
