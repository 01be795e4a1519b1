// Query parameters, read strictly: what the vendor would ignore in silence is refused here.
import type { StoreReply } from '../../store.ts';
import { error, type Generation } from './replies.ts';

export type Kind =
  | 'integer'
  | 'decimal'
  | 'boolean'
  | 'text'
  /** RFC 2822 or ISO 8601, with time and offset. */
  | 'time'
  | 'integers'
  | 'texts'
  | readonly string[]
  | { readonly list: readonly string[] };

export type Arguments = Readonly<Record<string, Kind>>;

export interface Parameters {
  integer(name: string): number | undefined;
  text(name: string): string | undefined;
  flag(name: string): boolean | undefined;
  /** Milliseconds since 1970. */
  time(name: string): number | undefined;
  integers(name: string): readonly number[] | undefined;
  texts(name: string): readonly string[] | undefined;
}

export const mostRows = 250;

/** The parameters, or the answer that refuses them. */
export function readParameters(
  query: readonly (readonly [string, string])[],
  known: Arguments,
  generation: Generation,
): Parameters | StoreReply {
  const values = new Map<string, unknown>();
  for (const [name, text] of query) {
    const kind = Object.hasOwn(known, name) ? known[name] : undefined;
    if (kind === undefined)
      return generation === 'v2'
        ? error('v2', 400, `The field '${name}' is not supported by this resource.`)
        : error('v3', 422, `The filter(s): ${name} are not valid filter parameter(s).`, {});
    if (values.has(name)) return invalid(generation, name, 'was given more than once');
    const value = readValue(text, kind);
    if (value === undefined) return invalid(generation, name, 'is invalid');
    values.set(name, value);
  }
  const limit = values.get('limit');
  if (typeof limit === 'number' && limit > mostRows)
    return error(generation, 413, `The limit must not exceed ${mostRows}.`);
  if (limit === 0 || values.get('page') === 0) return invalid(generation, 'limit', 'is invalid');
  const get = <T>(name: string): T | undefined => values.get(name) as T | undefined;
  return { integer: get, text: get, flag: get, time: get, integers: get, texts: get };
}

const invalid = (generation: Generation, name: string, what: string): StoreReply =>
  generation === 'v2'
    ? error('v2', 400, `The field '${name}' ${what}.`)
    : error('v3', 422, 'The request contains invalid data.', { [name]: `${name} ${what}` });

function readValue(text: string, kind: Kind): unknown {
  switch (kind) {
    case 'integer':
      return /^\d{1,10}$/.test(text) ? Number(text) : undefined;
    case 'decimal':
      return /^\d+(\.\d+)?$/.test(text) ? text : undefined;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'text':
      return text === '' ? undefined : text;
    case 'time':
      return timeOf(text);
    case 'integers':
      return /^\d{1,10}(,\d{1,10})*$/.test(text) ? text.split(',').map(Number) : undefined;
    case 'texts':
      return /^\w+(,\w+)*$/.test(text) ? text.split(',') : undefined;
  }
  if (!('list' in kind)) return kind.includes(text) ? text : undefined;
  const items = text.split(',');
  return items.every((item) => kind.list.includes(item)) ? items : undefined;
}

const iso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?(Z|[+-]\d{2}:\d{2})$/;
const mail = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} [+-]\d{4}$/;

/** Whole seconds count; a plus sign that was not encoded arrives as a space and is refused. */
function timeOf(text: string): number | undefined {
  if (!iso.test(text) && !mail.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.floor(at / 1000) * 1000;
}
