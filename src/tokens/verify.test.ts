// Tests of the memory of verified tokens: its age, what is dropped immediately, and reads under way.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AccessToken, Client, Store } from '../store/index.ts';
import { hashSecret, newAccessToken } from './secret.ts';
import { createVerifier } from './verify.ts';

const CLIENT: Client = {
  id: 'app',
  name: 'App',
  secrets: [],
  scopes: ['orders', 'links'],
  redirectOrigins: [],
  tokenSeconds: null,
  logoUrl: null,
  version: '2026-11-18',
  branding: {},
  createdAt: 0,
};

function setUp() {
  const bearer = newAccessToken();
  const hash = hashSecret(bearer);
  const rows = new Map<string, AccessToken>([
    [
      hash,
      {
        hash,
        clientId: 'app',
        secretId: 's1',
        scopes: ['orders', 'products'],
        createdAt: 0,
        expiresAt: 1_000_000,
        revokedAt: null,
        usedAt: null,
      },
    ],
  ]);
  const state = { time: 1000, reads: 0, hold: undefined as Promise<void> | undefined };
  const store = {
    tokens: {
      async findWithClient(key: string) {
        state.reads += 1;
        const token = rows.get(key);
        await state.hold;
        return token && { token, client: CLIENT };
      },
    },
  } as unknown as Pick<Store, 'tokens'>;
  const uses: string[] = [];
  const verifier = createVerifier(store, () => state.time, { saw: (key) => uses.push(key) });
  return { bearer, hash, rows, state, uses, verifier };
}

it('gives client and scopes, without those the client does not have (any more)', async () => {
  const { bearer, verifier } = setUp();
  assert.deepEqual(await verifier.verify(bearer), {
    client: CLIENT,
    scopes: ['orders'],
    expiresAt: 1_000_000,
  });
});

it('reads the store once for many requests, and again before five seconds are over', async () => {
  const { bearer, verifier, state } = setUp();
  await Promise.all(Array.from({ length: 50 }, () => verifier.verify(bearer)));
  await verifier.verify(bearer);
  assert.equal(state.reads, 1);
  state.time += 3999;
  await verifier.verify(bearer);
  assert.equal(state.reads, 1);
  state.time += 1;
  await verifier.verify(bearer);
  assert.equal(state.reads, 2);
});

it('sees within five seconds what another instance revoked or removed', async () => {
  const { bearer, hash, rows, verifier, state } = setUp();
  await verifier.verify(bearer);
  rows.delete(hash);
  state.time += 4999;
  assert.equal(await verifier.verify(bearer), undefined);
  await verifier.verify(bearer);
  assert.equal(state.reads, 2, 'a bad token is remembered too');
});

it('refuses a token from the very millisecond it expires, remembered or not', async () => {
  const { bearer, verifier, state } = setUp();
  state.time = 999_999;
  assert.equal((await verifier.verify(bearer))?.client.id, 'app');
  state.time = 1_000_000;
  assert.equal(await verifier.verify(bearer), undefined);
  assert.equal(state.reads, 1);
});

it('forgets a token or a client immediately', async () => {
  const { bearer, hash, rows, verifier } = setUp();
  await verifier.verify(bearer);
  rows.set(hash, { ...(rows.get(hash) as AccessToken), revokedAt: 1 });
  verifier.forgetToken('another');
  assert.equal((await verifier.verify(bearer))?.client.id, 'app');
  verifier.forgetClient('another');
  assert.equal((await verifier.verify(bearer))?.client.id, 'app');
  verifier.forgetClient('app');
  assert.equal(await verifier.verify(bearer), undefined);
});

it('keeps nothing that was read before a revocation and came after it', async () => {
  const { bearer, hash, rows, verifier, state } = setUp();
  let release = () => {};
  state.hold = new Promise<void>((resolve) => {
    release = resolve;
  });
  const early = verifier.verify(bearer);
  rows.set(hash, { ...(rows.get(hash) as AccessToken), revokedAt: 1 });
  verifier.forgetToken(hash);
  const late = verifier.verify(bearer);
  release();
  assert.equal((await early)?.client.id, 'app', 'it was asked before');
  assert.equal(await late, undefined);
  assert.equal(await verifier.verify(bearer), undefined);
});

it('reads again when the clock was set back', async () => {
  const { bearer, verifier, state } = setUp();
  await verifier.verify(bearer);
  state.time -= 500;
  await verifier.verify(bearer);
  assert.equal(state.reads, 2);
});

it('asks the store nothing about a text that is no token', async () => {
  const { verifier, state } = setUp();
  for (const odd of ['', 'mfa_', 'mfs_x', '\0', 'Bearer x', 'x'.repeat(1_000_000)]) {
    assert.equal(await verifier.verify(odd), undefined);
  }
  assert.equal(state.reads, 0);
});

it('passes a failing store on and tries again the next time', async () => {
  const { bearer, verifier, state } = setUp();
  state.hold = Promise.reject(new Error('gone'));
  await assert.rejects(verifier.verify(bearer), /gone/);
  state.hold = undefined;
  assert.equal((await verifier.verify(bearer))?.client.id, 'app');
});

it('notes a use when it reads, never from memory, and never of a token that is not good', async () => {
  const { bearer, hash, rows, state, uses, verifier } = setUp();
  for (let n = 0; n < 5; n++) await verifier.verify(bearer);
  assert.deepEqual(uses, [hash]);
  await verifier.verify(newAccessToken());
  const row = rows.get(hash);
  if (row) rows.set(hash, { ...row, revokedAt: 1 });
  state.time += 4000;
  assert.equal(await verifier.verify(bearer), undefined);
  assert.deepEqual(uses, [hash]);
});
