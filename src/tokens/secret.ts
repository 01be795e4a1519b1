// Makes client secrets and access tokens, hashes them and compares hashes.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

// The prefixes let secret scanners find a leaked one and people see which is which.
const CLIENT_SECRET = 'mfs_';
const ACCESS_TOKEN = 'mfa_';
const RANDOM_BYTES = 32;
const ACCESS_TOKEN_FORM = /^mfa_[A-Za-z0-9_-]{43}$/;

export function newClientSecret(): string {
  return CLIENT_SECRET + randomBytes(RANDOM_BYTES).toString('base64url');
}

export function newAccessToken(): string {
  return ACCESS_TOKEN + randomBytes(RANDOM_BYTES).toString('base64url');
}

export function looksLikeAccessToken(text: string): boolean {
  return ACCESS_TOKEN_FORM.test(text);
}

/**
 * SHA-256 and not a slow password hash: these secrets are 256 random bits, which no one can search
 * whatever a try costs, and a slow hash would only let wrong tries burn our own processor.
 */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** Takes the same time wherever the two differ. */
export function sameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
