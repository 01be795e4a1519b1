// The token endpoint: codes, refresh and client credentials.
import { openCodes } from '../../consent/codes.ts';
import type { StoreReply, StoreRequest } from '../../store.ts';
import { merchantApp, publicApp, readScopes, type Scope } from './app.ts';
import { html, json } from './replies.ts';
import { shopPlans } from './shops.ts';
import {
  accessSeconds,
  credentialsSeconds,
  type Pair,
  refreshSeconds,
  type Tokens,
} from './tokens.ts';

export interface ShopCodes {
  /** A code as the consent page hands it out: for one shop, once, for ten minutes. */
  mint(shop: string, scopes: readonly Scope[]): string;
  redeem(code: string, shop: number): readonly Scope[] | null;
}

/** A code is known only in its own shop, so another cannot use it up. */
export function openShopCodes(now: () => number): ShopCodes {
  const books = shopPlans.map(({ name }) => ({
    name,
    codes: openCodes<readonly Scope[]>(now, 600),
  }));
  return {
    mint(shop, scopes) {
      const book = books.find(({ name }) => name === shop);
      if (book === undefined) throw new Error(`no shop ${shop}`);
      return book.codes.mint(scopes);
    },
    redeem: (code, shop) => books[shop]?.codes.redeem(code) ?? null,
  };
}

type Sent = Readonly<Record<string, string>>;

export function answerToken(
  request: StoreRequest,
  shop: number,
  tokens: Tokens,
  codes: ShopCodes,
): StoreReply {
  const sent = readBody(request);
  const refuse = (error: string, description: string): StoreReply =>
    (request.headers.accept ?? '').includes('json')
      ? json(400, { error, error_description: description })
      : html(400, `Oauth error ${error}: ${description}`);
  if (sent === null) return refuse('invalid_request', 'The request body could not be read');

  if (sent.grant_type === 'client_credentials') {
    if (!isApp(sent, merchantApp)) return refuse('invalid_client', 'Client authentication failed');
    if (shopPlans[shop]?.name !== merchantApp.shop)
      return refuse('shop_not_permitted', 'Client credentials cannot be performed on this shop.');
    const token = tokens.issue(shop, 'credentials', readScopes);
    return granted({
      access_token: token,
      scope: readScopes.join(','),
      expires_in: credentialsSeconds,
    });
  }
  if (!isApp(sent, publicApp)) return refuse('invalid_client', 'Client authentication failed');

  switch (sent.grant_type ?? 'authorization_code') {
    case 'authorization_code': {
      const scopes = codes.redeem(sent.code ?? '', shop);
      if (scopes === null)
        return refuse(
          'invalid_request',
          'The authorization code was not found or was already used',
        );
      return offline(sent, shop, scopes, tokens);
    }
    case 'refresh_token': {
      const renewed = tokens.refresh(sent.refresh_token ?? '', shop);
      if (renewed === null)
        return refuse('invalid_grant', 'The refresh token is invalid or expired');
      return granted(pairBody(renewed.pair, renewed.scopes));
    }
    default:
      return refuse('unsupported_grant_type', 'The grant type is not supported');
  }
}

function isApp(
  sent: Sent,
  app: { readonly clientId: string; readonly clientSecret: string },
): boolean {
  return sent.client_id === app.clientId && sent.client_secret === app.clientSecret;
}

/** Only `expiring: "1"` gives a pair; without it the token never expires and opens nothing now. */
function offline(sent: Sent, shop: number, scopes: readonly Scope[], tokens: Tokens): StoreReply {
  if (sent.expiring === '1') return granted(pairBody(tokens.issuePair(shop, scopes), scopes));
  const token = tokens.issue(shop, 'public', scopes);
  return granted({ access_token: token, scope: scopes.join(',') });
}

function pairBody(pair: Pair, scopes: readonly Scope[]): unknown {
  return {
    access_token: pair.token,
    scope: scopes.join(','),
    expires_in: accessSeconds,
    refresh_token: pair.refreshToken,
    refresh_token_expires_in: refreshSeconds,
  };
}

function granted(body: unknown): StoreReply {
  return json(200, body, { 'cache-control': 'no-store' });
}

function readBody({ headers, body }: StoreRequest): Sent | null {
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type === 'application/x-www-form-urlencoded')
    return Object.fromEntries(new URLSearchParams(body));
  if (type !== 'application/json') return null;
  let sent: unknown;
  try {
    sent = JSON.parse(body);
  } catch {
    return null;
  }
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return null;
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  );
}
