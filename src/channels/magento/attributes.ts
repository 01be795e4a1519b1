// Attributes with options: products hold the numbers of options, their names are read apart.
import { Fault } from '../../model/faults.ts';
import { Register } from '../../model/register.ts';
import type { Reading } from '../channel.ts';
import { membersOf, parts } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import { type Filter, type List, readAll } from './lists.ts';
import {
  attributeOf,
  type NativeAttribute,
  type NativeOption,
  type NativeProduct,
  optionsOf,
} from './native.ts';

const HOUR = 3600;
export const MANUFACTURER = 'manufacturer';

const ATTRIBUTES: List<NativeAttribute> = {
  path: 'products/attributes',
  sort: 'attribute_id',
  size: 100,
  // The contract wants the members that it calls required, whether they are read or not.
  fields:
    'items[attribute_id,attribute_code,default_frontend_label,frontend_input,entity_type_id,is_required,frontend_labels,options],search_criteria,total_count',
  /** An attribute that can be recognised; anything else names nothing. */
  read: (row) => {
    const { attribute_id, attribute_code } = membersOf(row);
    const known = filled(attribute_id) !== null && filled(attribute_code) !== null;
    return known ? (row as NativeAttribute) : undefined;
  },
};

/** An attribute and its options by their numbers. */
interface Learnt {
  readonly attribute: NativeAttribute;
  readonly options: ReadonlyMap<string, NativeOption>;
}

interface Known {
  /** By number and, for the manufacturer, by code. */
  readonly attributes: Register<Learnt>;
  /** Options that the shop did not name when it was asked for them again. */
  readonly nameless: Register<true>;
}

const knownOf = (reading: Reading): Promise<Known> =>
  reading.remember('attributes', HOUR, () =>
    Promise.resolve({ attributes: new Register(), nameless: new Register() }),
  );

/**
 * The attributes that a page of products needs, in one ask for all that are not known yet. An
 * option that a known attribute does not name is new in the shop: its attribute is read again. A
 * shop may have ten thousand manufacturers: a product carries the options that it has itself.
 */
export async function attributesOf(
  rows: readonly NativeProduct[],
  reading: Reading,
): Promise<(row: NativeProduct) => readonly NativeAttribute[]> {
  const known = await knownOf(reading);
  const needsOfEach = new Map(rows.map((row) => [row, needsOf(row)]));
  const needs = [...needsOfEach.values()].flat();
  const isNameless = ({ key, value }: Need) =>
    filled(known.attributes.get(key)?.options.get(value)?.label) === null;
  const isMissing = (need: Need) =>
    isNameless(need) && !known.nameless.has(`${need.key} ${need.value}`);
  const missing = [...new Set(needs.filter(isMissing).map(({ key }) => key))];
  if (missing.length > 0 && (await learn(missing, known, reading)))
    for (const need of needs)
      if (isNameless(need)) known.nameless.set(`${need.key} ${need.value}`, true);
  return (row) =>
    [...Map.groupBy(needsOfEach.get(row) ?? needsOf(row), ({ key }) => key)].flatMap(
      ([key, mine]) => {
        const learnt = known.attributes.get(key);
        const values = new Set(mine.map(({ value }) => value));
        const options = [...values].flatMap((value) => learnt?.options.get(value) ?? []);
        return learnt ? [{ ...learnt.attribute, options }] : [];
      },
    );
}

/** An option whose name a product needs. */
interface Need {
  /** The attribute: its number, or the manufacturer's code. */
  readonly key: string;
  readonly value: string;
}

function needsOf(row: NativeProduct): readonly Need[] {
  const maker = attributeOf(row, MANUFACTURER);
  const values = optionsOf(row).flatMap(({ attribute_id, values: own }) => {
    const key = String(attribute_id);
    const numbers = parts(own).map(({ value_index }) => ({ key, value: String(value_index) }));
    // The attribute is needed for its code, even where no option is listed.
    return numbers.length > 0 ? numbers : [{ key, value: '' }];
  });
  return maker === null ? values : [...values, { key: MANUFACTURER, value: maker }];
}

/** False where the integration may not read attributes. */
async function learn(keys: readonly string[], known: Known, reading: Reading): Promise<boolean> {
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
      fields: ['vendor'],
    });
    return false;
  }
  for (const attribute of found) {
    // The first of two options with the same number counts.
    const options = parts(attribute.options).toReversed();
    const learnt = { attribute, options: new Map(options.map((one) => [String(one.value), one])) };
    known.attributes.set(String(attribute.attribute_id), learnt);
    if (attribute.attribute_code === MANUFACTURER) known.attributes.set(MANUFACTURER, learnt);
  }
  return true;
}

function read(keys: readonly string[], reading: Reading): Promise<readonly NativeAttribute[]> {
  const ids = keys.filter((key) => key !== MANUFACTURER);
  const either: Filter[] = [];
  if (ids.length > 0) either.push(['attribute_id', 'in', ids.join(',')]);
  if (ids.length < keys.length) either.push(['attribute_code', 'eq', MANUFACTURER]);
  return readAll(ATTRIBUTES, [either], reading);
}

/** The shop knows the credential well by now: a refusal is about the right. */
const isDenied = (error: unknown): boolean =>
  error instanceof Fault &&
  error.status === 401 &&
  (error.code === 'credential_refused' || error.code === 'permission_missing');

/** The numbers of the options that are called exactly so; a name that is not known may be new. */
export async function manufacturersCalled(
  name: string,
  reading: Reading,
): Promise<readonly string[]> {
  const known = await knownOf(reading);
  const called = () =>
    parts(known.attributes.get(MANUFACTURER)?.attribute.options)
      .filter(({ label }) => filled(label) === name)
      .map(({ value }) => String(value));
  if (called().length === 0 && !(await learn([MANUFACTURER], known, reading)))
    throw new Fault(
      'permission_missing',
      'The integration may not read attributes, so "vendor" cannot be looked up. Tick Stores > Attributes > Product in its API permissions.',
      { status: 401, field: 'vendor', reason: 'resource_missing' },
    );
  return called();
}

/** What an option of an attribute is called; null where the attribute does not name it. */
export const labelOf = (attribute: NativeAttribute | undefined, value: string | null) =>
  filled(parts(attribute?.options).find((one) => String(one.value) === value)?.label);
