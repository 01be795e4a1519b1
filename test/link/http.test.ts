// The link pages and the users of a client, at the HTTP edge: headers, forms, guesses, states, secrets.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openPlace, type Place } from '../browser/visitor.ts';
import { CLIENT } from '../service.ts';

describe('the link pages at the edge', () => {
  let place: Place;
  before(async () => {
    place = await openPlace();
  });
  after(() => place.close());

  const get = (path: string, cookie = '') =>
    fetch(`${place.origin}${path}`, { headers: { cookie }, redirect: 'manual' });
  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${place.origin}${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers,
      redirect: 'manual',
    });
  const cookieOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');

  /** A browser on a visit: its cookie, and the token of a form in it. */
  async function visit(user: string, query: Record<string, string> = {}) {
    const link = await place.magicLink(user, query);
    const token = new URL(link).searchParams.get('token') ?? '';
    const landing = await get(`/link?token=${token}`);
    const entered = await post('/link', { token }, { cookie: cookieOf(landing) });
    assert.equal(entered.status, 303);
    const cookie = cookieOf(entered);
    const page = await (await get('/link/channels/woocommerce', cookie)).text();
    return { cookie, token, form: /name="_form" value="([^"]+)"/.exec(page)?.[1] ?? '', page };
  }

  it('sends strict headers with every page, and a cookie that no script can read', async () => {
    const link = new URL(await place.magicLink('headers'));
    const response = await get(`${link.pathname}${link.search}`);
    const { headers } = response;
    assert.equal(
      headers.get('content-security-policy'),
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.match(headers.getSetCookie()[0] ?? '', /; Path=\/link; HttpOnly; SameSite=Lax$/);
    for (const path of ['/link', '/link/channels', '/link/nowhere', '/link/channels/shopify'])
      assert.equal((await get(path)).headers.get('referrer-policy'), 'no-referrer', path);
  });

  it('answers 404, 410 and 429 with a page, and lets a right link through meanwhile', async () => {
    const statuses = [];
    for (let tries = 0; tries < 8; tries += 1)
      statuses.push((await get(`/link?token=guess${tries}`)).status);
    assert.deepEqual(new Set(statuses), new Set([404, 429]));
    const refused = await get('/link?token=guess');
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.match(await refused.text(), /Too many tries/);
    const { cookie } = await visit('right');
    assert.equal((await get('/link/channels', cookie)).status, 200);
  });

  it('redeems a link once, for the browser that holds its cookie', async () => {
    const { cookie, token } = await visit('once');
    assert.equal((await post('/link', { token }, { cookie })).status, 303, 'a double click');
    const landing = await get('/link?token=x');
    const other = await get(`/link?token=${(await visit('other')).token}`);
    assert.equal(other.status, 410);
    assert.equal((await post('/link', { token })).status, 403, 'without any cookie');
    const stranger = await get(new URL(await place.magicLink('z')).href.replace(place.origin, ''));
    assert.equal((await post('/link', { token }, { cookie: cookieOf(stranger) })).status, 410);
    assert.equal(landing.status >= 400, true);
    assert.equal((await get('/link/channels', cookie.slice(0, -3))).status, 410, 'tampered');
  });

  it('refuses forms of other sites, of other visits and without their token', async () => {
    const [mine, theirs] = [await visit('mine'), await visit('theirs')];
    const path = '/link/channels/woocommerce/keys';
    const form = { baseUrl: 'demo.woo.example', consumerKey: 'ck_1', consumerSecret: 'cs_1' };
    const { cookie } = mine;
    const send = (token: string, headers: Record<string, string> = {}) =>
      post(path, { ...form, _form: token }, { cookie, ...headers });
    assert.equal((await post(path, form, { cookie })).status, 403);
    assert.equal((await send(theirs.form)).status, 403);
    assert.equal((await send(mine.form, { 'sec-fetch-site': 'cross-site' })).status, 403);
    assert.equal((await send(mine.form, { origin: 'https://evil.example' })).status, 403);
    assert.equal((await send(mine.form, { origin: 'null' })).status, 422, 'our own page');
    const token = new URL(await place.magicLink('csrf')).searchParams.get('token') ?? '';
    const elsewhere = { cookie, 'sec-fetch-site': 'cross-site' };
    assert.equal((await post('/link', { token }, elsewhere)).status, 403);
  });

  it('leads nowhere but to the address the client gave', async () => {
    const redirectUrl = 'https://app.example/done?a=1#part';
    const { cookie } = await visit('redirect', { redirectUrl });
    const response = await get('/link/finish?status=completed&redirectUrl=https://evil', cookie);
    assert.equal(response.status, 303);
    assert.equal(
      response.headers.get('location'),
      'https://app.example/done?a=1&status=completed&linked=#part',
    );
  });

  it('offers only the channels of the link', async () => {
    const { cookie, form } = await visit('scoped', { scopes: 'woocommerce' });
    assert.equal((await get('/link/channels/shopify', cookie)).status, 404);
    const sent = await post('/link/channels/shopify/token', { _form: form }, { cookie });
    assert.equal(sent.status, 404);
  });

  it('lets nobody bring a key that no trip waits for', async () => {
    const body = JSON.stringify({ consumer_key: 'ck_x', consumer_secret: 'cs_x' });
    const bring = (state: string, text = body) =>
      fetch(`${place.origin}/link/receive/${state}`, { method: 'POST', body: text });
    assert.equal((await bring('guessed')).status, 404);
    assert.equal((await bring('guessed', 'not json')).status, 400);
  });

  it('escapes whatever a client or a merchant wrote', async () => {
    const { cookie } = await visit('<b>"bold"</b>');
    const page = await (await get('/link/channels?q=%3Cscript%3E"x', cookie)).text();
    assert.doesNotMatch(page, /<script>"x/);
    assert.match(page, /&lt;script&gt;&quot;x/);
  });

  const api = (method: string, path: string) =>
    fetch(`${place.origin}/api/ServiceClientApp/Users/${path}`, {
      method,
      headers: { authorization: `Bearer ${place.token}` },
    });

  it('shows a client the state of its users’ channels, without a secret', async () => {
    const response = await api('GET', 'demo');
    const text = await response.text();
    const body = JSON.parse(text) as { channels: Record<string, unknown>[] };
    assert.equal(response.status, 200);
    const names = body.channels.map(({ channel }) => channel);
    assert.ok(names.includes('shopify') && names.includes('woocommerce'));
    for (const store of place.sandbox.stores)
      for (const value of Object.values(place.shop(store.channel).credential.secrets))
        assert.ok(!text.includes(value), `a secret of ${store.channel}`);
    assert.equal((await api('GET', 'nobody')).status, 404);
    assert.equal((await api('GET', 'demo?x=1')).status, 400);
  });

  it('marks a channel that refuses to renew, says so everywhere, and mends it by a new link', async () => {
    await place.link('shopify', 'small');
    const user = await place.app.store.users.find(CLIENT.id, 'small');
    const key = { userId: user?.id ?? '', channel: 'shopify' };
    await place.app.store.credentials.mark(key, 'attention', {
      code: 'consent_ended',
      message: 'It was withdrawn.',
    });
    const status = await place.status('small');
    assert.deepEqual(
      status.channels.map(({ state, reason }) => [state, reason]),
      [['needs_attention', 'It was withdrawn.']],
    );
    const answer = await place.orders('shopify', {}, { user: 'small' });
    assert.equal(answer.status, 424);
    assert.equal((answer.body.Errors as { code: string }).code, 'credential_refused');
    const { cookie } = await visit('small');
    assert.match(await (await get('/link/channels', cookie)).text(), /Needs attention/);
    assert.match(await (await get('/link/channels/shopify', cookie)).text(), /no longer accepts/);
  });

  it('removes a channel and a user for good', async () => {
    const user = await place.link('woocommerce', 'small');
    assert.equal((await api('DELETE', `${user}/Channels/woocommerce`)).status, 204);
    assert.equal((await api('DELETE', `${user}/Channels/woocommerce`)).status, 409);
    assert.equal((await api('DELETE', `${user}/Channels/nothing`)).status, 400);
    const { cookie } = await visit(user);
    assert.equal((await api('DELETE', user)).status, 204);
    assert.equal((await api('DELETE', user)).status, 404);
    assert.equal((await get('/link/channels', cookie)).status, 410, 'the visit went too');
    const long = 'ü/'.repeat(120);
    assert.equal((await api('GET', encodeURIComponent(long))).status, 404);
  });

  it('writes no token and no secret to the log', async () => {
    const { token, cookie, form } = await visit('log');
    await post(
      '/link/channels/woocommerce/keys',
      {
        _form: form,
        baseUrl: 'demo.woo.example',
        consumerKey: 'ck_canary',
        consumerSecret: 'cs_canary',
      },
      { cookie },
    );
    for (const secret of [token, 'ck_canary', 'cs_canary', cookie])
      assert.ok(!place.logged().includes(secret));
  });
});
