// Records of strangers with a long text, or a number of too many digits, in any place.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { createJournal } from '../../src/accounts/journal.ts';
import { channels } from '../../src/channels/index.ts';
import type { Fault } from '../../src/model/faults.ts';
import { transformer } from '../../src/unified/transform.ts';
import type { Task } from '../../src/unified/validate.ts';
import { leavesOf } from '../mutations.ts';
import { tooCostly } from './cost.ts';
import { FEW_SHAPES } from './shapes.ts';

const NOW = Date.UTC(2026, 10, 1, 12);
/** 2n of them in each of some thousand places. */
const N = 8 * 1024;

describe('records of strangers', () => {
  for (const [name, channel] of Object.entries(channels)) {
    const folder = new URL(`../../src/channels/${name}/samples/`, import.meta.url);
    for (const operation of ['orders', 'products'] as const) {
      const resource = channel[operation];
      if (!resource) continue;
      const prefix = operation === 'orders' ? 'order-' : 'product-';
      const samples = readdirSync(folder)
        .filter((file) => file.startsWith(prefix) && file.endsWith('.native.json'))
        .map((file) => readFileSync(new URL(file, folder), 'utf8'))
        .sort((a, b) => b.length - a.length);
      const include = Object.keys(resource.includes ?? {});
      const query = { ...(include.length > 0 && { include }) };
      const task = { operation, name, channel, resource, query } as unknown as Task;
      const read = (native: unknown) => {
        const faults: Fault[] = [];
        const journal = createJournal('0'.repeat(32));
        const one = transformer(task, {}, NOW, journal, (fault) => faults.push(fault))(native);
        return { record: one?.record, fault: faults[0] };
      };

      test(`${name} ${operation}: a long text in any place`, async () => {
        const native = JSON.parse(samples[0] ?? '');
        for (const { path, put } of placesIn(native)) {
          const reading = (text: string) => put(text, () => read(native));
          assert.deepEqual(await tooCostly(reading, FEW_SHAPES, N), [], path);
        }
      });

      test(`${name} ${operation}: a number of too many digits in any place`, () => {
        for (const sample of samples) {
          const native = JSON.parse(sample);
          const before = leavesOf(read(native).record);
          for (const { path, put } of placesIn(native))
            for (const number of [`1.${'0'.repeat(60)}`, '-7e60'])
              put(number, () => {
                const { record, fault } = read(native);
                if (fault) {
                  assert.equal(fault.code, 'channel_invalid_response', `${path} ${fault.message}`);
                  assert.notEqual(fault.record, undefined, path);
                  return;
                }
                for (const [field, leaf] of leavesOf(record))
                  if (isAmount(before.get(field)) && String(leaf).length > 45)
                    assert.fail(`${path}: ${field} is ${leaf}`);
              });
        }
      });
    }
  }
});

const isAmount = (leaf: unknown): boolean =>
  typeof leaf === 'string' && /^-?\d{1,12}\.\d{2,6}$/.test(leaf);

interface Place {
  readonly path: string;
  /** Runs with a text in this place, and puts back what stood there. */
  put<T>(text: string, run: () => T): T;
}

/** Every place of a value that holds a text or a number; of a list, those of its first member. */
function placesIn(value: unknown, at = ''): Place[] {
  if (value === null || typeof value !== 'object') return [];
  const holder = value as Record<string, unknown>;
  const keys = Object.keys(holder);
  return (Array.isArray(value) ? keys.slice(0, 1) : keys).flatMap((key) => {
    const [member, path] = [holder[key], `${at}${key}`];
    if (typeof member !== 'string' && typeof member !== 'number')
      return placesIn(member, `${path}.`);
    const put: Place['put'] = (text, run) => {
      holder[key] = text;
      try {
        return run();
      } finally {
        holder[key] = member;
      }
    };
    return [{ path, put }];
  });
}
