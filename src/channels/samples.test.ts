// Every channel's samples: native records beside what they must become.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { PREFIX, unifiedOf } from '../../test/samples.ts';
import { resourceOf } from '../accounts/resource.ts';
import { readJson } from '../model/json.ts';
import { rawOf } from '../unified/include.ts';
import type { Warning } from './channel.ts';
import { channels } from './index.ts';

for (const [name, channel] of Object.entries(channels)) {
  const folder = new URL(`./${name}/samples/`, import.meta.url);
  const textOf = (file: string) => readFileSync(new URL(file, folder), 'utf8');
  const read = (file: string) => JSON.parse(textOf(file));

  describe(`samples of ${name}`, () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.native.json'));
    test('there are some of each kind, and of each list that can be included', () => {
      assert.ok(!channel.orders || files.some((file) => file.startsWith(PREFIX.orders)));
      assert.ok(!channel.products || files.some((file) => file.startsWith(PREFIX.products)));
      const lists = readdirSync(folder)
        .filter((file) => file.endsWith('.included.json'))
        .map(read);
      for (const word of Object.keys(channel.orders?.includes ?? {}))
        assert.ok(
          lists.some((list) => list[word].length > 0),
          `no sample has ${word}`,
        );
    });

    for (const file of files) {
      const kind = file.startsWith(PREFIX.orders) ? 'orders' : 'products';
      test(file, () => {
        const { record, included, off, warnings } = unifiedOf(name, channel, kind, read(file));
        assert.deepEqual(record, read(file.replace('.native.', '.unified.')));
        const beside = file.replace('.native.', '.included.');
        const isThere = existsSync(new URL(beside, folder));
        assert.deepEqual(included, isThere ? read(beside) : undefined, beside);
        assert.deepEqual(off, [], 'its amounts do not add up');
        assert.deepEqual(warnings.filter(saysOff), [], 'its refunds do not add up');
      });

      test(`${file} as raw: every number as it was written`, () => {
        const resource = resourceOf(channel, kind);
        assert.ok(resource);
        // Samples have exact numbers as the driver reads them, as text; vendors write numbers.
        const text = textOf(file).replaceAll(/(":\s*)"(-?(?:0|[1-9]\d*)\.\d+)"/g, '$1$2');
        const native = readJson(text, { exact: true, written: true });
        const raw = JSON.stringify(rawOf(resource, native));
        const kept = JSON.parse(text, keepNumbers as Reviver);
        assert.equal(raw, JSON.stringify(resource.raw ? resource.raw(kept) : kept));
      });
    }
  });
}

const saysOff = ({ code }: Warning) => code === 'totals_do_not_add_up';

/** The type library does not know of the source yet. */
type Reviver = (key: string, value: unknown) => unknown;
const keepNumbers = (_: string, value: unknown, { source = '' }: { readonly source?: string }) =>
  typeof value === 'number' ? JSON.rawJSON(source) : value;
