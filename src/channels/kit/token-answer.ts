// Tokens of OAuth 2 (RFC 6749): asked for by a form, looked at before they are used, kept until they end.
import type { Credential, Grant } from '../../model/credential.ts';
import type { Ask, Call } from '../../model/exchange.ts';
import { isRecord } from './loose.ts';
import { filled } from './text.ts';
import { brokenAnswer } from './unlike.ts';

export interface TokenAnswer {
  readonly accessToken: string;
  /** How long it lives; undefined where the vendor does not say. */
  readonly seconds: number | undefined;
  readonly refreshToken: string | undefined;
  /** How long the refresh token lives; undefined where the vendor does not say. */
  readonly refreshSeconds: number | undefined;
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
  const seconds = spanIn(body.expires_in);
  const isUnsaid = body.expires_in === undefined || body.expires_in === null;
  if (!isToken(accessToken) || !isBearer || !(seconds !== undefined || isUnsaid)) return undefined;
  return {
    accessToken,
    seconds,
    refreshToken: isToken(refreshToken) ? refreshToken : undefined,
    refreshSeconds: spanIn(body.refresh_token_expires_in),
  };
}

/** Seconds; some services write the number as text. */
function spanIn(value: unknown): number | undefined {
  const ends = filled(value);
  const isSpan = ends !== null && Number.isFinite(Number(ends)) && Number(ends) > 0;
  return isSpan ? Number(ends) : undefined;
}

/** Undefined also for a token that does not say when it ends. */
export function endingTokenIn(body: unknown): EndingToken | undefined {
  const token = tokenIn(body);
  return token?.seconds === undefined ? undefined : { ...token, seconds: token.seconds };
}

export interface TokenAsk {
  readonly url: string;
  readonly form: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether asking twice does no harm: not where a code or a refresh token is used up. */
  readonly again: boolean;
  readonly operation?: string;
  /** Whether the operator's own app asks. */
  readonly byApp?: boolean;
  /** For the sentence of a fault. */
  readonly vendor: string;
}

/** Asks a token service; a token that does not say when it ends is refused. */
export async function askToken(
  { url, form, headers, again, operation, byApp, vendor }: TokenAsk,
  call: Call,
): Promise<EndingToken> {
  const ask: Ask = {
    method: 'POST',
    url,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: new URLSearchParams(form).toString(),
    reads: again,
    ...(operation !== undefined && { operation }),
    ...(byApp && { byApp }),
  };
  const token = endingTokenIn((await call(ask)).body);
  if (!token) throw brokenAnswer(vendor, 'an access token that ends');
  return token;
}

/**
 * The credential with a fresh token in it, under the name that the vendor's `sign` knows it by. When
 * it ends stands beside it as `endsAt`.
 */
export function granted(
  { account, secrets }: Credential,
  { accessToken, refreshToken, seconds, refreshSeconds }: EndingToken,
  now: number,
  name = 'accessToken',
): Grant {
  const endsAt = now + seconds * 1000;
  const grantEndsAt =
    refreshToken !== undefined && refreshSeconds !== undefined
      ? now + refreshSeconds * 1000
      : undefined;
  return {
    account,
    secrets: {
      ...secrets,
      ...(refreshToken !== undefined && { refreshToken }),
      [name]: accessToken,
      endsAt: String(endsAt),
      ...(grantEndsAt !== undefined && { grantEndsAt: String(grantEndsAt) }),
    },
    endsAt,
    ...(grantEndsAt !== undefined && { grantEndsAt }),
  };
}

/** When the token that was granted ends; 0 where there is none yet. */
export const endOf = ({ secrets }: Credential): number => Number(secrets.endsAt ?? 0);

/** When the grant itself ends, where that was kept beside the token. */
export const grantEndOf = ({ secrets }: Credential): number | undefined =>
  secrets.grantEndsAt === undefined ? undefined : Number(secrets.grantEndsAt);
