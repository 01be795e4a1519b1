// What is never shipped does not belong to what is left of an order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeOrder } from '../model/order-draft.ts';
import { checkItem } from './check.ts';
import { sendable } from './read.ts';

test('all that is left is what the channel ever ships', () => {
  const line = (id: string) => ({ id, quantity: 2, fulfillable_quantity: 2 });
  const order = completeOrder({ id: '1', line_items: [line('a'), line('b')] }, 'any');
  const [, found] = sendable({ ships: ({ id }) => id === 'a' })([
    '1',
    { record: order, native: {} },
  ]);
  const { write } = checkItem('fulfillments', 0, { order_id: '1' }, found);
  assert.deepEqual(
    write && 'lines' in write && write.lines.map((one) => [one.line.id, one.quantity]),
    [['a', 2]],
  );
  const named = { order_id: '1', line_items: [{ id: 'b', quantity: 1 }] };
  assert.equal(checkItem('fulfillments', 0, named, found).refusal?.code, 'more_than_left');
});
