// What was given: as text, in pairs, as an address; and that a refusal names the key and the reason.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base64Of, mustBePair, pairIn, textIn, visibleIn, wordsIn } from './given.ts';
import { urlIn, webAddress } from './web-address.ts';

test('text is trimmed, what is missing is empty, a list is refused', () => {
  assert.equal(textIn({ a: ' x ' }, 'a'), 'x');
  assert.equal(textIn({}, 'a'), '');
  assert.throws(() => textIn({ a: ['x'] }, 'a', 'why'), {
    code: 'invalid_request',
    message: '"a" must be one text, not a list.',
    field: 'a',
    reason: 'why',
  });
});

test('what travels in a header holds visible characters alone', () => {
  assert.equal(visibleIn({ a: 'sk_1~' }, 'a'), 'sk_1~');
  for (const value of ['a b', 'ä', 'a\nb', '\u200bx'])
    assert.throws(() => visibleIn({ a: value }, 'a', 'form'), { field: 'a', reason: 'form' });
});

test('words come as a list or as one text', () => {
  assert.deepEqual(wordsIn({ a: 'NL, DE;BE' }, 'a'), ['NL', 'DE', 'BE']);
  assert.deepEqual(wordsIn({ a: ['NL', 'DE,BE'] }, 'a'), ['NL', 'DE', 'BE']);
  assert.deepEqual(wordsIn({}, 'a'), []);
});

test('a pair is whole or not there', () => {
  mustBePair(['id', ''], ['secret', '']);
  mustBePair(['id', 'a'], ['secret', 'b']);
  assert.throws(() => mustBePair(['id', ''], ['secret', 'b']), { field: 'id' });
  assert.throws(() => mustBePair(['id', 'a'], ['secret', ''], 'half'), {
    field: 'secret',
    reason: 'half',
  });
});

test('a pair of Basic authorisation is read in both forms, with and without the word', () => {
  const wanted = ['id', 'se:cret'];
  for (const token of ['id:se:cret', 'Basic id:se:cret', base64Of('id', 'se:cret'), `basic ${base64Of('id', 'se:cret')}`]) // biome-ignore format: one list
    assert.deepEqual(pairIn(token), wanted, token);
  for (const token of ['', 'id', 'id:', ':secret', 'i d:secret'])
    assert.equal(pairIn(token), undefined, token);
});

test('an address is taken as people type it, and refused where it cannot be called', () => {
  const rules = { key: 'baseUrl', example: 'the address of the shop', reason: 'bad_address' };
  assert.equal(webAddress('shop.nl/winkel', rules).href, 'https://shop.nl/winkel');
  assert.equal(urlIn('HTTP://shop.nl')?.protocol, 'http:');
  assert.equal(webAddress('http://shop.nl', { ...rules, plainHttp: true }).host, 'shop.nl');
  for (const typed of ['', 'a b', 'http://shop.nl', 'ftp://shop.nl', 'javascript:alert(1)']) // biome-ignore format: one list
    assert.throws(() => webAddress(typed, rules), { field: 'baseUrl', reason: 'bad_address' });
  assert.throws(() => webAddress('https://me:pw@shop.nl', rules), { reason: 'login_in_address' });
  for (const typed of ['info@shop.nl', ' Info@Shop.nl ', 'mailto:info@shop.nl'])
    assert.throws(() => webAddress(typed, rules), { field: 'baseUrl', reason: 'mail_address' });
});
