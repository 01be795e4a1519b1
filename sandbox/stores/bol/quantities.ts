// The state of an order of the catalogue at bol: what of it can be held, shipped, cancelled and when.
import type { Instant, Line, Order } from '../../catalogue/types.ts';
import { firstReason, type Reasons } from '../../living/why.ts';

/**
 * bol sells in euro to buyers in the Netherlands and Belgium, by EAN, at prices that include VAT,
 * and shows an order only once it is paid. It knows no tips and no orders for trial.
 */
export const notByBol: Reasons<Order> = [
  ['bol sells in euro.', ({ currency }) => currency !== 'EUR'],
  ['Prices at bol include VAT.', ({ taxesIncluded }) => !taxesIncluded],
  [
    'bol sends to the Netherlands and Belgium.',
    ({ shipping }) => shipping?.countryCode !== 'NL' && shipping?.countryCode !== 'BE',
  ],
  ['bol shows an order only once it is paid.', ({ paidAt }) => paidAt === null],
  ['bol has no orders for trial.', ({ test }) => test],
  ['bol knows no tips.', ({ totals }) => totals.tip.shop !== 0],
  ['bol sells by EAN.', ({ lines }) => lines.some(({ barcode }) => barcode === null)],
];

export const isHeld = (order: Order): boolean => firstReason(notByBol, order) === undefined;

/** Every fourth product is in bol's warehouse and is sent from there. */
export const methodOf = (productId: number | null): 'FBR' | 'FBB' =>
  (productId ?? 0) % 4 === 0 ? 'FBB' : 'FBR';

export interface Course {
  readonly shipped: number;
  readonly cancelled: number;
  readonly changedAt: Instant;
}

/** What became of each line. Pieces given back before they were shipped are cancelled ones. */
export function coursesOf(order: Order): readonly Course[] {
  const courses = order.lines.map((line): Course => {
    const shipped = Math.min(line.quantity, line.fulfilledQuantity);
    const left = line.quantity - shipped;
    const cancelled = order.state === 'cancelled' ? left : Math.min(left, line.refundedQuantity);
    return { shipped, cancelled, changedAt: lastEventOf(order, line, cancelled > 0) };
  });
  // The last change of an order is that of one of its items: the one that changed last anyway.
  const newest = courses.reduce(
    (best, course, index) => (course.changedAt > (courses[best]?.changedAt ?? 0) ? index : best),
    0,
  );
  return courses.map((course, index) =>
    index === newest ? { ...course, changedAt: order.updatedAt } : course,
  );
}

function lastEventOf(order: Order, line: Line, cancelled: boolean): Instant {
  const events = [
    order.createdAt,
    ...order.fulfilments
      .filter(({ lines }) => lines.some(({ lineId }) => lineId === line.id))
      .map(({ createdAt }) => createdAt),
    ...(cancelled ? [order.cancelledAt ?? 0] : []),
    ...(cancelled
      ? order.refunds
          .filter(({ lines }) => lines.some(({ lineId }) => lineId === line.id))
          .map(({ createdAt }) => createdAt)
      : []),
  ];
  return Math.min(order.updatedAt, Math.max(...events));
}

/** Open, closed or cancelled, by the quantities that bol gives. */
export function bucketOf(order: Order): 'open' | 'closed' | 'cancelled' {
  const courses = coursesOf(order);
  const total = order.lines.reduce((sum, line) => sum + line.quantity, 0);
  const shipped = courses.reduce((sum, course) => sum + course.shipped, 0);
  const cancelled = courses.reduce((sum, course) => sum + course.cancelled, 0);
  if (cancelled === total) return 'cancelled';
  return shipped + cancelled >= total ? 'closed' : 'open';
}
