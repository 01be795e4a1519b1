// How much one value of a request may hold: texts, lists and maps as the schema of the route declares
// them, and 2,000 characters for every text of which it says nothing.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isObject } from '../model/check.ts';
import { type Executed, isWrite } from '../model/execution.ts';
import type { Fault } from '../model/faults.ts';
import { OPERATION_TABLE } from '../model/operations.ts';
import { keywordsFor, memberOf, tooLarge, tooLong } from '../model/read.ts';
import { MAX_VALUE_LENGTH, printable } from '../model/text.ts';
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

/** The first value that is beyond what its schema declares; `at` names it. */
export function overlong(value: unknown, schema?: TSchema, at = ''): Fault | undefined {
  const said = keywordsFor(value, schema);
  if (said.additionalProperties === true) return undefined;
  const large = tooLarge({ maxLength: MAX_VALUE_LENGTH, ...said }, value, printable(at || 'body'));
  if (large) return large;
  if (Array.isArray(value)) {
    for (const [n, item] of value.entries()) {
      const fault = overlong(item, said.items, `${at}[${n}]`);
      if (fault) return fault;
    }
    return undefined;
  }
  if (!isObject(value)) return undefined;
  // Names that a closed schema does not have are refused by the code that reads it, however many there are.
  const isClosed = said.additionalProperties === false;
  for (const key of Object.keys((isClosed && said.properties) || value)) {
    if (!Object.hasOwn(value, key)) continue;
    const inside = at === '' ? key : `${at}.${key}`;
    const fault =
      overlong(key, undefined, inside) ?? overlong(value[key], memberOf(said, key), inside);
    if (fault) return fault;
  }
  return undefined;
}
