// Answers that rarely change: a caller that still has one gets 304 instead of the answer again.
import type { FastifyReply } from 'fastify';
import type { Tagged } from '../pages/tagged.ts';

/** For what may be kept and must be asked about: an update is seen immediately. */
export const ASK_AGAIN = 'public, no-cache';
export const JSON_TYPE = 'application/json; charset=utf-8';

export function sendTagged(
  reply: FastifyReply,
  { content, tag }: Tagged,
  type: string,
  cache = ASK_AGAIN,
): FastifyReply {
  reply.header('content-type', type).header('cache-control', cache);
  // What is said instead of something is not that.
  if (reply.statusCode !== 200) return reply.send(content);
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
