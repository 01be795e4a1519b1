// The answer of a token service (OAuth 2, RFC 6749, section 5.1), looked at before it is used.
import { isRecord } from './loose.ts';
import { filled } from './text.ts';

export interface TokenAnswer {
  readonly accessToken: string;
  /** How long it lives; undefined where the vendor does not say. */
  readonly seconds: number | undefined;
  readonly refreshToken: string | undefined;
}

/** Of a token that is known to end. */
export interface EndingToken extends TokenAnswer {
  readonly seconds: number;
}

/** Tokens travel in headers, where nothing but visible characters may stand. */
const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);

/** Undefined for an answer that brings no token which can be sent. */
export function tokenIn(body: unknown): TokenAnswer | undefined {
  if (!isRecord(body)) return undefined;
  const { access_token: accessToken, token_type: type, refresh_token: refreshToken } = body;
  const isBearer = typeof type !== 'string' || type.toLowerCase() === 'bearer';
  // Some services write the number as text.
  const ends = filled(body.expires_in);
  const isSpan = ends !== null && Number.isFinite(Number(ends)) && Number(ends) > 0;
  const isUnsaid = body.expires_in === undefined || body.expires_in === null;
  if (!isToken(accessToken) || !isBearer || !(isSpan || isUnsaid)) return undefined;
  return {
    accessToken,
    seconds: isSpan ? Number(ends) : undefined,
    refreshToken: isToken(refreshToken) ? refreshToken : undefined,
  };
}

/** Undefined also for a token that does not say when it ends. */
export function endingTokenIn(body: unknown): EndingToken | undefined {
  const token = tokenIn(body);
  return token?.seconds === undefined ? undefined : { ...token, seconds: token.seconds };
}
