// Reads requests to the token service: form or JSON bodies and client credentials, as RFC 6749 asks.
import { isLonger, MAX_VALUE_LENGTH, storable } from '../model/text.ts';
import { TokenFault } from '../tokens/index.ts';
import { readQuery } from './query.ts';

/** Parameters with a value. RFC 6749 section 3.2: one without a value counts as left out. */
export type Parameters = ReadonlyMap<string, string>;

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

// Named in the address they would end up in logs, so they are refused there rather than ignored.
const NEVER_IN_ADDRESS = ['grant_type', 'client_id', 'client_secret', 'scope', 'token'];
const KNOWN: ReadonlySet<string> = new Set([...NEVER_IN_ADDRESS, 'token_type_hint']);

const refuse = (sentence: string) => new TokenFault('invalid_request', sentence);

export function refuseInAddress(url: string): void {
  const at = url.indexOf('?');
  if (at < 0) return;
  const query = new URLSearchParams(url.slice(at));
  const found = NEVER_IN_ADDRESS.find((name) => query.has(name));
  if (found) throw refuse(`The parameter ${found} belongs in the body, not in the address.`);
}

export function readParameters(contentType: string | undefined, body: unknown): Parameters {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const [media = '', ...rest] = (contentType ?? '').split(';');
  const charset = rest
    .map((each) => each.trim().toLowerCase())
    .find((p) => p.startsWith('charset'));
  if (charset && !/^charset="?utf-?8"?$/.test(charset)) throw refuse('The body must be in UTF-8.');
  const form = media.trim().toLowerCase();
  if (form === '' && bytes.length === 0) return new Map();
  if (form === 'application/x-www-form-urlencoded') return readForm(toText(bytes));
  if (form === 'application/json') return readJson(toText(bytes));
  throw refuse('The body must be application/x-www-form-urlencoded or application/json.');
}

function toText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refuse('The body is not valid UTF-8.');
  }
}

function readForm(text: string): Parameters {
  const pairs = readQuery(`?${text}`, () => {
    throw refuse('The body has a broken percent-encoding.');
  });
  return collect(
    Object.entries(pairs).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    ),
  );
}

function readJson(text: string): Parameters {
  if (text.trim() === '') return new Map();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse('The body is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse('The JSON body must be an object.');
  const entries = Object.entries(value).filter(([, each]) => each !== null);
  if (entries.some(([, each]) => typeof each !== 'string'))
    throw refuse('Every value of the JSON body must be a text.');
  // JSON.parse keeps the last of several equal names without a word.
  collect(topLevelNames(text).map((name) => [name, '']));
  return collect(entries as [string, string][]);
}

function collect(pairs: readonly (readonly [string, string])[]): Parameters {
  const seen = new Set<string>();
  const found = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (seen.has(name)) throw refuse('A parameter is given more than once.');
    seen.add(name);
    if (isLonger(value, MAX_VALUE_LENGTH)) {
      const shown = KNOWN.has(name) ? `The parameter ${name}` : 'A parameter';
      throw refuse(`${shown} has more than ${MAX_VALUE_LENGTH} characters.`);
    }
    if (!storable(value)) throw refuse('A parameter holds a character that is not allowed.');
    if (value !== '') found.set(name, value);
  }
  return found;
}

/** The names of the outermost object, repeated ones repeated. The text is known to be valid JSON. */
function topLevelNames(text: string): string[] {
  const names: string[] = [];
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\[\s\S])*"?\s*:?|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1 && token.endsWith(':')) names.push(JSON.parse(token.slice(0, -1)));
  }
  return names;
}

/** Who calls, by HTTP Basic or by the body, and never by both. */
export function readCredentials(
  authorization: string | undefined,
  parameters: Parameters,
): Credentials {
  const id = parameters.get('client_id');
  const secret = parameters.get('client_secret');
  if (authorization === undefined) {
    if (id && secret) return { clientId: id, clientSecret: secret };
    throw new TokenFault(
      'invalid_client',
      'Send client_id and client_secret, by HTTP Basic or in the body.',
    );
  }
  if (secret !== undefined)
    throw refuse('Send the client secret by HTTP Basic or in the body, not both.');
  const basic = readBasic(authorization);
  // Some libraries repeat the id in the body, which RFC 6749 section 3.2.1 allows.
  if (id !== undefined && id !== basic.clientId)
    throw refuse('The client_id in the body is not the one of HTTP Basic.');
  return basic;
}

// RFC 6749 section 2.3.1: id and secret are form-encoded first, then joined by a colon.
function readBasic(authorization: string): Credentials {
  const refused = new TokenFault(
    'invalid_client',
    'The Authorization header is not valid HTTP Basic.',
  );
  const encoded = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(authorization)?.[1];
  if (encoded === undefined) throw refused;
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  const clientId = formDecode(id);
  const clientSecret = formDecode(rest.join(':'));
  if (!clientId || !clientSecret || /\0/.test(clientId + clientSecret)) throw refused;
  return { clientId, clientSecret };
}

function formDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
