// Login with Amazon's token endpoint: codes and refresh tokens against access tokens.
import type { StoreReply, StoreRequest } from '../../store.ts';
import { grantRefused, loginFailure } from './replies.ts';
import { type App, accessSeconds, privateApp, publicApp, type Tokens } from './tokens.ts';

const invalidRequest = (description: string): StoreReply =>
  loginFailure(400, 'invalid_request', description);

export function answerLogin(request: StoreRequest, tokens: Tokens): StoreReply {
  if (request.path !== '/auth/o2/token')
    return loginFailure(404, 'invalid_request', 'There is nothing here');
  if (request.method !== 'POST') return invalidRequest('The method must be POST');
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded')
    return invalidRequest('The request has a content type that is not supported');
  const sent = Object.fromEntries(new URLSearchParams(request.body));
  for (const name of Object.keys(sent))
    if (!known.includes(name))
      return invalidRequest(`The request has an unknown parameter : ${name}`);
  const app = apps.find(
    ({ clientId, clientSecret }) =>
      clientId === sent.client_id && clientSecret === sent.client_secret,
  );
  if (app === undefined) return loginFailure(401, 'invalid_client', 'Client authentication failed');
  switch (sent.grant_type) {
    case 'refresh_token':
      return byRefreshToken(sent.refresh_token ?? '', app, tokens);
    case 'authorization_code':
      return byCode(sent.code ?? '', sent.redirect_uri ?? '', app, tokens);
    default:
      return loginFailure(400, 'unsupported_grant_type', 'The grant type is not supported');
  }
}

const apps: readonly App[] = [publicApp, privateApp];
const known = ['grant_type', 'refresh_token', 'code', 'redirect_uri', 'client_id', 'client_secret'];

function byRefreshToken(token: string, app: App, tokens: Tokens): StoreReply {
  const grant = tokens.readRefreshToken(token);
  if (grant === null) return grantRefused('refresh_token');
  if (grant.app.clientId !== app.clientId)
    return loginFailure(400, 'unauthorized_client', 'Not authorized for requested operation');
  return granted(tokens.access(grant.shop), token);
}

function byCode(code: string, redirectUri: string, app: App, tokens: Tokens): StoreReply {
  const shop = tokens.redeem(code, redirectUri);
  if (shop === null) return grantRefused('code');
  return granted(tokens.access(shop), tokens.refreshToken(shop, app));
}

function granted(accessToken: string, refreshToken: string): StoreReply {
  return {
    status: 200,
    headers: {
      'content-type': 'application/json;charset=UTF-8',
      'cache-control': 'no-store',
      pragma: 'no-cache',
    },
    body: JSON.stringify({
      access_token: accessToken,
      token_type: 'bearer',
      expires_in: accessSeconds,
      refresh_token: refreshToken,
    }),
  };
}
