// Takes secrets out of what a vendor says: those of the credential, of the app, and whatever was sent.

import type { Ask } from '../model/exchange.ts';
import { Fault } from '../model/faults.ts';
import { changeTexts } from '../model/written.ts';
import type { Parsed } from './reply.ts';
import { createSecretSearch } from './secret-search.ts';
import type { Received } from './send.ts';

/** In a fault's words, shorter texts are no secrets and would take half of every sentence with them. */
const SHORTEST = 4;
/** In records, shorter texts may stand by chance; keys and tokens of all vendors are longer. */
const SHORTEST_IN_RECORDS = 8;
/** How much of an answer is looked at where it is shown as text. */
const HEAD = 8192;

/** Parts of a token request that every vendor's documentation prints. */
const PLAIN = new Set(['grant_type', 'redirect_uri', 'scope', 'client_id', 'context', 'audience']);
/** When a token ends is kept beside it. */
const TIMES = new Set(['endsAt', 'grantEndsAt']);

export type Scrubber = ReturnType<typeof createScrubber>;
type Answer = readonly [Received, Parsed];

/** Strikes out every one of the secrets, in every form that programs write texts in. */
export function createScrubber(secrets: readonly string[], shortest: number) {
  const held = [...new Set(secrets.flatMap((secret) => [secret, ...pairIn(secret)]))].filter(
    ({ length }) => length >= shortest,
  );
  const search = held.length > 0 ? createSecretSearch(held) : undefined;

  function text(given: string): string {
    if (!search || given.length < shortest) return given;
    const bytes = Buffer.from(given);
    let left = '';
    let at = 0;
    for (const [start, end] of search.placesIn(bytes)) {
      left += `${bytes.toString('utf8', at, start)}***`;
      at = end;
    }
    return at === 0 ? given : left + bytes.toString('utf8', at);
  }

  async function clean(
    { status, headers, bytes }: Received,
    [body, unreadable]: Parsed,
    most = HEAD,
  ): Promise<Answer> {
    const received = {
      status,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, text(value)]),
      ),
      bytes: Buffer.from(text(bytes.toString('utf8', 0, most))),
    };
    if (body !== undefined) return [received, [await changeTexts(body, text)]];
    // What the parser stumbled over may be a secret.
    const why = unreadable instanceof SyntaxError ? new SyntaxError('not JSON') : unreadable;
    return [received, [undefined, why]];
  }

  return {
    text,
    /** The answer as it is, or without the secrets that it repeats. */
    answer(received: Received, parsed: Parsed, most?: number): Answer | Promise<Answer> {
      const { headers, bytes } = received;
      const isIn =
        search?.mayHold(bytes) || search?.mayHold(Buffer.from(Object.values(headers).join('\n')));
      return isIn ? clean(received, parsed, most) : [received, parsed];
    },
  };
}

/** What scrubs records, from the secrets of a credential and of the operator's app. */
export const scrubberOf = (secrets: readonly string[]): Scrubber =>
  createScrubber(secrets, SHORTEST_IN_RECORDS);

/** What scrubs refusals: they hold words, and words may hold short secrets. */
export const refusalScrubberOf = (secrets: readonly string[]): Scrubber =>
  createScrubber(secrets, SHORTEST);

export function scrub(text: string, secrets: readonly string[]): string {
  const forms = secrets
    .filter((secret) => secret.length >= SHORTEST)
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]);
  return withoutCut(refusalScrubberOf(secrets).text(text), forms);
}

/** A vendor's words are kept short: they may end in the middle of a secret. */
function withoutCut(text: string, forms: readonly string[]): string {
  const [dots = ''] = /(?:\.{3}|…)?$/.exec(text) ?? [];
  const words = text.slice(0, text.length - dots.length);
  const longest = Math.max(0, ...forms.map((form) => beginningAt(words, form)));
  return longest === 0 ? text : `${words.slice(0, -longest)}***`;
}

/** How many characters of the secret's beginning the text ends with; 0 where that says nothing. */
function beginningAt(text: string, secret: string): number {
  for (let length = Math.min(secret.length - 1, text.length); length >= SHORTEST; length -= 1)
    if (text.endsWith(secret.slice(0, length))) return length;
  return 0;
}

/** The fault without any of the secrets in its words, or whatever else was thrown as it is. */
export function cleanFault(error: unknown, secrets: readonly string[]): unknown {
  if (!(error instanceof Fault)) return error;
  const message = scrub(error.message, secrets);
  const native = error.native === undefined ? undefined : scrub(error.native, secrets);
  if (message === error.message && native === error.native) return error;
  return error.with({ message, native });
}

/** The secrets of a credential, by what they are. */
export const secretsOf = (secrets: Readonly<Record<string, string>>): string[] =>
  Object.entries(secrets).flatMap(([name, value]) => (TIMES.has(name) ? [] : [value]));

/** All that the operator's app at a vendor keeps secret. */
export function secretsOfApp(app: Readonly<Record<string, string>> | undefined): string[] {
  return Object.entries(app ?? {})
    .filter(([name]) => name !== 'clientId')
    .map(([, value]) => String(value));
}

/** What an ask that carries its own authorisation holds: its header, and the values of its body. */
export function secretsOfAsk({ headers, body }: Partial<Ask>): string[] {
  const header = headers?.authorization ?? '';
  const credential = header.replace(/^\S+\s+/, '');
  return [header, credential, ...valuesOf(body ?? '')];
}

/** What is in a secret that is an id and a key, encoded as Basic authorisation sends them. */
function pairIn(secret: string): string[] {
  const pair = Buffer.from(secret.replace(/^basic\s+/i, ''), 'base64').toString('latin1');
  const colon = pair.indexOf(':');
  return colon > 0 && /^[!-~]+$/.test(pair) ? [pair.slice(0, colon), pair.slice(colon + 1)] : [];
}

function valuesOf(body: string): string[] {
  if (body === '') return [];
  try {
    const parsed: unknown = JSON.parse(body);
    const entries = parsed !== null && typeof parsed === 'object' ? Object.entries(parsed) : [];
    return entries.filter(isSecret).map(([, value]) => value);
  } catch {
    return [...new URLSearchParams(body)].filter(isSecret).map(([, value]) => value);
  }
}

const isSecret = (entry: [string, unknown]): entry is [string, string] =>
  !PLAIN.has(entry[0]) && typeof entry[1] === 'string';
