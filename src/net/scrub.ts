// Takes secrets out of a vendor's words: those of the credential, of the app, and whatever was sent.
import type { Ask, Reply } from '../model/exchange.ts';
import { Fault } from '../model/faults.ts';

/** Shorter texts are no secrets, and would take half of every sentence with them. */
const SHORTEST = 4;

/** Parts of a token request that every vendor's documentation prints. */
const PLAIN = new Set(['grant_type', 'redirect_uri', 'scope', 'client_id', 'context', 'audience']);

/** The text without any of the secrets, as they are and as they are written in addresses and JSON. */
export function scrub(text: string, secrets: readonly string[]): string {
  const forms = secrets
    .filter((secret) => secret.length >= SHORTEST)
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]);
  // Longest first: a part of a secret must not be taken out of the whole.
  const sorted = [...new Set(forms)].sort((a, b) => b.length - a.length);
  return withoutCut(
    sorted.reduce((left, secret) => left.replaceAll(secret, '***'), text),
    sorted,
  );
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

/** A refusal that a driver deals with itself: it may put the vendor's words into a fault of its own. */
export function cleanRefusal(reply: Reply, secrets: readonly string[]): Reply {
  const text = scrub(reply.text, secrets);
  const written = JSON.stringify(reply.body) ?? '';
  const cleaned = scrub(written, secrets);
  const body = cleaned === written ? reply.body : readOr(cleaned);
  return { ...reply, text, body };
}

/** A secret such as `null` takes the form of the body with it. */
function readOr(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

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
  const pair = /^basic\s/i.test(header) ? Buffer.from(credential, 'base64').toString() : '';
  return [header, credential, pair, ...pair.split(':'), ...valuesOf(body ?? '')];
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
