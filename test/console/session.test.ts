// Who is let into the console, by which browser, for how long, and what another site or another operator
// can make of it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../service.ts';
import { actsOf, CONSOLE_URL, createOperator, fieldsOf, SIGNED_IN } from './operator.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const CLIENTS = '/console/clients';
const ONE = `${CLIENTS}/test-client`;

let service: Service;
before(async () => {
  service = await startService({ settings: SIGNED_IN });
});
after(() => service?.close());

const invite = async (role: 'read' | 'admin' = 'admin', name = 'ada') =>
  (await actsOf(service).console.invite(name, role)).address;

async function signedIn(role: 'read' | 'admin' = 'admin', name = 'ada') {
  const operator = createOperator(service);
  const entered = await operator.enter(await invite(role, name));
  assert.equal(entered.statusCode, 303);
  return operator;
}

const statusOf = async (operator: ReturnType<typeof createOperator>, path = CLIENTS) =>
  (await operator.get(path)).statusCode;

test('no page is shown to those who have not signed in', async () => {
  const stranger = createOperator(service);
  for (const path of ['/console', CLIENTS, ONE, '/console/audit', '/console/nothing']) {
    const answer = await stranger.get(path);
    assert.equal(answer.statusCode, 401, path);
    assert.match(answer.body, /manifold console/);
    assert.doesNotMatch(answer.body, /test-client/);
  }
  const sent = await stranger.post(`${ONE}/delete`, { sure: 'yes' });
  assert.equal(sent.statusCode, 401);
  assert.ok(await service.app.store.clients.find('test-client'));
});

test('an address signs in one browser, once, within 15 minutes', async () => {
  const address = await invite('read');
  assert.ok(address.startsWith(`${CONSOLE_URL}/console/enter?token=mfc_`), 'where the console is');
  const { pathname, search, searchParams } = new URL(address);
  const token = searchParams.get('token') ?? '';

  // A mail scanner or a preview opens it, and nothing is used up.
  await createOperator(service).get(`${pathname}${search}`);
  const without = createOperator(service);
  const refused = await without.post(pathname, { token });
  assert.equal(refused.statusCode, 400);
  assert.match(refused.body, /cookies/);

  const mine = createOperator(service);
  assert.equal((await mine.enter(address)).headers.location, '/console');
  assert.equal(await statusOf(mine), 200);
  const again = await mine.post(pathname, { token });
  assert.equal(again.statusCode, 303, 'a double click leads in');

  const other = createOperator(service);
  await other.get(`${pathname}${search}`);
  assert.equal((await other.post(pathname, { token })).statusCode, 400);
  assert.equal(await statusOf(other), 401);

  const late = await invite();
  const slow = createOperator(service);
  const { search: lateSearch, searchParams: lateQuery } = new URL(late);
  await slow.get(`${pathname}${lateSearch}`);
  service.forward(15 * MINUTE + 1);
  const expired = await slow.post(pathname, { token: lateQuery.get('token') ?? '' });
  assert.equal(expired.statusCode, 401);
});

test('a stay lasts 12 hours, and ends for good when one signs out or everyone is', async () => {
  const long = await signedIn();
  service.forward(12 * HOUR - MINUTE);
  assert.equal(await statusOf(long), 200);
  service.forward(MINUTE + 1);
  assert.equal(await statusOf(long), 401);

  const leaving = await signedIn();
  const before = new Map(leaving.cookies);
  await leaving.submit(CLIENTS, '/console/leave');
  for (const [name, value] of before) leaving.cookies.set(name, value);
  assert.equal(await statusOf(leaving), 401, 'the old cookie is worth nothing');

  const one = await signedIn();
  const unused = await invite();
  assert.equal(await actsOf(service).console.endAll(), 2);
  assert.equal(await statusOf(one), 401);
  assert.equal((await createOperator(service).enter(unused)).statusCode, 400);
});

test('those who may only look change nothing', async () => {
  const reader = await signedIn('read');
  const page = await reader.get(ONE);
  assert.equal(page.statusCode, 200);
  assert.doesNotMatch(page.body, /Delete the client/);
  const form = await reader.formToken(ONE);
  for (const act of ['delete', 'rotate-secret', 'end-old-secret', 'rotate-signing', 'version']) {
    const answer = await reader.post(`${ONE}/${act}`, { form, sure: 'yes' });
    assert.equal(answer.statusCode, 403, act);
  }
  assert.ok(await service.app.store.clients.find('test-client'));
});

test('no other site and no other operator can send a form', async () => {
  const ada = await signedIn('admin', 'ada');
  const eve = await signedIn('admin', 'eve');
  const form = await ada.formToken(ONE);
  const wrong: readonly (readonly [Record<string, string>, Record<string, string>])[] = [
    [{}, {}],
    [{ form: '' }, {}],
    [{ form: 'x' }, {}],
    [{ form: await eve.formToken(ONE) }, {}],
    [{ form }, { origin: 'https://evil.example' }],
    [{ form }, { 'sec-fetch-site': 'cross-site' }],
    [{ form }, { 'sec-fetch-site': 'same-site' }],
  ];
  for (const [fields, headers] of wrong) {
    const answer = await ada.post(`${ONE}/delete`, { ...fields, sure: 'yes' }, headers);
    assert.equal(answer.statusCode, 403, JSON.stringify(headers));
  }
  const left = await eve.post('/console/leave', { form });
  assert.equal(left.statusCode, 403);
  assert.ok(await service.app.store.clients.find('test-client'));
});

test('a cookie that was planted is not the one that is signed in', async () => {
  const eve = await signedIn('read', 'eve');
  const ada = createOperator(service);
  for (const [name, value] of eve.cookies) ada.cookies.set(name, value);
  await ada.enter(await invite('admin', 'ada'));
  for (const [name, value] of ada.cookies) assert.notEqual(eve.cookies.get(name), value);
  assert.doesNotMatch((await eve.get(ONE)).body, /Delete the client/, 'eve is still eve');
  assert.match((await ada.get(ONE)).body, /Delete the client/);
});

test('a cookie that was changed, or made elsewhere, is none', async () => {
  const ada = await signedIn();
  const [name = '', value = ''] = [...ada.cookies][0] ?? [];
  assert.match(name, /^__Host-/);
  const changed = `${value.slice(0, -2)}${value.endsWith('AA') ? 'BB' : 'AA'}`;
  for (const wrong of [changed, '', 'mfc_x', value.slice(1)]) {
    ada.cookies.set(name, wrong);
    assert.equal(await statusOf(ada), 401);
  }
});

test('every answer forbids framing, keeping and loading from elsewhere', async () => {
  const ada = await signedIn();
  const stranger = createOperator(service);
  const answers = [
    await ada.get('/console'),
    await ada.get(ONE),
    await ada.get('/console/clients/none'),
    await ada.post(`${ONE}/delete`, { form: await ada.formToken(ONE) }),
    await stranger.get('/console'),
    await stranger.post(`${ONE}/delete`, {}),
  ];
  for (const { headers } of answers) {
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/);
    assert.match(String(headers['content-security-policy']), /default-src 'none'/);
    assert.equal(headers['x-frame-options'], 'DENY');
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['referrer-policy'], 'no-referrer');
  }
});

test('by another name than its own it is not there', async () => {
  const address = await invite();
  const elsewhere = createOperator(service, 'api.example.com');
  const { pathname, search } = new URL(address);
  assert.equal((await elsewhere.get(`${pathname}${search}`)).statusCode, 404);
  assert.equal((await elsewhere.get('/console')).statusCode, 404);
});

test('what cannot be undone is asked about, done once it is confirmed, and in the audit with who and when', async () => {
  await service.tenant('to-delete');
  const path = `${CLIENTS}/to-delete`;
  const ada = await signedIn();
  const asked = await ada.submit(path, `${path}/delete`);
  assert.equal(asked.statusCode, 200);
  assert.match(asked.body, /cannot be undone/);
  assert.ok(await service.app.store.clients.find('to-delete'), 'asked first');
  const done = await ada.post(`${path}/delete`, fieldsOf(asked.body, `${path}/delete`));
  assert.equal(done.statusCode, 303);
  const said = await ada.get(String(done.headers.location));
  assert.match(said.body, /to-delete is deleted\./);
  assert.equal(await service.app.store.clients.find('to-delete'), undefined);
  const { rows } = await actsOf(service).auditPage({ act: 'clients.delete' });
  assert.equal(rows[0]?.by, 'console');
  assert.equal(rows[0]?.facts.login, 'ada');
  const { rows: invited } = await actsOf(service).auditPage({ act: 'console.invite' });
  assert.equal(invited[0]?.facts.role, 'admin');
});

test('words that a page says are ours alone', async () => {
  const ada = await signedIn();
  const page = await ada.get(`${CLIENTS}?said=Call%20this%20number`);
  assert.doesNotMatch(page.body, /Call this number/);
});

test('a secret is shown once, on the page that answers the act', async () => {
  const ada = await signedIn();
  const asked = await ada.submit(ONE, `${ONE}/rotate-secret`);
  const done = await ada.post(`${ONE}/rotate-secret`, fieldsOf(asked.body, `${ONE}/rotate-secret`));
  assert.equal(done.statusCode, 200);
  const [, secret = ''] = /class="secret">([^<]+)</.exec(done.body) ?? [];
  assert.ok(secret.length > 30);
  assert.ok(!(await ada.get(ONE)).body.includes(secret));
  assert.ok(!service.logged().includes(secret));
  const { rows } = await actsOf(service).auditPage({});
  assert.ok(!JSON.stringify(rows).includes(secret));
});
