// Tests of the token service through its HTTP edge, on the embedded database.
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import fc from 'fast-check';
import Fastify, { type InjectOptions } from 'fastify';
import { knowCallers } from '../../src/http/caller-address.ts';
import { tokenRoutes } from '../../src/http/token.ts';
import { readConfig } from '../../src/serve/config.ts';
import { openStore, StoreUnavailableError } from '../../src/store/index.ts';
import { createTokens, type Tokens } from '../../src/tokens/index.ts';
import { runs } from '../all.ts';
import { stoppedClock, temporaryFolder, testSeal } from '../store/databases.ts';

const { tokenSeconds } = readConfig({});
const AUTH_URL = 'https://auth.example';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

async function setUp(t: TestContext) {
  const clock = stoppedClock();
  const store = await openStore({
    dataDir: temporaryFolder(t),
    role: 'service',
    now: clock.now,
    seal: testSeal,
  });
  const tokens = createTokens({ store, now: clock.now, tokenSeconds });
  const { secret } = await tokens.clients.create({ id: 'app', name: 'App' });
  const server = await serve(tokens);
  t.after(async () => {
    await server.close();
    await store.close();
  });

  /** Posts a form and holds the answer to what RFC 6749 asks of every one. */
  const post = async (
    path: string,
    form: Record<string, string> | string,
    { headers = {}, ...more }: InjectOptions = {},
  ) => {
    const response = await server.inject({
      method: 'POST',
      url: `/connect/${path}`,
      payload: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
      ...more,
      headers: { ...FORM, ...headers },
    });
    assert.equal(response.headers['cache-control'], 'no-store');
    assert.equal(response.headers.pragma, 'no-cache');
    const body = response.body === '' ? undefined : response.json();
    if (response.statusCode !== 200) {
      assert.match(String(response.headers['content-type']), /^application\/json/);
      assert.deepEqual(Object.keys(body), ['error', 'error_description']);
      assert.match(body.error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    }
    return { status: response.statusCode, headers: response.headers, body };
  };
  const me = { client_id: 'app', client_secret: secret };
  const token = async (more: Record<string, string> = {}) => {
    const answer = await post('token', { grant_type: 'client_credentials', ...me, ...more });
    assert.equal(answer.status, 200);
    return answer.body.access_token as string;
  };
  return { clock, store, tokens, server, secret, me, post, token };
}

async function serve(
  tokens: Pick<Tokens, 'authenticate' | 'issue' | 'introspect' | 'revoke'>,
  onUnforeseen: (error: unknown) => void = () => {},
) {
  const server = Fastify();
  // As the service's own server has it: schemas describe, the checks are RFC 6749's, in code.
  server.setValidatorCompiler(() => () => true);
  server.setSerializerCompiler(() => (data) => JSON.stringify(data));
  knowCallers(server, []);
  server.setErrorHandler((error, _, reply) => {
    onUnforeseen(error);
    return reply.code(500).send({});
  });
  await tokenRoutes(server, { tokens, authUrl: AUTH_URL, docsUrl: 'https://api.example/docs' });
  return server;
}

const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

it('issues a token for a form with the credentials in the body, valid for 90 days', async (t) => {
  const { post, me, tokens, clock } = await setUp(t);
  const { status, body, headers } = await post('token', {
    grant_type: 'client_credentials',
    ...me,
  });
  assert.equal(status, 200);
  assert.match(String(headers['content-type']), /^application\/json/);
  assert.deepEqual(body, {
    access_token: body.access_token,
    token_type: 'Bearer',
    expires_in: 7_776_000,
    scope: 'orders products links',
  });
  assert.match(body.access_token, /^mfa_[A-Za-z0-9_-]{43}$/);
  const verified = await tokens.verify(body.access_token);
  assert.equal(verified?.client.id, 'app');
  assert.deepEqual(verified?.scopes, ['orders', 'products', 'links']);
  clock.forward(7_776_000_000 - 1);
  assert.equal((await tokens.verify(body.access_token))?.client.id, 'app');
  clock.forward(1);
  assert.equal(await tokens.verify(body.access_token), undefined);
});

it('issues a token for HTTP Basic, and for a JSON body', async (t) => {
  const { post, me, secret } = await setUp(t);
  const form = { grant_type: 'client_credentials' };
  assert.equal((await post('token', form, { headers: basic('app', secret) })).status, 200);
  assert.equal((await post('token', form, { headers: basic('%61pp', secret) })).status, 200);
  const json = JSON.stringify({ grant_type: 'client_credentials', ...me, scope: 'orders' });
  const answer = await post('token', json, { headers: { 'content-type': 'application/json' } });
  assert.equal(answer.status, 200);
  assert.equal(answer.body.scope, 'orders');
});

it('gives the scopes asked for, and the validity set for the client', async (t) => {
  const { post, tokens } = await setUp(t);
  const { secret } = await tokens.clients.create({
    id: 'small',
    scopes: ['orders', 'links'],
    tokenSeconds: 3600,
  });
  const form = { grant_type: 'client_credentials', client_id: 'small', client_secret: secret };
  assert.equal((await post('token', form)).body.scope, 'orders links');
  const answer = await post('token', { ...form, scope: 'links' });
  assert.equal(answer.body.scope, 'links');
  assert.equal(answer.body.expires_in, 3600);
  const refused = await post('token', { ...form, scope: 'products' });
  assert.equal(refused.status, 400);
  assert.deepEqual(refused.body, {
    error: 'invalid_scope',
    error_description: 'This client does not have the scope products; it has orders, links.',
  });
});

it('answers wrong requests as RFC 6749 section 5.2 says', async (t) => {
  const { post, me, secret } = await setUp(t);
  const good = { grant_type: 'client_credentials', ...me };
  const cases: readonly (readonly [
    number,
    string,
    Record<string, string> | string,
    Record<string, string>?,
  ])[] = [
    [400, 'invalid_request', ''],
    [400, 'invalid_request', me],
    [400, 'invalid_request', { ...good, grant_type: '' }],
    [400, 'unsupported_grant_type', { ...good, grant_type: 'password' }],
    [400, 'unsupported_grant_type', { ...good, grant_type: 'refresh_token' }],
    [400, 'invalid_scope', { ...good, scope: 'everything' }],
    [400, 'invalid_scope', { ...good, scope: 'orders "\\ é' }],
    [400, 'invalid_request', `${new URLSearchParams(good)}&scope=orders&scope=links`],
    [400, 'invalid_request', `${new URLSearchParams(good)}&scope=%`],
    [400, 'invalid_request', `${new URLSearchParams(good)}&scope=%00`],
    [400, 'invalid_request', good, basic('app', secret)],
    [401, 'invalid_client', { grant_type: 'client_credentials' }],
    [401, 'invalid_client', { ...good, client_secret: 'wrong' }],
    [401, 'invalid_client', { ...good, client_id: 'unknown' }],
    [400, 'invalid_request', { ...good, client_id: 'x'.repeat(5000) }],
    [401, 'invalid_client', { grant_type: 'client_credentials' }, basic('app', 'wrong')],
    [401, 'invalid_client', { grant_type: 'client_credentials' }, { authorization: 'Bearer x' }],
    [401, 'invalid_client', { grant_type: 'client_credentials' }, { authorization: 'Basic %%%' }],
    [400, 'invalid_request', JSON.stringify(good), { 'content-type': 'text/plain' }],
    [400, 'invalid_request', JSON.stringify(good), { 'content-type': ';' }],
    [400, 'invalid_request', '{', { 'content-type': 'application/json' }],
  ];
  for (const [status, error, form, headers = {}] of cases) {
    const answer = await post('token', form, { headers });
    const about = JSON.stringify([form, headers]);
    assert.equal(answer.body.error, error, about);
    assert.equal(answer.status, status, about);
    const isAsked = status === 401 && headers.authorization?.startsWith('Basic');
    const challenge = isAsked ? 'Basic realm="manifold", charset="UTF-8"' : undefined;
    assert.equal(answer.headers['www-authenticate'], challenge, about);
  }
});

it('refuses a huge body, a body of no type, and parameters in the address', async (t) => {
  const { post, me } = await setUp(t);
  const good = { grant_type: 'client_credentials', ...me };
  const huge = await post('token', { ...good, scope: 'x'.repeat(2 * 1024 * 1024) });
  assert.equal(huge.status, 413);
  assert.equal(huge.body.error, 'invalid_request');
  const address = await post('token', good, { url: '/connect/token?client_secret=x' });
  assert.equal(address.status, 400);
  assert.match(address.body.error_description, /client_secret belongs in the body/);
});

it('answers any bytes of any type with a documented status, never 500', async (t) => {
  const { post } = await setUp(t);
  const path = fc.constantFrom('token', 'revocation', 'introspect');
  const type = fc.constantFrom(
    FORM['content-type'],
    'application/json',
    'application/json; charset=utf-16',
    'text/plain',
    'a/b; c="',
    '=',
  );
  const grant = Buffer.from('grant_type=client_credentials&token=x&client_id=a&client_secret=');
  const bytes = fc
    .uint8Array({ maxLength: 200 })
    .chain((odd) => fc.constantFrom(Buffer.from(odd), Buffer.concat([grant, odd])));
  const header = fc.option(fc.string({ unit: 'grapheme-ascii' }), { nil: undefined });
  await fc.assert(
    fc.asyncProperty(path, type, bytes, header, async (where, contentType, payload, odd) => {
      const authorization = odd === undefined ? {} : { authorization: `Basic ${odd}` };
      const headers = { 'content-type': contentType, ...authorization };
      const { status } = await post(where, '', { payload, headers });
      assert.ok([400, 401, 429].includes(status), String(status));
    }),
    { numRuns: runs(300) },
  );
});

it('never says whether the id or the secret was wrong', async (t) => {
  const { post, me } = await setUp(t);
  const good = { grant_type: 'client_credentials', ...me };
  const one = await post('token', { ...good, client_secret: 'wrong' });
  const other = await post('token', { ...good, client_id: 'unknown' });
  assert.deepEqual(one.body, other.body);
});

it('holds two live secrets during a rotation, until it is closed', async (t) => {
  const { post, tokens, me, token } = await setUp(t);
  const status = async (secret: string) => {
    const form = { grant_type: 'client_credentials', client_id: 'app', client_secret: secret };
    return (await post('token', form)).status;
  };
  const old = await token();
  const second = await tokens.clients.rotateSecret('app');
  assert.deepEqual([await status(me.client_secret), await status(second.secret)], [200, 200]);
  const third = await tokens.clients.rotateSecret('app');
  const all = [me.client_secret, second.secret, third.secret];
  assert.deepEqual(await Promise.all(all.map(status)), [401, 200, 200]);
  assert.equal(await tokens.clients.endOldSecret('app'), 0);
  assert.deepEqual(await Promise.all(all.map(status)), [401, 401, 200]);
  assert.equal((await tokens.verify(old))?.client.id, 'app', 'its tokens live on unless asked');
  await assert.rejects(tokens.clients.endOldSecret('app'), /has only one live secret/);
});

it('ends an old secret at its time, if one was set', async (t) => {
  const { post, tokens, me, clock } = await setUp(t);
  await tokens.clients.rotateSecret('app', { keepOldSeconds: 60 });
  const form = { grant_type: 'client_credentials', ...me };
  clock.forward(59_999);
  assert.equal((await post('token', form)).status, 200);
  clock.forward(1);
  assert.equal((await post('token', form)).status, 401);
});

it('ends the old secrets and their tokens immediately when asked', async (t) => {
  const { post, tokens, me, token } = await setUp(t);
  const old = await token();
  await tokens.verify(old);
  const fresh = await tokens.clients.rotateSecret('app', { endOld: true, revokeTokens: true });
  assert.equal(fresh.revokedTokens, 1);
  assert.equal(await tokens.verify(old), undefined);
  const form = { grant_type: 'client_credentials', ...me };
  assert.equal((await post('token', form)).status, 401);
  assert.equal((await post('token', { ...form, client_secret: fresh.secret })).status, 200);
});

it('issues nothing with a secret that was ended after it was presented', async (t) => {
  const { tokens, me } = await setUp(t);
  const caller = await tokens.authenticate({
    clientId: 'app',
    clientSecret: me.client_secret,
    address: '10.0.0.1',
  });
  await tokens.clients.rotateSecret('app', { endOld: true, revokeTokens: true });
  await assert.rejects(tokens.issue(caller), { code: 'invalid_client' });
  await tokens.clients.delete('app');
  await assert.rejects(tokens.issue(caller), { code: 'invalid_client' });
});

it('revokes a token immediately, answers the same for any other, and needs the client', async (t) => {
  const { post, tokens, me, token } = await setUp(t);
  const mine = await token();
  const other = await token();
  await tokens.verify(mine);
  const answer = await post('revocation', { ...me, token: mine, token_type_hint: 'refresh_token' });
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, {});
  assert.equal(await tokens.verify(mine), undefined);
  assert.equal((await tokens.verify(other))?.client.id, 'app');
  for (const odd of [mine, 'nonsense', `mfa_${'x'.repeat(43)}`, 'é \u2028']) {
    assert.equal((await post('revocation', { ...me, token: odd })).status, 200);
  }
  assert.equal((await post('revocation', me)).body.error, 'invalid_request');
  assert.equal((await post('revocation', { token: other })).body.error, 'invalid_client');
});

it('revokes and introspects for clients that send JSON and read every answer as JSON', async (t) => {
  const { server, tokens, me, secret, token } = await setUp(t);
  const send = async (path: string, payload: object | string, headers = {}) => {
    const response = await server.inject({
      method: 'POST',
      url: `/connect/${path}`,
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    });
    assert.match(String(response.headers['content-type']), /^application\/json/);
    return [response.statusCode, response.json().error ?? response.json()];
  };
  const [first, second] = [await token(), await token()];
  assert.deepEqual(await send('revocation', { ...me, token: first }), [200, {}]);
  assert.deepEqual(await send('revocation', { token: second }, basic('app', secret)), [200, {}]);
  for (const gone of [first, second]) assert.equal(await tokens.verify(gone), undefined);
  for (const path of ['revocation', 'introspect']) {
    const unknown = path === 'revocation' ? {} : { active: false };
    assert.deepEqual(await send(path, { ...me, token: 'unknown' }), [200, unknown]);
    for (const missing of [me, { ...me, token: '' }, { ...me, token: null }, '', '[]', '{'])
      assert.deepEqual(await send(path, missing), [400, 'invalid_request']);
    assert.deepEqual(await send(path, { token: first }), [401, 'invalid_client']);
    const wrong = { ...me, client_secret: 'wrong', token: first };
    assert.deepEqual(await send(path, wrong), [401, 'invalid_client']);
    const xml = { 'content-type': 'application/xml' };
    assert.deepEqual(await send(path, '<token/>', xml), [400, 'invalid_request']);
  }
});

it('does not let a client revoke another’s token', async (t) => {
  const { post, tokens, token } = await setUp(t);
  const mine = await token();
  const { secret } = await tokens.clients.create({ id: 'other' });
  const form = { client_id: 'other', client_secret: secret, token: mine };
  const answer = await post('revocation', form);
  assert.equal(answer.status, 400);
  assert.equal(answer.body.error, 'invalid_grant');
  assert.equal((await tokens.verify(mine))?.client.id, 'app');
});

it('shows a client what its own token is worth, and nothing of another’s', async (t) => {
  const { post, tokens, me, token, clock } = await setUp(t);
  const mine = await token({ scope: 'orders' });
  const seconds = Math.floor(clock.now() / 1000);
  assert.deepEqual((await post('introspect', { ...me, token: mine })).body, {
    active: true,
    scope: 'orders',
    client_id: 'app',
    sub: 'app',
    token_type: 'Bearer',
    iat: seconds,
    exp: seconds + 7_776_000,
    iss: AUTH_URL,
  });
  const { secret } = await tokens.clients.create({ id: 'other' });
  const other = { client_id: 'other', client_secret: secret };
  const inactive = { active: false };
  assert.deepEqual((await post('introspect', { ...other, token: mine })).body, inactive);
  assert.deepEqual((await post('introspect', { ...me, token: 'nonsense' })).body, inactive);
  await post('revocation', { ...me, token: mine });
  assert.deepEqual((await post('introspect', { ...me, token: mine })).body, inactive);
  const late = await token();
  clock.forward(7_776_000_000);
  assert.deepEqual((await post('introspect', { ...me, token: late })).body, inactive);
  assert.equal((await post('introspect', me)).body.error, 'invalid_request');
  assert.equal((await post('introspect', { token: mine })).status, 401);
});

it('slows down wrong secrets and never turns a right one away', async (t) => {
  const { post, me, clock } = await setUp(t);
  const wrong = { grant_type: 'client_credentials', client_id: 'app', client_secret: 'wrong' };
  for (let n = 0; n < 5; n += 1) assert.equal((await post('token', wrong)).status, 401);
  const slow = await post('token', wrong);
  assert.equal(slow.status, 429);
  assert.equal(slow.body.error, 'invalid_client');
  assert.equal(slow.headers['retry-after'], '1');
  assert.equal((await post('introspect', { ...wrong, token: 'x' })).status, 429);
  const right = { ...wrong, client_secret: me.client_secret };
  clock.forward(1000);
  assert.equal((await post('token', wrong)).status, 401);
  assert.equal((await post('token', wrong)).headers['retry-after'], '2');
  assert.equal((await post('token', right)).status, 200);
  assert.equal((await post('token', wrong)).status, 401, 'a right one clears the count');
});

it('refuses the tokens and the secret of a deleted client immediately', async (t) => {
  const { post, tokens, me, token } = await setUp(t);
  const mine = await token();
  await tokens.verify(mine);
  await tokens.clients.delete('app');
  assert.equal(await tokens.verify(mine), undefined);
  assert.equal((await post('token', { grant_type: 'client_credentials', ...me })).status, 401);
  await tokens.clients.create({ id: 'app', secret: me.client_secret });
  assert.equal(await tokens.verify(mine), undefined, 'also if its id is used again');
});

it('publishes its metadata as RFC 8414 says', async (t) => {
  const { server } = await setUp(t);
  const response = await server.inject('/.well-known/oauth-authorization-server');
  assert.equal(response.statusCode, 200);
  assert.deepEqual(response.json(), {
    issuer: AUTH_URL,
    token_endpoint: 'https://auth.example/connect/token',
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    revocation_endpoint: 'https://auth.example/connect/revocation',
    revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    introspection_endpoint: 'https://auth.example/connect/introspect',
    introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    scopes_supported: ['orders', 'products', 'links', 'orders.write', 'products.write'],
    service_documentation: 'https://api.example/docs',
  });
});

it('answers 503 when the store is away, and leaves what is unforeseen to the server', async () => {
  const answer = async (error: Error) => {
    const fail = () => Promise.reject(error);
    const seen: unknown[] = [];
    const server = await serve(
      { authenticate: fail, issue: fail, introspect: fail, revoke: fail },
      (each) => seen.push(each),
    );
    const response = await server.inject({
      method: 'POST',
      url: '/connect/token',
      headers: { ...FORM, ...basic('a', 'b') },
      payload: 'grant_type=client_credentials',
    });
    await server.close();
    return { response, seen };
  };
  const away = await answer(new StoreUnavailableError(new Error('canary')));
  assert.equal(away.response.statusCode, 503);
  assert.equal(away.response.headers['retry-after'], '5');
  assert.equal(away.response.headers['cache-control'], 'no-store');
  assert.deepEqual(away.response.json(), {
    error: 'temporarily_unavailable',
    error_description: 'The service cannot reach its database: try again in a few seconds.',
  });
  const odd = new Error('odd');
  const unforeseen = await answer(odd);
  assert.equal(unforeseen.response.statusCode, 500);
  assert.deepEqual(unforeseen.seen, [odd]);
});
