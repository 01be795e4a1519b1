// Tests of reading token requests, good and bad.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { TokenFault } from '../tokens/index.ts';
import { readCredentials, readParameters, refuseInAddress } from './token-request.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const read = (type: string | undefined, body: string | Buffer) =>
  Object.fromEntries(readParameters(type, Buffer.from(body as string)));
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

function refused(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof TokenFault, String(error));
    assert.match(error.message, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/, 'RFC 6749 section 5.2');
    return error.code;
  }
  return 'accepted';
}

describe('readParameters', () => {
  it('reads a form: plus signs, percent-encoding, empty values left out', () => {
    assert.deepEqual(read(FORM, 'a=1+2&b=%C3%A9%2B&c=&d&&e=x=y'), { a: '1 2', b: 'é+', e: 'x=y' });
    assert.deepEqual(read(`${FORM}; charset=UTF-8`, 'a=é'), { a: 'é' });
    assert.deepEqual(read('Application/X-WWW-Form-Urlencoded', ''), {});
    assert.deepEqual(read(undefined, ''), {});
  });

  it('reads JSON: null and empty values left out', () => {
    assert.deepEqual(read(JSON_TYPE, '{"a":"1","b":null,"c":"","__proto__":"x"}'), {
      a: '1',
      ['__proto__']: 'x',
    });
    assert.deepEqual(read(JSON_TYPE, ' '), {});
    assert.deepEqual(read(JSON_TYPE, '{"a":"\\"b\\":","c":"{\\"a\\":1}"}'), {
      a: '"b":',
      c: '{"a":1}',
    });
  });

  const bad: readonly (readonly [string, string | undefined, string | Buffer])[] = [
    ['a broken percent-encoding', FORM, 'a=%zz'],
    ['a percent sign alone', FORM, 'a=%'],
    ['a percent-encoding that is not UTF-8', FORM, 'a=%ff%fe'],
    ['a broken name', FORM, '%=1'],
    ['bytes that are not UTF-8', FORM, Buffer.from([0x61, 0x3d, 0xff])],
    ['a zero character', FORM, 'a=%00'],
    ['a zero character in JSON', JSON_TYPE, '{"a":"\\u0000"}'],
    ['half a surrogate pair in JSON', JSON_TYPE, '{"a":"\\ud800"}'],
    ['a parameter given twice', FORM, 'a=1&a=2'],
    ['a parameter given twice, once empty', FORM, 'a=&a=2'],
    ['a parameter given twice in two spellings', FORM, 'ab=1&a%62=2'],
    ['a name given twice in JSON', JSON_TYPE, '{"a":"1","a":"1"}'],
    ['a name given twice in JSON in two spellings', JSON_TYPE, '{"a":"1","\\u0061" : "1"}'],
    ['broken JSON', JSON_TYPE, '{"a":'],
    ['JSON that is a list', JSON_TYPE, '[]'],
    ['JSON that is a text', JSON_TYPE, '"a"'],
    ['a number in JSON', JSON_TYPE, '{"a":1}'],
    ['a list in JSON', JSON_TYPE, '{"a":["1"]}'],
    ['plain text', 'text/plain', 'a=1'],
    ['XML', 'application/xml', '<a/>'],
    ['no type', undefined, 'a=1'],
    ['another character set', `${FORM}; charset=latin1`, 'a=1'],
    ['a multipart body', 'multipart/form-data; boundary=x', '--x'],
  ];
  for (const [what, type, body] of bad) {
    it(`refuses ${what}`, () => {
      assert.equal(
        refused(() => read(type, body)),
        'invalid_request',
      );
    });
  }

  it('reads back whatever was encoded as a form', () => {
    const word = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(fc.dictionary(word, word), (values) => {
        const body = new URLSearchParams(values).toString();
        assert.deepEqual(read(FORM, body), { ...values });
      }),
    );
  });

  it('accepts or refuses any bytes, and never fails otherwise', () => {
    const type = fc.constantFrom(FORM, JSON_TYPE, undefined, '', ';', 'a/b');
    fc.assert(
      fc.property(type, fc.uint8Array(), (contentType, bytes) => {
        refused(() => readParameters(contentType, Buffer.from(bytes)));
      }),
    );
  });
});

describe('readCredentials', () => {
  const none = new Map<string, string>();
  const inBody = new Map([
    ['client_id', 'app'],
    ['client_secret', 's'],
  ]);

  it('reads HTTP Basic, form-decoded, and the body', () => {
    const expected = { clientId: 'app', clientSecret: 's' };
    assert.deepEqual(readCredentials(undefined, inBody), expected);
    assert.deepEqual(readCredentials(basic('app:s'), none), expected);
    assert.deepEqual(readCredentials(basic('app:s').replace('Basic', 'bAsIc '), none), expected);
    assert.deepEqual(readCredentials(basic('a%3Ab+c:s%25:%C3%A9'), none), {
      clientId: 'a:b c',
      clientSecret: 's%:é',
    });
    assert.deepEqual(readCredentials(basic('app:s'), new Map([['client_id', 'app']])), expected);
  });

  it('refuses two ways at the same time and two ids', () => {
    assert.equal(
      refused(() => readCredentials(basic('app:s'), inBody)),
      'invalid_request',
    );
    assert.equal(
      refused(() => readCredentials(basic('app:s'), new Map([['client_id', 'b']]))),
      'invalid_request',
    );
  });

  const bad = [
    'Basic',
    'Basic ',
    'Basic *',
    'Bearer mfa_x',
    'Digest a=b',
    '',
    basic('app'),
    basic(':s'),
    basic('app:'),
    basic('app:%zz'),
    basic('app:%00'),
    basic('a\0pp:s'),
    `${basic('app:s')},${basic('app:s')}`,
  ];
  for (const header of bad) {
    it(`takes the header ${JSON.stringify(header)} for no client`, () => {
      assert.equal(
        refused(() => readCredentials(header, none)),
        'invalid_client',
      );
    });
  }

  it('takes half a pair, or nothing, for no client', () => {
    for (const half of [none, new Map([['client_id', 'a']]), new Map([['client_secret', 'a']])]) {
      assert.equal(
        refused(() => readCredentials(undefined, half)),
        'invalid_client',
      );
    }
  });
});

it('refuses parameters of the token service in the address', () => {
  for (const [url, outcome] of [
    ['/connect/token', 'accepted'],
    ['/connect/token?', 'accepted'],
    ['/connect/token?other=1&%zz&=', 'accepted'],
    ['/connect/token?client_secret=s', 'invalid_request'],
    ['/connect/token?x=1&token=a&token=b', 'invalid_request'],
    ['/connect/token?client%5Fid=a', 'invalid_request'],
  ] as const) {
    assert.equal(
      refused(() => refuseInAddress(url)),
      outcome,
      url,
    );
  }
});
