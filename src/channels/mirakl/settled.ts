// Orders with every list a list and every amount an amount: what is missing or odd is settled first.
import { isAmount } from '../../model/money.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import { isNothing } from '../../model/unreadable-values.ts';
import { isRecord } from '../kit/loose.ts';
import type { ConnectOrder, MarketplaceOrder } from './native.ts';

/** Where amounts are in a record. What is not named here stays as it came. */
interface Shape {
  /** Amounts that a record may leave out; an odd one refuses it. */
  readonly amounts?: readonly string[];
  /** The same inside `{ amount, currency }`. */
  readonly sums?: readonly string[];
  /** Sums without which no one can say what the record is worth. */
  readonly needed?: readonly string[];
  readonly lists?: Readonly<Record<string, Shape>>;
  /** Lists that may be missing, but not be something else: they are the order itself. */
  readonly records?: Readonly<Record<string, Shape>>;
}

const TAX: Shape = { amounts: ['amount'] };
const ORDER_TAX: Shape = { amounts: ['total_amount'] };
const TAKEBACK: Shape = {
  amounts: ['amount', 'shipping_amount'],
  lists: { taxes: TAX, shipping_taxes: TAX, fees: TAX },
};

const MARKETPLACE_ORDER: Shape = {
  amounts: ['price', 'shipping_price', 'total_price'],
  lists: { order_taxes: ORDER_TAX, order_refunds: { lists: { taxes: ORDER_TAX } } },
  records: {
    order_lines: {
      amounts: ['price', 'price_unit', 'origin_unit_price', 'shipping_price'],
      lists: {
        taxes: TAX,
        shipping_taxes: TAX,
        fees: TAX,
        promotions: { amounts: ['deduced_amount'] },
        cancelations: TAKEBACK,
        refunds: TAKEBACK,
      },
    },
  },
};

const CONNECT_TAX: Shape = { sums: ['amount'] };
const CONNECT_ORDER: Shape = {
  records: {
    order_lines: {
      needed: ['price'],
      sums: ['total_shipping_price'],
      lists: {
        taxes: CONNECT_TAX,
        shipping_taxes: CONNECT_TAX,
        adjustments: {
          sums: ['price', 'shipping_price'],
          lists: { taxes: CONNECT_TAX, shipping_taxes: CONNECT_TAX },
        },
      },
    },
  },
};

export const settledMarketplaceOrder = (order: MarketplaceOrder): MarketplaceOrder =>
  settled(order, MARKETPLACE_ORDER, '', oddIn(order.order_id)) as MarketplaceOrder;

export const settledConnectOrder = (order: ConnectOrder): ConnectOrder =>
  settled(order, CONNECT_ORDER, '', oddIn(order.id)) as ConnectOrder;

type Odd = (place: string) => void;

/** What an amount or a list should be cannot be left out: others are made of it. */
const oddIn =
  (id: unknown): Odd =>
  (place) => {
    throw unreadableRecord(id, place);
  };

/** The record's places are read before its copy is made, so that a refusal names the right one. */
function settled(record: object, shape: Shape, path: string, odd: Odd): object {
  const from = record as Readonly<Record<string, unknown>>;
  let to: Record<string, unknown> | undefined;
  const put = (name: string, value: unknown) => {
    if (value === from[name]) return;
    to ??= {};
    to[name] = value;
  };
  const at = (name: string) => `${path}${name}`;
  for (const name of shape.needed ?? []) {
    const sum = sumOf(from[name], () => {});
    if (sum === null) throw new TypeError('An amount is missing that the record needs.');
    put(name, sum);
  }
  for (const name of shape.amounts ?? [])
    put(
      name,
      amountOf(from[name], () => odd(at(name))),
    );
  for (const name of shape.sums ?? [])
    put(
      name,
      sumOf(from[name], () => odd(at(name))),
    );
  for (const [name, inner] of Object.entries(shape.lists ?? {}))
    put(
      name,
      settledEach(
        listOf(from[name], (index) => odd(at(`${name}${index}`))),
        inner,
        at(name),
        odd,
      ),
    );
  for (const [name, inner] of Object.entries(shape.records ?? {}))
    put(name, settledEach(listOf(from[name], refuse), inner, at(name), odd));
  return to ? { ...from, ...to } : record;
}

/** The list itself where nothing in it had to be settled. */
function settledEach(
  list: readonly object[],
  shape: Shape,
  path: string,
  odd: Odd,
): readonly object[] {
  const entries = list.map((one, index) => settled(one, shape, `${path}.${index}.`, odd));
  return entries.every((one, index) => one === list[index]) ? list : entries;
}

function refuse(): never {
  throw new TypeError('Not a list of records.');
}

function amountOf(value: unknown, odd: () => void): unknown {
  if (isAmount(value)) return value;
  if (isNothing(value)) return null;
  odd();
  return null;
}

function sumOf(value: unknown, odd: () => void): object | null {
  if (isNothing(value)) return null;
  const amount = isRecord(value) ? amountOf(value.amount, odd) : null;
  if (!isRecord(value)) odd();
  return isRecord(value) && amount !== null ? value : null;
}

/** `odd` is called with nothing for the list itself, or with `.` and the place of an entry. */
function listOf(value: unknown, odd: (entry: string) => void): readonly object[] {
  if (isNothing(value)) return [];
  if (!Array.isArray(value)) {
    odd('');
    return [];
  }
  if (value.every((one) => isRecord(one))) return value;
  return value.filter((one, index) => {
    if (!isRecord(one)) odd(`.${index}`);
    return isRecord(one);
  });
}
