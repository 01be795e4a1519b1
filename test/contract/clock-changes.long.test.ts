// Every bound of every channel in both nights in which the clocks change: nothing is lost or added.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { isDeep } from '../all.ts';
import { type Service, startService } from '../service.ts';
import { idsOf } from './expected.ts';
import { iso } from './instants.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const FAMILIES = {
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  processed_at: 'processedAt',
  published_at: 'publishedAt',
} as const;
type Family = keyof typeof FAMILIES;

/**
 * Windows whose bounds move through the night: by a quarter of an hour where the channel filters,
 * by more where the service reads everything and sifts it, which no clock can disturb. The quarters
 * are dealt: of two bounds, or two nights, that follow one another each has every other quarter.
 */
function windows(at: number, by: unknown, dealt: number) {
  const step = by === 'service' ? 75 * MINUTE : 15 * MINUTE;
  const steps = (5 * HOUR) / step;
  return Array.from({ length: steps + 1 }, (_, i) => at - 2 * HOUR + i * step)
    .filter((_, i) => isDeep || by === 'service' || (i + dealt) % 2 === 0)
    .map((min) => ({ min, max: min + HOUR }));
}

let service: Service;
before(async () => {
  service = await startService({ days: Infinity });
});
after(() => service.close());

interface Dated {
  readonly id: unknown;
  readonly createdAt?: number;
  readonly updatedAt?: number;
  readonly processedAt?: number;
  readonly publishedAt?: number | null;
}

for (const [place, [name, channel]] of Object.entries(channels).entries())
  describe(name, () => {
    for (const kind of ['orders', 'products'] as const)
      for (const [at, family] of (Object.keys(FAMILIES) as Family[]).entries()) {
        const filters = channel[kind]?.filters as Readonly<Record<string, unknown>> | undefined;
        const [hasMin, hasMax] = [filters?.[`${family}_min`], filters?.[`${family}_max`]];
        if (!filters || (!hasMin && !hasMax)) continue;
        test(`${kind} by ${family}`, async () => {
          let found = 0;
          const nights = service.sandbox.catalogue.moments.clockChanges.entries();
          for (const [night, change] of nights)
            for (const { min, max } of windows(change.at, hasMin ?? hasMax, place + at + night)) {
              const body: object = {
                ...(kind === 'orders' && filters.status !== undefined && { status: 'any' }),
                ...(hasMin !== undefined && { [`${family}_min`]: iso(min) }),
                ...(hasMax !== undefined && { [`${family}_max`]: iso(max) }),
                limit: 100,
                fields: 'id',
              };
              const { items } = await service.walk(kind, name, body);
              const expected = idsIn(kind, name, (record) => {
                const when = record[FAMILIES[family]];
                if (when === undefined || when === null) return false;
                return (!hasMin || when >= min) && (!hasMax || when <= max);
              });
              found += expected.length;
              assert.deepEqual(idsOf(items), expected, JSON.stringify(body));
            }
          assert.ok(found > 0, 'no record of the catalogue lies in these nights');
        });
      }
  });

function idsIn(kind: 'orders' | 'products', name: string, keep: (record: Dated) => boolean) {
  const store = service.store(name);
  const shop = service.shop(name);
  return kind === 'orders'
    ? shop.orders.filter(keep).map((order) => store.orderId(order)).sort() // biome-ignore format: one thought
    : shop.products.filter(keep).map((product) => store.productId(product)).sort(); // biome-ignore format: one thought
}
