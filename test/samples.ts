// Samples: a native record, and what its channel makes of it.
import { Compile } from 'typebox/compile';
import type { Channel, Warning } from '../src/channels/channel.ts';
import type { Account } from '../src/model/credential.ts';
import type { Operation } from '../src/model/execution.ts';
import { Order } from '../src/model/order.ts';
import { Product } from '../src/model/product.ts';
import { KINDS } from '../src/unified/resources.ts';

/** The moment in which samples are read; their account has no settings unless some are given. */
export const NOW = Date.UTC(2026, 10, 1, 12);

/** How the name of a sample begins. */
export const PREFIX: Readonly<Record<Operation, string>> = {
  orders: 'order-',
  products: 'product-',
};

const SCHEMAS = { orders: Compile(Order), products: Compile(Product) };

export interface Unified {
  readonly record: object;
  readonly warnings: readonly Warning[];
}

/** The whole unified record of a native one; throws where it does not fit its schema. */
export function unifiedOf(
  name: string,
  channel: Channel,
  kind: Operation,
  native: unknown,
  account: Account = {},
): Unified {
  const resource = KINDS[kind].of(channel);
  if (!resource) throw new Error(`${name} has no ${kind}`);
  const warnings: Warning[] = [];
  const note = (warning: Warning) => void warnings.push(warning);
  const draft = resource.transform(native, { account, now: NOW, note });
  const record = KINDS[kind].complete(draft, name);
  const [error] = SCHEMAS[kind].Errors(record);
  if (error) throw new Error(`${error.instancePath} ${error.message}`);
  return { record: JSON.parse(JSON.stringify(record)) as object, warnings };
}
