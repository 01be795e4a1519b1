// Stage four: native records become unified ones, whole, checked, and later cut to the fields asked for.
import type { Account } from '../channels/channel.ts';
import type { Order } from '../model/order.ts';
import { difference } from '../model/sums.ts';
import type { Journal } from './report.ts';
import { KINDS } from './resources.ts';
import type { Task } from './validate.ts';

export function transform(
  items: readonly unknown[],
  task: Task,
  account: Account,
  now: number,
  journal: Journal,
): Record<string, unknown>[] {
  const { complete } = KINDS[task.operation];
  const telling = { account, now, note: journal.warn };
  return items.map((native) => {
    const record = complete(task.resource.transform(native, telling), task.name);
    if (task.operation === 'orders') checkSums(record as unknown as Order, journal);
    return record;
  });
}

function checkSums(order: Order, journal: Journal) {
  const off = difference(order);
  if (off === undefined) return;
  journal.warn({
    code: 'totals_do_not_add_up',
    message: `The channel’s own figures do not add up; its total is kept. total_price differs from the sum of its parts by ${off}.`,
    field: 'total_price',
    id: order.id,
  });
}

/** Keeps the fields asked for, and those every record must have. */
export function projection(fields: string | undefined) {
  if (fields === undefined) return (record: Record<string, unknown>) => record;
  const wanted = new Set(['id', 'channel_name', ...fields.split(',').map((name) => name.trim())]);
  return (record: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => wanted.has(name)));
}
