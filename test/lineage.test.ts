// Lineage: the files are what trying yields, and a native value that is changed moves what they name.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { resourceOf } from '../src/accounts/resource.ts';
import { type Lineage, sourcesOf } from '../src/channels/lineage.ts';
import { reasonsOf } from '../src/channels/reasons.ts';
import { OPERATION_TABLE } from '../src/model/operations.ts';
import { isFull } from './all.ts';
import { samplesIn } from './filled-by.ts';
import { FOLDERS, fieldsOf, found, lacksIn, listed, movedIn, nullsIn, reader } from './lineage.ts';
import { changes } from './mutations.ts';

/** Those of few samples: of the others each value is changed in one way here, and in every way with repetitions. */
const TRIED = new Set(['stall', 'sharetribe', 'bol']);

for (const [name, channel, folder] of FOLDERS)
  describe(`lineage of ${name}`, () => {
    const kept = JSON.parse(readFileSync(new URL('lineage.json', folder), 'utf8')) as Lineage;
    const lacks = lacksIn(folder);

    test('is what the channel says of itself', () => assert.deepEqual(channel.lineage(), kept));

    if (TRIED.has(name) || isFull(name))
      test('is what trying yields today (npm run lineage)', () =>
        assert.deepEqual(kept, found(name, channel, lacks, folder)));

    test('has every field of every form of record, and no reason too many', () => {
      for (const operation of ['orders', 'products'] as const) {
        assert.equal(kept[operation] !== undefined, resourceOf(channel, operation) !== undefined);
        for (const [form, sources] of Object.entries(kept[operation] ?? {})) {
          assert.deepEqual(Object.keys(sources), fieldsOf(channel, operation));
          for (const [reason, fields] of Object.entries(lacks[operation]?.[form] ?? {}))
            for (const field of fields) assert.equal(sources[field], reason, `${form}: ${field}`);
        }
        const forms = Object.keys(kept[operation] ?? {});
        assert.deepEqual(Object.keys(lacks[operation] ?? {}).filter((one) => !forms.includes(one)), []); // biome-ignore format: one line
      }
    });

    for (const operation of ['orders', 'products'] as const)
      if (resourceOf(channel, operation))
        test(`a native value that is changed moves only fields of ${operation} that name it`, () => {
          const read = reader(name, channel, operation);
          const { answered } = OPERATION_TABLE[operation];
          const beyond = new Set<string>();
          for (const native of samplesIn(folder, operation)) {
            const whole = read(native);
            const sources = sourcesOf(kept[operation] ?? {}, native);
            for (const { path, value } of changes(native))
              for (const field of movedIn(answered, whole, read(value) ?? whole))
                if (!sources[field]?.includes(listed(path)))
                  beyond.add(`${listed(path)} moves ${field}`);
          }
          assert.deepEqual([...beyond], []);
        });

    for (const operation of ['orders', 'products'] as const)
      if (resourceOf(channel, operation))
        test(`every null of ${operation} has a reason`, () => {
          const read = reader(name, channel, operation);
          const { answered } = OPERATION_TABLE[operation];
          for (const native of samplesIn(folder, operation)) {
            const record = read(native) ?? {};
            const sources = sourcesOf(kept[operation] ?? {}, native);
            const reasons = reasonsOf(record, sources, []);
            assert.deepEqual(Object.keys(reasons).sort(), [...nullsIn(answered, record)].sort());
          }
        });
  });
