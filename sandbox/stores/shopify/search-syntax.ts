// Reads the vendor's search syntax (shopify.dev, "Shopify API search syntax") into a small tree.

export type Comparator = '=' | '<' | '>' | '<=' | '>=';

export interface SearchTerm {
  readonly kind: 'term';
  /** Null for a bare word, which searches several fields. */
  readonly field: string | null;
  readonly comparator: Comparator;
  readonly value: string;
  readonly quoted: boolean;
}

export type SearchNode =
  | SearchTerm
  | { readonly kind: 'not'; readonly node: SearchNode }
  | { readonly kind: 'and' | 'or'; readonly nodes: readonly SearchNode[] };

/** As in `extensions.search[].warnings`: what the vendor reads but does not honour. */
export interface SearchWarning {
  readonly field: string;
  readonly message: string;
  readonly code: string;
}

export interface ParsedSearch {
  /** Null when nothing of the text is left: everything matches. */
  readonly node: SearchNode | null;
  readonly warnings: readonly SearchWarning[];
}

export const invalidField = (field: string): SearchWarning => ({
  field,
  message: 'Invalid search field for this query.',
  code: 'invalid_field',
});

const syntax = (field: string, message: string): SearchWarning => ({
  field,
  message,
  code: 'invalid_syntax',
});

export function parseSearch(text: string): ParsedSearch {
  const warnings: SearchWarning[] = [];
  const reader = { text, at: 0, warnings };
  let node = readQuery(reader, 0);
  while (reader.at < text.length) {
    // Only a closing parenthesis without its opening one stops a query before the end.
    warnings.push(syntax(')', 'Unmatched parenthesis.'));
    reader.at += 1;
    node = both(node, readQuery(reader, 0));
  }
  return { node, warnings };
}

interface Reader {
  readonly text: string;
  at: number;
  readonly warnings: SearchWarning[];
}

function both(one: SearchNode | null, other: SearchNode | null): SearchNode | null {
  if (one === null || other === null) return one ?? other;
  return { kind: 'and', nodes: [one, other] };
}

/** AND binds closer than OR; a missing connective is AND. */
function readQuery(reader: Reader, depth: number): SearchNode | null {
  const alternatives: SearchNode[] = [];
  let sequence: SearchNode[] = [];
  const close = (): void => {
    const [first] = sequence;
    if (first !== undefined)
      alternatives.push(sequence.length === 1 ? first : { kind: 'and', nodes: sequence });
    sequence = [];
  };
  for (;;) {
    skipSpace(reader);
    if (reader.at >= reader.text.length || reader.text[reader.at] === ')') break;
    if (takeWord(reader, 'OR')) {
      close();
      continue;
    }
    if (takeWord(reader, 'AND')) continue;
    const node = readTerm(reader, depth);
    if (node !== null) sequence.push(node);
  }
  close();
  const [first] = alternatives;
  if (first === undefined) return null;
  return alternatives.length === 1 ? first : { kind: 'or', nodes: alternatives };
}

function readTerm(reader: Reader, depth: number): SearchNode | null {
  if (takeWord(reader, 'NOT')) {
    skipSpace(reader);
    return tooDeep(reader, depth) ? null : negated(readTerm(reader, depth + 1));
  }
  const next = reader.text[reader.at + 1];
  if (reader.text[reader.at] === '-' && next !== undefined && !/\s/.test(next)) {
    reader.at += 1;
    return tooDeep(reader, depth) ? null : negated(readTerm(reader, depth + 1));
  }
  if (reader.text[reader.at] === '(') {
    reader.at += 1;
    if (tooDeep(reader, depth)) return null;
    const inner = readQuery(reader, depth + 1);
    if (reader.text[reader.at] === ')') reader.at += 1;
    else reader.warnings.push(syntax('(', 'Unmatched parenthesis.'));
    return inner;
  }
  return readComparison(reader);
}

function tooDeep(reader: Reader, depth: number): boolean {
  if (depth < 50) return false;
  reader.at = reader.text.length;
  reader.warnings.push(syntax('(', 'The query is nested too deeply.'));
  return true;
}

function negated(node: SearchNode | null): SearchNode | null {
  return node === null ? null : { kind: 'not', node };
}

function readComparison(reader: Reader): SearchNode | null {
  const start = reader.text[reader.at];
  if (start === '"' || start === "'") {
    const value = readQuoted(reader, '');
    return value === null ? null : term(null, '=', value, true);
  }
  const name = readBare(reader);
  if (reader.text[reader.at] !== ':') return name === '' ? null : term(null, '=', name, false);
  reader.at += 1;
  const comparator = readComparator(reader);
  if (name === '') {
    skipRun(reader);
    reader.warnings.push(syntax(':', 'A comparator needs a field in front of it.'));
    return null;
  }
  const quote = reader.text[reader.at];
  if (quote === '"' || quote === "'") {
    const value = readQuoted(reader, name);
    return value === null ? null : term(name, comparator, value, true);
  }
  const value = readBare(reader);
  if (value === '') {
    skipRun(reader);
    reader.warnings.push(syntax(name, 'The value is missing.'));
    return null;
  }
  if (reader.text[reader.at] === ':') {
    // The vendor cuts an unquoted value at its first colon and reads the rest as another field.
    reader.at += 1;
    reader.warnings.push(invalidField(skipRun(reader).split(':')[0] ?? ''));
  }
  return term(name, comparator, value, false);
}

function term(
  field: string | null,
  comparator: Comparator,
  value: string,
  quoted: boolean,
): SearchTerm {
  return { kind: 'term', field, comparator, value, quoted };
}

function readComparator(reader: Reader): Comparator {
  for (const comparator of ['<=', '>=', '<', '>'] as const) {
    if (reader.text.startsWith(comparator, reader.at)) {
      reader.at += comparator.length;
      return comparator;
    }
  }
  return '=';
}

/** Up to white space or a special character; a backslash takes the next character as it is. */
function readBare(reader: Reader): string {
  let out = '';
  while (reader.at < reader.text.length) {
    const char = reader.text[reader.at] ?? '';
    if (/[\s:()]/.test(char)) break;
    reader.at += 1;
    if (char !== '\\') {
      out += char;
      continue;
    }
    out += reader.text[reader.at] ?? '';
    reader.at += 1;
  }
  return out;
}

/** Null when the closing quote is missing: the vendor then ignores the term. */
function readQuoted(reader: Reader, field: string): string | null {
  const quote = reader.text[reader.at];
  let out = '';
  for (let at = reader.at + 1; at < reader.text.length; at += 1) {
    const char = reader.text[at] ?? '';
    if (char === '\\') {
      at += 1;
      out += reader.text[at] ?? '';
    } else if (char === quote) {
      reader.at = at + 1;
      return out;
    } else out += char;
  }
  reader.at = reader.text.length;
  reader.warnings.push(syntax(field, 'Unmatched quote.'));
  return null;
}

function skipSpace(reader: Reader): void {
  while (/\s/.test(reader.text[reader.at] ?? '')) reader.at += 1;
}

function skipRun(reader: Reader): string {
  const from = reader.at;
  while (/[^\s()]/.test(reader.text[reader.at] ?? '')) reader.at += 1;
  return reader.text.slice(from, reader.at);
}

/** Connectives and NOT are words of their own, in capitals. */
function takeWord(reader: Reader, word: string): boolean {
  if (!reader.text.startsWith(word, reader.at)) return false;
  const after = reader.text[reader.at + word.length];
  if (after !== undefined && !/[\s(]/.test(after)) return false;
  reader.at += word.length;
  return true;
}
