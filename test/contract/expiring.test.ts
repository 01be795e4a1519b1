// What ends soon, as a client sees it: on the user's record, and in the answer that asked for it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CLIENT, type Service, startService } from '../service.ts';

const DAY = 24 * 60 * 60 * 1000;

describe('what ends within 30 days', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.close());

  it('is named in an answer to anyone who asked for that very version', async () => {
    const codes = async (body: object) => {
      const answer = await service.products('shopify', { limit: 1, ...body });
      assert.equal(answer.status, 200, answer.text);
      const { Warnings } = answer.body.Report;
      return Warnings.map(({ code, field }) => [code, field]);
    };
    const ending = ['api_version_ending', 'api_version'];
    assert.deepEqual(await codes({ api_version: '2026-01' }), [], 'more than 30 days away');
    service.forward(20 * DAY);
    assert.deepEqual(await codes({ api_version: '2026-01' }), [ending]);
    assert.deepEqual(await codes({ api_version: '2026-04' }), []);
    assert.deepEqual(await codes({}), []);
  });

  it('is marked on the user’s record, beside what does not end', async () => {
    const user = await service.app.store.users.ensure(CLIENT.id, 'ending');
    assert.ok(user);
    const end = service.now() + 29 * DAY;
    for (const [channel, grantEndsAt] of [
      ['amazon', end],
      ['bol', null],
      ['shopify', end + 2 * DAY],
    ] as const)
      await service.app.store.credentials.save({
        ...{ userId: user.id, channel, account: {}, secrets: {}, expiresAt: null, grantEndsAt },
      });
    const response = await fetch(`${service.origin}/api/ServiceClientApp/Users/ending`, {
      headers: { authorization: `Bearer ${service.token}` },
    });
    const { channels } = (await response.json()) as {
      channels: { channel: string; expiring: object[] }[];
    };
    const ends_at = `${new Date(end).toISOString().slice(0, 19)}+00:00`;
    assert.deepEqual(
      channels.map(({ channel, expiring }) => [channel, expiring]),
      [
        ['amazon', [{ what: 'grant', ends_at }]],
        ['bol', []],
        ['shopify', []],
      ],
    );
  });
});
