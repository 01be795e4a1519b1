// Returns from a vendor, tokens that are granted, and what refusals say.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ask, Reply } from '../../model/exchange.ts';
import { codeIn, isSame, mustBeOurs } from './consent.ts';
import { isFinal, oauthErrorIn, sentenceOf } from './refusals.ts';
import { askToken, endOf, granted } from './token-answer.ts';

test('only the visit that left comes back', () => {
  assert.ok(isSame('a', 'a'));
  assert.ok(!isSame('', ''));
  mustBeOurs('state', 'state');
  for (const state of [undefined, '', 'other', 'stat'])
    assert.throws(() => mustBeOurs(state, 'state'), { reason: 'wrong_state' });
});

test('a return brings a code, says no, or brings nothing', () => {
  assert.equal(codeIn({ code: 'c' }, 'Vendor'), 'c');
  assert.throws(() => codeIn({ error: 'access_denied' }, 'Vendor'), { reason: 'consent_denied' });
  assert.throws(() => codeIn({ error: 'x', error_description: 'Why' }, 'Vendor'), {
    reason: 'code_refused',
    native: 'Why',
  });
  assert.throws(() => codeIn({}, 'Vendor'), { reason: 'code_refused' });
});

const answering =
  (body: unknown, asks: Ask[] = []) =>
  async (ask: Ask): Promise<Reply> => {
    asks.push(ask);
    return { status: 200, headers: {}, text: '', body };
  };

test('a token is asked for by a form and granted until it ends', async () => {
  const asks: Ask[] = [];
  const wanted = { url: 'https://v/token', form: { a: 'b c' }, again: true, vendor: 'Vendor' };
  const body = { access_token: 't', expires_in: '60', refresh_token: 'r2' };
  const token = await askToken(wanted, answering(body, asks));
  assert.equal(asks[0]?.body, 'a=b+c');
  const credential = { account: { shop: 's' }, secrets: { refreshToken: 'r1', keep: 'k' } };
  const grant = granted(credential, token, 1000);
  assert.deepEqual(grant, {
    account: { shop: 's' },
    secrets: { refreshToken: 'r2', keep: 'k', accessToken: 't', endsAt: '61000' },
    endsAt: 61_000,
  });
  assert.equal(endOf(grant), 61_000);
  assert.equal(endOf(credential), 0);
  for (const nonsense of [{}, { access_token: 't' }, { access_token: '', expires_in: 1 }, 'x'])
    await assert.rejects(askToken(wanted, answering(nonsense)), {
      code: 'channel_invalid_response',
    });
});

test('refusals: in OAuth’s words, as one sentence, worth another try or not', () => {
  assert.deepEqual(oauthErrorIn({ error: 'invalid_grant', error_description: ' Gone ' }), {
    error: 'invalid_grant',
    description: 'Gone',
  });
  assert.deepEqual(oauthErrorIn('x'), { error: undefined, description: undefined });
  assert.equal(sentenceOf(['a', null, '', 3]), 'a; 3');
  assert.equal(sentenceOf([undefined, {}]), undefined);
  assert.deepEqual([400, 404, 408, 425, 429, 500].map(isFinal), [true, true, false, false, false, false]); // biome-ignore format: one list
});
