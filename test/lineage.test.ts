// Lineage: the files are what trying yields, and a native value that is changed moves what they name.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { resourceOf } from '../src/accounts/resource.ts';
import { type Lineage, sourcesOf } from '../src/channels/lineage.ts';
import { reasonsOf } from '../src/channels/reasons.ts';
import { whereFrom } from '../src/channels/where-from.ts';
import { OPERATION_TABLE } from '../src/model/operations.ts';
import { isAll } from './all.ts';
import { ACCOUNTS, samplesIn } from './filled-by.ts';
import { FOLDERS, fieldsOf, found, lacksIn, listed, movedIn, nullsIn, reader } from './lineage.ts';
import { changes, leavesOf } from './mutations.ts';
import { NOW } from './samples.ts';

for (const [name, channel, folder] of FOLDERS)
  describe(`lineage of ${name}`, () => {
    const kept = JSON.parse(readFileSync(new URL('lineage.json', folder), 'utf8')) as Lineage;
    const lacks = lacksIn(folder);

    test('is what trying yields today (npm run lineage)', () => {
      assert.deepEqual(kept, found(name, channel, lacks, folder));
      assert.deepEqual(channel.lineage(), kept);
    });

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
        test(`every null of ${operation} has a reason, and every value its places`, () => {
          const read = reader(name, channel, operation);
          const { answered } = OPERATION_TABLE[operation];
          for (const native of samplesIn(folder, operation)) {
            const record = read(native) ?? {};
            const sources = sourcesOf(kept[operation] ?? {}, native);
            const reasons = reasonsOf(record, sources, []);
            assert.deepEqual(Object.keys(reasons).sort(), [...nullsIn(answered, record)].sort());
            const context = { account: ACCOUNTS[name] ?? {}, now: NOW };
            for (const [field, value] of [...leavesIn(record)].slice(0, isAll ? undefined : 25)) {
              const { from, reason } = whereFrom(channel, operation, field, native, context);
              assert.equal(reason?.reason, value === null ? reasons[field]?.reason : undefined);
              for (const place of from)
                assert.ok(sources[listedField(field)]?.includes(listedField(place.path)), field);
            }
          }
        });
  });

/** Fields of a record with places in lists, as `line_items[0].sku`. */
function* leavesIn(record: object): Generator<readonly [string, unknown]> {
  for (const [path, value] of leavesOf(record)) {
    if (/_set\.|sms_marketing|payment_terms|tax_exemptions|_names|values|tags|urls|numbers|_ids/.test(path)) continue; // biome-ignore format: one line
    yield [path.replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]'), value];
  }
}
const listedField = (path: string) => path.replaceAll(/\[\d+\]/g, '[]');
