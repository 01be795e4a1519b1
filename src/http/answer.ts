// Writes answers: an envelope to text, a record at a time, and an outcome to its response.
import type { FastifyReply } from 'fastify';
import type { Envelope } from '../model/envelope.ts';
import { FAULTS, type FaultCode } from '../model/faults.ts';
import { createTurns } from '../model/turns.ts';
import type { Ended, Outcome } from '../unified/answer.ts';
import { challengeFor } from './bearer.ts';
import { gather } from './gathering.ts';

/** Milliseconds in which a caller must take in something of its answer. */
const READ_WITHIN = 60_000;
/** Said where the channel says that it is too much, but not for how long. */
const COME_BACK = 30_000;

/** The answer as it is sent, written a record at a time so that others get their turn. */
export async function writeEnvelope({ Errors, Output, Report }: Envelope): Promise<Buffer> {
  const { result, ...rest } = Output;
  const turn = createTurns();
  const output = JSON.stringify(rest).slice(0, -1);
  const written = gather();
  written.add(`{"Errors":${JSON.stringify(Errors)},"Output":${output},"result":[`);
  for (const [n, record] of result.entries()) {
    const others = turn();
    if (others) await others;
    if (n > 0) written.add(',');
    written.add(JSON.stringify(record));
  }
  written.add(`]},"Report":${JSON.stringify(Report)}}`);
  return written.end();
}

/** The end of an execution that is fetched later, with its answer as it would have been sent. */
export async function writeEnd({ finished, stages, envelope, out }: Ended) {
  const result = (await writeEnvelope(envelope)).toString();
  out?.();
  return { finished, stages, result };
}

export const saysWhen = (code: FaultCode): boolean =>
  [429, 503].includes(FAULTS[code].status) || code === 'write_in_progress';

export function send(
  reply: FastifyReply,
  { envelope, fault, out }: Outcome,
  written: Buffer | string = JSON.stringify(envelope),
) {
  if (fault) challengeFor(reply, fault);
  if (fault && reply.request.seen) reply.request.seen.outcome = fault.code;
  if (fault && saysWhen(fault.code))
    reply.header('retry-after', Math.max(1, Math.ceil((fault.retryAfter ?? COME_BACK) / 1000)));
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
