// The token of a magic link is a secret: the store knows only its hash.
import { createHash } from 'node:crypto';

export const hashLinkToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');
