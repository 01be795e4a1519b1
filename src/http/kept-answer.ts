// Answers that stay the same while the service runs: known by a tag, asked for again without their body.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** For what has another address as soon as it changes. */
export const FOR_GOOD = 'public, max-age=31536000, immutable';
/** For what may be kept and must be asked about: an update is seen at once. */
export const ASK_AGAIN = 'public, no-cache';

/** By its content. */
export const tagOf = (content: string | Buffer): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;

/** Sends the answer, or 304 to whoever has it (RFC 9110, section 13.1.2). */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  body: () => string | Buffer | NodeJS.ReadableStream,
): FastifyReply {
  reply.header('etag', etag);
  if (isHad(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.send(body());
}

const isHad = (header = '', etag: string): boolean =>
  header.split(',').some((one) => {
    const tag = one.trim();
    return tag === '*' || tag.replace(/^W\//, '') === etag;
  });

/** The first of these content codings that the caller takes, if any (RFC 9110, section 12.5.3). */
export function codingOf<const Coding extends string>(
  header: string | string[] | undefined,
  codings: readonly Coding[],
): Coding | undefined {
  const asked = new Map(
    String(header ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...weights] = part.split(';').map((piece) => piece.trim());
        return [name, !weights.some((weight) => /^q=0(\.0*)?$/.test(weight))] as const;
      }),
  );
  return codings.find((coding) => asked.get(coding) ?? asked.get('*') ?? false);
}
