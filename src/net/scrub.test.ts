// A vendor that repeats what it was sent repeats no secret to anybody else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '../model/faults.ts';
import { cleanFault, cleanRefusal, scrub, secretsOfApp, secretsOfAsk } from './scrub.ts';

test('secrets are taken out as they are, and as addresses and JSON write them', () => {
  const secret = 'a/b+"c" d';
  const words = `${secret} ${encodeURIComponent(secret)} ${JSON.stringify(secret)}`;
  assert.equal(scrub(words, [secret]), '*** *** "***"');
  assert.equal(scrub('key1234 and key123456', ['key1234', 'key123456']), '*** and ***');
  assert.equal(scrub('a b c', ['a', '']), 'a b c');
});

test('words that were cut in the middle of a secret lose the rest of it too', () => {
  const secret = 's3cret-of-the-shop';
  for (const end of ['', '...', '…'])
    assert.equal(scrub(`they sent s3cret-of-t${end}`, [secret]), 'they sent ***');
  assert.equal(scrub('they sent s3cr', [secret]), 'they sent ***');
  assert.equal(scrub('they sent s3c', [secret]), 'they sent s3c');
  assert.equal(scrub('s3cret-of-the-house', [secret]), 's3cret-of-the-house');
  assert.equal(scrub('all is well...', [secret]), 'all is well...');
});

test('what a token request carries is a secret, wherever it stands', () => {
  const form = {
    url: 'https://x',
    body: 'grant_type=client_credentials&client_secret=s%2B3cret&refresh_token=r3fresh',
  };
  assert.deepEqual(
    secretsOfAsk(form).filter((one) => one !== ''),
    ['s+3cret', 'r3fresh'],
  );
  const json = { url: 'https://x', body: '{"username":"admin","password":"pa55word","n":1}' };
  assert.deepEqual(
    secretsOfAsk(json).filter((one) => one !== ''),
    ['admin', 'pa55word'],
  );
  const basic = `Basic ${Buffer.from('id-1:s3cret').toString('base64')}`;
  const held = secretsOfAsk({ url: 'https://x', headers: { authorization: basic } });
  for (const one of [basic, basic.slice(6), 'id-1:s3cret', 's3cret']) assert.ok(held.includes(one));
});

test('the secrets of the operator’s app are known, its identifier is none', () => {
  assert.deepEqual(secretsOfApp({ clientId: 'id', clientSecret: 'x1234' }), ['x1234']);
  assert.deepEqual(secretsOfApp(undefined), []);
});

test('refusals and faults are cleaned, whoever made them', () => {
  const reply = {
    status: 401,
    headers: {},
    text: '{"message":"no k3y-s3cret"}',
    body: { message: 'no k3y-s3cret', list: [{ a: 'k3y-s3cret' }], count: 3 },
  };
  const cleaned = cleanRefusal(reply, ['k3y-s3cret']);
  assert.equal(cleaned.text, '{"message":"no ***"}');
  assert.deepEqual(cleaned.body, { message: 'no ***', list: [{ a: '***' }], count: 3 });
  assert.equal(cleanRefusal({ ...reply, body: { a: null } }, ['null']).body, undefined);
  assert.deepEqual(cleanRefusal(reply, ['else']), reply);
  const fault = new Fault('channel_failed', 'It said k3y-s3cret.', {
    native: 'k3y-s3cret!',
    retryAfter: 5,
  });
  const clean = cleanFault(fault, ['k3y-s3cret']) as Fault;
  assert.deepEqual(
    [clean.message, clean.native, clean.retryAfter, clean.code],
    ['It said ***.', '***!', 5, 'channel_failed'],
  );
  assert.equal(cleanFault(fault, ['else']), fault);
});
