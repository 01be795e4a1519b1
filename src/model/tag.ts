// The tag of something that is sent again and again (RFC 9110, 8.8.3).
import { createHash } from 'node:crypto';

/** Weak, since the same words travel in several encodings. */
export const tagOf = (content: string | Buffer): string =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
