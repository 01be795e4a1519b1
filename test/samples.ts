// Samples: a native record, and what its channel makes of it.
import { readdirSync, readFileSync } from 'node:fs';
import { Compile } from 'typebox/compile';
import { type AnyResource, resourceOf } from '../src/accounts/resource.ts';
import type { Channel, Note, Warning } from '../src/channels/channel.ts';
import type { Account } from '../src/model/credential.ts';
import type { Operation } from '../src/model/execution.ts';
import { Fault } from '../src/model/faults.ts';
import { type Include, ORDER_INCLUDES, PRODUCT_INCLUDES } from '../src/model/include.ts';
import { OPERATION_TABLE } from '../src/model/operations.ts';
import { Order } from '../src/model/order.ts';
import type { OrderDraft } from '../src/model/order-draft.ts';
import { Product } from '../src/model/product.ts';
import { type Off, sumsOff } from '../src/model/sums.ts';
import { addLists } from '../src/unified/include.ts';
import { isAll } from './all.ts';

/** Lists that only some channels have. */
export type ListInclude = Exclude<Include, 'raw' | 'reasons'>;

/** The moment in which samples are read; their account has no settings unless some are given. */
export const NOW = Date.UTC(2026, 10, 1, 12);

/** How the name of a sample begins. */
export const PREFIX: Readonly<Record<Operation, string>> = {
  orders: 'order-',
  products: 'product-',
};

export interface NativeSample {
  readonly file: string;
  readonly kind: Operation;
  readonly text: string;
}

/** The native samples of a channel: all of them, or the middle one of each kind by length where none is repeated. */
export function nativesOf(name: string): readonly NativeSample[] {
  const folder = new URL(`../src/channels/${name}/samples/`, import.meta.url);
  const samples = readdirSync(folder)
    .filter((file) => file.endsWith('.native.json'))
    .map((file): NativeSample => {
      const kind = file.startsWith(PREFIX.orders) ? 'orders' : 'products';
      return { file, kind, text: readFileSync(new URL(file, folder), 'utf8') };
    });
  if (isAll) return samples;
  const kinds = Object.values(Object.groupBy(samples, ({ kind }) => kind));
  const byLength = (a: NativeSample, b: NativeSample) => a.text.length - b.text.length;
  return kinds.flatMap((some) => some.toSorted(byLength)[some.length >> 1] ?? []);
}

const LISTS = {
  fulfillments: Compile(ORDER_INCLUDES.fulfillments),
  refunds: Compile(ORDER_INCLUDES.refunds),
  salable: Compile(PRODUCT_INCLUDES.salable),
};
const SCHEMAS = { orders: Compile(Order), products: Compile(Product) };

export interface Unified {
  readonly record: object;
  /** The lists that can be included, where the native record has what they are made of. */
  readonly included: object | undefined;
  readonly warnings: readonly Warning[];
  /** Of an order, the sums that its parts do not come to. */
  readonly off: readonly Off[];
}

/** The whole unified record of a native one; throws where it does not fit its schema. */
export function unifiedOf(
  name: string,
  channel: Channel,
  kind: Operation,
  native: unknown,
  account: Account = {},
): Unified {
  const resource = resourceOf(channel, kind);
  if (!resource) throw new Error(`${name} has no ${kind}`);
  const warnings: Warning[] = [];
  const note = (warning: Warning) => void warnings.push(warning);
  const draft = resource.transform(native, { account, now: NOW, note });
  const record = OPERATION_TABLE[kind].complete(draft, name);
  const [error] = SCHEMAS[kind].Errors(record);
  if (error) throw new Error(`${error.instancePath} ${error.message}`);
  const included = includedOr(resource, native, record, note);
  const whole = { ...record, ...included } as unknown as Order;
  const off = kind === 'orders' ? sumsOff(whole, (draft as OrderDraft).sumFacts) : [];
  return { record: copied(record), included, warnings, off };
}

/** None where the native record was read without what they are made of. */
function includedOr(...made: Parameters<typeof includedOf>): object | undefined {
  try {
    return includedOf(...made);
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

/** Undefined where all lists are empty. */
function includedOf(
  resource: AnyResource,
  native: unknown,
  record: object,
  note: Note,
): object | undefined {
  const include = Object.keys(resource.includes ?? {}) as ListInclude[];
  const whole: Record<string, unknown> = { ...record };
  const context = { account: {}, now: NOW, note };
  addLists(whole, native, { resource, query: { include } }, context, (field) => {
    throw new Error(`${field} cannot hold what it was given`);
  });
  const lists = Object.fromEntries(include.map((word) => [word, whole[word]]));
  for (const word of include) {
    const [error] = LISTS[word].Errors(lists[word]);
    if (error) throw new Error(`${word}${error.instancePath} ${error.message}`);
  }
  const isEmpty = Object.values(lists).every((list) => Array.isArray(list) && list.length === 0);
  return isEmpty ? undefined : copied(lists);
}

const copied = (value: object): object => JSON.parse(JSON.stringify(value)) as object;
