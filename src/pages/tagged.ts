// What is sent again and again, with the tag by which a caller says that it still has it (RFC 9110, 8.8.3).
import { createHash } from 'node:crypto';

export type Tagged = ReturnType<typeof tagged>;

/** Weak, since the same words travel in several encodings. */
export const tagged = (content: string | Buffer) => ({
  content,
  tag: `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
});
