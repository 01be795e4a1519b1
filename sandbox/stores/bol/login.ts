// login.bol.com: the token service, and the page on which a seller gives an app access.
import type { StoreReply, StoreRequest } from '../../store.ts';
import { html, oauthError } from './replies.ts';
import type { Seller } from './shops.ts';
import type { Tokens } from './tokens.ts';

/** The operator's app: an intermediary whose refresh tokens rotate at each use. */
export const app = {
  clientId: 'e4b1c7a0-5d2f-4c83-9a6e-70f1b2c3d4e5',
  clientSecret: 'Zk3vQ8mT1xW6bN9rY2pL5sD7gH0jC4fA_uE-iOtRqXwMzKbV',
} as const;

const codeLife = 599;

export interface Login {
  readonly sellers: readonly Seller[];
  readonly tokens: Tokens;
}

export function answerLogin(request: StoreRequest, login: Login): StoreReply {
  const { method, path } = request;
  if (path === '/token')
    return method === 'POST' ? grant(request, login) : html(405, 'Method Not Allowed');
  if (path === '/authorize' && method === 'GET') return consentPage(request, login);
  if (path === '/authorize' && method === 'POST') return consented(request, login);
  return html(404, 'Not Found');
}

function grant({ headers, query, body }: StoreRequest, { sellers, tokens }: Login): StoreReply {
  if (query.length > 0)
    return oauthError(400, 'invalid_request', 'Parameters must be sent in the body');
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? ''))
    return oauthError(400, 'invalid_request', 'Unsupported content type');
  if (!/application\/json|\*\/\*/.test(headers.accept ?? ''))
    return oauthError(406, 'invalid_request', 'Only application/json can be sent');
  const client = clientOf(headers.authorization ?? '');
  const seller = sellers.find(({ clientId }) => clientId === client.id);
  const sent = new URLSearchParams(body);
  const type = sent.get('grant_type');
  const isApp = client.id === app.clientId && client.secret === app.clientSecret;
  if (!isApp && (seller === undefined || seller.clientSecret !== client.secret))
    return oauthError(401, 'invalid_client', 'Bad client credentials');

  if (type === 'client_credentials') {
    if (seller === undefined)
      return oauthError(400, 'unauthorized_client', 'This client must use the code flow');
    return granted({
      access_token: tokens.issue(seller.name, client.id, seller.tokenLife),
      token_type: 'Bearer',
      expires_in: seller.tokenLife,
      scope: 'RETAILER',
    });
  }
  if (type !== 'authorization_code' && type !== 'refresh_token')
    return oauthError(400, 'unsupported_grant_type', `Unsupported grant type: ${type}`);
  if (!isApp) return oauthError(400, 'unauthorized_client', `Unauthorized grant type: ${type}`);
  const name =
    type === 'refresh_token'
      ? tokens.spend(sent.get('refresh_token') ?? '')
      : tokens.redeem(sent.get('code') ?? '', sent.get('redirect_uri') ?? '');
  if (name === null)
    return oauthError(
      400,
      'invalid_grant',
      type === 'refresh_token' ? 'Invalid refresh token' : 'Invalid authorization code',
    );
  return granted({
    access_token: tokens.issue(name, client.id, codeLife),
    token_type: 'Bearer',
    expires_in: codeLife,
    refresh_token: tokens.lend(name),
    scope: 'offline_access',
  });
}

function clientOf(authorization: string): { readonly id: string; readonly secret: string } {
  const [, encoded = ''] = /^Basic (\S+)$/.exec(authorization) ?? [];
  const pair = Buffer.from(encoded, 'base64').toString();
  const colon = pair.indexOf(':');
  return { id: pair.slice(0, Math.max(0, colon)), secret: pair.slice(colon + 1) };
}

const granted = (body: object): StoreReply => ({
  status: 200,
  headers: { 'content-type': 'application/json;charset=UTF-8', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
});

interface Wish {
  readonly redirect: URL;
  /** As it was sent: the token service wants to see the same text again. */
  readonly written: string;
  readonly state: string;
}

/** What the browser was sent here with, or what is wrong with it. */
function wishOf({ query }: StoreRequest): Wish | string {
  const given = new Map(query);
  const wrong = (name: string): string => `invalid_request: ${name}`;
  const known = ['response_type', 'client_id', 'scope', 'redirect_uri', 'state'];
  const unknown = query.find(([name]) => !known.includes(name));
  if (unknown !== undefined) return wrong(`unknown parameter ${unknown[0]}`);
  if (given.get('response_type') !== 'code') return wrong('response_type must be code');
  if (given.get('client_id') !== app.clientId) return wrong('unknown client_id');
  if (given.get('scope') !== 'offline_access') return wrong('scope must be offline_access');
  const written = given.get('redirect_uri') ?? '';
  if (!URL.canParse(written)) return wrong('redirect_uri must be an address');
  const state = given.get('state') ?? '';
  if (state === '') return wrong('state is missing');
  return { redirect: new URL(written), written, state };
}

function consentPage(request: StoreRequest, { sellers }: Login): StoreReply {
  const wish = wishOf(request);
  if (typeof wish === 'string') return html(400, escaped(wish));
  const choices = sellers
    .map(
      ({ name, title }, index) =>
        `<label><input type="radio" name="account" value="${name}"${index === 0 ? ' checked' : ''}> ${escaped(title)}</label>`,
    )
    .join('\n');
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=UTF-8', 'cache-control': 'no-store' },
    // The form has no address of its own: it goes back to where the page came from.
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Give access to your bol account</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 32rem; margin: 3rem auto; padding: 0 1rem; color: #1a1a1a; background: #fff }
fieldset { border: 1px solid #999; border-radius: 8px; margin: 1rem 0; padding: 1rem }
label { display: block; padding: 0.25rem 0 }
button { font: inherit; padding: 0.6rem 1.2rem; border-radius: 8px; border: 1px solid #0000a4; background: #fff; color: #0000a4 }
button[value=approve] { background: #0000a4; color: #fff }
</style>
</head>
<body>
<h1>Give access to your bol account</h1>
<p>Manifold wants to read your orders and offers, until you withdraw it or for one year.</p>
<p>This is a page of the sandbox: choose any seller account.</p>
<form method="post">
<fieldset><legend>Seller account</legend>
${choices}
</fieldset>
<button name="answer" value="approve">Approve</button>
<button name="answer" value="deny">Deny</button>
</form>
</body>
</html>
`,
  };
}

function consented(request: StoreRequest, { sellers, tokens }: Login): StoreReply {
  const wish = wishOf(request);
  if (typeof wish === 'string') return html(400, escaped(wish));
  const sent = new URLSearchParams(request.body);
  const seller = sellers.find(({ name }) => name === sent.get('account'));
  const target = new URL(wish.redirect);
  target.searchParams.set('state', wish.state);
  if (sent.get('answer') !== 'approve' || seller === undefined)
    target.searchParams.set('error', 'access_denied');
  else target.searchParams.set('code', tokens.mint(seller.name, wish.written));
  return { status: 302, headers: { location: target.href }, body: null };
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
