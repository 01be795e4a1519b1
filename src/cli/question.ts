// What is asked of orders or products: the options that say it, and the question that the service gets.
import { readFileSync } from 'node:fs';
import type { Manifold, Page } from '../../client/src/index.ts';
import { MAX_LIMIT } from '../model/query.ts';
import { type Asked, CommandError, type Example, type Options, UsageError } from './declare.ts';
import { DEMO } from './demo-client.ts';
import { FORMATS, type Format, type Item } from './formats.ts';
import { momentOf } from './moments.ts';
import { type Reached, SERVICE } from './reach.ts';
import type { Column } from './table.ts';

export interface Kind {
  readonly name: 'orders' | 'products';
  /** The fields of a body, with what each means. */
  readonly body: Readonly<Record<string, { readonly schema: object }>>;
  /** Asks the typed client. */
  readonly read: (manifold: Manifold, sent: Sent) => Pages;
  /** The fields of a record, in their order. */
  readonly fields: readonly string[];
  readonly includes: readonly string[];
  readonly columns: readonly Column<Item>[];
  readonly examples: readonly Example[];
}

/** What is sent, by the names of the body, beside who and where. What does not fit the service refuses. */
export interface Sent {
  readonly channel: string;
  readonly user: string;
  readonly limit: number;
  readonly [field: string]: unknown;
}

export interface Pages {
  pages(): AsyncIterable<Page<object>>;
}

/** Of the body, what is not asked for by an option of its own name. */
const ELSEWHERE = ['params', 'next_page_token', 'limit', 'fields', 'include'];
/** How many a table shows unless told. */
export const SHOWN = 20;

export const CHANNEL = {
  word: 'channel',
  about: 'The sales channel; "manifold channels" lists them.',
} as const;

export const COMMON = {
  user: {
    value: 'tpUserId',
    about: `Whose shop, as the client application calls the user. With the demo client ${DEMO.user} unless given.`,
  },
  max: {
    value: 'number',
    about: `How many records at most, or all. ${SHOWN} on a terminal unless given, else all.`,
  },
  limit: {
    value: 'number',
    about: `Records a page, 1 to ${MAX_LIMIT}; ${MAX_LIMIT} unless given.`,
  },
  fields: { value: 'name,name', about: 'Only these fields; id and channel_name always stay.' },
  include: { value: 'word,word', about: 'What every record shall have beside its fields.' },
  format: {
    value: 'format',
    about:
      'How it is written: table, jsonl (a JSON object a line), json (one array) or csv (lists and objects within are JSON). A table on a terminal unless given, jsonl where it is piped.',
    words: FORMATS,
  },
  'params-file': {
    value: 'file',
    about: 'A JSON file with credentials for this call alone, as "params" of the body has them.',
  },
  lenient: {
    about: 'Leave out records that cannot be read, and warn, where otherwise one fails the page.',
  },
  ...SERVICE,
} as const;

export const optionOf = (name: string): string => name.replaceAll('_', '-');

/** What a schema may say of a field. */
interface Said {
  readonly description?: unknown;
  readonly enum?: unknown;
}

/** The filters as options: each says what the body says. */
export function filterOptions({ body }: Kind): Options {
  const names = Object.keys(body).filter((name) => !ELSEWHERE.includes(name));
  return Object.fromEntries(
    names.map((name) => {
      const said: Said = body[name]?.schema ?? {};
      const { description, enum: words } = said;
      const about = String(description ?? '').replaceAll('`', '');
      if (isTime(name)) return [optionOf(name), { value: 'time', about }];
      return [
        optionOf(name),
        Array.isArray(words)
          ? {
              value: 'word',
              about: `${about} One of ${words.join(', ')}.`,
              words: words.map(String),
            }
          : { value: name === 'ids' ? 'id,id' : 'text', about },
      ];
    }),
  );
}

const isTime = (name: string): boolean => /_at_(min|max)$/.test(name);

export type RecordsAsked = Asked<{ readonly channel: typeof CHANNEL }, typeof COMMON>;

export interface Reading {
  readonly kind: Kind;
  readonly asked: RecordsAsked;
  readonly reached: Reached;
  readonly sent: Sent;
  /** Credentials for this call alone, which are kept nowhere. */
  readonly params: unknown;
  readonly max: number | undefined;
  readonly format: Format;
}

export function formatOf({ options, io, json }: RecordsAsked): Format {
  const format = FORMATS.find((each) => each === options.format);
  if (json && format !== undefined && format !== 'json')
    throw new UsageError('--json is the same as --format json: leave out one of them.');
  return json ? 'json' : (format ?? (io.columns === undefined ? 'jsonl' : 'table'));
}

/** How many records at most; undefined is all. */
export function maxOf(text: string | undefined, isTable: boolean): number | undefined {
  if (text === undefined) return isTable ? SHOWN : undefined;
  if (text === 'all') return undefined;
  return wholeNumber('--max', text, Number.MAX_SAFE_INTEGER, ', or all');
}

export const limitOf = (text: string | undefined, max: number | undefined): number =>
  text === undefined
    ? Math.min(MAX_LIMIT, max ?? MAX_LIMIT)
    : wholeNumber('--limit', text, MAX_LIMIT);

function wholeNumber(option: string, text: string, most: number, or = ''): number {
  const number = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number <= most) return number;
  const upTo = most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`;
  throw new UsageError(`"${option}" is a whole number from 1${upTo}${or}, not "${text}".`);
}

/** The filters as the service takes them. */
export function filtersOf(kind: Kind, { options }: RecordsAsked): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  const values = options as Readonly<Record<string, unknown>>;
  const now = Date.now();
  for (const name of Object.keys(kind.body)) {
    const value = values[optionOf(name)];
    if (typeof value !== 'string' || name === 'limit') continue;
    query[name] = isTime(name) ? momentOf(value, `--${optionOf(name)}`, now) : value;
  }
  if (options.include !== undefined) query.include = options.include;
  if (options.lenient) query.lenient = true;
  return query;
}

export function paramsIn(file: string | undefined): unknown {
  if (file === undefined) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? 'it is not JSON';
    throw new CommandError(`The file ${file} cannot be read (${why}).`);
  }
}

/** Known before the first record is, and the same whatever it holds. */
export function csvColumns({ kind, asked: { options } }: Reading): string[] {
  const chosen = options.fields?.split(',').map((name) => name.trim());
  const fields = kind.fields.filter(
    (name) => !chosen || chosen.includes(name) || name === 'id' || name === 'channel_name',
  );
  return [...fields, ...(options.include?.split(',').map((word) => word.trim()) ?? [])];
}
