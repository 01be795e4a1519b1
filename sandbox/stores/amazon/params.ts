// Reads a query as strictly as the published models allow: unknown names and odd values are refused.

export type Parameter =
  | { readonly kind: 'text' }
  | { readonly kind: 'flag' }
  | { readonly kind: 'date' }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'list'; readonly most: number; readonly words?: readonly string[] }
  | { readonly kind: 'word'; readonly words: readonly string[] };

export type Parameters = Readonly<Record<string, Parameter>>;

export const text: Parameter = { kind: 'text' };
export const flag: Parameter = { kind: 'flag' };
export const date: Parameter = { kind: 'date' };
export const integer = (min: number, max: number): Parameter => ({ kind: 'integer', min, max });
export const list = (most: number, words?: readonly string[]): Parameter => ({
  kind: 'list',
  most,
  ...(words && { words }),
});
export const word = (...words: readonly string[]): Parameter => ({ kind: 'word', words });

/** A sentence says what is wrong. */
export class Wrong extends Error {}

export interface Asked {
  text(name: string): string | undefined;
  list(name: string): readonly string[] | undefined;
  date(name: string): number | undefined;
  integer(name: string): number | undefined;
  /** Everything but these, for tokens that belong to one query. */
  except(...names: readonly string[]): string;
}

export function readQuery(
  query: readonly (readonly [name: string, value: string])[],
  parameters: Parameters,
): Asked {
  const given = new Map<string, string>();
  for (const [name, value] of query) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (parameter === undefined) throw new Wrong(`Unknown parameter: ${name}.`);
    if (given.has(name)) throw new Wrong(`Parameter given more than once: ${name}.`);
    check(name, value, parameter);
    given.set(name, value);
  }
  return {
    text: (name) => given.get(name),
    list: (name) => given.get(name)?.split(','),
    date: (name) => {
      const value = given.get(name);
      return value === undefined ? undefined : Date.parse(value);
    },
    integer: (name) => {
      const value = given.get(name);
      return value === undefined ? undefined : Number(value);
    },
    except: (...names) =>
      JSON.stringify([...given].filter(([name]) => !names.includes(name)).sort()),
  };
}

const iso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?(Z|[+-]\d{2}:\d{2})$/;

function check(name: string, value: string, parameter: Parameter): void {
  if (value === '') throw new Wrong(`Parameter without a value: ${name}.`);
  switch (parameter.kind) {
    case 'text':
      return;
    case 'flag':
      if (value !== 'true' && value !== 'false') throw new Wrong(`${name} must be true or false.`);
      return;
    case 'date':
      if (!iso.test(value) || Number.isNaN(Date.parse(value)))
        throw new Wrong(`${name} is not an ISO 8601 date: ${value}.`);
      return;
    case 'integer': {
      const number = Number(value);
      if (!/^\d+$/.test(value) || number < parameter.min || number > parameter.max)
        throw new Wrong(`${name} must be between ${parameter.min} and ${parameter.max}.`);
      return;
    }
    case 'word':
      if (!parameter.words.includes(value)) throw new Wrong(`${name} cannot be ${value}.`);
      return;
    case 'list': {
      const values = value.split(',');
      if (values.length > parameter.most)
        throw new Wrong(`${name} holds more than ${parameter.most} values.`);
      const odd = values.find((one) => one === '' || !(parameter.words?.includes(one) ?? true));
      if (odd !== undefined) throw new Wrong(`${name} holds an invalid value: ${odd}.`);
    }
  }
}

const day = 86_400_000;

/** Tokens to go on with: they hold for one query, for a day unless an operation says otherwise. */
export const writeToken = (at: number | Place, query: string, now: number): string =>
  Buffer.from(JSON.stringify([at, query, now])).toString('base64');

/** Behind which record a list goes on, whatever is changed meanwhile: its time and its number. */
export type Place = readonly [time: number, id: number];

export const isPlace = (value: unknown): value is Place =>
  Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'number');

export function readToken(
  token: string,
  name: string,
  query: string,
  now: number,
  life = day,
): number {
  const at = readOpen(token, name, query, now, life);
  if (typeof at !== 'number') throw new Wrong(`The ${name} is not valid.`);
  return at;
}

export function readPlace(token: string, name: string, query: string, now: number): Place {
  const at = readOpen(token, name, query, now, day);
  if (!isPlace(at)) throw new Wrong(`The ${name} is not valid.`);
  return at;
}

function readOpen(token: string, name: string, query: string, now: number, life: number): unknown {
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(token, 'base64').toString());
  } catch {
    throw new Wrong(`The ${name} is not valid.`);
  }
  const [at, of, since] = Array.isArray(read) ? (read as readonly unknown[]) : [];
  if (typeof since !== 'number') throw new Wrong(`The ${name} is not valid.`);
  if (of !== query) throw new Wrong(`The ${name} belongs to a request with other parameters.`);
  if (now - since > life) throw new Wrong(`The ${name} has expired.`);
  return at;
}
