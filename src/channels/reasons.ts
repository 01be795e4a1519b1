// Why fields of a record are null: by what the driver warned of, and by what they are made of.
import type { NullReason, Reason, Reasons } from '../model/lineage.ts';
import type { WarningCode } from '../model/warnings.ts';
import type { Sources } from './lineage.ts';
import type { Warning } from './reading.ts';

/** What a warning says of the fields that it names, where they are null. */
const SAID: Readonly<Partial<Record<WarningCode, Reason>>> = {
  unknown_status: 'unknown_value',
  unknown_stock_tracking: 'unknown_value',
  unknown_tax_mode: 'unknown_value',
  value_unreadable: 'unknown_value',
  personal_data_ended: 'out_of_window',
  personal_data_withheld: 'withheld',
  field_withheld: 'permission_missing',
  permission_missing: 'permission_missing',
  customers_unreadable: 'permission_missing',
  stock_left_out: 'not_read',
  stock_unknown: 'unknown_value',
  texts_left_out: 'not_read',
  images_left_out: 'not_read',
};

/**
 * The reason of every null in a record, by its path. A field that no reason is known for is left out:
 * the lineage has one for each, and a test sees to it.
 */
export function reasonsOf(
  record: Readonly<Record<string, unknown>>,
  sources: Sources,
  warnings: readonly Warning[],
): Reasons {
  const reasons: Record<string, NullReason> = {};
  const said = warnings.filter(({ code }) => SAID[code] !== undefined);
  const visit = (value: unknown, path: string, field: string) => {
    if (value === null) {
      const reason = reasonFor(field, sources, said);
      if (reason) reasons[path] = reason;
    } else if (Array.isArray(value))
      for (const [at, one] of value.entries()) visit(one, `${path}[${at}]`, `${field}[]`);
    else if (typeof value === 'object')
      for (const [name, one] of Object.entries(value as object)) {
        const [at, of] = path === '' ? [name, name] : [`${path}.${name}`, `${field}.${name}`];
        if (of in sources) visit(one, at, of);
      }
  };
  visit(record, '', '');
  return reasons;
}

/** Undefined where nothing is known: the field is not one of the record's. */
export function reasonFor(
  field: string,
  sources: Sources,
  warnings: readonly Warning[],
): NullReason | undefined {
  const source = sources[field];
  if (source === undefined) return undefined;
  if (typeof source === 'string') return { reason: source, value: null };
  const said = warnings.find((warning) => concerns(warning, field, source));
  if (said) return { reason: meaningOf(said), value: said.word ?? null };
  const isMade = source.length > 0 || isHolder(field, sources);
  return isMade ? { reason: 'empty', value: null } : undefined;
}

/** Whether it is made of fields that come from the channel: no sample was ever without it. */
const isHolder = (field: string, sources: Sources): boolean =>
  Object.entries(sources).some(
    ([name, source]) =>
      name.startsWith(`${field}.`) && typeof source !== 'string' && source.length > 0,
  );

/** A status that is not there is no unknown one. */
const meaningOf = ({ code, word }: Warning): Reason =>
  word === null ? 'empty' : (SAID[code] ?? 'empty');

/** By the name of the field, of one that holds it, or of a native value that it is made of. */
function concerns({ field: named, fields = [] }: Warning, field: string, from: readonly string[]) {
  const places = [field, ...from].map((place) => place.replaceAll('[]', ''));
  const names = named === undefined ? fields : [named, ...fields];
  return names.some((name) =>
    places.some((place) => place === name || place.startsWith(`${name}.`)),
  );
}
