// Shipments as both APIs of Mirakl take them, what they answer, and what is refused.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Ask, Reply } from '../../model/exchange.ts';
import { completeOrder } from '../../model/order-draft.ts';
import type { FulfillmentItem } from '../../model/writes.ts';
import { MARKETPLACE, miraklThat, ok, sample } from './fake-vendor.ts';
import {
  answer,
  asked,
  CONNECT,
  CONNECT_API,
  codesOf,
  context,
  SHOP_API,
  shown,
} from './fake-writes.ts';
import type { NativeOrder } from './native.ts';
import { orders } from './orders.ts';
import { planFulfillments } from './write-orders.ts';

/** A marketplace with these carriers, that has shipments of parts or not; every offer is kept in lyon. */
const marketplace = (isMulti: boolean) =>
  miraklThat(({ url }: Ask) => {
    const [, offer] = /\/api\/offers\/(.+)$/.exec(url) ?? [];
    if (offer) return ok({ offer_id: offer, warehouses: [{ code: 'lyon', quantity: 1 }] });
    if (!url.endsWith('/api/shipments'))
      return ok({ carriers: [{ code: 'PNL', label: 'PostNL', standard_code: 'postnl' }] });
    return isMulti ? ok({ data: [] }) : answer(404);
  }, MARKETPLACE);

function ship(
  item: Partial<FulfillmentItem>,
  native: NativeOrder,
  { reading } = miraklThat([], CONNECT),
  pieces?: Readonly<Record<string, number>>,
) {
  const order = completeOrder(orders.transform(native, context), 'mirakl');
  const lines = order.line_items
    .map((line) => ({ line, quantity: (pieces ? pieces[line.id ?? ''] : line.quantity) ?? 0 }))
    .filter(({ quantity }) => quantity > 0);
  const write = { at: 3, item: { order_id: order.id, ...item }, order, native, lines };
  return planFulfillments([write], reading);
}

describe('shipments of Connect', () => {
  const waiting = sample('order-connect-awaiting-acceptance');
  const [line] = waiting.order_lines;
  const order = (status: string, ...lines: object[]) => ({
    ...waiting,
    status,
    order_lines: lines.map((one) => ({ ...line, status, ...one })),
  });
  const ready = order('AWAITING_SHIPMENT', { id: 'A/1', quantity: 2 });
  const path = `${CONNECT_API}/v2/orders/0107_CM-558120-A`;
  const keptIn = (...codes: string[]) => {
    const quantities = codes.map((warehouse_code) => ({ warehouse_code, available_quantity: 1 }));
    return miraklThat([ok({ data: [{ id: line.product.id, quantities }] })], CONNECT);
  };

  test('name lines, the carrier, one number and its address', async () => {
    const plan = await ship(
      {
        ...{ tracking_company: 'PostNL', tracking_numbers: ['3S1'], location_id: 'lyon' },
        tracking_urls: ['https://track.example/3S1'],
      },
      ready,
      keptIn('rennes', 'lyon'),
    );
    assert.deepEqual(asked(plan), [
      [
        `POST ${path}/shipments`,
        '{"items":[{"order_line_id":"A/1","quantity":2}],"carrier":"PostNL","tracking_number":"3S1","tracking_url":"https://track.example/3S1","warehouse_id":"lyon"}',
      ],
    ]);
    assert.deepEqual(asked(await ship({}, ready)), [
      [`POST ${path}/shipments`, '{"items":[{"order_line_id":"A/1","quantity":2}]}'],
    ]);
    const read = (reply: Reply) => shown(plan.steps[0]?.read?.(reply));
    assert.deepEqual(read(answer(202, { action_id: 'a1', tracking_id: 't1' })), [
      { process: 'a1' },
    ]);
    assert.deepEqual(read(answer(202)), [undefined]);
    const error = {
      code: 'INVALID_INPUT',
      message: 'No.',
      errors: [{ field: 'items', message: 'odd' }],
    };
    assert.deepEqual(read(answer(400, error)), ['refused_by_channel: Mirakl: No.; items: odd']);
  });

  test('leave from a warehouse that the products of the order are kept in', async () => {
    for (const [places, words] of [
      [['rennes', 'lille'], 'but in rennes, lille.'],
      [[], 'leave "location_id" out.'],
    ] as const) {
      const { refused, steps } = await ship({ location_id: 'lyon' }, ready, keptIn(...places));
      assert.deepEqual(steps, []);
      assert.equal(refused[0]?.refusal.code, 'location_not_found');
      assert.ok(refused[0].refusal.message.endsWith(words), refused[0].refusal.message);
    }
  });

  test('of an order that waits for its acceptance need it first', async () => {
    const plan = await ship({ accept: true }, waiting);
    assert.deepEqual(
      asked(plan).map(([call]) => call),
      [`PUT ${path}/accept`, `POST ${path}/shipments`],
    );
    assert.equal(
      plan.steps[0]?.ask.body,
      '{"order_lines":[{"id":"0107_CM-558120-A-1","accepted":true}]}',
    );
    assert.deepEqual(codesOf(await ship({}, waiting)), [[3, 'not_accepted']]);
  });

  test('are refused where nothing could be sent, or be read back', async () => {
    const cases: [string, Partial<FulfillmentItem>, NativeOrder, Record<string, number>?][] = [
      ['not_shippable', {}, order('AWAITING_PAYMENT', {})],
      ['not_shippable', {}, order('AWAITING_SHIPMENT', { status: 'SHIPPED' })],
      ['not_shippable', {}, ready, { 'A/1': 1 }],
      [
        'not_shippable',
        { accept: true },
        order('AWAITING_ACCEPTANCE', { quantity: 2 }),
        { [line.id]: 1 },
      ],
      ['not_shippable', {}, { ...ready, fulfillment: { type: 'FULFILLED_BY_PARTNER' } }],
      ['invalid_request', { tracking_numbers: ['1', '2'] }, ready],
      ['carrier_unknown', { tracking_company: ' ' }, ready],
    ];
    for (const [code, item, native, pieces] of cases) {
      const plan = await ship(item, native, undefined, pieces);
      assert.deepEqual(codesOf(plan), [[3, code]]);
      assert.deepEqual(plan.steps, []);
    }
  });
});

describe('shipments of a marketplace', () => {
  const partly = sample('order-marketplace-tax-excluded-partly-shipped');
  const [first, second] = partly.order_lines;
  const order = (state: string) => ({
    ...{ ...partly, order_state: state, can_shop_ship: true },
    order_lines: [first, second].map((one) => ({ ...one, order_line_state: state })),
  });
  const path = `${SHOP_API}/orders/B2B-20117-A`;

  test('are of the whole order: first its tracking, then that it left', async () => {
    const item = { tracking_company: 'postnl', tracking_numbers: ['3S1'] };
    const plan = await ship(item, order('SHIPPING'), marketplace(false));
    assert.deepEqual(asked(plan), [
      [`PUT ${path}/tracking`, '{"carrier_code":"PNL","tracking_number":"3S1"}'],
      [`PUT ${path}/ship`, ''],
    ]);
    const unlisted = { ...item, tracking_company: 'Otto', tracking_urls: ['https://o.example/1'] };
    const [tracked] = asked(await ship(unlisted, order('SHIPPING'), marketplace(false)));
    assert.equal(
      tracked?.[1],
      '{"carrier_name":"Otto","tracking_number":"3S1","carrier_url":"https://o.example/1"}',
    );
    const accepted = await ship({ accept: true }, order('WAITING_ACCEPTANCE'), marketplace(false));
    assert.deepEqual(asked(accepted), [
      [
        `PUT ${path}/accept`,
        '{"order_lines":[{"id":"B2B-20117-A-1","accepted":true},{"id":"B2B-20117-A-2","accepted":true}]}',
      ],
      [`PUT ${path}/ship`, ''],
    ]);
    const said = accepted.steps.map(({ read }) => shown(read?.(answer(400, { message: 'No.' }))));
    assert.deepEqual(said, [
      ['refused_by_channel: Mirakl: No.'],
      ['refused_by_channel: The order was accepted, but not shipped. Mirakl: No.'],
    ]);
  });

  test('are of lines where the operator has them', async () => {
    const item = { tracking_company: 'PNL', tracking_numbers: ['3S1'], location_id: 'lyon' };
    const plan = await ship(item, partly, marketplace(true), { 'B2B-20117-A-2': 1 });
    assert.deepEqual(asked(plan), [
      [
        `POST ${SHOP_API}/shipments`,
        '{"shipments":[{"order_id":"B2B-20117-A","shipment_lines":[{"order_line_id":"B2B-20117-A-2","quantity":1}],"shipped":true,"shipping_from":{"warehouse":{"code":"lyon"}},"tracking":{"carrier_code":"PNL","tracking_number":"3S1"}}]}',
      ],
    ]);
    const elsewhere = { ...item, location_id: 'paris' };
    assert.deepEqual(codesOf(await ship(elsewhere, partly, marketplace(true), { 'B2B-20117-A-2': 1 })), [[3, 'location_not_found']]); // biome-ignore format: one line
    const read = (body: unknown) => shown(plan.steps[0]?.read?.(answer(201, body)));
    assert.deepEqual(read({ shipment_errors: [], shipment_success: [{}] }), [undefined]);
    assert.deepEqual(
      read({
        shipment_errors: [{ order_id: 'B2B-20117-A', message: 'No.' }],
        shipment_success: [],
      }),
      ['refused_by_channel: Mirakl: No.'],
    );
  });

  test('are refused where they are not possible so', async () => {
    const ready = order('SHIPPING');
    const cases: [string, Partial<FulfillmentItem>, NativeOrder, Record<string, number>?][] = [
      ['not_accepted', {}, order('WAITING_ACCEPTANCE')],
      ['not_shippable', {}, order('WAITING_DEBIT_PAYMENT')],
      ['not_shippable', {}, { ...ready, can_shop_ship: false }],
      ['not_shippable', {}, ready, { 'B2B-20117-A-2': 1 }],
      ['location_not_found', { location_id: 'lyon' }, ready],
      ['tracking_required', { tracking_numbers: ['3S1'] }, ready],
      ['tracking_required', { tracking_company: 'PostNL' }, ready],
      [
        'invalid_request',
        {
          tracking_company: 'PostNL',
          tracking_numbers: ['1'],
          tracking_urls: ['https://a.example'],
        },
        ready,
      ],
    ];
    for (const [code, item, native, pieces] of cases) {
      const plan = await ship(item, native, marketplace(false), pieces);
      assert.deepEqual(codesOf(plan), [[3, code]], JSON.stringify(item));
      assert.deepEqual(plan.steps, []);
    }
  });
});
