// Reads orders or products from a running service: what it is asked, and the answer as a table or as lines.
import type { Asking, Page } from '../../client/src/index.ts';
import { MAX_LIMIT } from '../model/query.ts';
import { type Asked, type Chosen, CommandError, inCode, type Part, UsageError } from './declare.ts';
import { cell, csvRow, type Format, type Item, itemsIn } from './formats.ts';
import { textIn } from './places.ts';
import { jsonList, lineEach, type Printer, printAll, tableOf } from './print.ts';
import { type SERVICE, withService } from './reach.ts';
import type { Column } from './table.ts';
import { clean, many, paint } from './text.ts';

export interface Kind {
  readonly name: 'orders' | 'products';
  readonly body: Readonly<Record<string, object>>;
  readonly fields: readonly string[];
  /** What a record holds several of, and the fields of each. */
  readonly parts: { readonly field: string; readonly names: readonly string[] };
  readonly includes: readonly string[];
  readonly columns: readonly Column<Item>[];
  readonly examples: Part['examples'];
}

export interface RecordsAsked extends Omit<Asked, 'given' | 'options'> {
  readonly given: { readonly channel: string };
  readonly options: Chosen<typeof SERVICE> & {
    readonly [K in 'lenient' | 'lines' | 'bom']: boolean;
  } & {
    readonly [K in 'max' | 'limit']?: number;
  } & {
    readonly [K in 'fields' | 'include']?: readonly string[];
  } & { readonly user?: string; readonly paramsFile?: string; readonly format?: Format };
}

/** Of the body, what is not asked for by an option of its own name. */
const ELSEWHERE = ['params', 'next_page_token', 'limit', 'fields', 'include'];
/** How many a table shows unless set. */
export const SHOWN = 20;

const optionOf = (name: string): string => name.replaceAll('_', '-');
const isTime = (name: string): boolean => /_at_(min|max)$/.test(name);

export function filterOptions({ body }: Kind): Record<string, string> {
  const names = Object.keys(body).filter((name) => !ELSEWHERE.includes(name));
  return Object.fromEntries(
    names.map((name) => {
      const said: { readonly description?: unknown; readonly enum?: unknown } = body[name] ?? {};
      const text = name === 'ids' ? 'id,id' : 'text';
      const value = Array.isArray(said.enum) ? said.enum.join('|') : isTime(name) ? 'time' : text;
      return [`${optionOf(name)} <${value}>`, String(said.description ?? '').replaceAll('`', '')];
    }),
  );
}

function formatOf({ options: { format, lines, bom }, io, json }: RecordsAsked): Format {
  if ((lines || bom) && format !== 'csv')
    throw new UsageError(`--${lines ? 'lines' : 'bom'} is for --format csv.`);
  if (json && format !== undefined && format !== 'json')
    throw new UsageError('--json is the same as --format json: leave out one of them.');
  return json ? 'json' : (format ?? (io.columns === undefined ? 'jsonl' : 'table'));
}

function filtersOf({ body }: Kind, { options }: RecordsAsked): Record<string, unknown> {
  const values = options as unknown as Readonly<Record<string, unknown>>;
  const given = Object.keys(body).filter((name) => (values[inCode(name)] ?? false) !== false);
  return Object.fromEntries(
    given.map((name) => {
      const value = values[inCode(name)];
      return [name, Array.isArray(value) ? value.join(',') : value];
    }),
  );
}

/** Credentials for this call alone, which are kept nowhere. */
function paramsIn(file: string): Asking['params'] {
  const text = textIn(file);
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError(`The file ${file} cannot be read (it is not JSON).`);
  }
}

export async function readRecords(kind: Kind, asked: RecordsAsked): Promise<undefined> {
  const { given, options, io } = asked;
  const format = formatOf(asked);
  const max = options.max ?? (format === 'table' ? SHOWN : Number.POSITIVE_INFINITY);
  const limit = options.limit ?? Math.min(MAX_LIMIT, max);
  await withService(asked, async ({ manifold, userOr, answered }) => {
    const user = userOr(options.user);
    const file = options.paramsFile;
    const params = file === undefined ? {} : { params: paramsIn(file) };
    const sent = { ...filtersOf(kind, asked), channel: given.channel, user, limit, ...params };
    // What does not fit the service refuses.
    const found = kind.name === 'orders' ? manifold.orders(sent) : manifold.products(sent);
    const pages: AsyncIterable<Page<object>> = found.pages();
    const printer = printerOf(kind, asked, format);
    const notes = notesOf(asked);
    let left = max;
    let more = false;
    async function* wanted(): AsyncGenerator<Item> {
      for await (const { records, token, report } of pages) {
        answered();
        notes.add(report);
        more = token !== undefined || records.length > left;
        for (const record of records.slice(0, left)) yield { ...record };
        left -= records.length;
        if (left <= 0) return;
      }
    }
    const count = await printAll(asked, wanted(), printer);
    if (printer.left) {
      const said = count === 0 ? `No ${kind.name}` : many(count, kind.name, kind.name);
      const rest = more ? `; there are more: --max ${SHOWN * 5} or --max all shows more` : '';
      io.err('');
      io.err(paint('dim', `${said}${rest}.`));
      const left = printer.left().join(', ').toLowerCase();
      if (left) io.err(paint('dim', `No room for ${left}; --json has everything.`));
    }
    notes.print();
  });
}

function printerOf(kind: Kind, { io, options }: RecordsAsked, format: Format): Printer<Item> {
  const { fields } = options;
  if (format === 'table')
    return tableOf(io, fields === undefined ? kind.columns : columnsFor(kind, fields));
  if (format === 'json') return jsonList(io);
  if (format === 'jsonl') return lineEach(io, (record) => JSON.stringify(record));
  // Known before the first record is, and the same whatever it holds.
  const chosen = fields && ['id', 'channel_name', ...fields];
  const own = kind.fields.filter((name) => !chosen || chosen.includes(name));
  const all = [...own, ...(options.include ?? [])];
  const { field, names } = kind.parts;
  const isSplit = options.lines && all.includes(field);
  const columns = isSplit ? all.filter((name) => name !== field) : all;
  const more = isSplit ? names : [];
  const head = csvRow([...columns, ...more.map((name) => `${field}.${name}`)]);
  io.out(options.bom ? `\ufeff${head}` : head);
  const row = (record: Item, part: Item) =>
    csvRow([...columns.map((name) => record[name]), ...more.map((name) => part[name])]);
  // One without any still has its row.
  return lineEach(io, (record) => {
    const parts = isSplit ? itemsIn(record[field]) : [];
    return (parts.length > 0 ? parts : [{}]).map((part) => row(record, part)).join('\n');
  });
}

function columnsFor({ fields, columns }: Kind, given: readonly string[]): readonly Column<Item>[] {
  const names = ['id', ...given];
  return fields
    .filter((name) => names.includes(name))
    .map((name) => {
      const title = name.toUpperCase();
      const right = columns.find((column) => column.title === title)?.right;
      const least = Math.max(8, name.length);
      return { title, of: (record) => cell(record[name]), least, ...(right && { right }) };
    });
}

type Report = Page<unknown>['report'];

/** What the service says beside the records: filters that no one asked for, and warnings, each once. */
export function notesOf({ io, json }: Pick<RecordsAsked, 'io' | 'json'>) {
  const defaults = new Map<string, string>();
  const warnings = new Map<string, Report['Warnings'][number]>();
  return {
    add({ Filters, Warnings }: Pick<Report, 'Filters' | 'Warnings'>): void {
      for (const { name, value, by } of Filters) if (by === 'default') defaults.set(name, value);
      for (const { code, message, field, count } of Warnings) {
        const key = `${code} ${field ?? ''}`;
        const all = count + (warnings.get(key)?.count ?? 0);
        warnings.set(key, { code, message, ...(field !== undefined && { field }), count: all });
      }
    },
    print(): void {
      for (const warning of warnings.values()) {
        const times = warning.count > 1 ? ` (${warning.count} times)` : '';
        const line = `${paint('yellow', 'Warning:')} ${clean(warning.message)}${times}`;
        io.err(json ? JSON.stringify({ warning }) : line);
      }
      if (json || io.columns === undefined) return;
      for (const [name, value] of defaults) {
        const change = `--${optionOf(name)} changes that`;
        io.err(paint('dim', `Only with ${name} "${value}", which is the default; ${change}.`));
      }
    },
  };
}
