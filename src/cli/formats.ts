// Records as text: what a cell holds, and a row of CSV.

export const FORMATS = ['table', 'jsonl', 'json', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

export type Item = Readonly<Record<string, unknown>>;

/** Whatever it is, as one; nothing where it is none. */
export const itemIn = (value: unknown): Item =>
  typeof value === 'object' && value !== null ? { ...value } : {};
export const itemsIn = (value: unknown): readonly Item[] => (Array.isArray(value) ? value : []);

export const csvRow = (cells: readonly unknown[]): string =>
  cells.map((value) => quoted(harmless(cell(value)))).join(',');

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
