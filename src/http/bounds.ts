// How much one value of a request may hold: texts, lists and maps as the schema of the route declares
// them, and 2,000 characters for every text of which it says nothing.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Keywords } from '../model/check.ts';
import { type Executed, isWrite } from '../model/execution.ts';
import { type Fault, invalid } from '../model/faults.ts';
import { OPERATION_TABLE } from '../model/operations.ts';
import { isLonger, MAX_VALUE_LENGTH, printable } from '../model/text.ts';
import type { TSchema } from '../model/type.ts';
import { WRITE_TABLE } from '../model/writes.ts';
import { readQuery } from './query.ts';

/** Where anything may stand, of any length: the bound of the whole body or address is its only one. */
export const FREE: TSchema = { type: 'object', additionalProperties: true };

/** The headers that are read. Others are bounded all together, by the platform. */
const READ: ReadonlySet<string> = new Set([
  ...['accept', 'accept-encoding', 'accept-language', 'authorization', 'content-type'],
  ...['idempotency-key', 'if-none-match', 'prefer', 'traceparent', 'x-forwarded-for'],
]);

export function boundValues(server: FastifyInstance): void {
  server.addHook('preValidation', (request, _, done) => done(faultIn(request)));
}

function faultIn(request: FastifyRequest): Fault | undefined {
  const { url, body, headers } = request;
  const header = longHeader(request.raw.rawHeaders);
  if (header) return header;
  const isLongUrl = url.length > MAX_VALUE_LENGTH;
  // What is shorter than that altogether holds nothing that is longer.
  const isLongBody =
    body !== undefined &&
    !Buffer.isBuffer(body) &&
    !(Number(headers['content-length']) <= MAX_VALUE_LENGTH);
  if (!isLongUrl && !isLongBody) return undefined;
  const { schema = {}, config } = request.routeOptions;
  const address = isLongUrl
    ? (overlong(request.params, schema.params as TSchema) ??
      // Where others add what they like, it need not even be readable.
      (schema.querystring === FREE
        ? undefined
        : overlong(readQuery(url), schema.querystring as TSchema)))
    : undefined;
  if (address || !isLongBody) return address;
  return overlong(body, config.operation ? bodyOf(config.operation) : (schema.body as TSchema));
}

const bodyOf = (operation: Executed): TSchema =>
  isWrite(operation) ? WRITE_TABLE[operation].body : OPERATION_TABLE[operation].body;

/** Names and values by turns, as they came. */
function longHeader(raw: readonly string[]): Fault | undefined {
  for (let at = 1; at < raw.length; at += 2) {
    const name = (raw[at]?.length ?? 0) > MAX_VALUE_LENGTH ? raw[at - 1]?.toLowerCase() : undefined;
    if (name !== undefined && READ.has(name)) return tooLong(name, MAX_VALUE_LENGTH);
  }
  return undefined;
}

const tooLong = (name: string, most: number): Fault =>
  invalid(name, `"${name}" has more than ${most.toLocaleString('en')} characters.`);

const tooMany = (name: string, count: number, most: number): Fault =>
  invalid(
    name,
    `"${name}" holds ${count.toLocaleString('en')} entries; at most ${most.toLocaleString('en')} are allowed.`,
  );

/** The first value that is beyond what its schema declares; `at` names it. */
export function overlong(value: unknown, schema?: TSchema, at = ''): Fault | undefined {
  const said = keywordsFor(value, schema);
  const name = at === '' ? 'body' : printable(at);
  if (typeof value === 'string') {
    const most = said.maxLength ?? MAX_VALUE_LENGTH;
    return isLonger(value, most) ? tooLong(name, most) : undefined;
  }
  if (typeof value !== 'object' || value === null || said.additionalProperties === true)
    return undefined;
  const inside = (key: string | number) => (at === '' ? String(key) : `${at}.${key}`);
  if (Array.isArray(value)) {
    const { maxItems = Infinity, items } = said;
    if (value.length > maxItems) return tooMany(name, value.length, maxItems);
    for (const [n, item] of value.entries()) {
      const fault = overlong(item, items, inside(n));
      if (fault) return fault;
    }
    return undefined;
  }
  const members = value as Readonly<Record<string, unknown>>;
  const { maxProperties = Infinity, properties = {} } = said;
  // Names that a closed schema does not have are refused by the code that reads it, however many there are.
  const isClosed = said.additionalProperties === false;
  const keys = Object.keys(isClosed ? properties : members);
  if (keys.length > maxProperties) return tooMany(name, keys.length, maxProperties);
  for (const key of keys) {
    if (isClosed && !Object.hasOwn(members, key)) continue;
    const fault =
      overlong(key, undefined, inside(key)) ??
      overlong(members[key], memberOf(said, key), inside(key));
    if (fault) return fault;
  }
  return undefined;
}

function memberOf(said: Keywords, key: string): TSchema | undefined {
  const { properties = {}, patternProperties = {}, additionalProperties } = said;
  if (Object.hasOwn(properties, key)) return properties[key];
  const [any] = Object.values(patternProperties);
  return any ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
}

/** Of a choice between schemas: the one for values of this type. */
function keywordsFor(value: unknown, schema: TSchema = {}): Keywords {
  const said = schema as Keywords;
  const type = Array.isArray(value) ? 'array' : typeof value;
  return (said.anyOf?.find((one) => [(one as Keywords).type].flat().includes(type)) ??
    said) as Keywords;
}
