// The link inside the application's own page, at the HTTP edge: who may frame what, the cookies of a
// frame, the pass to a tab, what may be watched, and the script itself.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Link } from '../../src/link/link.ts';
import { openPlace, type Place } from '../browser/visitor.ts';
import { CLIENT } from '../service.ts';
import { getToken } from '../token.ts';
import { until } from '../until.ts';

type Progress = NonNullable<Awaited<ReturnType<Link['visits']['progress']>>>;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FRAMED = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' };
const APPS = { one: 'https://one.example', two: 'https://two.example' };

describe('the link in the application’s own page, at the edge', () => {
  let place: Place;
  const tokens = new Map<string, string>();
  before(async () => {
    place = await openPlace();
    for (const [id, origin] of Object.entries(APPS)) {
      const redirectOrigins = [origin, `${origin}:8443`];
      await place.app.tokens.clients.create({ id, secret: CLIENT.secret, redirectOrigins });
      tokens.set(id, await getToken(place.origin, { id, secret: CLIENT.secret }));
    }
  });
  after(() => place.close());

  const ask = (path: string, headers: Record<string, string>, form?: Record<string, string>) =>
    fetch(`${place.origin}${path}`, {
      redirect: 'manual',
      headers,
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
  const cookieOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');

  async function linkOf(client: string, user: string): Promise<string> {
    const query = new URLSearchParams({ tpUserId: user });
    const response = await fetch(
      `${place.origin}/api/ServiceClientApp/GetTpUserAuthDisposableToken?${query}`,
      { headers: { authorization: `Bearer ${tokens.get(client)}` } },
    );
    return ((await response.json()) as { token: string }).token;
  }
  /** A visit in a frame, with a trip that waits for its tab. */
  async function leaving(client: string, user: string) {
    const token = await linkOf(client, user);
    const landing = await ask(`/link?token=${token}`, FRAMED);
    const home = /action="([^"]+)"/.exec(await landing.text())?.[1] ?? '';
    const entered = await ask(home, { ...FRAMED, cookie: cookieOf(landing) }, { token });
    const cookie = cookieOf(entered);
    const page = await (await ask(`${home}/channels`, { ...FRAMED, cookie })).text();
    const _form = /name="_form" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const typed = { baseUrl: 'demo', _form };
    const [way] = place.channel('shopify').ways;
    const begun = await ask(`${home}/channels/shopify/${way?.id}`, { ...FRAMED, cookie }, typed);
    const trip = begun.headers.get('location') ?? '';
    const tab = await (await ask(trip, { ...FRAMED, cookie })).text();
    const pass = /name="_pass" value="([^"]+)"/.exec(tab)?.[1] ?? '';
    const watch = /data-watch="([^"]+)"/.exec(tab)?.[1] ?? '';
    assert.ok(pass && watch, tab);
    return { token, home, cookie, entered, trip, pass, watch, form: _form };
  }

  it('lets a client’s registered origins frame its pages, and no one else', async () => {
    const token = await linkOf('one', 'framed');
    for (const headers of [{}, FRAMED]) {
      const response = await ask(`/link?token=${token}`, headers);
      assert.match(
        response.headers.get('content-security-policy') ?? '',
        /; frame-ancestors https:\/\/one\.example https:\/\/one\.example:8443$/,
      );
      assert.equal(response.headers.get('x-frame-options'), null);
    }
    const { home, cookie } = await leaving('two', 'framed');
    for (const path of [`${home}/channels`, `${home}/channels/shopify`, `${home}/said/late`])
      assert.match(
        (await ask(path, { cookie })).headers.get('content-security-policy') ?? '',
        /; frame-ancestors https:\/\/two\.example https:\/\/two\.example:8443$/,
        path,
      );
    const none = new URL(await place.magicLink('none'));
    for (const path of [
      `/link${none.search}`,
      '/link?token=x',
      '/link/nowhere',
      '/link/said/late',
    ]) {
      const { headers } = await ask(path, FRAMED);
      assert.match(headers.get('content-security-policy') ?? '', /; frame-ancestors 'none'$/, path);
      assert.equal(headers.get('x-frame-options'), 'DENY', path);
    }
  });

  it('partitions the cookies of a frame, and only those', async () => {
    const { entered, home, trip, pass } = await leaving('one', 'cookies');
    for (const line of entered.headers.getSetCookie())
      assert.match(line, /; HttpOnly; SameSite=None; Secure; Partitioned$/);
    const tab = await ask(trip, { 'sec-fetch-site': 'same-origin' }, { _pass: pass, lang: 'nl' });
    const lines = tab.headers.getSetCookie();
    assert.equal(lines.length, 3);
    for (const line of lines) assert.match(line, /; HttpOnly; SameSite=Lax$/);
    assert.equal(lines.filter((line) => line.includes(`; Path=${home};`)).length, 2);
    const location = tab.headers.get('location') ?? '';
    assert.equal(location, `${trip}?seen=1&lang=nl`);
    const away = await (await ask(location, { cookie: cookieOf(tab) })).text();
    assert.match(away, /http-equiv="refresh"/);
    assert.match(away, /lang="nl"/);
  });

  it('keeps the theme that was asked for, until another is, and no other word', async () => {
    const token = await linkOf('one', 'themes');
    const sheetOf = (page: string) => /assets\/(link(?:-\w+)?)\.[0-9a-f]{12}\.css/.exec(page)?.[1];
    const meta = (page: string) => /name="color-scheme" content="([^"]+)"/.exec(page)?.[1];
    let cookie = '';
    for (const [asked, sheet, scheme] of [
      ['', 'link', 'light dark'],
      ['&theme=dark', 'link-dark', 'dark'],
      ['', 'link-dark', 'dark'],
      ['&theme=light', 'link-light', 'light'],
      ['', 'link-light', 'light'],
      ['&theme=auto', 'link', 'light dark'],
      ['', 'link', 'light dark'],
      ['&theme=%22%3E', 'link', 'light dark'],
    ] as const) {
      const answer = await ask(`/link?token=${token}${asked}`, { ...FRAMED, cookie });
      const kept = answer.headers.getSetCookie().find((line) => line.startsWith('manifold_theme='));
      if (kept) cookie = kept.split(';')[0] ?? '';
      const page = await answer.text();
      assert.deepEqual([sheetOf(page), meta(page)], [sheet, scheme], asked);
      const [path = ''] = /\/link\/assets\/link[^"]*\.css/.exec(page) ?? [];
      const style = await (await ask(path, {})).text();
      assert.equal(style.includes('prefers-color-scheme'), sheet === 'link');
      assert.ok(style.includes(`color-scheme: ${scheme};`));
    }
  });

  it('leads to a tab where the frame keeps no cookie, in every language', async () => {
    const token = await linkOf('one', 'blocked');
    const landing = await ask(`/link?token=${token}`, FRAMED);
    const home = /action="([^"]+)"/.exec(await landing.text())?.[1] ?? '';
    const page = await (await ask(home, FRAMED, { token })).text();
    assert.match(page, /Continue in a new tab/);
    assert.ok(
      page.includes(`href="/link?token=${token}&amp;beside=1&amp;lang=en" target="_blank"`),
    );
    assert.ok(page.includes(`href="/link?token=${token}&amp;lang=de"`), 'the switch of languages');
    const tab = await ask(`/link?token=${token}&beside=1&lang=en`, {});
    assert.ok(tab.headers.getSetCookie().some((line) => line.startsWith('manifold_beside=visit;')));
    assert.equal((await ask(home, { cookie: cookieOf(tab) }, { token })).status, 303);
    const again = await ask(`/link?token=${token}`, FRAMED);
    assert.equal(again.status, 410);
    assert.match(await again.text(), /data-follow/, 'opened again, it follows the tab');
    const top = await ask(`/link?token=${token}`, {});
    assert.doesNotMatch(await top.text(), /data-follow|data-origins/);
  });

  it('takes a pass for its own trip and visit, from its own page, while the visit goes on', async () => {
    const [mine, theirs] = [await leaving('one', 'pass'), await leaving('two', 'pass')];
    const own = { 'sec-fetch-site': 'same-origin' };
    const send = async (path: string, pass: string, headers: Record<string, string> = own) => {
      const response = await ask(path, headers, { _pass: pass });
      if (response.status !== 303) assert.deepEqual(response.headers.getSetCookie(), []);
      return response.status;
    };
    assert.equal(await send(mine.trip, theirs.pass), 403, 'of another visit');
    assert.equal(await send(theirs.trip, mine.pass), 403, 'of another visit');
    assert.equal(await send(mine.trip.replace(/[0-9a-f](?=\/leaving)/, 'x'), mine.pass), 403);
    assert.equal(await send(mine.trip, `${mine.pass.slice(0, -2)}AA`), 403, 'forged');
    assert.equal(await send(mine.trip, mine.watch), 403, 'only a watch');
    assert.equal(await send(mine.trip, mine.form), 403, 'only a form');
    assert.equal(await send(mine.trip, ''), 403, 'none, with no cookie to help');
    assert.equal(await send(mine.trip, mine.pass, {}), 403, 'of a browser that does not say');
    for (const site of ['cross-site', 'same-site', 'none'])
      assert.equal(await send(mine.trip, mine.pass, { 'sec-fetch-site': site }), 403, site);
    const origin = 'https://one.example';
    assert.equal(await send(mine.trip, mine.pass, { ...own, origin }), 403, 'the application');
    assert.equal(await send(mine.trip, mine.pass), 303);
    await ask(`${mine.home}/finish`, { ...FRAMED, cookie: mine.cookie }, { _form: mine.form });
    assert.equal(await send(mine.trip, mine.pass), 410, 'after the end');
  });

  it('shows a watcher what was linked and how it ended, and nothing else', async () => {
    const [mine, theirs] = [await leaving('one', 'watch'), await leaving('two', 'watch')];
    const look = (home: string, watch: string) => ask(`${home}/progress`, {}, { watch });
    for (const [home, watch] of [
      [mine.home, theirs.watch],
      [mine.home, mine.pass],
      [mine.home, mine.form],
      [mine.home, ''],
    ] as const)
      assert.equal((await look(home, watch)).status, 403);
    const seen = async () => (await (await look(mine.home, mine.watch)).json()) as Progress;
    const steps = (...names: string[]) =>
      names.map((step) => ({ step, channel: step === 'sent' ? 'shopify' : null }));
    const before = await seen();
    assert.deepEqual(before, {
      ...{ linked: [], status: null, ended: false, session: before.session },
      steps: steps('opened', 'begun', 'sent').map((one, at) => ({
        ...{ ...one, code: null, at: before.steps[at]?.at },
      })),
    });
    const as = `manifold_visit=${mine.watch}`;
    assert.equal((await ask(`${mine.home}/channels`, { cookie: as })).status, 410, 'no cookie');
    await ask(`${mine.home}/finish`, { ...FRAMED, cookie: mine.cookie }, { _form: mine.form });
    const { steps: all, ...after } = await seen();
    const { session } = before;
    assert.deepEqual(after, { linked: [], status: 'cancelled', ended: false, session });
    assert.deepEqual(all.slice(0, 3), before.steps);
    assert.equal(all.length, 4);
    const page = await ask(`${mine.home}/progress`, {});
    assert.equal(page.status, 405);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
  });

  it('serves the script to every site, and says when it is unchanged', async () => {
    const response = await ask('/link.js', {});
    const { headers } = response;
    assert.equal(response.status, 200);
    assert.match(headers.get('content-type') ?? '', /^text\/javascript/);
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
    assert.equal(headers.get('cache-control'), 'public, no-cache');
    const script = await response.text();
    assert.ok(script.includes(`createLinkOpener("${place.origin}")`));
    assert.doesNotMatch(script, /^(import|export)\b/m);
    const again = await ask('/link.js', { 'if-none-match': headers.get('etag') ?? '' });
    assert.equal(again.status, 304);
    assert.equal((await ask('/link.js', { 'if-none-match': '"old"' })).status, 200);
  });

  it('has an example that runs, whose page is the one in the documentation', async (t) => {
    const child = spawn(process.execPath, ['examples/embed.js'], {
      cwd: ROOT,
      env: {
        ...{ PATH: process.env.PATH ?? '', PORT: '0', MANIFOLD_URL: place.origin },
        ...{ CLIENT_ID: 'one', CLIENT_SECRET: CLIENT.secret },
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => child.kill('SIGKILL'));
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
    });
    await until(
      () => said,
      'the address',
      (text) => /open \S+/.test(text),
    );
    const url = /open (\S+)/.exec(said)?.[1] ?? '';
    const docs = readFileSync(`${ROOT}docs/linking.md`, 'utf8');
    const snippet = /```html\n([\s\S]+?)```/.exec(docs)?.[1] ?? '';
    assert.ok(snippet.includes('Manifold.openLink'));
    const page = await (await fetch(url)).text();
    assert.ok(page.includes(snippet.replaceAll('{base_url}', place.origin)));
    const made = await fetch(`${url}/my-magic-link`, { method: 'POST' });
    const { uri } = (await made.json()) as { uri: string };
    assert.equal((await fetch(uri)).status, 200);
  });
});
