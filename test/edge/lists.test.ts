// The lists of channels and of users through the edge: any scope for the one, the caller's own for the other.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { capabilitiesOf } from '../../src/unified/capabilities.ts';
import { CLIENT, type Service, startService } from '../service.ts';
import { getToken } from '../token.ts';

let service: Service;
before(async () => {
  service = await startService({ withoutApps: true });
});
after(() => service.close());

const get = async (path: string, token = service.token, headers: Record<string, string> = {}) => {
  const response = await fetch(`${service.origin}/api/ServiceClientApp/${path}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text === '' ? undefined : JSON.parse(text),
  };
};

test('the channels are shown to a token of any scope, and to no one without a token', async () => {
  for (const scope of ['orders', 'products', 'links']) {
    const token = await getToken(service.origin, CLIENT, scope);
    const { status, body } = await get('Channels', token);
    assert.deepEqual([status, body], [200, { channels: capabilitiesOf(channels) }], scope);
  }
  assert.equal((await get('Channels', 'mfa_wrong')).status, 401);
  const { status, body } = await get('Channels?channel=shopify');
  assert.deepEqual([status, body.Errors.code], [400, 'invalid_request']);
});

test('anyone who has the channels already gets an answer that says so', async () => {
  const { headers } = await get('Channels');
  const tag = headers.get('etag') ?? '';
  assert.match(tag, /^W\/"[\w-]{22}"$/);
  assert.equal(headers.get('cache-control'), 'private, no-cache');
  for (const known of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
    const again = await get('Channels', service.token, { 'if-none-match': known });
    assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', tag], known);
  }
  for (const other of ['"other"', 'W/"other"', '', 'junk'])
    assert.equal((await get('Channels', service.token, { 'if-none-match': other })).status, 200);
});

test('users are listed page by page, each as on its own, and no other client’s', async () => {
  const other = await service.tenant('other-app');
  await other.link('shopify', 'demo');
  for (const name of ['a b', 'ünï/💥', '~']) await service.app.store.users.ensure(CLIENT.id, name);
  await service.app.store.users.ensure('other-app', 'theirs alone');
  const seen: Record<string, unknown>[] = [];
  let token = '';
  do {
    const { status, body, headers } = await get(`Users?limit=1${token}`);
    assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store']);
    assert.equal(body.users.length, 1);
    seen.push(...body.users);
    token = body.next_page_token ? `&next_page_token=${body.next_page_token}` : '';
  } while (token !== '');
  assert.deepEqual(seen.map(({ tpUserId }) => tpUserId).sort(), ['a b', 'demo', '~', 'ünï/💥']);
  for (const user of seen) {
    const alone = await get(`Users/${encodeURIComponent(String(user.tpUserId))}`);
    assert.deepEqual(alone.body, user);
  }
  const { body } = await get('Users', other.token);
  assert.deepEqual(
    body.users.map(({ tpUserId }: { tpUserId: string }) => tpUserId),
    ['demo', 'theirs alone'],
  );
  assert.deepEqual(Object.keys(body), ['users']);
});

test('those who need a new link are found', async () => {
  const user = await service.app.store.users.find(CLIENT.id, 'demo');
  const key = { userId: user?.id ?? '', channel: 'bol' };
  assert.deepEqual((await get('Users?state=needs_attention')).body, { users: [] });
  const why = { code: 'credential_refused', message: 'The key was revoked.' } as const;
  await service.app.store.credentials.mark(key, 'attention', why);
  for (const query of ['state=needs_attention', 'state=needs_attention&channel=bol']) {
    const { body } = await get(`Users?${query}`);
    assert.deepEqual([body.users.length, body.users[0]?.tpUserId], [1, 'demo'], query);
  }
  assert.deepEqual((await get('Users?state=needs_attention&channel=shopify')).body.users, []);
});

test('what cannot be asked of the list of users is said to be so', async () => {
  const place = (text: string) => Buffer.from(text).toString('base64url');
  for (const [query, code] of [
    ['state=broken', 'invalid_request'],
    ['channel=etsy', 'invalid_request'],
    ['limit=0', 'invalid_request'],
    ['limit=1&limit=2', 'invalid_request'],
    ['tpUserId=demo', 'invalid_request'],
    [`next_page_token=${place('a\0b')}`, 'invalid_page_token'],
    [`next_page_token=${place('a'.repeat(257))}`, 'invalid_page_token'],
    [`next_page_token=${Buffer.from([0xff, 0xfe]).toString('base64url')}`, 'invalid_page_token'],
    ['next_page_token=', 'invalid_page_token'],
  ] as const) {
    const { status, body } = await get(`Users?${query}`);
    assert.deepEqual([status, body.Errors.code], [400, code], query);
  }
  const orders = await getToken(service.origin, CLIENT, 'orders');
  assert.equal((await get('Users', orders)).status, 403);
  assert.equal((await get('Users?limit=5000')).status, 200);
});
