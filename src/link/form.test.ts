// What a form shows again, nothing that is a secret, and what it says of each mistake.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accepted } from '../accounts/connect.ts';
import { secretKeys } from '../channels/field.ts';
import { channels } from '../channels/index.ts';
import { Fault } from '../model/faults.ts';
import { wayForm } from './form.ts';

for (const [name, channel] of Object.entries(channels))
  for (const way of channel.ways) {
    const form = wayForm(way, channel);
    const { fields } = form;
    const secret = secretKeys(fields);
    const typed = new URLSearchParams(
      Object.fromEntries(fields.map(({ key }) => [key, `canary of ${key}`])),
    );
    const given = form.given(typed, {});

    test(`${name}, ${way.id}: what was typed is shown again, but for secrets`, () => {
      assert.deepEqual(
        Object.keys(given),
        fields.map(({ key }) => key),
      );
      assert.deepEqual(
        Object.keys(form.plain(given)),
        fields.map(({ key }) => key).filter((key) => !secret.includes(key)),
      );
    });

    test(`${name}, ${way.id}: secrets are typed unseen, unless the field says otherwise`, () => {
      for (const { key, kind } of form.inputs('en')) {
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
          () => accepted(given, channel),
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
  assert.throws(() => accepted({ token: 's3cret-of-the-shop' }, blab), {
    message: '"***" is no token.',
  });
});

const channelOf = (name: string) => {
  const channel = channels[name];
  assert.ok(channel);
  return channel;
};

function problems(
  name: string,
  way: string,
  given: Record<string, string>,
  language: 'en' | 'de' = 'en',
) {
  const channel = channelOf(name);
  const chosen = channel.ways.find(({ id }) => id === way);
  assert.ok(chosen);
  return wayForm(chosen, channel).problems(given, language, Object.values(channels));
}

test('each kind of mistake has its own sentence, beside its input', () => {
  const CK = `ck_${'a'.repeat(40)}`;
  const CS = `cs_${'b'.repeat(40)}`;
  const woo = { baseUrl: 'shop.nl', consumerKey: CK, consumerSecret: CS };
  assert.deepEqual(problems('woocommerce', 'keys', woo), {});
  assert.deepEqual(problems('woocommerce', 'keys', { ...woo, consumerKey: `Consumer key: “${CK}”.` }), {}); // biome-ignore format: one case
  assert.deepEqual(problems('woocommerce', 'keys', { baseUrl: 'shop.nl' }), {
    consumerKey: 'Please fill this in.',
    consumerSecret: 'Please fill this in.',
  });
  assert.deepEqual(
    problems('woocommerce', 'keys', { ...woo, consumerKey: CS, consumerSecret: CK }),
    {
      consumerKey:
        'This looks like the value for “Consumer secret”. This field is for “Consumer key”.',
      consumerSecret:
        'This looks like the value for “Consumer key”. This field is for “Consumer secret”.',
    },
  );
  assert.match(problems('woocommerce', 'keys', { ...woo, consumerKey: `${CK} ${CS}` }).consumerKey ?? '', /^Two values/); // biome-ignore format: one case
  assert.match(problems('woocommerce', 'keys', { ...woo, consumerKey: 'abc' }).consumerKey ?? '', /starts with ck_/); // biome-ignore format: one case
  assert.match(problems('woocommerce', 'keys', { ...woo, consumerKey: 'abc' }, 'de').consumerKey ?? '', /ck_/); // biome-ignore format: one case
  assert.match(problems('shopify', 'token', { baseUrl: 'x', token: CK }).token ?? '', /key for WooCommerce/); // biome-ignore format: one case
  assert.match(problems('shopify', 'token', { baseUrl: 'x', token: 'shpss_0a' }).token ?? '', /“Client secret”.*“Access token”/); // biome-ignore format: one case
  const twice = 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6';
  assert.match(problems('lightspeed_c', 'keys', { region: 'eu1', apiKey: twice, apiSecret: twice }).apiSecret ?? '', /same value/); // biome-ignore format: one case
});

for (const [name, channel] of Object.entries(channels))
  for (const way of channel.ways)
    test(`${name}, ${way.id}: the examples pass, and no sentence repeats what was typed`, () => {
      const { fields } = wayForm(way, channel);
      const examples = Object.fromEntries(
        fields.map(({ key, example }) => [key, example.replace('…', '0')]),
      );
      assert.deepEqual(problems(name, way.id, examples), {});
      const canaries = Object.fromEntries(fields.map(({ key }) => [key, `canary ${key} é`]));
      for (const sentence of Object.values(problems(name, way.id, canaries)))
        assert.ok(!sentence.includes('canary'), sentence);
    });
