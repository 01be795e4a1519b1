// Tokens that visitors hold: those of which the store knows only the hash, and those that are sealed.
import { createHash } from 'node:crypto';
import type { From } from './dependencies.ts';

export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');

/** Seals small texts for one use and one holder. */
export type TokenSeal = From<'seal'>['seal'];

/** What was sealed; undefined where it is none of ours, or was sealed for something else. */
export function openedToken(
  seal: TokenSeal,
  purpose: string,
  token: string | undefined,
  context: string,
): string | undefined {
  try {
    return token ? seal.openToken(purpose, token, context).toString('utf8') : undefined;
  } catch {
    return undefined;
  }
}
