// What is refused, so already, or written, before anything is sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeOrder } from '../model/order-draft.ts';
import type { Product } from '../model/product.ts';
import type { Items } from '../model/writes.ts';
import { type Checked, checkItem } from './check.ts';

const said = ({ refusal, unchanged, write }: Checked): string =>
  refusal?.code ?? (unchanged ? 'unchanged' : write ? 'write' : 'nothing');

test('fulfillments', () => {
  const line = (id: string, left: number) => ({ id, quantity: 3, fulfillable_quantity: left });
  const order = {
    ...completeOrder({ id: '1', line_items: [line('a', 2), line('b', 0)] }, 'any'),
    fulfillments: [
      { status: 'success', tracking_numbers: ['N1'], line_items: [{ id: 'a', quantity: 1 }] },
    ],
  };
  const of = (wish: Partial<Items['fulfillments']>, changes: object = {}) =>
    checkItem(
      'fulfillments',
      0,
      { order_id: '1', ...wish },
      {
        ...{ record: { ...order, ...changes }, native: {} },
      },
    );
  const lines = (id: string, quantity: number) => ({ line_items: [{ id, quantity }] });
  assert.equal(
    said(checkItem('fulfillments', 0, { order_id: '1' }, undefined)),
    'record_not_found',
  );
  const { write } = of({});
  assert.deepEqual(
    write && 'lines' in write && write.lines.map((one) => [one.line.id, one.quantity]),
    [['a', 2]],
    'all that is left',
  );
  assert.equal(said(of(lines('a', 2))), 'write');
  assert.equal(said(of(lines('a', 3))), 'more_than_left');
  assert.equal(said(of(lines('b', 1))), 'more_than_left');
  assert.equal(said(of(lines('c', 1))), 'line_not_found');
  const twice = { line_items: [...lines('a', 1).line_items, ...lines('a', 1).line_items] };
  assert.equal(said(of(twice)), 'duplicate_item');
  assert.equal(said(of({ ...lines('a', 1), tracking_numbers: ['n 1'] })), 'unchanged');
  assert.equal(said(of({ ...lines('a', 1), tracking_numbers: ['N2'] })), 'write');
  assert.equal(said(of({}, { cancelled_at: '2026-11-01T00:00:00Z' })), 'not_shippable');
  const gone = { line_items: order.line_items.map((one) => ({ ...one, fulfillable_quantity: 0 })) };
  assert.equal(said(of({}, gone)), 'not_shippable', 'the rest was given back');
  const sent = gone.line_items.map((one) => ({ ...one, fulfillment_status: 'fulfilled' as const }));
  const left = { line_items: sent, fulfillments: [] };
  assert.equal(said(of({}, left)), 'nothing_left');
  assert.equal(said(of({ tracking_numbers: ['N9'] }, left)), 'nothing_left');
  assert.equal(said(of({}, { ...gone, fulfillments: [] })), 'not_shippable', 'another’s to ship');
  assert.equal(said(of({ tracking_numbers: ['n-1'] }, gone)), 'unchanged', 'however it is spelled');
});

const found = (variant: object) => ({
  record: { variants: [{ id: 'v', inventory_levels: [], ...variant }] } as unknown as Product,
  native: {},
});

test('stock', () => {
  const level = (location_id: string | null, available: number | null) => ({
    location_id,
    available,
  });
  const two = { inventory_quantity: 7, inventory_levels: [level('p', 3), level('q', 4)] };
  const of = (variant: object, wish: Partial<Items['stock']> = {}) =>
    checkItem('stock', 0, { variant_id: 'v', available: 5, ...wish }, found(variant));
  assert.equal(said(of({}, { variant_id: 'another' })), 'record_not_found');
  assert.equal(said(of(two)), 'location_required');
  assert.equal(said(of(two, { location_id: 'r' })), 'location_not_found');
  assert.equal(said(of(two, { location_id: 'q', available: 4 })), 'unchanged');
  const { before, write } = of(two, { location_id: 'q' });
  assert.deepEqual(before, { location_id: 'q', available: 4 });
  assert.equal(write && 'locationId' in write && write.locationId, 'q');
  const one = { inventory_quantity: 9, inventory_levels: [level('p', 3)] };
  assert.deepEqual(of(one).before, { location_id: 'p', available: 3 }, 'the only place');
  assert.deepEqual(of({ inventory_quantity: 9 }).before, { location_id: null, available: 9 });
  assert.equal(said(of({ inventory_quantity: null })), 'stock_not_counted');
  assert.equal(said(of(one, { if_available: 4 })), 'stock_moved');
  assert.equal(said(of(one, { if_available: 3 })), 'write');
});

test('prices', () => {
  const of = (wish: Partial<Items['prices']>, currency: string | null = 'EUR') =>
    said(
      checkItem(
        'prices',
        0,
        { variant_id: 'v', price: '9.50', ...wish },
        {
          ...found({ price: '10.00', compare_at_price: null, currency }),
        },
      ),
    );
  assert.equal(of({}), 'write');
  assert.equal(of({ price: '10' }), 'unchanged');
  assert.equal(of({ currency: 'USD' }), 'currency_differs');
  assert.equal(of({ currency: 'EUR' }, null), 'currency_differs');
  assert.equal(of({ price: '9.505' }), 'too_many_decimals');
  assert.equal(of({ price: '9.5' }, 'JPY'), 'too_many_decimals');
  assert.equal(of({ compare_at_price: '9.50' }), 'price_not_set');
  assert.equal(of({ compare_at_price: '9.500' }), 'too_many_decimals');
  assert.equal(of({ compare_at_price: '12.00' }), 'write');
});
