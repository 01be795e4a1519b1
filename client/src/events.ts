// Events: proves that one comes from the service, by the Standard Webhooks signature, and reads it.
import { parse, textOf } from './answer.ts';
import { ManifoldError } from './error.ts';
import type { KnownEvent } from './records.d.ts';

/** Sent on request, to try a receiver. */
export interface TestEvent {
  readonly type: 'delivery.test';
  readonly timestamp: string;
  readonly data: { readonly message: string };
}

/**
 * Distinguished by its `type`. A newer service may send types that this list lacks: let those pass by.
 */
export type ManifoldEvent = KnownEvent | TestEvent;

/** A verified event; `id` is the same whenever it is sent again. */
export type Verified = ManifoldEvent & { readonly id: string };

/** Headers as any platform has them. */
export type HeadersLike =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** Seconds by which the clocks may differ, and for which a recorded event may be sent again. Default: 300. */
  readonly tolerance?: number | undefined;
  /** The time in milliseconds. */
  readonly now?: (() => number) | undefined;
}

const TOLERANCE = 300;
const PREFIX = 'whsec_';

/**
 * The event in a request, if one of the secrets signed it; several may be live while one is changed.
 * The body is what came, to the byte: parsing it and writing it again breaks the signature.
 */
export async function verifyEvent(
  body: string | Uint8Array<ArrayBuffer> | ArrayBuffer,
  headers: HeadersLike,
  secrets: string | readonly string[],
  { tolerance = TOLERANCE, now = Date.now }: VerifyOptions = {},
): Promise<Verified> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  if (!id || !timestamp || !signatures)
    throw invalid(
      'The headers webhook-id, webhook-timestamp and webhook-signature are not all there.',
    );
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  const age = now() / 1000 - seconds;
  if (!(Math.abs(age) <= tolerance))
    throw invalid(
      `The event was signed ${describe(age)}; up to ${tolerance} seconds are accepted. Check this machine’s clock.`,
    );
  const text = typeof body === 'string' ? encode(body) : new Uint8Array(body);
  const head = encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + text.length);
  signed.set(head);
  signed.set(text, head.length);
  if (!(await isSigned(signed, signatures, [secrets].flat())))
    throw invalid(
      'None of the secrets signed this event. Check that each is the whsec_… of this address, and that the body is passed as it came.',
    );
  const event = parse(new TextDecoder().decode(text));
  if (!isEvent(event)) throw invalid('The event is signed, but is not JSON with a type.');
  return { ...event, id };
}

/** Tries every secret on every signature; the comparison itself is the platform's, in constant time. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  secrets: readonly string[],
): Promise<boolean> {
  const given = signatures
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => decode(one.slice(3)));
  let found = false;
  for (const secret of secrets) {
    const bytes = decode(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
    if (!bytes || bytes.length === 0)
      throw new TypeError('A signing secret is whsec_ and a text in base64: one of these is not.');
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
    for (const signature of given)
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) found = true;
  }
  return found;
}

const isEvent = (value: unknown): value is ManifoldEvent => textOf(value, 'type') !== undefined;

function headerOf(headers: HeadersLike, name: string): string | undefined {
  if ('get' in headers && typeof headers.get === 'function') return headers.get(name) ?? undefined;
  for (const [key, value] of Object.entries(headers))
    if (key.toLowerCase() === name) return typeof value === 'object' ? value[0] : value;
  return undefined;
}

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

const describe = (age: number): string =>
  Number.isNaN(age)
    ? 'at no time that can be read'
    : `${Math.round(Math.abs(age))} seconds ${age < 0 ? 'in the future' : 'ago'}`;

const invalid = (message: string) => new ManifoldError('invalid_event', message);
