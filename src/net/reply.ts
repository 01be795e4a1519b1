// What a reply means where a channel has nothing more to say: its status, its words, its pause.
import { LONGEST_PAUSE } from '../model/bucket.ts';
import type { Ask, Reply } from '../model/exchange.ts';
import { Fault, type FaultCode, type FaultDetail } from '../model/faults.ts';
import { readJsonInTurns, type Turns } from '../model/json.ts';
import { TooMuch } from '../model/json-outline.ts';
import { readInstant } from '../model/time.ts';
import type { Received } from './send.ts';

/** How much of an answer is shown as text: an error page's beginning, or a channel's sentence. */
const HEAD = 4096;
/** How far into an answer its JSON may begin. */
const NOISE = 64 * 1024;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

export const headOf = (bytes: Buffer, most = HEAD): string => bytes.toString('utf8', 0, most);

/** A reply whose text is made when it is asked for: of good answers no one wants it. A copy has none. */
export class Answered implements Reply {
  readonly status: number;
  readonly headers: Reply['headers'];
  readonly body: unknown;
  readonly #bytes: Buffer;
  readonly #most: number | undefined;

  constructor({ status, headers, bytes }: Received, body: unknown, most: number | undefined) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.#bytes = bytes;
    this.#most = most;
  }

  get text(): string {
    return headOf(this.#bytes, this.#most);
  }
}

export type Parsed = [body: unknown, unreadable?: unknown];

/** However long the answer is, others get their turn meanwhile. */
export async function parse(bytes: Buffer, ask: Ask, turns: Turns): Promise<Parsed> {
  if (bytes.length === 0 || ask.unread || ask.head !== undefined) return [undefined];
  const isMarked = BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte);
  const parsed = await readFrom(isMarked ? BYTE_ORDER_MARK.length : 0, bytes, ask, turns);
  if (!ask.begins || !(parsed[1] instanceof SyntaxError)) return parsed;
  const head = bytes.toString('utf8', 0, NOISE);
  const beginning = ask.begins(head);
  if (beginning <= 0) return parsed;
  return await readFrom(Buffer.byteLength(head.slice(0, beginning)), bytes, ask, turns);
}

async function readFrom(
  from: number,
  bytes: Buffer,
  { numbers, written, longest }: Ask,
  turns: Turns,
): Promise<Parsed> {
  try {
    const options = { ...turns, exact: numbers === 'exact', written, maxMembers: longest };
    return [await readJsonInTurns(from === 0 ? bytes : bytes.subarray(from), options)];
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TooMuch) return [undefined, error];
    throw error;
  }
}

/** What a status means where the channel has no more to say. */
export function plain(reply: Reply, url: URL, now: number): Fault | undefined {
  const { status, headers } = reply;
  if (status < 300) return undefined;
  const detail = { status, native: sentence(reply), retryAfter: readRetryAfter(headers, now) };
  const say = (code: FaultCode, words: string, more: FaultDetail = {}) =>
    new Fault(code, `${url.host} ${words}`, { ...detail, ...more });
  if (status < 400)
    return say(
      'channel_invalid_response',
      `answered with a redirect (${status}) instead of data; the address of the account may be wrong.`,
      { retryable: false },
    );
  if (status === 401) return say('credential_refused', 'refused the credential (401).');
  if (status === 403)
    return say('permission_missing', 'says that the credential may not read this (403).');
  if (status === 429) return say('channel_rate_limited', 'says that its rate limit was met.');
  return say('channel_failed', `answered with status ${status}.`);
}

/** Whether the same request may be answered otherwise later: what is not there stays so. */
const maySucceedLater = (status: number): boolean =>
  (status >= 500 && status !== 501) || PASSING_REFUSALS.has(status);

/** Too slow, locked, too early, too many. */
const PASSING_REFUSALS = new Set([408, 423, 425, 429]);

/** The fault with what the answer adds: the pause it asks for, and whether trying again can help. */
export function settled(fault: Fault, { status, headers }: Reply, now: number): Fault {
  const pause = fault.retryAfter ?? readRetryAfter(headers, now);
  const retryAfter = pause === undefined ? undefined : Math.min(pause, LONGEST_PAUSE);
  const isFinal = fault.code === 'channel_failed' && status >= 400 && !maySucceedLater(status);
  const retryable = fault.retryable && !isFinal;
  if (retryAfter === fault.retryAfter && retryable === fault.retryable) return fault;
  return fault.with({ retryAfter, retryable });
}

/** The channel's own words, short; a page of HTML is not repeated. */
export function sentence(reply: Reply): string | undefined {
  const text = reply.text.trim();
  if (text === '' || text.startsWith('<')) return undefined;
  return text.length > 300 ? `${text.slice(0, 297).toWellFormed()}...` : text;
}

/** Whatever a header says, no more than a day is read from it. */
const LONGEST_READ = 24 * 3600_000;

/** `Retry-After` in milliseconds, given in seconds or as a date (RFC 9110); a day at most. */
export function readRetryAfter(
  headers: Readonly<Record<string, string>>,
  now: number,
): number | undefined {
  const value = headers['retry-after']?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.min(Math.ceil(Number(value) * 1000), LONGEST_READ);
  const at = readInstant(value) ?? Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.min(Math.max(0, at - now), LONGEST_READ);
}
