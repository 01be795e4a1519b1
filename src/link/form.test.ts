// What a form shows again: nothing that a channel declares a secret.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretKeys } from '../channels/field.ts';
import { channels } from '../channels/index.ts';
import { Fault } from '../model/faults.ts';
import { credentialOf, fieldsOf, givenOf, inputsOf, plainOf } from './form.ts';

for (const [name, channel] of Object.entries(channels))
  for (const way of channel.ways) {
    const fields = fieldsOf(way, channel);
    const secret = secretKeys(fields);
    const typed = new URLSearchParams(
      Object.fromEntries(fields.map(({ key }) => [key, `canary of ${key}`])),
    );
    const given = givenOf(typed, way, channel, {});

    test(`${name}, ${way.id}: what was typed is shown again, but for secrets`, () => {
      assert.deepEqual(
        Object.keys(given),
        fields.map(({ key }) => key),
      );
      assert.deepEqual(
        Object.keys(plainOf(given, way, channel)),
        fields.map(({ key }) => key).filter((key) => !secret.includes(key)),
      );
    });

    test(`${name}, ${way.id}: secrets are typed unseen, unless the field says otherwise`, () => {
      for (const { key, kind } of inputsOf(way, channel, 'en')) {
        const field = fields.find((known) => known.key === key);
        if (field?.secret) assert.equal(kind, field.kind ?? 'secret', key);
        else assert.notEqual(kind, 'secret', key);
      }
    });

    if (way.kind === 'consent')
      test(`${name}, ${way.id}: no secret is asked for before the trip`, () => {
        assert.deepEqual(secret, []);
      });
    else
      test(`${name}, ${way.id}: a refusal repeats no secret`, () => {
        assert.ok(secret.length > 0);
        assert.throws(
          () => credentialOf(given, channel),
          (error) =>
            error instanceof Fault &&
            !secret.some((key) => error.message.includes(`canary of ${key}`)),
        );
      });
  }

test('a channel that repeats a secret in its refusal is not heard out', () => {
  const [channel] = Object.values(channels);
  assert.ok(channel);
  const blab = {
    ...channel,
    accept: ({ token }: { readonly token?: unknown }) => {
      throw new Fault('invalid_request', `"${token}" is no token.`, { field: 'token' });
    },
  };
  assert.throws(() => credentialOf({ token: 's3cret-of-the-shop' }, blab), {
    message: '"***" is no token.',
  });
});
