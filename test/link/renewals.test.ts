// Tokens that run out: renewed on demand, once for all who wait, by the sweep, and marked when refused.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ShopifyStore } from '../../sandbox/stores/shopify/index.ts';
import type { Connect, Opening } from '../../src/accounts/connect.ts';
import { createAccounts } from '../../src/accounts/index.ts';
import { createRenewals } from '../../src/accounts/renewals.ts';
import type { Channel } from '../../src/channels/channel.ts';
import { Fault } from '../../src/model/faults.ts';
import { CLIENT, type Service, startService } from '../service.ts';

describe('renewals', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.close());

  /** A user whose token ends within minutes, with a refresh token of the demo shop. */
  async function ending(tpUserId: string) {
    const { account, secrets } = service.shop('shopify').credential;
    const user = await service.app.store.users.ensure(CLIENT.id, tpUserId);
    const key = { userId: user?.id ?? '', channel: 'shopify' };
    const endsAt = service.now() + 60_000;
    await service.app.store.credentials.save({
      ...key,
      account: { baseUrl: String(account.baseUrl) },
      secrets: { ...secrets, endsAt: String(endsAt) },
      expiresAt: endsAt,
    });
    return { key, refreshToken: secrets.refreshToken ?? '' };
  }

  it('renews a token that ends soon once, for five calls at the same time', async () => {
    const { key } = await ending('five');
    const calls = Array.from({ length: 5 }, () =>
      service.orders('shopify', { limit: 1 }, { user: 'five' }),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    assert.deepEqual(statuses, [200, 200, 200, 200, 200]);
    const kept = await service.app.store.credentials.find(key);
    assert.equal(kept?.version, 2, 'one renewal');
    assert.ok((kept?.expiresAt ?? 0) > service.now() + 3_000_000);
    const again = await service.orders('shopify', { limit: 1 }, { user: 'five' });
    assert.equal(again.status, 200);
    assert.equal((await service.app.store.credentials.find(key))?.version, 2);
  });

  it('marks a channel whose renewal is refused, and later calls say what to do', async () => {
    const { key, refreshToken } = await ending('refused');
    const { tokens } = service.store('shopify') as ShopifyStore;
    tokens.expire(refreshToken);
    const first = await service.orders('shopify', {}, { user: 'refused' });
    assert.equal(first.status, 424, first.text);
    assert.equal((await service.app.store.credentials.find(key))?.state, 'attention');
    const later = await service.orders('shopify', {}, { user: 'refused' });
    assert.equal(later.status, 424);
    const { message } = later.body.Errors as { message: string };
    assert.match(message, /Send the user a new magic link/);
  });

  it('sweeps: renews what ends soon, marks what is refused, leaves alone what fails', async () => {
    const { store } = service.app;
    const due = await Promise.all(['swept', 'gone', 'down', 'app'].map(ending));
    const [swept, gone, down, app] = due.map(({ key }) => key);
    assert.ok(swept && gone && down && app);
    let asked = 0;
    const connect = ((opening: Opening) => ({
      freshen: async () => {
        asked += 1;
        const { identity, stored } = opening;
        if (identity.includes(down.userId)) throw new Fault('channel_failed', 'It is down.');
        if (identity.includes(app.userId)) throw new Fault('app_refused', 'It is not set.');
        if (identity.includes(gone.userId)) {
          const fault = new Fault('credential_refused', 'Withdrawn.', { status: 400 });
          await stored?.refused({ code: 'credential_refused', message: fault.message });
          throw fault;
        }
        await stored?.renew(
          opening.credential,
          async (current) => ({ ...current, endsAt: service.now() + 3_600_000 }),
          { ahead: true },
        );
      },
    })) as unknown as Connect;
    const shopify = { renewal: { usesUp: () => true } } as unknown as Channel;
    const { now } = service;
    const accounts = createAccounts({ channels: { shopify }, store, connect, now });
    const renewDue = createRenewals({ accounts, store, now, isClosing: () => false });
    assert.deepEqual(await renewDue(), { renewed: 1, refused: 1, failed: 2 });
    assert.equal((await store.credentials.find(swept))?.version, 2);
    assert.equal((await store.credentials.find(gone))?.state, 'attention');
    for (const key of [down, app])
      assert.equal((await store.credentials.find(key))?.state, 'linked');
    assert.deepEqual(await renewDue(), { renewed: 0, refused: 0, failed: 0 });
    assert.equal(asked, 4, 'the next sweep leaves all four alone');
    service.forward(600_000);
    assert.equal(
      (await renewDue()).failed,
      2,
      'ten minutes later those that failed are tried again',
    );
  });

  it('sweeps past credentials that cannot be opened, and reports them', async () => {
    const { store } = service.app;
    const { now } = service;
    const shut = await Promise.all(['shut 1', 'shut 2', 'shut 3', 'shut 4'].map(ending));
    service.forward(1000);
    await ending('open');
    const opened = new Set<string>();
    const renewDue = createRenewals({
      accounts: {
        async stored({ userId }) {
          opened.add(userId);
          if (shut.some(({ key }) => key.userId === userId)) throw new TypeError('It is damaged.');
          return undefined;
        },
      },
      ...{ store, now, isClosing: () => false },
    });
    await assert.rejects(renewDue(), /It is damaged/);
    const before = opened.size;
    assert.equal(before, shut.length, 'those that end first');
    await renewDue();
    assert.ok(opened.size > before, 'the next minute the others have their turn');
  });
});
