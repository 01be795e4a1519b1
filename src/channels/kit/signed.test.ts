// Signatures against published vectors, and tokens that only look signed.
import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, it } from 'node:test';
import { claimsIn, hmac, isInForce, isSignedByKey, isSignedToken, jsonIn } from './signed.ts';

describe('an HMAC', () => {
  it('is that of RFC 4231, test cases 1 and 2', () => {
    assert.equal(
      hmac('Hi There', '\x0b'.repeat(20), 'hex'),
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    );
    assert.equal(
      hmac(Buffer.from('what do ya want for nothing?'), 'Jefe', 'hex'),
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });
});

describe('a signature by key', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const text = Buffer.from('what was said');
  const right = sign('sha256', text, privateKey).toString('base64');
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const der = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

  it('is that of the bytes, whichever form the key has', () => {
    for (const key of [pem, der]) {
      assert.ok(isSignedByKey(text, right, key));
      assert.ok(!isSignedByKey(Buffer.from('what was not'), right, key));
      for (const wrong of ['', 'x', right.slice(4)]) assert.ok(!isSignedByKey(text, wrong, key));
    }
  });

  it('is none where the key is no key, or one of another kind', () => {
    const other = generateKeyPairSync('ed25519');
    const theirs = sign(null, text, other.privateKey).toString('base64');
    const odd = other.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    assert.ok(!isSignedByKey(text, theirs, odd));
    for (const key of ['', 'AAAA', '-----BEGIN PUBLIC KEY-----'])
      assert.ok(!isSignedByKey(text, right, key));
  });
});

describe('a token', () => {
  // The example of jwt.io.
  const SECRET = 'your-256-bit-secret';
  const TOKEN =
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c';
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = (header: unknown, payload: unknown = {}, secret = SECRET) => {
    const text = `${encode(header)}.${encode(payload)}`;
    return `${text}.${hmac(text, secret, 'base64url')}`;
  };

  it('is read as the published example is', () => {
    assert.ok(isSignedToken(TOKEN, SECRET));
    assert.deepEqual(claimsIn(TOKEN), { sub: '1234567890', name: 'John Doe', iat: 1516239022 });
    assert.ok(isSignedToken(signed({ alg: 'HS256' }), SECRET));
  });

  it('is refused when it is signed by another, or not at all, or names another algorithm', () => {
    const [header = '', payload = '', signature = ''] = TOKEN.split('.');
    for (const token of [
      '',
      'x',
      `${header}.${payload}`,
      `${header}.${payload}.`,
      `${encode({ alg: 'none' })}.${payload}.`,
      `${encode({ alg: 'none' })}.${payload}.${signature}`,
      `${header}.${encode({ sub: 'other' })}.${signature}`,
      `${TOKEN}.x`,
      `${TOKEN}=`,
      ` ${TOKEN}`,
      `${header}.${payload}.${signature.slice(0, -1)}`,
      signed({ alg: 'HS256' }, {}, 'another secret'),
      signed({ alg: 'none' }),
      signed({ alg: 'HS512' }),
      signed({ alg: 'hs256' }),
      signed({ alg: ['HS256'] }),
      signed({}),
      signed([]),
      signed(null),
      signed({ alg: 'HS256', crit: ['b64'], b64: false }),
    ])
      assert.equal(isSignedToken(token, SECRET), false, token);
  });

  it('holds until its end, with a minute for the clocks', () => {
    const now = 1_000_000_000_000;
    const at = now / 1000;
    assert.ok(isInForce({ exp: at + 1, nbf: at }, now));
    assert.ok(isInForce({ exp: at - 59, nbf: at + 60 }, now));
    for (const claims of [
      {},
      { exp: at - 60 },
      { exp: String(at + 9) },
      { exp: Number.NaN },
      { exp: at + 9, nbf: at + 61 },
      { exp: at + 9, nbf: 'now' },
    ])
      assert.equal(isInForce(claims, now), false, JSON.stringify(claims));
  });

  it('claims nothing when it is no JSON object in UTF-8', () => {
    for (const bytes of ['', '[]', 'null', '{', '"x"'])
      assert.deepEqual(jsonIn(Buffer.from(bytes)), {});
    assert.deepEqual(jsonIn(Buffer.from('{"a":"\xe9"}', 'latin1')), {});
    assert.deepEqual(claimsIn('a.b'), {});
  });
});
