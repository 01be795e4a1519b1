// Reads query parameters by rule; what is unknown, repeated or of a wrong form is named.

/** `list`: repeated in Connect, one text with commas on a marketplace. */
export type Rule =
  | { readonly kind: 'integer'; readonly least: number; readonly most: number }
  | { readonly kind: 'date' }
  | { readonly kind: 'flag' }
  | { readonly kind: 'text'; readonly pattern?: RegExp; readonly words?: readonly string[] }
  | { readonly kind: 'list'; readonly words?: readonly string[]; readonly most?: number };

export type Rules = Readonly<Record<string, Rule>>;

export interface Wrong {
  readonly name: string;
  readonly message: string;
}

export interface Values {
  integer(name: string): number | undefined;
  date(name: string): number | undefined;
  text(name: string): string | undefined;
  flag(name: string): boolean | undefined;
  list(name: string): readonly string[] | undefined;
}

export type ListStyle = 'repeated' | 'commas';

export function readParams(
  query: readonly (readonly [name: string, value: string])[],
  rules: Rules,
  style: ListStyle,
): Values | Wrong {
  const given = new Map<string, string[]>();
  for (const [name, value] of query) given.set(name, [...(given.get(name) ?? []), value]);
  const values = new Map<string, unknown>();
  for (const [name, texts] of given) {
    const rule = rules[name];
    if (rule === undefined) return { name, message: `${name} is not a parameter` };
    const repeats = rule.kind === 'list' && style === 'repeated';
    if (texts.length > 1 && !repeats) return { name, message: `${name} is given more than once` };
    const read = readOne(name, texts, rule, style);
    if (typeof read === 'string') return { name, message: read };
    values.set(name, read.value);
  }
  const get = <T>(name: string): T | undefined => values.get(name) as T | undefined;
  return { integer: get, date: get, text: get, flag: get, list: get };
}

export const isWrong = (read: Values | Wrong): read is Wrong => 'message' in read;

/** The value, or a sentence that says what is wrong. */
function readOne(
  name: string,
  texts: readonly string[],
  rule: Rule,
  style: ListStyle,
): { readonly value: unknown } | string {
  const [text = ''] = texts;
  switch (rule.kind) {
    case 'integer': {
      if (!/^\d{1,15}$/.test(text)) return `${name} must be an integer`;
      const value = Number(text);
      if (value < rule.least) return `${name} must be greater than or equal to ${rule.least}`;
      if (value > rule.most) return `${name} must be less than or equal to ${rule.most}`;
      return { value };
    }
    case 'date': {
      const value = readDate(text);
      return value === undefined ? `${name}: invalid date format` : { value };
    }
    case 'flag':
      return /^(true|false)$/.test(text) ? { value: text === 'true' } : `${name} must be a boolean`;
    case 'text':
      if (rule.words && !rule.words.includes(text))
        return `${name} must be one of ${rule.words.join(', ')}`;
      return rule.pattern && !rule.pattern.test(text) ? `${name} is malformed` : { value: text };
    case 'list': {
      const items = style === 'commas' ? text.split(',') : texts;
      const strange = items.find(
        (item) => item === '' || item.includes(',') || (rule.words && !rule.words.includes(item)),
      );
      if (strange !== undefined) return `${name} has a value that is not allowed: ${strange}`;
      if (items.length > (rule.most ?? Infinity))
        return `${name} must have at most ${rule.most} values`;
      return { value: items };
    }
  }
}

/** ISO 8601 with seconds and a zone, of a day that exists. */
function readDate(text: string): number | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/.exec(
    text,
  );
  if (match === null) return undefined;
  const bare = Date.parse(`${match[1]}T${match[2]}Z`);
  if (Number.isNaN(bare) || !new Date(bare).toISOString().startsWith(match[1] ?? '?'))
    return undefined;
  return Date.parse(text);
}
