// Answers with every place spoiled in every way: read as far as they go, or refused as unreadable.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { mutations } from '../../../test/mutations.ts';
import { Fault } from '../../model/faults.ts';
import { createJournal } from '../../unified/report.ts';
import { transform } from '../../unified/transform.ts';
import type { Task } from '../../unified/validate.ts';
import type { Resource } from '../channel.ts';
import { NOW, ok, shopThat } from './fake-shop.ts';
import type { NativeOrder, NativeProduct } from './native.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';

const sample = (name: string) =>
  JSON.parse(readFileSync(new URL(`samples/${name}.native.json`, import.meta.url), 'utf8'));
const partly: NativeOrder = sample('order-coupon-surcharge-partly-shipped');
const several: NativeProduct = sample('product-variants');
const { orderProducts, shippedProducts, shop: _, ...row } = partly;
const { variantRecords, shop: __, ...product } = several;

/** What the shop answers at each path. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  shop: {
    shop: {
      id: 356891,
      createdAt: '2024-02-09T13:36:52+01:00',
      mainDomain: 'www.noordhaven.example',
      currency: { shortcode: 'EUR' },
    },
  },
  languages: { languages: [{ code: 'nl', isActive: true, isDefault: true }] },
  orders: { orders: [row] },
  [`orders/${row.id}/products`]: { orderProducts },
  shipments: { shipments: [{ id: 5, status: 'shipped' }] },
  'shipments/5/products': { shipmentProducts: shippedProducts },
  catalog: { products: [product] },
  variants: { variants: variantRecords },
};

type Native = Resource<{ readonly limit: number }, never, never, unknown, unknown>;

/** Fetches and transforms, reading on; the sentence of anything but records and faults of them. */
async function oddIn(
  operation: 'orders' | 'products',
  answers: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const resource = (operation === 'orders' ? orders : products) as unknown as Native;
  const faults: Fault[] = [];
  const leaveOut = (fault: Fault) => faults.push(fault);
  try {
    const { reading } = shopThat((path) => ok(answers[path.split('?')[0] ?? '']));
    const { items } = await resource.fetch({ limit: 10 }, undefined, { ...reading, leaveOut });
    const task = { operation, name: 'lightspeed_c', resource } as unknown as Task;
    await transform(items, task, {}, NOW, createJournal('0'.repeat(32)), leaveOut);
  } catch (error) {
    if (!(error instanceof Fault)) return String(error);
    faults.push(error);
  }
  const other = faults.find(({ code }) => code !== 'channel_invalid_response');
  return other && `${other.code}: ${other.message}`;
}

const OWN = {
  orders: /^(orders|shipments|shop)/,
  products: /^(catalog|variants|languages|shop$)/,
} as const;

for (const operation of ['orders', 'products'] as const)
  test(`spoiled answers about ${operation} are read or refused`, async () => {
    const wrong: string[] = [];
    for (const [at, answer] of Object.entries(ANSWERS)) {
      if (!OWN[operation].test(at)) continue;
      for (const { path, into, value } of mutations({ body: answer })) {
        const { body } = value as { readonly body: unknown };
        const odd = await oddIn(operation, { ...ANSWERS, [at]: body });
        if (odd !== undefined) wrong.push(`${at} ${path} as ${into}: ${odd}`);
      }
    }
    assert.deepEqual(wrong.slice(0, 20), [], String(wrong.length));
  });
