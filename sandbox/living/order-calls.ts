// The calls on orders: reads what a step needs, takes the step, and returns the new order.
import type { Instant, Order } from '../catalogue/types.ts';
import {
  type Body,
  countIn,
  countryIn,
  couponIn,
  currencyIn,
  customerIn,
  flagIn,
  instantIn,
  linesIn,
  readBody,
  reasonIn,
  rowsIn,
  tagsIn,
  textIn,
  textOrNullIn,
  wayIn,
} from './body.ts';
import { type Around, orderNamed, productNamed } from './find.ts';
import type { LastIds, Living } from './living.ts';
import { amountGiven } from './money.ts';
import { edit, type Goods, makeOrder } from './order-making.ts';
import { cancel, pay, refund, ship } from './order-steps.ts';
import { adopt, deleteRefund, orphan, undate } from './quiet-steps.ts';
import { badBody, impossible } from './refusal.ts';
import { settled } from './settled.ts';

/** Orders that may be made on top of those of the start; then somebody forgot to reset. */
const mostNewOrders = 5000;

export interface Ground extends Around {
  readonly living: Living;
  readonly now: () => Instant;
}

export interface Done<T> {
  readonly change: string;
  readonly at: Instant;
  readonly record: T;
}

export function createOrder(text: string, ground: Ground): Done<Order> {
  const { living, catalogue } = ground;
  const known = ['lines', 'country', 'currency', 'coupon', 'customer', 'note', 'paid', 'at'];
  const body = readBody(text, known);
  if (living.lastIds.order - living.started.orders >= mostNewOrders)
    throw impossible(`${mostNewOrders} orders were made already: POST /_sandbox/reset first.`);
  const { country, pays } = countryIn(body);
  const at = instantIn(body, ground.now(), undefined);
  const wish = {
    goods: goodsIn(body, ground),
    country,
    currency: currencyIn(body) ?? pays,
    coupon: couponIn(body, catalogue),
    customer: customerIn(body, catalogue),
    note: textOrNullIn(body, 'note') ?? null,
    paid: flagIn(body, 'paid') ?? true,
  };
  const record = kept(living, (lastIds) => makeOrder(wish, catalogue, at, lastIds));
  return { change: 'create', at, record };
}

function goodsIn(body: Body, around: Around): readonly Goods[] | undefined {
  return rowsIn(body, 'lines', ['sku', 'product', 'quantity'])?.map((row) => {
    const sku = textIn(row, 'sku');
    const number = countIn(row, 'product', 1, 1_000_000);
    if ((sku === undefined) === (number === undefined))
      throw badBody('Every entry of "lines" must have either "sku" or "product".');
    const { product, variant = product.variants[0] } = productNamed(sku ?? String(number), around);
    if (variant === undefined) throw impossible(`Product ${product.id} has no variant.`);
    return { product, variant, quantity: countIn(row, 'quantity', 1, 999) ?? 1 };
  });
}

type OrderStep = (order: Order, body: Body, at: Instant, ids: LastIds, ground: Ground) => Order;

interface Call {
  readonly known: readonly string[];
  readonly take: OrderStep;
}

export const orderCalls: Readonly<Record<string, Call> & { edit: Call }> = {
  pay: {
    known: ['amount', 'at'],
    take: (order, body, at, ids) => pay(order, amountIn(order, body), at, ids),
  },
  ship: {
    known: ['lines', 'at'],
    take: (order, body, at, ids) => ship(order, linesIn(body, order, 1), at, ids),
  },
  refund: {
    known: ['lines', 'shipping', 'amount', 'reason', 'at'],
    take(order, body, at, ids) {
      const lines = linesIn(body, order, 1);
      const shipping = flagIn(body, 'shipping');
      const amount = amountIn(order, body);
      const wish = {
        ...(lines && { lines }),
        ...(shipping === undefined ? {} : { shipping }),
        ...(amount && { amount }),
        reason: textOrNullIn(body, 'reason') ?? null,
      };
      return refund(order, wish, at, ids);
    },
  },
  edit: {
    known: ['note', 'tags', 'email', 'phone', 'lines', 'by', 'at'],
    take(order, body, at, ids, { catalogue }) {
      const note = textOrNullIn(body, 'note');
      const tags = tagsIn(body);
      const email = textOrNullIn(body, 'email');
      const phone = textOrNullIn(body, 'phone');
      const lines = linesIn(body, order, 0)?.map(({ line, quantity }) => {
        if (quantity === undefined) throw badBody('Every entry of "lines" must have a "quantity".');
        return [line, quantity] as const;
      });
      const way = wayIn(body);
      const wish = {
        ...(note === undefined ? {} : { note }),
        ...(tags && { tags }),
        ...(email === undefined ? {} : { email }),
        ...(phone === undefined ? {} : { phone }),
        ...(lines && { lines: new Map(lines) }),
      };
      if (Object.keys(wish).length === 0)
        throw badBody('Give what to edit: "note", "tags", "email", "phone" or "lines".');
      return edit(order, { ...wish, ...(way && { way }) }, catalogue, at, ids);
    },
  },
  cancel: {
    known: ['reason', 'refund', 'at'],
    take: (order, body, at, ids) =>
      cancel(
        order,
        { reason: reasonIn(body) ?? 'customer', giveBack: flagIn(body, 'refund') ?? true },
        at,
        ids,
      ),
  },
  'delete-refund': { known: ['at'], take: (order, _, at) => deleteRefund(order, at) },
  orphan: { known: ['at'], take: (order, _, at) => orphan(order, at) },
  adopt: { known: ['at'], take: (order, _, at) => adopt(order, at) },
  undate: { known: ['at'], take: (order, _, at) => undate(order, at) },
};

const amountIn = (order: Order, body: Body) => {
  const text = textIn(body, 'amount');
  return text === undefined ? undefined : amountGiven(text, order.currency, 'amount');
};

export function changeOrder(
  name: string,
  change: string,
  { known, take }: Call,
  text: string,
  ground: Ground,
): Done<Order> {
  const order = orderNamed(name, ground);
  const body = readBody(text, known);
  const at = instantIn(body, ground.now(), order.updatedAt);
  const record = kept(ground.living, (ids) => take(order, body, at, ids, ground));
  return { change, at, record };
}

export function deleteOrder(name: string, text: string, ground: Ground): Done<Order> {
  const order = orderNamed(name, ground);
  const at = instantIn(readBody(text, ['at']), ground.now(), order.updatedAt);
  const record = settled(order, { kind: 'delete', at, fields: [] });
  ground.living.removeOrder(record);
  return { change: 'delete', at, record };
}

/** A step that is refused on its way takes no identifiers either. */
function kept(living: Living, step: (lastIds: LastIds) => Order): Order {
  const lastIds = { ...living.lastIds };
  const order = step(lastIds);
  Object.assign(living.lastIds, lastIds);
  living.putOrder(order);
  return order;
}
