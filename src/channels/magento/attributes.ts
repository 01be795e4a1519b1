// Attributes with options: products hold the numbers of options, their names are told apart.
import { Fault } from '../../model/faults.ts';
import type { Reading } from '../channel.ts';
import { filled } from '../kit/text.ts';
import { type Filter, readAll } from './asks.ts';
import { isAttribute, type NativeAttribute, type NativeProduct, optionsOf } from './native.ts';

const HOUR = 3600;
export const MANUFACTURER = 'manufacturer';

/** The contract wants the members that it calls required, whether they are read or not. */
const FIELDS =
  'items[attribute_id,attribute_code,default_frontend_label,frontend_input,entity_type_id,is_required,frontend_labels,options],search_criteria,total_count';

/** Attributes known so far, by their number and by their code; what was not found stays undefined. */
type Known = Map<string, NativeAttribute | undefined>;

const knownOf = (reading: Reading): Promise<Known> =>
  reading.remember('attributes', HOUR, () => Promise.resolve(new Map()));

/** The attributes that a page of products needs, in one ask for all that are not known yet. */
export async function attributesOf(
  rows: readonly NativeProduct[],
  reading: Reading,
): Promise<(row: NativeProduct) => readonly NativeAttribute[]> {
  const known = await knownOf(reading);
  const needed = new Set(rows.flatMap(neededBy));
  const missing = [...needed].filter((key) => !known.has(key));
  if (missing.length > 0) await learn(missing, known, reading);
  return (row) => neededBy(row).flatMap((key) => known.get(key) ?? []);
}

function neededBy(row: NativeProduct): readonly string[] {
  const made = row.custom_attributes?.some((one) => one.attribute_code === MANUFACTURER);
  const ids = optionsOf(row).map(({ attribute_id }) => String(attribute_id));
  return made ? [...ids, MANUFACTURER] : ids;
}

async function learn(keys: readonly string[], known: Known, reading: Reading): Promise<void> {
  let found: readonly NativeAttribute[];
  try {
    found = await read(keys, reading);
  } catch (error) {
    if (!isDenied(error)) throw error;
    reading.note({
      code: 'permission_missing',
      message:
        'The integration may not read attributes (Stores > Attributes > Product), so options come with numbers instead of names, and products without a vendor.',
      field: 'options',
    });
    return;
  }
  for (const key of keys) known.set(key, undefined);
  for (const attribute of found) {
    known.set(String(attribute.attribute_id), attribute);
    if (attribute.attribute_code === MANUFACTURER) known.set(MANUFACTURER, attribute);
  }
}

function read(keys: readonly string[], reading: Reading): Promise<readonly NativeAttribute[]> {
  const ids = keys.filter((key) => key !== MANUFACTURER);
  const either: Filter[] = [];
  if (ids.length > 0) either.push({ field: 'attribute_id', value: ids.join(','), condition: 'in' });
  if (ids.length < keys.length)
    either.push({ field: 'attribute_code', value: MANUFACTURER, condition: 'eq' });
  return readAll<NativeAttribute>(
    'products/attributes',
    { groups: [either], sort: 'attribute_id', size: 100, fields: FIELDS },
    isAttribute,
    reading,
  );
}

/** The shop knows the credential well by now: a refusal is about the right. */
const isDenied = (error: unknown): boolean =>
  error instanceof Fault &&
  error.status === 401 &&
  (error.code === 'credential_refused' || error.code === 'permission_missing');

/** The numbers of the options that are called exactly so. */
export async function manufacturersCalled(
  name: string,
  reading: Reading,
): Promise<readonly string[]> {
  const known = await knownOf(reading);
  if (!known.has(MANUFACTURER)) await learn([MANUFACTURER], known, reading);
  if (!known.has(MANUFACTURER))
    throw new Fault(
      'permission_missing',
      'The integration may not read attributes, so "vendor" cannot be looked up. Tick Stores > Attributes > Product in its API permissions.',
      { status: 401, field: 'vendor', reason: 'resource_missing' },
    );
  const { options } = known.get(MANUFACTURER) ?? {};
  return (options ?? [])
    .filter(({ label }) => filled(label) === name)
    .map(({ value }) => String(value));
}

/** What an option of an attribute is called; null when the attribute does not tell. */
export function labelOf(
  attribute: NativeAttribute | undefined,
  value: string | number | null,
): string | null {
  if (value === null) return null;
  const option = attribute?.options?.find((one) => String(one.value) === String(value));
  return filled(option?.label);
}
