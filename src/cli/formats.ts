// Records as text: JSON lines, one JSON array, or CSV. Every record is whole lines, so that a file can be cut between them.

export const FORMATS = ['table', 'jsonl', 'json', 'csv'] as const;
export type Format = (typeof FORMATS)[number];
export type FileFormat = Exclude<Format, 'table'>;

export type Item = Readonly<Record<string, unknown>>;

export interface Writing {
  /** Before the first record. */
  readonly begin: string;
  readonly record: (record: Item, isFirst: boolean) => string;
  /** After the last. */
  readonly end: string;
}

export function writingOf(format: FileFormat, columns: readonly string[]): Writing {
  switch (format) {
    case 'jsonl':
      return { begin: '', record: (record) => `${JSON.stringify(record)}\n`, end: '' };
    case 'json':
      // The comma begins a line: whichever line is the last, the file can end there or go on.
      return {
        begin: '[\n',
        record: (record, isFirst) => `${isFirst ? '' : ','}${JSON.stringify(record)}\n`,
        end: ']\n',
      };
    case 'csv':
      return {
        begin: `${columns.map(quoted).join(',')}\n`,
        record: (record) =>
          `${columns.map((name) => quoted(harmless(cell(record[name])))).join(',')}\n`,
        end: '',
      };
  }
}

/** By the end of a file's name; JSON lines where that says nothing. */
export function formatFor(file: string): FileFormat {
  const [, end = ''] = /\.(\w+)$/.exec(file) ?? [];
  return FILE_FORMATS.find((format) => format === end.toLowerCase()) ?? 'jsonl';
}

const FILE_FORMATS: readonly FileFormat[] = ['jsonl', 'json', 'csv'];

/** What a cell holds: nothing for null, text as it is, lists and objects as JSON. */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * A spreadsheet takes a cell that begins so for a formula, and a buyer's name may be one: with an
 * apostrophe in front it is text. A plain number such as -12.50 stays as it is.
 */
const harmless = (text: string): string =>
  /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) && !/^[+-]?\d+(?:\.\d+)?$/.test(text)
    ? `'${text}`
    : text;

/** As RFC 4180 has it. */
const quoted = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
