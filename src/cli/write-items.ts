// What a command is to write: one item from its options, or many from a CSV file, by the item's own fields.
import { didYouMean } from '../model/nearest.ts';
import { WRITE_TABLE, type WriteOperation } from '../model/writes.ts';
import { CommandError, inCode, UsageError } from './declare.ts';
import type { Item } from './formats.ts';
import { textIn } from './places.ts';
import { readAs } from './values.ts';

interface Field {
  readonly type?: string | readonly string[];
  readonly items?: { readonly type?: string };
  readonly description?: string;
}

/** In an option it has no value. */
const SWITCH = 'true|false';

const optionOf = (name: string): string => name.replaceAll('_', '-');

function fieldsOf(operation: WriteOperation) {
  const { properties, required } = WRITE_TABLE[operation].item as unknown as {
    readonly properties: Readonly<Record<string, Field>>;
    readonly required: readonly string[];
  };
  return Object.entries(properties).map(([name, field]) => ({
    ...{ name, kind: kindOf(field), about: (field.description ?? '').replaceAll('`', '') },
    required: required.includes(name),
  }));
}

/** How a field is written, in a cell and in an option. */
function kindOf({ type, items }: Field): string {
  if (type === 'boolean') return SWITCH;
  if (type === 'integer') return 'number';
  if (type === 'array') return items?.type === 'object' ? 'id:quantity;id:quantity' : 'text;text';
  return Array.isArray(type) && type.includes('null') ? 'text or none' : 'text';
}

export const itemOptions = (operation: WriteOperation): Record<string, string> =>
  Object.fromEntries(
    fieldsOf(operation).map(({ name, kind, about }) => [
      kind === SWITCH ? optionOf(name) : `${optionOf(name)} <${kind}>`,
      about,
    ]),
  );

/** Items, each with where it stands, for people. */
export function itemsOf(operation: WriteOperation, options: Item): Item[] {
  const fields = fieldsOf(operation);
  const given = fields.filter(({ name }) => {
    const value = options[inCode(name)];
    return value !== undefined && value !== false;
  });
  const { csv } = options;
  if (typeof csv === 'string') {
    const [first] = given;
    if (first)
      throw new UsageError(
        `--csv has the items: leave out --${optionOf(first.name)}, or the file.`,
      );
    return itemsIn(fields, csv);
  }
  const missing = fields.find((field) => field.required && !given.includes(field));
  if (missing) throw new UsageError(`Say --${optionOf(missing.name)}, or give a file with --csv.`);
  return [Object.fromEntries(given.map(({ name }) => [name, options[inCode(name)]]))];
}

/** The items of a file; its first row names fields of an item, an empty cell leaves one out. */
function itemsIn(all: ReturnType<typeof fieldsOf>, file: string): Item[] {
  const fields = new Map(all.map((field) => [field.name, field]));
  const [head, ...rows] = rowsOf(textIn(file), file);
  const names = (head?.cells ?? []).map((name) => name.trim());
  for (const [at, name] of names.entries()) {
    if (!fields.has(name))
      throw new CommandError(
        `The file ${file} has a column "${name}", which is no field${didYouMean(name, [...fields.keys()])} There are ${[...fields.keys()].join(', ')}.`,
      );
    if (names.indexOf(name) !== at)
      throw new CommandError(`The file ${file} has the column "${name}" twice.`);
  }
  for (const { name, required } of fields.values())
    if (required && !names.includes(name))
      throw new CommandError(`The file ${file} lacks the column "${name}".`);
  if (rows.length === 0) throw new CommandError(`The file ${file} has no item.`);
  return rows.map(({ line, cells }) => {
    const place = `line ${line} of ${file}`;
    if (cells.length !== names.length)
      throw new CommandError(
        `In ${place} there are ${cells.length} cells, and ${names.length} in the first line.`,
      );
    return Object.fromEntries(
      names.flatMap((name, at) => {
        const text = (cells[at] ?? '').trim();
        const field = fields.get(name);
        if (!field || (text === '' && !field.required)) return [];
        if (text === '') throw new CommandError(`In ${place} "${name}" is empty.`);
        return [[name, readAs(field.kind, text, `"${name}" in ${place}`)]];
      }),
    );
  });
}

interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** As RFC 4180 has it; rows that hold nothing are passed over. */
function rowsOf(text: string, file: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let [line, began] = [1, 1];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  while (cell.lastIndex < text.length || cells.length > 0) {
    const found = cell.exec(text);
    if (!found)
      throw new CommandError(`In line ${line} of ${file} a quotation mark is out of place.`);
    const [whole, quoted, plain = '', end = ''] = found;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += whole.split('\n').length - 1;
    if (end === ',') continue;
    if (cells.some((one) => one.trim() !== '')) rows.push({ line: began, cells });
    cells = [];
    began = line;
  }
  return rows;
}
