// What is said of the channels is what they are held to: filters, defaults, keys, versions, pages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compile } from 'typebox/compile';
import { channels } from '../channels/index.ts';
import { newKeyEntry, parseKeys } from '../keys/ring.ts';
import { createSeal } from '../keys/seal.ts';
import { ChannelCapabilities } from '../model/capabilities.ts';
import { OPERATIONS } from '../model/execution.ts';
import { Fault } from '../model/faults.ts';
import { OPERATION_TABLE } from '../model/operations.ts';
import { capabilitiesOf } from './capabilities.ts';
import { validate } from './validate.ts';

const seal = createSeal(parseKeys(newKeyEntry('k1')));
const all = capabilitiesOf(channels);

/** A value that each filter takes, whatever the channel. */
const exampleFor = (filter: string, id: string): string => {
  if (filter.endsWith('_min') || filter.endsWith('_max')) return '2026-10-01T00:00:00Z';
  const words: Readonly<Record<string, string>> = {
    ...{ ids: id, since_id: id, status: 'active', published_status: 'published' },
    ...{ financial_status: 'paid', fulfillment_status: 'shipped' },
  };
  return words[filter] ?? 'x';
};

test('every channel is reported, by its schema, in the order of the registry', () => {
  assert.deepEqual(
    all.map(({ channel }) => channel),
    Object.keys(channels),
  );
  const schema = Compile(ChannelCapabilities);
  for (const reported of all) assert.deepEqual([...schema.Errors(reported)], [], reported.channel);
});

test('a data call takes what is reported, and refuses what is not', () => {
  for (const reported of all)
    for (const operation of OPERATIONS) {
      const { [operation]: resource, channel } = reported;
      const codesOf = (body: object): string[] => {
        try {
          const query = { channel, tpUserId: 'u' };
          validate({ operation, client: 'c', query, body }, channels, seal, 0);
          return [];
        } catch (error) {
          assert.ok(error instanceof Fault);
          return [error, ...error.others].map(({ code }) => code);
        }
      };
      if (!resource) {
        assert.deepEqual(codesOf({}), ['unsupported_channel'], `${channel} ${operation}`);
        continue;
      }
      for (const filter of OPERATION_TABLE[operation].filters) {
        const value: string =
          filter === 'status' && operation === 'orders'
            ? 'closed'
            : exampleFor(filter, resource.id_example);
        assert.deepEqual(
          codesOf({ [filter]: value }),
          filter in resource.filters ? [] : ['unsupported_filter'],
          `${channel} ${operation} ${filter}`,
        );
      }
      for (const name of Object.keys(resource.defaults))
        assert.ok(name in resource.filters, `${channel} ${operation} ${name}`);
      for (const { version } of reported.api_versions.speaks) {
        assert.deepEqual(codesOf({ api_version: version }), [], `${channel} ${version}`);
        const page = resource.largest_page[version] ?? 0;
        assert.ok(page >= 1 && page <= 100, `${channel} ${operation} ${version}`);
      }
      assert.deepEqual(codesOf({ api_version: 'no such one' }), ['invalid_request']);
    }
});

test('a key that must be given is missed, and no other is known', () => {
  for (const { channel, params } of all) {
    const driver = channels[channel];
    assert.ok(driver);
    const whole = Object.fromEntries(params.map(({ key, example }) => [key, example]));
    for (const { key } of params.filter(({ required }) => required)) {
      const { [key]: _, ...without } = whole;
      assert.throws(() => driver.accept(without), Fault, `${channel} without ${key}`);
    }
    for (const { choices, key } of params)
      if (choices) assert.ok(choices.length > 1, `${channel} ${key}`);
  }
});

test('a consent is available where the operator has an app, and a form always', () => {
  const wanting = Object.keys(channels).map((name) => [
    name,
    Object.fromEntries(
      (channels[name]?.ways ?? []).flatMap((way) =>
        way.kind === 'consent' ? way.needs.map((key) => [key, 'set']) : [],
      ),
    ),
  ]);
  const withApps = capabilitiesOf(channels, Object.fromEntries(wanting));
  assert.ok(withApps.every(({ link }) => link.every(({ available }) => available)));
  for (const { channel, link } of all) {
    const driver = channels[channel];
    for (const { way, kind, available } of link) {
      const declared = driver?.ways.find(({ id }) => id === way);
      const needsNothing = declared?.kind === 'consent' && declared.needs.length === 0;
      assert.equal(available, kind === 'form' || needsNothing, `${channel} ${way}`);
    }
  }
  const text = JSON.stringify(withApps);
  assert.ok(!text.includes('"set"'), 'the keys of an app are no one’s business');
});
