// Access tokens that look like JWTs and end by the clock, refresh tokens that rotate, and codes.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export type Opened =
  | { readonly kind: 'good'; readonly seller: string; readonly client: string }
  | { readonly kind: 'expired'; readonly endedAt: number }
  | { readonly kind: 'unknown' };

export interface Tokens {
  /** A token for a seller, handed to a client; it lives so many seconds. */
  issue(seller: string, client: string, seconds: number): string;
  open(token: string): Opened;
  /** A refresh token; one that is used once is void. */
  lend(seller: string): string;
  /** The seller of a refresh token, which ends by this. */
  spend(refreshToken: string): string | null;
  /** A code as the consent page hands it out: once, for one address, for ten minutes. */
  mint(seller: string, redirect: string): string;
  redeem(code: string, redirect: string): string | null;
  /** How many access tokens were handed out so far. */
  issued(): number;
}

const key = randomBytes(32);
const skew = 1000;
const year = 365 * 86_400_000;
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (text: string): Buffer => createHmac('sha256', key).update(text).digest();

export function openTokens(now: () => number): Tokens {
  const lent = new Map<string, { readonly seller: string; readonly until: number }>();
  const codes = new Map<
    string,
    { readonly seller: string; readonly redirect: string; readonly until: number }
  >();
  let issued = 0;
  return {
    issue(seller, client, seconds) {
      issued += 1;
      const iat = Math.floor(now() / 1000);
      const jti = randomBytes(12).toString('hex');
      const body = `${encode({ alg: 'RS256' })}.${encode({ sub: client, seller, iat, exp: iat + seconds, jti })}`;
      return `${body}.${sign(body).toString('base64url')}`;
    },

    open(token) {
      const [head = '', payload = '', signature = ''] = token.split('.');
      const given = Buffer.from(signature, 'base64url');
      const expected = sign(`${head}.${payload}`);
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        return { kind: 'unknown' };
      const { sub, seller, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
        readonly sub: string;
        readonly seller: string;
        readonly exp: number;
      };
      const endedAt = exp * 1000;
      return now() > endedAt + skew
        ? { kind: 'expired', endedAt }
        : { kind: 'good', seller, client: sub };
    },

    lend(seller) {
      const token = `${encode({ alg: 'none' })}.${encode({ jti: randomBytes(16).toString('hex') })}.`;
      lent.set(token, { seller, until: now() + year });
      return token;
    },

    spend(refreshToken) {
      const entry = lent.get(refreshToken);
      lent.delete(refreshToken);
      return entry === undefined || now() > entry.until ? null : entry.seller;
    },

    mint(seller, redirect) {
      const code = randomBytes(18).toString('base64url');
      codes.set(code, { seller, redirect, until: now() + 600_000 });
      return code;
    },

    redeem(code, redirect) {
      const entry = codes.get(code);
      codes.delete(code);
      const good = entry !== undefined && entry.redirect === redirect && now() <= entry.until;
      return good ? entry.seller : null;
    },

    issued: () => issued,
  };
}
