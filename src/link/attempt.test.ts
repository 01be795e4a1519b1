// Tests of a try: kept only when it works, ended by its time limit, distinguished from our own faults.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connect } from '../accounts/connect.ts';
import { createAccounts } from '../accounts/index.ts';
import type { Channel } from '../channels/channel.ts';
import type { Credential } from '../model/credential.ts';
import { Fault } from '../model/faults.ts';
import { type Store, StoreUnavailableError, type Visit } from '../store/index.ts';
import { createAttempts, endOf } from './attempt.ts';
import { createTrySlots } from './try-slots.ts';

const visit = { id: 'v', userId: 'u', clientId: 'c' } as Visit;
const credential: Credential = {
  account: { baseUrl: 'https://x.example' },
  secrets: { token: 't' },
};

function trying(check: Channel['check'], save: () => Promise<unknown> = async () => ({})) {
  const saved: unknown[] = [];
  const unexpected: unknown[] = [];
  const channels = { shop: { check, versions: { default: '1' } } as unknown as Channel };
  const connect = ((_: unknown, { signal }: { signal: AbortSignal }) => ({
    call: () =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    clean: (error: unknown) => error,
  })) as unknown as Connect;
  const store = {
    credentials: {
      save: (kept: unknown) => {
        saved.push(kept);
        return save();
      },
    },
    visits: { addLinked: async () => {} },
    linkSteps: { add: async () => {} },
  } as unknown as Store;
  const attempts = createAttempts({
    ...{ channels, store, takeSlot: createTrySlots(), now: () => 0 },
    accounts: createAccounts({ channels, store, connect, now: () => 0 }),
    onUnexpected: (error) => unexpected.push(error),
    limitMs: 20,
  });
  return {
    saved,
    unexpected,
    run: (userId = 'u') =>
      attempts.link({ ...visit, userId }, 'shop', {}, () => credential, { way: 'way', writes: [] }),
  };
}

test('what works is kept, with what the check found out', async () => {
  const { run, saved } = trying(async () => ({ name: 'Shop', account: { zone: 'UTC' } }));
  assert.equal(await run(), undefined);
  assert.deepEqual(saved, [
    {
      userId: 'u',
      channel: 'shop',
      account: { baseUrl: 'https://x.example', zone: 'UTC' },
      accountKey: undefined,
      ...{ way: 'way', writes: [] },
      secrets: { token: 't' },
      expiresAt: null,
      grantEndsAt: null,
      name: 'Shop',
    },
  ]);
});

test('what fails, or takes too long, is reported and not kept', async () => {
  const refused = new Fault('credential_refused', 'No.');
  const failing = trying(async () => {
    throw refused;
  });
  assert.equal(await failing.run(), refused);
  const slow = trying(async (_, { call }) => {
    await call({ url: 'https://x.example' });
    return {};
  });
  assert.equal((await slow.run())?.code, 'channel_timeout');
  assert.deepEqual([...failing.saved, ...slow.saved], []);
});

test('an end user makes a few attempts at the same time, and keeps no other from trying', async () => {
  const { run } = trying(async (_, { call }) => {
    await call({ url: 'https://x.example' });
    return {};
  });
  const codes = async (tries: ReturnType<typeof run>[]) =>
    (await Promise.all(tries)).map((fault) => fault?.code);
  const mine = Array.from({ length: 6 }, () => run());
  assert.deepEqual(await codes([run('other')]), ['channel_timeout']);
  assert.deepEqual(await codes(mine), [
    ...Array.from({ length: 4 }, () => 'channel_timeout'),
    'channel_rate_limited',
    'channel_rate_limited',
  ]);
  assert.deepEqual(await codes([run()]), ['channel_timeout'], 'places are given back');
});

test('a defect of ours is reported, a store that is away is thrown on', async () => {
  const broken = trying(async () => {
    throw new TypeError('a defect');
  });
  assert.equal((await broken.run())?.code, 'unexpected');
  assert.equal(broken.unexpected.length, 1);
  const away = trying(
    async () => ({}),
    async () => {
      throw new StoreUnavailableError(new Error('away'));
    },
  );
  await assert.rejects(away.run(), StoreUnavailableError);
});

test('only a stored token that is known to end has an end', () => {
  const renewing = (usesUp: boolean, end: number | undefined) =>
    endOf(
      { renewal: { usesUp: () => usesUp, endsAt: () => end } } as unknown as Channel,
      credential,
    );
  assert.equal(renewing(true, 5), 5);
  assert.equal(renewing(true, undefined), null);
  assert.equal(renewing(true, Number.MAX_SAFE_INTEGER), null);
  assert.equal(renewing(false, 5), null);
  assert.equal(endOf({} as Channel, credential), null);
});
