// Samples with each place made nonsense: refused by name and place, or read with a warning; never a silent change.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createJournal } from '../src/accounts/journal.ts';
import { channels } from '../src/channels/index.ts';
import type { Fault } from '../src/model/faults.ts';
import { compare, isAmount } from '../src/model/money.ts';
import { transformer } from '../src/unified/transform.ts';
import type { Task } from '../src/unified/validate.ts';
import { differences, nonsense } from './mutations.ts';
import { nativesOf } from './samples.ts';

/** What the driver puts into a record itself, or joins by: places that no nonsense of a vendor reaches. */
const EXCEPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  amazon: { 'productsBySku.*': 'made by the driver from listings that it has read as such' },
  bigcommerce: { catalog_records: 'a list that the driver made, or left out' },
  lightspeed_c: { 'shop.languages': 'a number that the driver counted' },
  woocommerce: { shop_decimals: 'a number that the driver read as such' },
  magento: {
    'attribute_records.*.options.*.value': 'an identifier by which values are joined: any text',
    'extension_attributes.website_ids.*': 'an identifier by which websites are joined: any text',
    'custom_attributes.*.value': 'an identifier by which values are joined: any text',
  },
};

const NOW = Date.UTC(2026, 10, 1, 12);

for (const [name, channel] of Object.entries(channels))
  describe(`nonsense in samples of ${name}`, () => {
    for (const { file, kind: operation, text } of nativesOf(name)) {
      const resource = channel[operation];
      const include = Object.keys(resource?.includes ?? {});
      const query = { ...(include.length > 0 && { include }) };
      const task = { operation, name, channel, resource, query } as unknown as Task;
      const read = (native: unknown) => {
        const faults: Fault[] = [];
        const journal = createJournal('0'.repeat(32));
        const leaveOut = (fault: Fault) => faults.push(fault);
        const one = transformer(task, {}, NOW, journal, leaveOut)(native);
        return { record: one?.record, fault: faults[0], warnings: journal.report().Warnings };
      };

      test(file, () => {
        const native = JSON.parse(text);
        const { record: whole, warnings: usual } = read(native);
        assert.ok(whole, 'the sample itself cannot be read');
        assert.deepEqual(
          usual.filter(({ code }) => code === 'value_unreadable'),
          [],
          'the sample itself holds what cannot be read',
        );
        const wrong: string[] = [];
        let all = 0;
        for (const { path, into, value } of nonsense(native)) {
          if (isExcepted(name, path)) continue;
          all++;
          const { record, fault, warnings } = read(value);
          const say = (what: string) => wrong.push(`${path} as ${into}: ${what}`);
          if (fault) {
            if (fault.code !== 'channel_invalid_response' || !names(fault.message, path))
              say(`refused for ${fault.message}`);
            continue;
          }
          // A text that is carried along is there to be seen.
          const changed = differences(whole, record).filter(
            (field) => !String(at(record, field)).includes(String(JSON.parse(into))),
          );
          if (changed.length === 0) continue;
          const isSaid = warnings.some(
            ({ message, count }) =>
              !usual.some((one) => one.message === message && one.count === count),
          );
          if (!isSaid) say(`moves ${changed.slice(0, 4)} in silence`);
          const others = changed.filter((field) => isOther(at(whole, field), at(record, field)));
          if (others.length > 0) say(`makes other amounts of ${others.slice(0, 4)}`);
        }
        assert.deepEqual(wrong.slice(0, 20), [], `${wrong.length} of ${all}`);
      });
    }
  });

const isExcepted = (channel: string, path: string): boolean =>
  Object.keys(EXCEPTIONS[channel] ?? {}).some((place) => {
    const steps = place.split('.');
    const given = path.split('.');
    return (
      steps.length === given.length &&
      steps.every((step, index) => step === '*' || step === given[index])
    );
  });

/** Whether a sentence names the place, or what holds it. */
const names = (message: string, path: string): boolean =>
  path
    .split('.')
    .filter((step) => !/^\d+$/.test(step))
    .slice(-2)
    .some((step) => message.includes(step));

const at = (record: unknown, field: string): unknown =>
  field.split('.').reduce<unknown>((value, step) => value?.[step as never], record);

/** Whether an amount is neither what it was nor empty. */
const isOther = (before: unknown, after: unknown): boolean =>
  /^-?\d+\.\d+$/.test(String(after)) && !(isAmount(before) && compare(before, String(after)) === 0);
