// Credentials: stored or in the request, wrong ones, missing permissions, unknown users.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { pairsOf } from '../params.ts';
import { type Service, startService } from '../service.ts';
import { everything, idsOf } from './expected.ts';

/** Another character of the same kind, hexadecimal digits among themselves. */
const TURNED = Object.fromEntries(
  ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'].flatMap(
    (kind) => [...kind].map((c, i) => [c, kind[(i + 1) % kind.length]]),
  ),
);

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.close());

for (const [name, channel] of Object.entries(channels))
  describe(name, () => {
    const kind = channel.orders ? 'orders' : 'products';
    const base = () => (kind === 'orders' ? everything(service, name) : {});

    test('credentials in the request work for a user no one knows, and are stored nowhere', async () => {
      const params = { [name]: pairsOf(name, service.shop(name).credential) };
      const stored = await service[kind](name, { ...base(), limit: 3 });
      const given = await service[kind](
        name,
        { ...base(), limit: 3, params },
        { user: 'a stranger' },
      );
      assert.equal(given.status, 200, given.text.slice(0, 500));
      assert.deepEqual(idsOf(given.body.Output.result), idsOf(stored.body.Output.result));
      const after = await service[kind](name, { limit: 1 }, { user: 'a stranger' });
      assert.equal(after.status, 404);
      assert.ok('code' in after.body.Errors && after.body.Errors.code === 'unknown_user');
    });

    test('a wrong secret is refused by the channel and said to be so', async () => {
      const { account, secrets } = service.shop(name).credential;
      const wrong = Object.fromEntries(
        Object.entries(secrets).map(([key, value]) => [key, corrupted(value)]),
      );
      const params = { [name]: pairsOf(name, { account, secrets: wrong }) };
      const answer = await service[kind](name, { limit: 1, params }, { user: 'u' });
      assert.equal(answer.status, 424, answer.text.slice(0, 500));
      assert.ok(
        'code' in answer.body.Errors && answer.body.Errors.code === 'credential_refused',
        answer.text.slice(0, 500),
      );
      for (const value of Object.values(wrong))
        assert.ok(!answer.text.includes(value), 'the secret is repeated');
    });

    test('a missing, an unknown and a repeated key are named', async () => {
      const good = pairsOf(name, service.shop(name).credential);
      const [required] = channel.fields.filter((field) => field.required);
      const ask = async (list: unknown) => {
        const answer = await service[kind](name, { params: { [name]: list } });
        assert.equal(answer.status, 400, answer.text.slice(0, 300));
        return 'message' in answer.body.Errors ? answer.body.Errors.message : '';
      };
      if (required)
        assert.match(
          await ask(good.filter(({ key }) => key !== required.key)),
          new RegExp(required.key),
        );
      assert.match(await ask([...good, { key: 'nonsense', value: 'x' }]), /keys are/);
      assert.match(await ask([...good, good[0]]), /more than once/);
      assert.match(await ask([]), /keys of|lacks|must/);
    });

    test('a user who has not linked the channel gets 409, an unknown one 404', async () => {
      const user = await service.app.store.users.ensure('test-client', 'unlinked');
      assert.ok(user);
      const unlinked = await service[kind](name, {}, { user: 'unlinked' });
      assert.equal(unlinked.status, 409);
      assert.ok(
        'code' in unlinked.body.Errors && unlinked.body.Errors.code === 'channel_not_linked',
      );
      assert.equal((await service[kind](name, {}, { user: 'unknown' })).status, 404);
    });

    test('every field that is declared has its words, and params for others are left alone', async () => {
      for (const field of channel.fields) assert.ok(field.about && field.example, field.key);
      const answer = await service[kind](name, {
        ...base(),
        limit: 1,
        params: { other: [{ key: 'a', value: 'b' }] },
      });
      assert.equal(answer.status, 200);
    });

    test('each version it speaks works, any other is refused with the list', async () => {
      for (const api_version of Object.keys(channel.versions.speaks)) {
        const answer = await service[kind](name, { ...base(), limit: 1, api_version });
        assert.equal(answer.status, 200, `${api_version}: ${answer.text.slice(0, 300)}`);
      }
      const refused = await service[kind](name, { api_version: '1999-01' });
      assert.equal(refused.status, 400);
      assert.ok(
        'message' in refused.body.Errors &&
          refused.body.Errors.message.includes(channel.versions.default),
      );
    });
  });

/** A secret of the same shape with another value; an encoded pair is changed inside. */
function corrupted(secret: string): string {
  const decoded = Buffer.from(secret.replace(/^Basic /, ''), 'base64').toString('latin1');
  if (/^[\x20-\x7e]+:[\x20-\x7e]+$/.test(decoded))
    return secret.replace(/[^ ]+$/, Buffer.from(corrupted(decoded)).toString('base64'));
  return secret.replace(/[a-z0-9]{4}$/i, (tail) => [...tail].map((c) => TURNED[c] ?? 'a').join(''));
}
