// A call whose token must be renewed first: what its fault says of the call, not of the renewal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Channel } from '../channels/channel.ts';
import { Fault } from '../model/faults.ts';
import { createBreaker } from '../net/breaker.ts';
import { HOST_RESTS } from '../net/call.ts';
import { createIntake } from '../net/intake.ts';
import { createBudgets } from '../net/pace.ts';
import type { Sending } from '../net/send.ts';
import { createStanding } from '../net/standing.ts';
import { createAppStanding } from './app-standing.ts';
import { createConnect } from './connect.ts';

/** What a write comes to with a token that ends at `endsAt`; `answers` are statuses by path. */
async function outcomeOf(endsAt: number, answers: Readonly<Record<string, number>>) {
  const asked: string[] = [];
  const channel = {
    ...{ limits: [], hosts: () => ['shop.nl'], sign: () => ({ headers: { authorization: 'x' } }) },
    renewal: {
      usesUp: () => false,
      endsAt: () => endsAt,
      renew: async (_: unknown, __: unknown, call: (ask: object) => Promise<unknown>) =>
        call({ method: 'POST', url: 'https://shop.nl/token', body: 'a=b' }),
    },
  } as unknown as Channel;
  const send = async ({ url, onLeaving }: Sending) => {
    asked.push(url.pathname);
    onLeaving?.();
    return { status: answers[url.pathname] ?? 200, headers: {}, bytes: Buffer.from('{}') };
  };
  const connect = createConnect({
    ...{ sender: { send, close: async () => {} }, routes: () => undefined, apps: {} },
    ...{ budgets: createBudgets(() => 0), intake: createIntake(2 ** 20), now: () => 0 },
    breaker: createBreaker({ ...HOST_RESTS, random: () => 0.5 }),
    ...{ standing: createStanding(), random: () => 0, userAgent: 'test' },
    appStanding: createAppStanding({ set: {}, onChange() {} }),
    allowedPorts: new Set(),
  });
  const { call } = connect(
    { name: 'shop', channel, credential: { account: {}, secrets: {} }, identity: 'given/x' },
    { signal: new AbortController().signal, deadline: 60_000 },
  );
  const outcome = await call({ method: 'POST', url: 'https://shop.nl/a', body: '{}' }).catch(
    (error: unknown) => error,
  );
  const fault = outcome instanceof Fault ? { code: outcome.code, sent: outcome.sent } : {};
  return { asked, ...fault };
}

test('a renewal that is refused before the call: the call was not sent', async () => {
  const refused = { asked: ['/token'], code: 'credential_refused', sent: 'no' };
  assert.deepEqual(await outcomeOf(0, { '/token': 401 }), refused);
});

test('a renewal that fails after the call was refused: the call was answered', async () => {
  const failed = { asked: ['/a', '/token'], code: 'channel_failed', sent: 'yes' };
  assert.deepEqual(await outcomeOf(3_600_000, { '/a': 401, '/token': 503 }), failed);
});

test('a token that cannot be renewed in time is used until its end, unless the grant is refused', async () => {
  const [soon, over] = [60_000, 0];
  assert.deepEqual(await outcomeOf(soon, { '/token': 503 }), { asked: ['/token', '/a'] });
  const failed = { asked: ['/token'], code: 'channel_failed', sent: 'no' };
  assert.deepEqual(await outcomeOf(over, { '/token': 503 }), failed);
  const refused = { asked: ['/token'], code: 'credential_refused', sent: 'no' };
  assert.deepEqual(await outcomeOf(soon, { '/token': 401 }), refused);
});
