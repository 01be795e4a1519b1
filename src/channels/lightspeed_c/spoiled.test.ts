// Answers with every place spoiled in every way: read as far as they go, or refused as unreadable.
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { mustReadOrRefuse } from '../../../test/spoiling.ts';
import { ok, shopThat } from './fake-vendor.ts';
import { lightspeedC } from './index.ts';
import type { NativeOrder, NativeProduct } from './native.ts';

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

const OWN = {
  orders: /^(orders|shipments|shop)/,
  products: /^(catalog|variants|languages|shop$)/,
} as const;

for (const operation of ['orders', 'products'] as const)
  test(`spoiled answers about ${operation} are read or refused`, () =>
    mustReadOrRefuse({
      name: 'lightspeed_c',
      channel: lightspeedC,
      operation,
      answers: ANSWERS,
      spoiled: OWN[operation],
      readingOf: (answers) => shopThat((path) => ok(answers[path.split('?')[0] ?? ''])).reading,
    }));
