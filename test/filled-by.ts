// Which channels fill which fields, by their samples. Run as a program it writes src/model/filled-by.json.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resourceOf } from '../src/accounts/resource.ts';
import { channels } from '../src/channels/index.ts';
import type { Account } from '../src/model/credential.ts';
import { OPERATIONS, type Operation } from '../src/model/execution.ts';
import { EVERYWHERE } from '../src/model/include.ts';
import { OPERATION_TABLE } from '../src/model/operations.ts';
import { NAMED, type Named } from '../src/model/schema.ts';
import type { TSchema } from '../src/model/type.ts';
import { PREFIX, unifiedOf } from './samples.ts';

export const RECORDS = {
  orders: OPERATION_TABLE.orders.answered,
  products: OPERATION_TABLE.products.answered,
};
/** Whether they are filled is said by the field that holds them. */
const PASSED_OVER = new Set(['Money', 'MoneySet']);

/** Settings without which a channel cannot fill all that it fills. */
export const ACCOUNTS: Readonly<Record<string, Account>> = {
  mirakl: { shop_id: '2001' },
  sharetribe: { marketplaceUrl: 'https://market.example' },
};

/** By the name of the schema, then by its fields: the channels, in the order of the alphabet. */
export type FilledBy = Record<Operation, Record<string, Record<string, string[]>>>;

interface Keywords {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly [NAMED]?: Named;
}

export function filledBy(): FilledBy {
  const found: FilledBy = { orders: {}, products: {} };
  for (const kind of OPERATIONS) {
    empty(RECORDS[kind], found[kind]);
    for (const [name, channel] of Object.entries(channels).sort())
      if (resourceOf(channel, kind)) {
        const filled = [
          ...samplesIn(folderOf(name), kind).map(
            (native) => unifiedOf(name, channel, kind, native, ACCOUNTS[name]).record,
          ),
          // What is added on request stands beside the samples; the rest of it every channel has.
          ...samplesIn(folderOf(name), kind, 'included'),
          Object.fromEntries(EVERYWHERE.map((include) => [include, true])),
        ];
        for (const record of filled) look(RECORDS[kind], record, name, found[kind]);
      }
  }
  return found;
}

/** Every schema with a name has a place, and so has every field of it, filled or not. */
function empty(schema: TSchema, found: FilledBy[Operation]): void {
  const { properties = {}, items, anyOf = [], [NAMED]: own } = schema as Keywords;
  if (own && Object.keys(properties).length > 0 && !PASSED_OVER.has(own.name))
    found[own.name] = Object.fromEntries(Object.keys(properties).map((field) => [field, []]));
  for (const part of [...Object.values(properties), ...anyOf, ...(items ? [items] : [])])
    empty(part, found);
}

/** Notes the channel at every field that holds something; whether there was any. */
function look(
  schema: TSchema,
  value: unknown,
  channel: string,
  found: FilledBy[Operation],
): boolean {
  if (value === null || value === undefined) return false;
  const { properties, items, anyOf, [NAMED]: own } = schema as Keywords;
  if (anyOf) return anyOf.map((one) => look(one, value, channel, found)).some(Boolean);
  if (Array.isArray(value))
    return value.map((one) => look(items ?? {}, one, channel, found)).some(Boolean);
  if (typeof value !== 'object') return true;
  let isFilled = false;
  for (const [field, part] of Object.entries(value)) {
    if (!look(properties?.[field] ?? {}, part, channel, found)) continue;
    isFilled = true;
    const filling = own && found[own.name]?.[field];
    if (filling && !filling.includes(channel)) filling.push(channel);
  }
  return isFilled;
}

/** Where a channel's driver is. */
export const folderOf = (name: string) => new URL(`../src/channels/${name}/`, import.meta.url);

export function samplesIn(folder: URL, kind: Operation, form = 'native'): unknown[] {
  const samples = new URL('samples/', folder);
  return readdirSync(samples)
    .filter((file) => file.startsWith(PREFIX[kind]) && file.endsWith(`.${form}.json`))
    .map((file) => JSON.parse(readFileSync(new URL(file, samples), 'utf8')));
}

/** As it is kept: the channels with a space between two. */
export const written = (found: FilledBy) =>
  JSON.parse(
    JSON.stringify(found, (_, value) =>
      Array.isArray(value) ? (value as string[]).join(' ') : value,
    ),
  );

if (import.meta.main)
  writeFileSync(
    new URL('../src/model/filled-by.json', import.meta.url),
    `${JSON.stringify(written(filledBy()), null, 2)}\n`,
  );
