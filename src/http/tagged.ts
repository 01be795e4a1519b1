// Answers that rarely change: whoever still has one is told so instead of being sent it again.
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** For what has another address as soon as it changes. */
export const FOR_GOOD = 'public, max-age=31536000, immutable';
/** For what may be kept and must be asked about: an update is seen at once. */
export const ASK_AGAIN = 'public, no-cache';

/** Weak, since the same words travel in several encodings. */
export const tagOf = (content: string | Buffer): string =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;

/** Sends it with its tag, or says 304 to whoever names that one (RFC 9110, 13.1.2). */
export function sendTagged(
  reply: FastifyReply,
  content: string | Buffer,
  tag: string,
): FastifyReply {
  reply.header('etag', tag);
  if (has(reply.request.headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.send(content);
}

function has(known: string | undefined, tag: string): boolean {
  if (known === undefined) return false;
  if (known.trim() === '*') return true;
  const mine = tag.replace(/^W\//, '');
  return [...known.matchAll(/"[^"]*"/g)].some(([each]) => each === mine);
}
