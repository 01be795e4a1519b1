// The link pages and the users of a client, at the HTTP edge: headers, forms, guesses, states, secrets.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { FORMS, typedFor } from '../browser/typing.ts';
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

  /** Where the landing page leads: the path of the visit. */
  const homeIn = (page: string) => /action="([^"]+)"/.exec(page)?.[1] ?? '';

  /** A browser on a visit: its cookie, and the token of a form in it. */
  async function visit(user: string, query: Record<string, string> = {}) {
    const link = await place.magicLink(user, query);
    const token = new URL(link).searchParams.get('token') ?? '';
    const landing = await get(`/link?token=${token}`);
    const home = homeIn(await landing.text());
    const entered = await post(home, { token }, { cookie: cookieOf(landing) });
    assert.equal(entered.status, 303);
    const cookie = cookieOf(entered);
    const page = await (await get(`${home}/channels`, cookie)).text();
    const form = /name="_form" value="([^"]+)"/.exec(page)?.[1] ?? '';
    return { home, cookie, token, form, page };
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
    const home = homeIn(await response.text());
    assert.match(home, /^\/link\/visit\/[\w-]{43}$/);
    assert.ok(headers.getSetCookie()[0]?.endsWith(`; Path=${home}; HttpOnly; SameSite=Lax`));
    for (const path of ['/link', home, '/link/nowhere', `${home}/channels/shopify`])
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
    assert.match(await refused.text(), /Too many attempts/);
    const { home, cookie } = await visit('right');
    assert.equal((await get(`${home}/channels`, cookie)).status, 200);
  });

  it('redeems a link once, for the browser that holds its cookie', async () => {
    const { home, cookie, token } = await visit('once');
    assert.equal((await post(home, { token }, { cookie })).status, 303, 'a double click');
    assert.equal((await get(`/link?token=${token}`, cookie)).headers.get('location'), home);
    assert.equal((await get(`/link?token=${token}`)).status, 410, 'another browser');
    assert.equal((await post(home, { token })).status, 403, 'without any cookie');
    const stranger = await get(new URL(await place.magicLink('z')).href.replace(place.origin, ''));
    const theirs = cookieOf(stranger);
    assert.equal((await post(home, { token }, { cookie: theirs })).status, 403, 'of another path');
    const elsewhere = homeIn(await stranger.text());
    assert.match(String((await post(elsewhere, { token }, { cookie: theirs })).status), /404|429/);
    assert.equal((await get(`${home}/channels`, cookie.replace(/.{3}; /, '; '))).status, 410);
    assert.equal((await get(`${home}/channels`)).status, 410);
  });

  it('refuses forms of other sites, of other visits and without their token', async () => {
    const [mine, theirs] = [await visit('mine'), await visit('theirs')];
    const path = `${mine.home}/channels/woocommerce/keys`;
    const form = { baseUrl: 'demo.woo.example', consumerKey: 'ck_1', consumerSecret: 'cs_1' };
    const { cookie } = mine;
    const send = (token: string, headers: Record<string, string> = {}) =>
      post(path, { ...form, _form: token }, { cookie, ...headers });
    assert.equal((await post(path, form, { cookie })).status, 403);
    assert.equal((await send(theirs.form)).status, 403);
    assert.equal((await send(mine.form, { 'sec-fetch-site': 'cross-site' })).status, 403);
    assert.equal((await send(mine.form, { origin: 'https://evil.example' })).status, 403);
    assert.equal((await send(mine.form, { origin: 'null' })).status, 303, 'our own page');
    const token = new URL(await place.magicLink('csrf')).searchParams.get('token') ?? '';
    const landing = await get(`/link?token=${token}`);
    const elsewhere = { cookie: cookieOf(landing), 'sec-fetch-site': 'cross-site' };
    assert.equal((await post(homeIn(await landing.text()), { token }, elsewhere)).status, 403);
  });

  it('leads nowhere but to the address the client gave', async () => {
    const redirectUrl = 'https://app.example/done?a=1#part';
    const wish = { url: 'http://127.0.0.1:9/in', types: ['link.finished'], paused: false };
    await place.app.events.addresses.add(CLIENT.id, wish);
    const { home, cookie, form } = await visit('redirect', { redirectUrl });
    const wanted = { _form: form, status: 'completed', redirectUrl: 'https://evil' };
    const response = await post(`${home}/finish`, wanted, { cookie });
    assert.equal(response.headers.get('location'), `${home}/closed`);
    const closed = await (await get(`${home}/closed`, cookie)).text();
    const onward = 'https://app.example/done?a=1&amp;status=cancelled&amp;linked=#part';
    assert.ok(closed.includes(`content="0; url=${onward}"`), 'nothing was linked');
    const { deliveries } = place.app.store;
    const [delivery] = (await deliveries.list(CLIENT.id, { type: 'link.finished' }, undefined, 9))
      .rows;
    assert.deepEqual(JSON.parse(delivery?.body ?? '{}').data, {
      tpUserId: 'redirect',
      status: 'cancelled',
      linked: [],
    });
    for (const path of ['', '/channels', '/channels/shopify']) {
      const over = await get(`${home}${path}`, cookie);
      assert.equal(over.status, 410, path);
      assert.match(await over.text(), /You have finished.*app\.example\/done/s);
    }
    const late = await post(`${home}/channels/woocommerce/keys`, { _form: form }, { cookie });
    assert.equal(late.status, 410, 'nothing can be changed any more');
  });

  it('offers only the channels of the link', async () => {
    const { home, cookie, form } = await visit('scoped', { scopes: 'woocommerce' });
    assert.equal((await get(`${home}/channels/shopify`, cookie)).status, 404);
    const sent = await post(`${home}/channels/shopify/token`, { _form: form }, { cookie });
    assert.equal(sent.status, 404);
  });

  it('lets no one bring a key that no trip waits for', async () => {
    const body = JSON.stringify({ consumer_key: 'ck_x', consumer_secret: 'cs_x' });
    const bring = (state: string, text = body) =>
      fetch(`${place.origin}/link/receive/${state}`, { method: 'POST', body: text });
    assert.equal((await bring('guessed')).status, 404);
    assert.equal((await bring('guessed', 'not json')).status, 400);
  });

  it('escapes whatever a client or a merchant wrote', async () => {
    const { home, cookie } = await visit('<b>"bold"</b>', { userName: '<i>"Ann" & Co' });
    const page = await (await get(`${home}/channels?q=%3Cscript%3E"x`, cookie)).text();
    assert.match(page, /&lt;i&gt;&quot;Ann&quot; &amp; Co/);
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
    assert.equal((await api('GET', 'unknown')).status, 404);
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
    const { home, cookie } = await visit('small');
    assert.match(await (await get(`${home}/channels`, cookie)).text(), /Needs attention/);
    assert.match(await (await get(`${home}/channels/shopify`, cookie)).text(), /no longer accepts/);
  });

  it('links again from the list, with the address filled in', async () => {
    const user = await place.link('woocommerce', 'small');
    const found = await place.app.store.users.find(CLIENT.id, user);
    const key = { userId: found?.id ?? '', channel: 'woocommerce' };
    const why = { code: 'consent_ended', message: 'It was withdrawn.' } as const;
    await place.app.store.credentials.mark(key, 'attention', why);
    const scopes = 'woocommerce,bol';
    const { home, cookie, form, page } = await visit(user, { scopes });
    assert.match(page, /1 needs attention/);
    assert.doesNotMatch(page, /of 9|<progress/);
    const [, address = ''] = /name="baseUrl" value="([^"]+)"/.exec(page) ?? [];
    assert.match(address, /^https:\/\//);
    const again = `${home}/channels/woocommerce/wordpress`;
    const sent = await post(again, { _form: form, baseUrl: address }, { cookie });
    assert.match(sent.headers.get('location') ?? '', /\/leaving$/);
    const keys = await (await get(`${home}/channels/woocommerce?way=keys`, cookie)).text();
    assert.ok(keys.includes(`value="${address}"`));
    const { secrets } = place.shop('woocommerce', 'small').credential;
    for (const secret of Object.values(secrets)) assert.ok(!keys.includes(secret));
  });

  it('disconnects a channel after a yes, in this visit alone, and counts it no longer', async () => {
    const user = await place.link('woocommerce', 'small');
    const linked = async () =>
      (await place.status(user)).channels.map(({ channel }) => String(channel));
    const scopes = 'woocommerce,shopify';
    const redirectUrl = 'https://app.example/back';
    const { home, cookie, form } = await visit(user, { scopes, redirectUrl });
    const path = `${home}/disconnect/woocommerce`;
    const asked = await (await get(path, cookie)).text();
    assert.match(asked, /Unlink WooCommerce\?/);
    assert.ok((await linked()).includes('woocommerce'), 'asking changes nothing');
    // Not without the token of the form, not from elsewhere, not by another visit, not out of scope.
    assert.equal((await post(path, {}, { cookie })).status, 403);
    const elsewhere = { cookie, origin: 'https://elsewhere.example' };
    assert.equal((await post(path, { _form: form }, elsewhere)).status, 403);
    const other = await visit('another');
    assert.equal((await post(path, { _form: other.form }, { cookie: other.cookie })).status, 410);
    const beside = await post(`${home}/disconnect/bol`, { _form: form }, { cookie });
    assert.equal(beside.status, 404);
    assert.ok((await linked()).includes('woocommerce'));

    const keys = ['baseUrl', 'consumerKey', 'consumerSecret'];
    const entry = FORMS.woocommerce?.keys ?? {};
    const typed = typedFor(entry, place.shop('woocommerce', 'small'), keys);
    const linking = `${home}/channels/woocommerce/keys`;
    const kept = await post(linking, { ...typed, _form: form }, { cookie });
    assert.equal(kept.headers.get('location'), `${home}/channels?linked=woocommerce`);
    const done = await post(path, { _form: form }, { cookie });
    assert.equal(done.headers.get('location'), `${home}/channels?unlinked=woocommerce`);
    const said = await (await get(`${home}/channels?unlinked=woocommerce`, cookie)).text();
    assert.match(said, /WooCommerce has been unlinked\./);
    assert.ok(!(await linked()).includes('woocommerce'));
    // A second yes finds nothing to do; the question is no longer asked.
    assert.equal((await post(path, { _form: form }, { cookie })).status, 303);
    const unasked = await get(path, cookie);
    assert.equal(unasked.headers.get('location'), `${home}/channels/woocommerce`);
    const untrue = await (await get(`${home}/channels?unlinked=shopify&linked=bol`, cookie)).text();
    assert.doesNotMatch(untrue, /has been unlinked|is linked\./);
    await post(`${home}/finish`, { _form: form, status: 'completed' }, { cookie });
    const closed = await (await get(`${home}/closed`, cookie)).text();
    assert.ok(closed.includes('https://app.example/back?status=cancelled&amp;linked='));
    assert.equal((await post(path, { _form: form }, { cookie })).status, 410, 'the visit is over');
  });

  it('leads straight to the channel where a link is for one alone', async () => {
    const link = new URL(await place.magicLink('one', { scopes: 'bol' }));
    const landing = await get(`${link.pathname}${link.search}`);
    const token = link.searchParams.get('token') ?? '';
    const home = homeIn(await landing.text());
    const entered = await post(home, { token }, { cookie: cookieOf(landing) });
    assert.equal(entered.headers.get('location'), `${home}/channels/bol`);
    const page = await (await get(`${home}/channels`, cookieOf(entered))).text();
    assert.match(page, /<h1>Your channel<\/h1>/);
    assert.doesNotMatch(page, /type="search"/);
  });

  it('finds channels by other names without a script', async () => {
    const { home, cookie } = await visit('search');
    const shown = async (query: string) => {
      const page = await (
        await get(`${home}/channels?q=${encodeURIComponent(query)}`, cookie)
      ).text();
      const rows = page.matchAll(
        /<li data-search="[^"]*"( hidden)?><a class="row" href="([^"]+)"/g,
      );
      return [...rows].flatMap(([, hidden, href = '']) => (hidden ? [] : [href.split('/').at(-1)]));
    };
    assert.deepEqual(await shown('Word Press'), ['woocommerce']);
    assert.deepEqual(await shown('bol.com'), ['bol']);
    assert.deepEqual(await shown('SEOshop'), ['lightspeed_c']);
    assert.deepEqual(await shown('nothing of the kind'), []);
  });

  it('shows a client’s colour and pages, from files that anyone may keep', async () => {
    await place.app.tokens.clients.update(CLIENT.id, {
      accent: '#c00',
      privacyUrl: 'https://app.example/privacy?a=1&b="',
      supportUrl: 'mailto:help@app.example',
    });
    const { page } = await visit('painted');
    const [, sheet = ''] = /href="(\/link\/accent\/[^"]+)"/.exec(page) ?? [];
    const style = await get(sheet);
    assert.equal(style.headers.get('content-type'), 'text/css; charset=utf-8');
    assert.match(style.headers.get('cache-control') ?? '', /immutable/);
    assert.match(await style.text(), /--button:#cc0000/);
    assert.equal((await get(sheet.replace('cc0000', 'cc0001'))).status, 404);
    assert.ok(page.includes('href="https://app.example/privacy?a=1&amp;b=%22"'));
    assert.ok(page.includes('href="mailto:help@app.example"'));
    assert.doesNotMatch(page, /Terms of use|style="/);
    await place.app.tokens.clients.update(CLIENT.id, {
      accent: '',
      privacyUrl: '',
      supportUrl: '',
    });
    assert.doesNotMatch((await visit('painted')).page, /link\/looks|app\.example/);
  });

  it('has an icon, as a drawing and where browsers look by themselves', async () => {
    const { page } = await visit('icon');
    const [, drawing = ''] = /rel="icon" href="([^"]+)"/.exec(page) ?? [];
    const types = [];
    for (const path of [drawing, '/favicon.ico']) {
      const response = await get(path);
      assert.equal(response.status, 200, path);
      types.push(response.headers.get('content-type'));
    }
    assert.deepEqual(types, ['image/svg+xml', 'image/x-icon']);
    const icon = Buffer.from(await (await get('/favicon.ico')).arrayBuffer());
    assert.deepEqual(
      [icon.readUInt16LE(2), icon.readUInt16LE(4)],
      [1, 3],
      'an icon of three sizes',
    );
  });

  it('removes a channel and a user for good', async () => {
    const user = await place.link('woocommerce', 'small');
    assert.equal((await api('DELETE', `${user}/Channels/woocommerce`)).status, 204);
    assert.equal((await api('DELETE', `${user}/Channels/woocommerce`)).status, 409);
    assert.equal((await api('DELETE', `${user}/Channels/nothing`)).status, 400);
    const { home, cookie } = await visit(user);
    assert.equal((await api('DELETE', user)).status, 204);
    assert.equal((await api('DELETE', user)).status, 404);
    assert.equal((await get(`${home}/channels`, cookie)).status, 410, 'the visit went too');
    const long = 'ü/'.repeat(120);
    assert.equal((await api('GET', encodeURIComponent(long))).status, 404);
  });

  it('writes no token and no secret to the log', async () => {
    const { home, token, cookie, form } = await visit('log');
    await post(
      `${home}/channels/woocommerce/keys`,
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

  it('shows a mistake at an address that can be loaded again, without a secret in it', async () => {
    const { home, cookie, form } = await visit('again');
    const typed = { baseUrl: 'nowhere.woo.example', consumerKey: 'ck_canary1' };
    const path = `${home}/channels/woocommerce/keys`;
    const send = async (fields: Record<string, string>) => {
      const sent = await post(path, { ...fields, _form: form }, { cookie });
      return sent.headers.get('location') ?? '';
    };
    const draftIn = (page: string) => /name="_try" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const at = await send({ ...typed, consumerSecret: 'cs_canary2' });
    assert.match(at, /^[^?]*\/channels\/woocommerce\?way=keys&try=[\w-]+$/);
    for (const [address, says] of [
      [at, /could not be reached/],
      [`${at}&lang=de`, /nicht erreich/],
    ] as const) {
      const page = await (await get(address, cookie)).text();
      assert.match(page, says);
      assert.match(page, /value="nowhere\.woo\.example"/);
      assert.doesNotMatch(page, /canary/);
    }
    // The keys were not at fault: they need not be typed again.
    const demo = place.shop('woocommerce');
    const [key = '', secret = ''] = Buffer.from(demo.credential.secrets.token ?? '', 'base64')
      .toString()
      .split(':');
    const fault = place.sandbox.faults.plant({ kind: '503', channel: 'woocommerce' });
    const right = await send({ baseUrl: 'demo.woo.example', consumerKey: key, consumerSecret: secret }); // biome-ignore format: one line
    place.sandbox.faults.lift(fault.id);
    const page = await (await get(`${right}&step=3`, cookie)).text();
    assert.match(page, /We have kept what you entered/);
    const fields = {
      baseUrl: 'https://demo.woo.example/shop',
      consumerKey: '',
      consumerSecret: '',
    };
    assert.match(await send({ ...fields, _try: draftIn(page) }), /channels\?linked=woocommerce$/);
    // A key that was refused is.
    const wrong = await send({ baseUrl: 'demo.woo.example', consumerKey: key, consumerSecret: 'cs_0' }); // biome-ignore format: one line
    assert.doesNotMatch(await (await get(wrong, cookie)).text(), /We have kept/);
    // No one else's draft is shown.
    const other = await visit('again-other');
    const stolen = `${other.home}/channels/woocommerce${new URL(right, place.origin).search}`;
    assert.doesNotMatch(await (await get(stolen, other.cookie)).text(), /nowhere|We have kept/);
    assert.match(await (await get(at, cookie)).text(), /Link WooCommerce/, 'forgotten once linked');
  });

  it('answers a wrong method with 405, and never with JSON on a page', async () => {
    const { home, cookie } = await visit('methods');
    for (const [method, path, allow] of [
      ['DELETE', `${home}/channels`, 'GET, HEAD'],
      ['PUT', '/link', 'GET, HEAD'],
      ['GET', `${home}/finish`, 'POST'],
      ['POST', `${home}/channels/woocommerce`, 'GET, HEAD'],
    ] as const) {
      const response = await fetch(`${place.origin}${path}`, { method, headers: { cookie } });
      assert.deepEqual([response.status, response.headers.get('allow')], [405, allow], path);
      assert.match(await response.text(), /cannot be opened this way/);
    }
    for (const path of ['/link/%E0%A4%A', '/link/%zz', '/link/', '/link/receive', '/link/a/b/c']) {
      const response = await get(path, cookie);
      assert.equal(response.status, 404, path);
      assert.match(response.headers.get('content-type') ?? '', /^text\/html/, path);
      assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    }
    const huge = await post(`${home}/finish`, { x: 'y'.repeat(70_000) }, { cookie });
    assert.match(huge.headers.get('content-type') ?? '', /^text\/html/);
    const api = await fetch(`${place.origin}/api/ServiceClientApp/Unified/Orders`, {
      method: 'PATCH',
    });
    assert.deepEqual([api.status, api.headers.get('allow')], [405, 'POST']);
    const { Errors } = (await api.json()) as { Errors: { code: string } };
    assert.equal(Errors.code, 'method_not_allowed');
    assert.equal((await get('/nothing')).status, 404);
  });

  it('keeps two customers in one browser apart', async () => {
    const one = await visit('one', { redirectUrl: 'https://one.example/', userName: 'One' });
    const two = await visit('two', { redirectUrl: 'https://two.example/', userName: 'Two' });
    // As a browser would not: with the cookie of one at the pages of the other.
    assert.equal((await get(`${one.home}/channels`, two.cookie)).status, 410);
    const token = { _form: two.form };
    const sent = await post(`${one.home}/channels/woocommerce/keys`, token, { cookie: one.cookie });
    assert.equal(sent.status, 403, 'a form of the other');
    assert.match(one.page, /One<\/bdi>/);
    assert.match(two.page, /Two<\/bdi>/);
    const end = await post(`${one.home}/finish`, { _form: one.form }, { cookie: one.cookie });
    const closed = await get(end.headers.get('location') ?? '', one.cookie);
    assert.match(await closed.text(), /url=https:\/\/one\.example/);
    assert.equal((await get(`${two.home}/channels`, two.cookie)).status, 200);
  });

  it('takes the name of a user as it is typed, up to 80 characters', async () => {
    const name = `${'𝒜'.repeat(79)}&`;
    const { page } = await visit('named', { userName: name });
    assert.ok(page.includes(name.replace('&', '&amp;')));
    const refused = async (userName: string) =>
      await place.magicLink('named', { userName }).then(
        () => 'taken',
        (error: Error) => error.message,
      );
    assert.match(await refused(`${name}x`), /400 .*more than 80 characters/);
    assert.match(await refused('two\nlines'), /400 .*text on one line/);
    const long = '𝒜'.repeat(256);
    assert.match(await place.magicLink(long), /token=/);
    assert.match(await refused('fine'), /taken/);
  });
});
