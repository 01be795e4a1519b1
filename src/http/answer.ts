// Writes answers: an envelope to bytes, a record at a time, and an outcome to its response.
import { transcode } from 'node:buffer';
import type { FastifyReply } from 'fastify';
import type { Envelope } from '../model/envelope.ts';
import { FAULTS, type Fault, type FaultCode } from '../model/faults.ts';
import { createTurns } from '../model/turns.ts';
import type { Ended, Outcome } from '../unified/answer.ts';
import { challengeFor } from './bearer.ts';

/** Milliseconds in which a caller must take in something of its answer. */
const READ_WITHIN = 60_000;
/** Said where the channel says that it is too much, but not for how long. */
const COME_BACK = 30_000;

/** The answer as it is sent, written a record at a time so that others get their turn. */
export async function writeEnvelope({ Errors, Output, Report }: Envelope): Promise<Buffer> {
  const { result, ...rest } = Output;
  const turn = createTurns();
  const output = JSON.stringify(rest).slice(0, -1);
  const written = [bytesOf(`{"Errors":${JSON.stringify(Errors)},"Output":${output},"result":[`)];
  for (const [n, record] of result.entries()) {
    const others = turn();
    if (others) await others;
    if (n > 0) written.push(COMMA);
    written.push(bytesOf(JSON.stringify(record)));
  }
  written.push(bytesOf(`]},"Report":${JSON.stringify(Report)}}`));
  return Buffer.concat(written);
}

const COMMA = Buffer.from(',');
/** A character beyond Latin-1, which makes its whole text two bytes a character. */
const WIDE = /[\u0100-\uffff]/;

/**
 * Each text by itself: joined before, one wide character would make all of it wide. The platform encodes
 * a wide text four times as slowly as it copies and converts it.
 */
const bytesOf = (text: string): Buffer =>
  WIDE.test(text) ? transcode(Buffer.from(text, 'utf16le'), 'utf16le', 'utf8') : Buffer.from(text);

/** The end of an execution that is fetched later, with its answer as it would have been sent. */
export async function writeEnd({ finished, stages, envelope, out }: Ended) {
  const result = (await writeEnvelope(envelope)).toString();
  out?.();
  return { finished, stages, result };
}

export const saysWhen = (code: FaultCode): boolean =>
  [429, 503].includes(FAULTS[code].status) || code === 'write_in_progress';

/** Seconds after which trying again makes sense, where that is said. */
export const secondsToWait = ({ code, retryAfter = COME_BACK }: Fault): number | undefined =>
  saysWhen(code) ? Math.max(1, Math.ceil(retryAfter / 1000)) : undefined;

export function send(
  reply: FastifyReply,
  { envelope, fault, out }: Outcome,
  written: Buffer | string = JSON.stringify(envelope),
) {
  if (fault) challengeFor(reply, fault);
  if (fault && reply.request.seen) reply.request.seen.outcome = fault.code;
  const wait = fault && secondsToWait(fault);
  if (wait !== undefined) reply.header('retry-after', wait);
  holdUntilRead(reply, out);
  return reply
    .code(fault ? FAULTS[fault.code].status : 200)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(written);
}

/** What an answer is made of counts until it is out; one that is not read is not held for ever. */
export function holdUntilRead({ raw }: FastifyReply, out: Outcome['out']): void {
  if (!out) return;
  raw.setTimeout(READ_WITHIN, () => raw.destroy());
  if (raw.closed) out();
  else raw.once('close', out);
}
