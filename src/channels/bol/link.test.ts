// Linking: the form, the trip to bol and back, and words for everything that may go wrong.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { ByConsent, Trip } from '../way.ts';
import { accept } from './auth.ts';
import { explain } from './explain.ts';
import { NOW, readingOf } from './fake-vendor.ts';
import { ways } from './link.ts';

const [keys, consent] = ways;
const trip: Trip = {
  app: { clientId: 'app id', clientSecret: 'app-secret' },
  state: 'state-1',
  returnUrl: 'https://manifold.example/link/return/bol',
  receiveUrl: 'https://manifold.example/link/receive/x',
  verifier: 'v',
  challenge: 'c',
  appName: 'Shopkeeper',
  writes: [],
  now: NOW,
};

test('what the form takes is accepted', () => {
  assert.ok(keys?.kind === 'form');
  assert.deepEqual(accept({ clientId: 'id', clientSecret: 'secret' }).secrets, {
    token: Buffer.from('id:secret').toString('base64'),
  });
  assert.equal(keys.place?.({}), 'https://partner.bol.com/sdd/preferences/services/api');
});

describe('the trip to bol', () => {
  const way = consent as ByConsent;
  const back = (query: Record<string, string>, answer: Partial<Reply> = {}) => {
    const reading = readingOf(() => answer);
    const call: typeof reading.call = async (ask) => {
      const reply = await reading.call({ ...ask, expect: [400, 401] });
      const fault = explain(reply, ask);
      if (fault) throw fault;
      return reply;
    };
    return way.finish?.({ query, account: {} }, trip, call);
  };

  test('leaves with the app’s name, the way back and the state', () => {
    const { url, account } = way.begin({}, trip);
    assert.equal(
      url,
      'https://login.bol.com/authorize?response_type=code&client_id=app+id&scope=offline_access&redirect_uri=https%3A%2F%2Fmanifold.example%2Flink%2Freturn%2Fbol&state=state-1',
    );
    assert.deepEqual(account, {});
    assert.ok(!url.includes('secret'));
    assert.deepEqual(way.needs, ['clientId', 'clientSecret']);
  });

  test('comes back with a code that is exchanged', async () => {
    const body = { access_token: 'a.b.c', expires_in: 599, refresh_token: 'r' };
    assert.deepEqual((await back({ state: 'state-1', code: 'x' }, { body }))?.secrets, {
      accessToken: 'a.b.c',
      refreshToken: 'r',
      endsAt: String(NOW + 599_000),
      grantEndsAt: String(NOW + 365 * 24 * 3_600_000),
    });
  });

  const failures: [Record<string, string>, Partial<Reply>, string][] = [
    [{ state: 'state-2', code: 'x' }, {}, 'wrong_state'],
    [{ code: 'x' }, {}, 'wrong_state'],
    [{ state: 'state-1', error: 'access_denied' }, {}, 'consent_denied'],
    [{ state: 'state-1', error: 'server_error' }, {}, 'code_refused'],
    [{ state: 'state-1' }, {}, 'code_refused'],
    [
      { state: 'state-1', code: 'x' },
      { status: 400, body: { error: 'invalid_grant' } },
      'code_refused',
    ],
    [
      { state: 'state-1', code: 'x' },
      { status: 401, body: { error: 'invalid_client' } },
      'app_unknown',
    ],
  ];
  for (const [query, answer, reason] of failures)
    test(`with ${JSON.stringify(query)} and ${answer.status ?? 200} ends in ${reason}`, async () => {
      await assert.rejects(
        async () => back(query, answer),
        (error: unknown) => {
          assert.ok(error instanceof Fault);
          assert.equal(error.code, reason === 'app_unknown' ? 'app_refused' : 'credential_refused');
          assert.equal(error.reason, reason);
          return true;
        },
      );
    });
});
