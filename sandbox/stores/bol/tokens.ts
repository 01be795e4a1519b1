// Access tokens that look like JWTs and end by the clock, refresh tokens that rotate, and codes.
import { randomBytes } from 'node:crypto';
import { openCodes } from '../../consent/codes.ts';
import { encode, openJwts } from '../../jwt.ts';

export type Opened =
  | { readonly kind: 'good'; readonly seller: string; readonly client: string }
  | { readonly kind: 'expired'; readonly endedAt: number }
  | { readonly kind: 'unknown' };

export interface Tokens {
  /** A token for a seller, given to a client; valid for this many seconds. */
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

interface Payload {
  readonly sub: string;
  readonly seller: string;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
}

const jwts = openJwts<Payload>(randomBytes(32));
const skew = 1000;
const year = 365 * 86_400;

export function openTokens(now: () => number): Tokens {
  const codes = openCodes<{ readonly seller: string; readonly redirect: string }>(now, 600);
  // They look like unsigned JWTs, and rotate: each is good for one use, as a code is.
  const lent = openCodes<string>(
    now,
    year,
    (bytes) => `${encode({ alg: 'none' })}.${encode({ jti: bytes.toString('hex') })}.`,
  );
  let issued = 0;

  return {
    issue(seller, client, seconds) {
      issued += 1;
      const iat = Math.floor(now() / 1000);
      const jti = randomBytes(12).toString('hex');
      return jwts.write({ alg: 'RS256' }, { sub: client, seller, iat, exp: iat + seconds, jti });
    },
    open(token) {
      const payload = jwts.read(token);
      if (payload === null) return { kind: 'unknown' };
      const endedAt = payload.exp * 1000;
      return now() > endedAt + skew
        ? { kind: 'expired', endedAt }
        : { kind: 'good', seller: payload.seller, client: payload.sub };
    },
    lend: lent.mint,
    spend: lent.redeem,
    mint: (seller, redirect) => codes.mint({ seller, redirect }),
    redeem(code, redirect) {
      const grant = codes.redeem(code);
      return grant?.redirect === redirect ? grant.seller : null;
    },
    issued: () => issued,
  };
}
