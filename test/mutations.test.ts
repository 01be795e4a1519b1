// Samples with every place spoiled in every way: read as far as they go, or refused by name and place.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { Compile } from 'typebox/compile';
import { channels } from '../src/channels/index.ts';
import type { Fault } from '../src/model/faults.ts';
import { Order } from '../src/model/order.ts';
import { Product } from '../src/model/product.ts';
import { createJournal } from '../src/unified/report.ts';
import { transform } from '../src/unified/transform.ts';
import type { Task } from '../src/unified/validate.ts';
import { mutations } from './mutations.ts';

const NOW = Date.UTC(2026, 10, 1, 12);
const SCHEMAS = { orders: Compile(Order), products: Compile(Product) };

for (const [name, channel] of Object.entries(channels))
  describe(`spoiled samples of ${name}`, () => {
    const folder = new URL(`../src/channels/${name}/samples/`, import.meta.url);
    for (const file of readdirSync(folder).filter((one) => one.endsWith('.native.json'))) {
      const operation = file.startsWith('order-') ? 'orders' : 'products';
      const task = { operation, name, channel, resource: channel[operation] } as unknown as Task;
      const read = (native: unknown) => {
        const faults: Fault[] = [];
        const journal = createJournal('0'.repeat(32));
        const [one] = transform([native], task, {}, NOW, journal, (fault) => faults.push(fault));
        return { record: one?.record, fault: faults[0] };
      };

      test(file, () => {
        const native = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
        const whole = read(native).record as Record<string, unknown>;
        assert.ok(whole, 'the sample itself cannot be read');
        const wrong: string[] = [];
        let refused = 0;
        let all = 0;
        for (const { path, into, value } of mutations(native)) {
          all++;
          const { record, fault } = read(value);
          if (fault) {
            refused++;
            if (fault.code !== 'channel_invalid_response' || fault.record === undefined)
              wrong.push(`${path} as ${into}: ${fault.code} ${fault.message}`);
          } else if (!SCHEMAS[operation].Check(record)) {
            const [error] = SCHEMAS[operation].Errors(record);
            wrong.push(`${path} as ${into}: ${error?.instancePath} ${error?.message}`);
          }
        }
        assert.deepEqual(wrong.slice(0, 20), [], `${wrong.length} of ${all}`);
        assert.ok(refused * 10 < all, `${refused} of ${all} spoiled records were refused`);
      });
    }
  });
