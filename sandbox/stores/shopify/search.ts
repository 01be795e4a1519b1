// Turns a search text into a test on records, and says which of its terms were not honoured.
import {
  type Comparator,
  invalidField,
  parseSearch,
  type SearchNode,
  type SearchTerm,
  type SearchWarning,
} from './search-syntax.ts';
import { readTime } from './time.ts';
import type { Ask } from './world.ts';

/** What one field of a resource can be asked. Values of a record are read only when compared. */
export type Field<T> =
  | { readonly type: 'text'; readonly read: (record: T) => readonly (string | null)[] }
  | { readonly type: 'keyword'; readonly read: (record: T) => readonly (string | null)[] }
  | {
      readonly type: 'choice';
      readonly values: readonly string[];
      readonly test: (record: T, value: string) => boolean;
    }
  | { readonly type: 'number'; readonly read: (record: T) => readonly (number | null)[] }
  | { readonly type: 'time'; readonly read: (record: T) => number | null };

export interface SearchFields<T> {
  readonly byName: Readonly<Record<string, Field<T>>>;
  /** What a bare word looks at. */
  readonly words: (record: T) => readonly (string | null)[];
}

export interface Search<T> {
  /** Null: everything matches. */
  readonly test: ((record: T) => boolean) | null;
  readonly warnings: readonly SearchWarning[];
  /** Whether a field is asked for anywhere, for resources with a default. */
  names(field: string): boolean;
}

export function search<T>(text: string, fields: SearchFields<T>, timeZone: string): Search<T> {
  const parsed = parseSearch(text);
  const warnings = [...parsed.warnings];
  const named = new Set<string>();
  const test = parsed.node === null ? null : compile(parsed.node);
  return { test, warnings, names: (field) => named.has(field) };

  function compile(node: SearchNode): ((record: T) => boolean) | null {
    if (node.kind === 'term') return compileTerm(node);
    if (node.kind === 'not') {
      const inner = compile(node.node);
      return inner === null ? null : (record) => !inner(record);
    }
    const tests = node.nodes.map(compile).filter((one) => one !== null);
    if (tests.length === 0) return null;
    return node.kind === 'and'
      ? (record) => tests.every((one) => one(record))
      : (record) => tests.some((one) => one(record));
  }

  function compileTerm(term: SearchTerm): ((record: T) => boolean) | null {
    if (term.field === null) {
      const match = textTest(term);
      return (record) => match(fields.words(record));
    }
    const field = Object.hasOwn(fields.byName, term.field) ? fields.byName[term.field] : undefined;
    if (field === undefined) {
      warnings.push(invalidField(term.field));
      return null;
    }
    named.add(term.field);
    if (field.type === 'time' && !term.quoted && term.value.length > 10) {
      const message = 'The time of day is dropped from a value without quotes.';
      warnings.push({ field: term.field, message, code: 'unquoted_time' });
    }
    const made = fieldTest(field, term, timeZone);
    if (typeof made === 'function') return made;
    warnings.push({ field: term.field, message: made, code: 'invalid_value' });
    return null;
  }
}

/** A test, or the sentence that says why the value cannot be used. */
function fieldTest<T>(
  field: Field<T>,
  term: SearchTerm,
  timeZone: string,
): ((record: T) => boolean) | string {
  const { comparator, value } = term;
  const listed = term.quoted ? [value] : value.split(',').filter((part) => part !== '');
  const ordered = field.type === 'number' || field.type === 'time';
  if (!ordered && comparator !== '=') return `Comparator ${comparator} is not accepted.`;
  switch (field.type) {
    case 'text': {
      const match = textTest(term);
      return (record) => match(field.read(record));
    }
    case 'keyword': {
      const wanted = new Set(listed.map((part) => part.toLowerCase()));
      const some = wanted.has('*');
      return (record) =>
        field.read(record).some((own) => own !== null && (some || wanted.has(own.toLowerCase())));
    }
    case 'choice': {
      const wanted = listed.map((part) => part.toLowerCase());
      const wrong = wanted.find((part) => !field.values.includes(part));
      if (wrong !== undefined) return `Input \`${wrong}\` is not an accepted value.`;
      return (record) => wanted.some((part) => field.test(record, part));
    }
    case 'number': {
      if (!listed.every((part) => /^-?\d+(\.\d+)?$/.test(part)))
        return `Input \`${value}\` is not a number.`;
      const wanted = listed.map(Number);
      return (record) =>
        field
          .read(record)
          .some((own) => own !== null && wanted.some((one) => holds(own, comparator, one)));
    }
    case 'time':
      return timeTest(field.read, term, timeZone);
  }
}

function holds(own: number, comparator: Comparator, wanted: number): boolean {
  switch (comparator) {
    case '=':
      return own === wanted;
    case '<':
      return own < wanted;
    case '>':
      return own > wanted;
    case '<=':
      return own <= wanted;
    case '>=':
      return own >= wanted;
  }
}

/** Only a quoted value keeps its time of day; a date stands for the whole day in the shop's zone. */
function timeTest<T>(
  read: (record: T) => number | null,
  { comparator, value, quoted }: SearchTerm,
  timeZone: string,
): ((record: T) => boolean) | string {
  const span = readTime(quoted ? value : value.slice(0, 10), timeZone);
  if (span === null) return `Input \`${value}\` is not a valid date or time.`;
  const { from, to } = span;
  const inside: Readonly<Record<Comparator, (at: number) => boolean>> = {
    '=': (at) => at >= from && at < to,
    '<': (at) => at < from,
    '>': (at) => at >= to,
    '<=': (at) => at < to,
    '>=': (at) => at >= from,
  };
  const test = inside[comparator];
  return (record) => {
    const at = read(record);
    return at !== null && test(at);
  };
}

/** Words are compared without regard to case; quoted ones as a phrase; `*` ends a prefix. */
function textTest({ value, quoted }: SearchTerm): (texts: readonly (string | null)[]) => boolean {
  if (value === '*') return (texts) => texts.some((text) => text !== null && text !== '');
  const prefix = !quoted && value.endsWith('*');
  const wanted = wordsOf(prefix ? value.slice(0, -1) : value);
  if (wanted.length === 0) return () => false;
  return (texts) => texts.some((text) => text !== null && hasPhrase(wordsOf(text), wanted, prefix));
}

function hasPhrase(own: readonly string[], wanted: readonly string[], prefix: boolean): boolean {
  const last = wanted.length - 1;
  for (let at = 0; at + last < own.length; at += 1) {
    const same = wanted.every((word, i) =>
      prefix && i === last ? own[at + i]?.startsWith(word) : own[at + i] === word,
    );
    if (same) return true;
  }
  return false;
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Keeps what a search asked in vain, once a request, for `extensions.search` and for tests. */
export function noteSearch(
  ask: Ask,
  path: readonly string[],
  query: string | null | undefined,
  warnings: readonly SearchWarning[],
): void {
  if (warnings.length === 0) return;
  const place = path.join('.');
  if (ask.reports.some((report) => report.path.join('.') === place)) return;
  ask.reports.push({ path, query: query ?? '', warnings });
}
