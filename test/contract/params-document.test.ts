// The keys of `params` as the OpenAPI document publishes them: those of each channel, and no others.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { PATHS } from '../../src/http/paths.ts';
import { OPERATIONS, type Operation } from '../../src/model/execution.ts';
import { Fault } from '../../src/model/faults.ts';
import { OPERATION_TABLE } from '../../src/model/operations.ts';
import { type Document, readDocument, sendable } from '../document.ts';
import { pairsOf } from '../params.ts';
import { type Service, startService } from '../service.ts';

/** A channel's list of pairs as it is published. */
interface Published {
  readonly title: string;
  readonly description: string;
  readonly items: { readonly oneOf: readonly Entry[] };
}
interface Entry {
  readonly description: string;
  readonly properties: {
    readonly key: { readonly enum: readonly string[] };
    readonly value: Readonly<Record<string, unknown>>;
  };
}

let service: Service;
let document: Document;
before(async () => {
  service = await startService();
  document = await readDocument(service);
});
after(() => service.close());

/** The schema of all channels of one kind of record. */
const published = (operation: Operation) =>
  document.components.schemas[OPERATION_TABLE[operation].credentials] as {
    readonly properties: Readonly<Record<string, { readonly $ref: string }>>;
    readonly examples: readonly Readonly<
      Record<string, readonly { readonly key: string; readonly value: unknown }[]>
    >[];
  };

const publishedOf = (operation: Operation, name: string): Published => {
  const id = published(operation).properties[name]?.$ref.split('/').at(-1) ?? '';
  assert.match(id, /^Params[A-Z][A-Za-z0-9]+$/);
  return document.components.schemas[id] as unknown as Published;
};

test('each kind of record has the keys of the channels that have it, and entries for others may stand', () => {
  for (const operation of OPERATIONS) {
    const fits = sendable(document, PATHS[operation]);
    assert.deepEqual(
      Object.keys(published(operation).properties),
      Object.keys(channels).filter((name) => channels[name]?.[operation]),
    );
    assert.equal(fits({ params: { other: [{ key: 'a', value: 'b' }] } }), undefined);
    assert.equal(fits({ params: null }), undefined);
    assert.equal(fits({}), undefined);
    assert.ok(fits({ params: { other: 'b' } }));
  }
});

test('the example of all is one that its channel takes', () => {
  for (const operation of OPERATIONS)
    for (const example of published(operation).examples)
      for (const [name, pairs] of Object.entries(example)) {
        const given = Object.fromEntries(
          pairs.map(({ key, value }) => [key, String(value).replace('…', '')]),
        );
        assert.ok(Object.keys(channels[name]?.accept(given).secrets ?? {}).length > 0, name);
      }
});

for (const [name, channel] of Object.entries(channels))
  describe(name, () => {
    const operation = channel.orders ? 'orders' : 'products';

    test('its keys are published as they are declared', () => {
      const { title, description, items } = publishedOf(operation, name);
      assert.equal(title, `Keys of ${channel.title}`);
      assert.deepEqual(
        items.oneOf.map(({ properties }) => properties.key.enum),
        channel.fields.map(({ key }) => [key]),
      );
      for (const [i, field] of channel.fields.entries()) {
        const entry = items.oneOf[i];
        assert.ok(entry, field.key);
        const facts = [field.required && 'required', field.secret && 'secret'].filter(Boolean);
        const said = [field.required && 'Required. ', field.secret && 'Secret. ', field.about];
        assert.equal(entry.description, said.filter(Boolean).join(''), field.key);
        const named = `\`${field.key}\`${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`;
        assert.match(description, new RegExp(`[:,] ${RegExp.escape(named)}[,.]`));
        const { value } = entry.properties;
        assert.ok(JSON.stringify(value.examples).includes(JSON.stringify(field.example)));
        assert.equal(value.format === 'password', field.secret === true);
      }
    });

    test('what opens its shop may be sent, and nothing else under its name', () => {
      const fits = sendable(document, PATHS[operation]);
      const good = pairsOf(name, service.shop(name).credential);
      const send = (pairs: readonly unknown[]) => fits({ params: { [name]: pairs } });
      assert.ok(good.length > 0);
      assert.equal(send(good), undefined);
      assert.equal(send([]), undefined);
      assert.ok(send([...good, { key: 'nonsense', value: 'x' }]));
      assert.ok(send([{ ...good[0], more: 1 }]));
      for (const { key, list } of channel.fields) {
        assert.equal(send([{ key, value: ['a', 'b'] }]) === undefined, list === true, key);
        assert.ok(send([{ key, value: 1 }]), key);
        assert.ok(send([{ key }]), key);
      }
    });

    for (const { key, only, choices = [] } of channel.fields)
      if (only)
        test(`${key} is one of its choices and nothing else`, () => {
          const good = pairsOf(name, service.shop(name).credential);
          const accept = (value: string) =>
            channel.accept(
              Object.fromEntries([...good, { key, value }].map((pair) => [pair.key, pair.value])),
            );
          for (const choice of choices) assert.ok(accept(choice), choice);
          assert.throws(() => accept('nonsense'), Fault);
          const { items } = publishedOf(operation, name);
          const entry = items.oneOf.find(({ properties }) => properties.key.enum[0] === key);
          assert.deepEqual(entry?.properties.value.enum, choices);
        });
  });
