// Tests of the key ring, the envelopes and the light tokens.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../test/any-character.ts';
import { KeyRingError, newKeyEntry, parseKeys } from './ring.ts';
import { createSeal, SealError } from './seal.ts';

const first = newKeyEntry('k1');
const second = newKeyEntry('k2');
const seal = createSeal(parseKeys(first));
const rotated = createSeal(parseKeys(`${second},${first}`));
const stranger = createSeal(parseKeys(newKeyEntry('k9')));
const text = fc.string({ unit: anyCharacter, maxLength: 300 });

function reason(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof SealError);
    return error.reason;
  }
  return 'opened';
}

describe('parseKeys', () => {
  const key = randomBytes(32).toString('base64url');

  it('reads keys in base64 and base64url, newest first, with spaces around entries', () => {
    const ring = parseKeys(` b:${Buffer.alloc(32, 255).toString('base64')} ,\na:${key} `);
    assert.equal(ring.newest.id, 'b');
    assert.deepEqual(ring.newest.bytes, Buffer.alloc(32, 255));
    assert.deepEqual(ring.find('a')?.bytes, Buffer.from(key, 'base64url'));
    assert.equal(ring.find('c'), undefined);
  });

  const bad: readonly (readonly [string, string])[] = [
    ['', 'The key ring is empty: give at least one entry of the form id:key.'],
    ['  \n', 'The key ring is empty: give at least one entry of the form id:key.'],
    [`a:${key},`, 'Entry 2 of the key ring is empty: remove the comma that is too many.'],
    [key, 'Entry 1 of the key ring has no colon: write it as id:key.'],
    [
      `:${key}`,
      'Entry 1 of the key ring has a bad id. A key id is 1 to 32 letters, digits, "-" or "_".',
    ],
    [
      `a.b:${key}`,
      'Entry 1 of the key ring has a bad id. A key id is 1 to 32 letters, digits, "-" or "_".',
    ],
    [`a:${key.slice(0, 20)}*`, 'The key of "a" is not base64 or base64url.'],
    ['a:', 'The key of "a" is not base64 or base64url.'],
    ['a:c2hvcnQ', 'The key of "a" has 5 bytes; it must have 32.'],
    [`a:${key},a:${first.slice(3)}`, 'The key ring has the id "a" twice: each key needs its own.'],
    [`a:${key},b:${key}`, 'The key of "b" stands in the key ring under another id too.'],
  ];
  for (const [input, sentence] of bad) {
    it(`says: ${sentence}`, () => {
      assert.throws(
        () => parseKeys(input),
        (error) => error instanceof KeyRingError && error.message === sentence,
      );
    });
  }

  it('makes entries that it can read, each with another key', () => {
    assert.equal(parseKeys(newKeyEntry('2026-11')).newest.id, '2026-11');
    assert.notEqual(newKeyEntry('a'), newKeyEntry('a'));
    assert.throws(() => newKeyEntry('a b'), KeyRingError);
  });
});

describe('an envelope', () => {
  it('gives back any text in its own context', () => {
    fc.assert(
      fc.property(text, text, (plain, context) => {
        assert.equal(seal.open(seal.seal(plain, context), context), plain);
      }),
    );
  });

  it('is refused in every other context, half surrogate pairs distinguished', () => {
    const any = fc.string({ unit: fc.nat(0xffff).map((n) => String.fromCharCode(n)) });
    fc.assert(
      fc.property(any, any, (context, other) => {
        fc.pre(context !== other);
        assert.equal(
          reason(() => seal.open(seal.seal('x', context), other)),
          'refused',
        );
      }),
    );
    assert.equal(
      reason(() => seal.open(seal.seal('x', 'a\ud800'), 'a\ufffd')),
      'refused',
    );
  });

  it('is refused when any one character is changed or dropped', () => {
    const sealed = seal.seal('{"token":"shpat_1"}', 'credential/u/shopify');
    for (let at = 0; at < sealed.length; at += 1) {
      for (const other of ['A', 'B', 'Q', 'g', 'w', '_', '.', '=', '\n', 'é', '']) {
        if (sealed[at] === other) continue;
        const changed = sealed.slice(0, at) + other + sealed.slice(at + 1);
        assert.notEqual(
          reason(() => seal.open(changed, 'credential/u/shopify')),
          'opened',
        );
      }
    }
  });

  it('is refused when cut short, extended or plain nonsense', () => {
    const sealed = seal.seal('x', 'c');
    for (let end = 0; end < sealed.length; end += 1) {
      assert.notEqual(
        reason(() => seal.open(sealed.slice(0, end), 'c')),
        'opened',
      );
    }
    for (const odd of ['', '.', '...', `${sealed}.`, `${sealed}A`, `${sealed}=`, `${sealed} `]) {
      assert.notEqual(
        reason(() => seal.open(odd, 'c')),
        'opened',
      );
    }
  });

  it('cannot borrow the body of another envelope of the same row', () => {
    const [a, b] = [seal.seal('old', 'c').split('.'), seal.seal('new', 'c').split('.')];
    assert.equal(
      reason(() => seal.open([a[0], a[1], a[2], b[3]].join('.'), 'c')),
      'refused',
    );
  });

  it('opens after rotation with the old key, and after rewrapping without it', () => {
    const old = seal.seal('secret', 'c');
    assert.equal(rotated.open(old, 'c'), 'secret');
    const fresh = rotated.rewrap(old, 'c');
    const onlySecond = createSeal(parseKeys(second));
    assert.equal(onlySecond.open(fresh, 'c'), 'secret');
    assert.equal(fresh.split('.')[3], old.split('.')[3], 'the text itself is left as it was');
    assert.equal(
      reason(() => onlySecond.open(old, 'c')),
      'unknown_key',
    );
    assert.equal(
      reason(() => seal.open(fresh, 'c')),
      'unknown_key',
    );
  });

  it('is left alone by rewrap when it is under the newest key, and refused in a wrong context', () => {
    const sealed = rotated.seal('x', 'c');
    assert.equal(rotated.rewrap(sealed, 'c'), sealed);
    assert.equal(
      reason(() => rotated.rewrap(sealed, 'd')),
      'refused',
    );
  });

  it('names neither text nor key in its error', () => {
    const sealed = seal.seal('canary-text', 'canary-context');
    for (const work of [() => seal.open(sealed, 'x'), () => stranger.open(sealed, 'x')]) {
      assert.throws(work, (error: Error) => {
        const shown = `${error.message} ${JSON.stringify(error)} ${error.stack}`;
        return !shown.includes('canary') && !shown.includes(first.slice(3));
      });
    }
  });

  it('never seals a text that would come back changed', () => {
    assert.throws(() => seal.seal('\ud800', 'c'), TypeError);
  });
});

describe('a token', () => {
  it('has a nonce that no other has, however many are sealed', () => {
    const seal = createSeal(parseKeys(newKeyEntry('k')));
    const nonces = Array.from({ length: 1000 }, () =>
      Buffer.from(seal.sealToken('test', '', 'here'), 'base64url')
        .subarray(-28, -16)
        .toString('hex'),
    );
    assert.equal(new Set(nonces).size, nonces.length);
  });

  it('gives back any text and any bytes, in characters safe for an address', () => {
    fc.assert(
      fc.property(text, text, (plain, context) => {
        const token = seal.sealToken('page', plain, context);
        assert.match(token, /^[A-Za-z0-9_-]+$/);
        assert.equal(seal.openToken('page', token, context).toString(), plain);
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array(), (plain) => {
        const token = seal.sealToken('page', plain, 'c');
        assert.deepEqual(new Uint8Array(seal.openToken('page', token, 'c')), plain);
      }),
    );
  });

  it('is refused for another purpose or context, and by another ring', () => {
    const token = seal.sealToken('page', 'x', 'client/user');
    assert.equal(
      reason(() => seal.openToken('cookie', token, 'client/user')),
      'refused',
    );
    assert.equal(
      reason(() => seal.openToken('page', token, 'client/other')),
      'refused',
    );
    assert.equal(
      reason(() => stranger.openToken('page', token, 'client/user')),
      'unknown_key',
    );
  });

  it('is refused when any byte is flipped, any character changed or its end cut', () => {
    const token = seal.sealToken('page', '{"after":"cursor"}', 'c');
    const bytes = Buffer.from(token, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] as number) ^ (1 << bit);
        assert.notEqual(
          reason(() => seal.openToken('page', changed.toString('base64url'), 'c')),
          'opened',
        );
      }
    }
    for (let at = 0; at < token.length; at += 1) {
      for (const other of ['A', 'B', 'Q', '_', '+', ' ', '\0']) {
        if (token[at] === other) continue;
        const changed = token.slice(0, at) + other + token.slice(at + 1);
        assert.notEqual(
          reason(() => seal.openToken('page', changed, 'c')),
          'opened',
        );
      }
      assert.notEqual(
        reason(() => seal.openToken('page', token.slice(0, at), 'c')),
        'opened',
      );
    }
  });

  it('gives the typed error for any nonsense', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: anyCharacter })),
        (odd) => {
          assert.notEqual(
            reason(() => seal.openToken('page', odd, 'c')),
            'opened',
          );
          assert.notEqual(
            reason(() => seal.open(odd, 'c')),
            'opened',
          );
        },
      ),
    );
  });

  it('opens after rotation, while new ones are made with the newest key', () => {
    const old = seal.sealToken('page', 'x', 'c');
    assert.equal(rotated.openToken('page', old, 'c').toString(), 'x');
    const fresh = rotated.sealToken('page', 'x', 'c');
    assert.equal(
      reason(() => seal.openToken('page', fresh, 'c')),
      'unknown_key',
    );
    assert.equal(rotated.newestKeyId, 'k2');
  });
});
