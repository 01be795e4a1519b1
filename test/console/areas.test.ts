// The areas of users, deliveries, watches and overrides: they show what is in the store, and their acts do
// what they say, in the name of who signed in.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../service.ts';
import { until } from '../until.ts';
import { actsOf, createOperator } from './operator.ts';

const HOST = 'localhost:8080';
const CLIENT = 'test-client';
const HOSTILE = '"><script>alert(1)</script>/../x';
const NOTHING = /There is nothing here/;

let service: Service;
let ada: ReturnType<typeof createOperator>;

before(async () => {
  service = await startService();
  ada = createOperator(service, HOST);
});
after(() => service?.close());

async function api<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${service.origin}/api/ServiceClientApp/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${service.token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  assert.ok(answer.ok, text);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

async function page(path: string): Promise<string> {
  const { statusCode, body } = await ada.get(path);
  assert.equal(statusCode, 200, path);
  assert.doesNotMatch(body, /<script>/, path);
  return body;
}

/** Does an act as its form on a page does, sure where it asks. */
async function act(on: string, action: string, typed: Readonly<Record<string, string>> = {}) {
  const form = await ada.formToken(on);
  return await ada.post(action, { form, ...typed });
}

async function asked(on: string, action: string, typed: Readonly<Record<string, string>> = {}) {
  const question = await act(on, action, typed);
  assert.match(question.body, /Are you sure\?/);
  assert.match(question.body, /Leave it as it is/);
  const back = /class="button plain" href="([^"]+)">Leave/.exec(question.body)?.[1] ?? '';
  assert.equal((await ada.get(back.replaceAll('&amp;', '&'))).statusCode, 200, back);
  return await act(on, action, { ...typed, sure: 'yes' });
}

/** The newest row of the audit. */
async function audited() {
  const [row] = (await actsOf(service).auditPage({ client: CLIENT })).rows;
  assert.ok(row);
  const { act, by, facts } = row;
  return { act, by, facts: JSON.stringify(facts) };
}

async function assertAudited(name: string) {
  const { act, by, facts } = await audited();
  assert.deepEqual([act, by], [name, 'console']);
  assert.match(facts, /sandbox/, 'who it was');
}

const userAt = (user: string, act = '') =>
  `/console/users/one${act && `/${act}`}?${new URLSearchParams({ client: CLIENT, user })}`;

const addressed = async (name: string) => {
  const address = { url: `http://127.0.0.1:9/${name}?key=canary-of-a-receiver` };
  const { addresses } = await api<{ addresses: { id: string }[] }>('PUT', 'EventAddresses', {
    addresses: [address],
  });
  return addresses[0]?.id ?? '';
};

test('users are found by how their name begins, whatever they are called', async () => {
  const { users } = service.app.store;
  for (const name of ['ann', 'anna', 'bert', HOSTILE]) await users.ensure(CLIENT, name);
  const found = await page('/console/users?user=ann');
  assert.match(found, />ann</);
  assert.match(found, />anna</);
  assert.doesNotMatch(found, />bert</);
  assert.match(await page('/console/users'), /&lt;script&gt;alert\(1\)/);
  assert.match(await page(userAt(HOSTILE)), /&lt;script&gt;alert\(1\)/);
  assert.match(await page('/console/users?channel=shopify'), />demo</);
  assert.doesNotMatch(await page('/console/users?channel=shopify'), />bert</);
  assert.match(await page(`/console/users?client=${CLIENT}&user=none`), /no such users/);
  for (const path of ['/console/users?client=none', userAt('none'), '/console/users/one'])
    assert.equal((await ada.get(path)).statusCode, 404, path);
});

test('pages of users follow one another', async () => {
  for (let n = 0; n < 60; n += 1)
    await service.app.store.users.ensure(CLIENT, `many-${String(n).padStart(2, '0')}`);
  const first = await page('/console/users?user=many-');
  assert.match(first, />many-49</);
  assert.doesNotMatch(first, />many-50</);
  const next = /href="([^"]+)">More</.exec(first)?.[1] ?? '';
  const second = await page(next.replaceAll('&amp;', '&'));
  assert.match(second, />many-50</);
  assert.match(second, />many-59</);
  assert.doesNotMatch(second, />More</);
});

test('a user is shown with what is linked, in what state, and what to do about it', async () => {
  const { store } = service.app;
  const user = await store.users.find(CLIENT, 'demo');
  assert.ok(user);
  const why = { code: 'credential_refused', message: 'The key was <revoked>.' } as const;
  await store.credentials.mark({ userId: user.id, channel: 'bol' }, 'attention', why);
  const shown = await page(userAt('demo'));
  assert.match(shown, /needs attention/);
  assert.match(shown, /errors#credential_refused/);
  assert.match(shown, /The key was &lt;revoked&gt;/);
  assert.match(shown, /Send a new magic link/);
  assert.match(shown, /Credentials/);
  assert.match(shown, /\/console\/try\?client=test-client&amp;user=demo/);
  const secrets = await store.credentials.find({ userId: user.id, channel: 'shopify' });
  for (const secret of Object.values(secrets?.secrets ?? {}))
    assert.ok(!shown.includes(String(secret)));
  const attention = await page('/console/users?state=needs_attention');
  assert.match(attention, /bol needs attention/);
});

test('a magic link is made and shown once', async () => {
  const made = await act(userAt('ann'), userAt('ann', 'link'));
  assert.equal(made.statusCode, 200);
  const [, token = ''] = /\/link\?token=([\w-]+)/.exec(made.body) ?? [];
  assert.ok(token.length > 40);
  await assertAudited('users.magic_link');
  assert.ok(!(await page(userAt('ann'))).includes(token));
  const linkAt = (client: string) => `/console/users/one/link?client=${client}`;
  const fresh = await act('/console/users', linkAt(CLIENT), { user: 'newcomer' });
  assert.match(fresh.body, /\/link\?token=/);
  assert.ok(await service.app.store.users.find(CLIENT, 'newcomer'));
  const missing = await act('/console/users', linkAt('none'), { user: 'x' });
  assert.equal(missing.statusCode, 404);
  // No call of the API could name such a user.
  for (const user of ['', 'x'.repeat(257)]) {
    const refused = await act('/console/users', linkAt(CLIENT), { user });
    assert.equal(refused.statusCode, 409);
    assert.match(refused.body, /a text of 1 to 256 characters|more than 256 characters/);
    assert.equal(await service.app.store.users.find(CLIENT, user), undefined);
  }
});

test('a channel is unlinked, and a user exported and deleted, after a question', async () => {
  const { store } = service.app;
  const user = await service.link('shopify', 'demo');
  const { id = '' } = (await store.users.find(CLIENT, user)) ?? {};
  await addressed('unlinked');
  const done = await asked(userAt(user), userAt(user, 'unlink'), { channel: 'sharetribe' });
  assert.equal(done.statusCode, 303);
  assert.ok(!(await store.credentials.list(id)).some(({ channel }) => channel === 'sharetribe'));
  await assertAudited('users.unlink');
  const [said] = (await store.deliveries.list(CLIENT, {}, undefined, 1)).rows;
  assert.ok(said);
  const body = await act(
    `/console/deliveries/${CLIENT}/${said.id}`,
    `/console/deliveries/${CLIENT}/${said.id}/show`,
  );
  assert.match(body.body, /by_operator/);
  const again = await act(userAt(user), userAt(user, 'unlink'), {
    channel: 'sharetribe',
    sure: 'yes',
  });
  assert.equal(again.statusCode, 409);

  const file = await act(userAt('anna'), userAt('anna', 'export'));
  assert.match(String(file.headers['content-disposition']), /attachment/);
  assert.equal(JSON.parse(file.body).about.tpUserId, 'anna');
  await assertAudited('users.export');

  await asked(userAt('anna'), userAt('anna', 'delete'));
  assert.equal(await store.users.find(CLIENT, 'anna'), undefined);
  await assertAudited('users.delete');
});

test('deliveries are listed and shown, their bodies only on request', async () => {
  const id = await addressed('one');
  const tested = await api<{ id: string }>('POST', `EventAddresses/${id}/Test`);
  const list = await page(`/console/deliveries?type=delivery.test`);
  assert.match(list, new RegExp(tested.id));
  assert.match(list, /127\.0\.0\.1:9\/one\?…/);
  assert.doesNotMatch(await page('/console/deliveries?type=channel.linked'), new RegExp(tested.id));
  assert.doesNotMatch(await page('/console/deliveries?state=delivered'), new RegExp(tested.id));

  const at = `/console/deliveries/${CLIENT}/${tested.id}`;
  await until(async () => />\d+ ms</.test(await page(at)), 'a first try');
  const shown = await page(at);
  assert.doesNotMatch(shown, /canary-of-a-receiver/);
  assert.doesNotMatch(shown, /&quot;timestamp&quot;/);
  const whole = await act(at, `${at}/show`);
  assert.match(whole.body, /&quot;timestamp&quot;/);
  await assertAudited('console.show');
  for (const path of [`${at}x`, `/console/deliveries/none/${tested.id}`])
    assert.match((await ada.get(path)).body, NOTHING, path);

  assert.equal((await act(at, `${at}/replay`)).statusCode, 303);
  await assertAudited('deliveries.replay');
});

test('all failed deliveries are replayed after a question', async () => {
  const id = await addressed('two');
  const tested = await api<{ id: string }>('POST', `EventAddresses/${id}/Test`);
  service.forward(49 * 60 * 60_000);
  const { deliveries } = service.app.store;
  const stateOf = async () => (await deliveries.find(CLIENT, tested.id))?.state;
  await deliveries.giveUp(100);
  await until(async () => (await stateOf()) === 'failed', 'the delivery to be given up');
  const list = '/console/deliveries?state=failed';
  assert.match(await page(list), new RegExp(tested.id));
  const fields = { client: CLIENT };
  const done = await asked('/console/deliveries', '/console/deliveries/replay-failed', fields);
  assert.equal(done.statusCode, 303);
  assert.equal(await stateOf(), 'waiting');
  await assertAudited('deliveries.replay');
  const gone = await act('/console/deliveries', '/console/deliveries/replay-failed', {
    ...{ client: 'none', sure: 'yes' },
  });
  assert.equal(gone.statusCode, 404);
});

test('an event address is paused, resumed, tested, given a new secret, removed', async () => {
  const id = await addressed('three');
  const at = `/console/deliveries/${CLIENT}/addresses/${id}`;
  const paused = async () =>
    (await service.app.store.eventAddresses.find(CLIENT, id))?.paused ?? 'gone';
  const done = await act(at, `${at}/pause`);
  assert.equal(await paused(), true);
  // As the guide says: what comes meanwhile is not sent later.
  assert.match(await page(String(done.headers.location)), /no events are recorded for it/);
  await assertAudited('events.pause');
  assert.match(await page(at), /paused/);
  assert.equal((await act(at, `${at}/test`)).statusCode, 409, 'it is paused');
  await act(at, `${at}/resume`);
  assert.equal(await paused(), false);
  await assertAudited('events.resume');
  const tested = await act(at, `${at}/test`);
  assert.match(await page(String(tested.headers.location)), /delivery\.test/);
  await assertAudited('events.test');
  const rotated = await asked(at, `${at}/rotate`);
  assert.match(rotated.body, /whsec_/);
  await assertAudited('events.rotate');
  assert.doesNotMatch(await page(at), /whsec_/);
  await asked(at, `${at}/remove`);
  assert.equal(await paused(), 'gone');
  await assertAudited('events.remove');
  assert.equal((await ada.get(at)).statusCode, 404);
});

test('watches are shown with how they are doing, and ended after a question', async () => {
  const body = { tpUserId: 'demo', channel: 'shopify', resource: 'orders' };
  const { id } = await api<{ id: string }>('PUT', 'Watches', body);
  const at = `/console/watches/${CLIENT}/${id}`;
  await until(async () => /live/.test(await page(at)), 'the first reading');
  const list = await page('/console/watches?user=demo&channel=shopify');
  assert.match(list, new RegExp(id));
  assert.match(list, /Shopify/);
  assert.doesNotMatch(await page('/console/watches?user=ann'), new RegExp(id));
  for (const path of [`/console/watches/${CLIENT}/1`, `/console/watches/${CLIENT}/x`])
    assert.equal((await ada.get(path)).statusCode, 404, path);
  await asked(at, `${at}/delete`);
  assert.equal((await ada.get(at)).statusCode, 404);
  await assertAudited('watches.delete');
});

const rulesAt = (act = '', channel = 'woocommerce') =>
  `/console/overrides/one${act && `/${act}`}?${new URLSearchParams({ client: CLIENT, channel, resource: 'orders' })}`;
const savedOn = async () =>
  /name="saved" value="(\d*)"/.exec(await page(rulesAt()))?.[1] ?? 'missing';
const rulesNow = async () =>
  (await service.app.store.overrides.list(CLIENT)).flatMap(({ rules }) => rules);

test('a rule is tried on a sample before it is saved, changed and deleted', async () => {
  const on = /<option value="([^"]+)"[^>]*>Sample/.exec(await page(rulesAt()))?.[1] ?? '';
  const rule = { field: 'note', expression: "'<b>' & $string(id) & '</b>'", on };
  const tried = await act(rulesAt(), rulesAt('try'), rule);
  assert.equal(tried.statusCode, 200);
  assert.match(tried.body, /Fields that change: 1\./);
  assert.match(tried.body, /&lt;b&gt;\d+&lt;\/b&gt;/);
  assert.match(tried.body, /changed/);
  assert.deepEqual(await rulesNow(), [], 'nothing is saved by it');

  const wrong = await act(rulesAt(), rulesAt('try'), { ...rule, expression: '((' });
  assert.equal(wrong.statusCode, 409);
  assert.match(wrong.body, /is not JSONata/);
  assert.match(wrong.body, />\(\(<\/textarea>/, 'what was typed stays');
  const unknown = await act(rulesAt(), rulesAt('try'), { ...rule, on: '../../x' });
  assert.match(unknown.body, /has no sample/);

  const saved = await savedOn();
  assert.equal((await act(rulesAt(), rulesAt('save'), { ...rule, saved })).statusCode, 303);
  assert.deepEqual(await rulesNow(), [{ field: 'note', expression: rule.expression }]);
  await assertAudited('overrides.set');
  assert.match(await page('/console/overrides'), />WooCommerce</);
  assert.doesNotMatch(await page('/console/overrides?channel=bol'), /<td><a[^>]*>WooCommerce</);
  assert.match(await page(`${rulesAt()}&field=note`), /&lt;b&gt;&#39;[^<]*<\/textarea>/);

  const stale = await act(rulesAt(), rulesAt('save'), { ...rule, saved });
  assert.match(stale.body, /changed meanwhile/);
  const second = { field: 'tags', expression: "'x'", on, saved: await savedOn() };
  await act(rulesAt(), rulesAt('save'), second);
  assert.equal((await rulesNow()).length, 2);
  await asked(rulesAt(), rulesAt('delete'), { field: 'note', saved: await savedOn() });
  assert.deepEqual(await rulesNow(), [{ field: 'tags', expression: "'x'" }]);
  await asked(rulesAt(), rulesAt('delete'), { saved: await savedOn() });
  assert.deepEqual(await rulesNow(), []);
  for (const path of [rulesAt('', 'none'), '/console/overrides/one', '/console/overrides?client=x'])
    assert.equal((await ada.get(path)).statusCode, 404, path);
});

test('a rule is tried on a record of a user, which is in the audit', async () => {
  for (const channel of ['woocommerce', 'shopify', 'bol']) {
    const rule = { field: 'note', expression: "'of ' & $string($exists($))", on: '', user: 'demo' };
    const tried = await act(rulesAt('', channel), rulesAt('try', channel), rule);
    assert.equal(tried.statusCode, 200, channel);
    assert.match(tried.body, /Fields that change: 1\./, channel);
    assert.match(tried.body, /of true/);
    await assertAudited('console.show');
  }
  const none = await act(rulesAt(), rulesAt('try'), {
    ...{ field: 'note', expression: "'x'", on: '', user: 'stranger' },
  });
  assert.equal(none.statusCode, 409);
});

test('what users see of a client is set on its page, field by field, and held to its form', async () => {
  const here = `/console/clients/${CLIENT}`;
  const seen = {
    ...{ name: 'Kaarsen <nl>', logoUrl: '', accent: '#0a7d5a', privacyUrl: '' },
    ...{
      termsUrl: 'https://app.example/terms',
      supportUrl: '',
      doneTextEn: 'We fetch your orders.',
    },
    ...{ doneTextNl: '', doneTextDe: '', doneTextFr: 'Nous lisons vos commandes.' },
    redirectOrigins: 'https://app.example\r\nhttps://two.example',
  };
  const saved = await act(here, `${here}/seen`, seen);
  assert.equal(saved.statusCode, 303, saved.body);
  await assertAudited('clients.set');
  const shown = await page(here);
  assert.match(shown, /value="We fetch your orders\."/);
  assert.match(shown, /value="Kaarsen &lt;nl&gt;"/);
  const client = await service.app.store.clients.find(CLIENT);
  assert.deepEqual(client?.branding, {
    ...{ accent: '#0a7d5a', termsUrl: 'https://app.example/terms' },
    ...{ doneTextEn: 'We fetch your orders.', doneTextFr: 'Nous lisons vos commandes.' },
  });
  assert.deepEqual(client?.redirectOrigins, ['https://app.example', 'https://two.example']);
  const wrong = await act(here, `${here}/seen`, { ...seen, accent: 'green', name: 'Other' });
  assert.match(wrong.body, /is not a colour/);
  assert.equal((await service.app.store.clients.find(CLIENT))?.name, 'Kaarsen <nl>');
});

test('who may only look is refused every act, and may try and show', async () => {
  const grace = createOperator(service, HOST);
  const { address } = await actsOf(service).console.invite('grace', 'read');
  await grace.enter(address);
  const form = await grace.formToken(rulesAt());
  const before = await actsOf(service).auditPage({ client: CLIENT });
  const id = await addressed('four');
  const one = `/console/deliveries/${CLIENT}`;
  for (const path of [
    ...['link', 'unlink', 'export', 'delete'].map((name) => userAt('demo', name)),
    ...['pause', 'resume', 'test', 'rotate', 'remove'].map(
      (name) => `${one}/addresses/${id}/${name}`,
    ),
    ...[
      `${one}/msg_x/replay`,
      '/console/deliveries/replay-failed',
      `/console/watches/${CLIENT}/1/delete`,
    ],
    ...[rulesAt('save'), rulesAt('delete'), `/console/clients/${CLIENT}/seen`],
  ]) {
    const refused = await grace.post(path, { form, sure: 'yes', client: CLIENT, saved: '' });
    assert.equal(refused.statusCode, 403, path);
    assert.match(refused.body, /You may only look/, path);
  }
  const after = await actsOf(service).auditPage({ client: CLIENT });
  const [first, last] = [before, after].map(({ rows }) => rows.find(({ by }) => by === 'console'));
  assert.deepEqual(last, first);
  const shown = await grace.get(userAt('demo'));
  assert.doesNotMatch(shown.body, /Delete the user|New magic link<\/button>|Unlink/);
  const on = /<option value="([^"]+)"[^>]*>Sample/.exec(await page(rulesAt()))?.[1] ?? '';
  const tried = await grace.post(rulesAt('try'), { form, field: 'note', expression: "'x'", on });
  assert.equal(tried.statusCode, 200);
  assert.doesNotMatch(tried.body, /Save it/);
});
