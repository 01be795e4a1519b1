// A vendor that repeats what it was sent repeats no secret to anybody else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/all.ts';
import { Fault } from '../model/faults.ts';
import { readJson } from '../model/json.ts';
import type { Parsed } from './reply.ts';
import { cleanFault, scrub, scrubberOf, secretsOfApp, secretsOfAsk } from './scrub.ts';

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
  for (const one of [basic, basic.slice(6), 'id-1:s3cret', 's3cret'])
    assert.doesNotMatch(scrub(`it was ${one}.`, held), /id-1|s3cret|[a-zA-Z0-9]{8}/);
});

test('the secrets of the operator’s app are known, its identifier is none', () => {
  assert.deepEqual(secretsOfApp({ clientId: 'id', clientSecret: 'x1234' }), ['x1234']);
  assert.deepEqual(secretsOfApp(undefined), []);
});

test('faults are cleaned, no matter who made them', () => {
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

const answerOf = (text: string, headers: Record<string, string> = {}) => {
  const received = { status: 200, headers, bytes: Buffer.from(text) };
  return [received, [readJson(text)] as Parsed] as const;
};

test('an answer is cleaned in its body, its headers and its text, and is itself where nothing is in it', async () => {
  const secret = 'k3y-s3cret-0123456';
  const { answer } = scrubberOf([secret]);
  const good = answerOf('{"a":"b","k3y":"k3y-s3cret-0123457"}', { link: 'x' });
  const same = await answer(...good, undefined);
  assert.deepEqual([same[0], same[1]], good);
  assert.equal(same[0], good[0]);
  for (const held of [
    `{"a":["x ${secret}"]}`,
    `{"a":["x ${secret.replace('k', '\\u006b').replace('3', '\\u0033')}"]}`,
    `{"a":["x ${secret.replaceAll(/./g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`)}"]}`,
  ]) {
    const [received, parsed] = await answer(...answerOf(held), undefined);
    assert.deepEqual(parsed, [{ a: ['x ***'] }], held);
    assert.equal(received.bytes.toString(), '{"a":["x ***"]}');
  }
  const [{ headers }] = await answer(...answerOf('{}', { link: `<?t=${secret}>` }), undefined);
  assert.deepEqual(headers, { link: '<?t=***>' });
  const broken = { status: 200, headers: {}, bytes: Buffer.from(`${secret} is not JSON`) };
  const [, [, why]] = await answer(broken, [undefined, new SyntaxError(secret)], undefined);
  assert.doesNotMatch(String(why), /k3y/);
});

/** How programs write a text, the everyday ways and the odd ones. */
const WAYS: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  'in an address': encodeURIComponent,
  'in an address, in small letters': (text) =>
    encodeURIComponent(text).replace(/%../g, (one) => one.toLowerCase()),
  'in an address, every byte': (text) =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  'in a form': (text) => new URLSearchParams({ a: text }).toString().slice(2),
  'in JSON': (text) => JSON.stringify(text).slice(1, -1),
  'in JSON as PHP writes it': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'in JSON, every character': (text) =>
    text
      .split('')
      .map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  'in HTML': (text) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#039;'),
  'in Base64': (text) => Buffer.from(text).toString('base64'),
  'in Base64 for addresses': (text) => Buffer.from(text).toString('base64url'),
  'as Basic authorisation': (text) => `Basic ${Buffer.from(`id-1:${text}`).toString('base64')}`,
  'as Basic authorisation, second': (text) => Buffer.from(`id-22:${text}`).toString('base64url'),
  'as Basic authorisation, third': (text) => Buffer.from(`${text}:more`).toString('base64'),
  'as Basic authorisation in an address': (text) =>
    encodeURIComponent(Buffer.from(`id-333:${text}`).toString('base64')),
};

/** What keys and tokens are made of, and a few that passwords have. */
const secrets = fc
  .string({
    unit: fc.constantFrom(...'ABCXYZabcxyz0189', ...'-._~+/=|', ...'%&"\'<\\ é'),
    minLength: 8,
    maxLength: 60,
  })
  // One of blanks and signs alone is no word of its own in any text.
  .filter((text) => /[A-Za-z0-9]{3}/.test(text));

test('whatever the secret is and however it is written, it is found and struck out', async () => {
  await fc.assert(
    fc.asyncProperty(
      secrets,
      fc.constantFrom(...Object.keys(WAYS)),
      fc.constantFrom('', 'words ', 'é… “', 'https://x.example/?t='),
      async (secret, way, before) => {
        const written = WAYS[way]?.(secret) ?? '';
        const scrubber = scrubberOf([secret, 'some-other-secret-0123']);
        for (const text of [`${before}${written}`, `${before}${written}" & after`]) {
          const [, [body]] = await scrubber.answer(
            ...answerOf(JSON.stringify({ a: text })),
            undefined,
          );
          const { a: left } = body as { a: string };
          assert.ok(left.includes('***'), left);
          assert.ok(!left.includes(written), left);
        }
      },
    ),
    { numRuns: runs(2000) },
  );
});

test('texts without a secret are left as they are', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 16 }), (text, end) => {
      const held = `Zq9-${end.replaceAll(/[^a-z]/g, 'x')}-9qZ`;
      assert.equal(scrubberOf([held, 'short']).text(`${text} short`), `${text} short`);
    }),
  );
});
