// The documentation as it is served: one look, nothing but what is listed, kept by anyone who read it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { channels } from '../../src/channels/index.ts';
import { runs } from '../all.ts';
import { type Service, startService } from '../service.ts';

let service: Service;
before(async () => {
  service = await startService({ channels: {} });
});
after(() => service.close());

const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  service.app.server.inject({ method, url, headers });
/** With the path as it is written: others tidy it up before they send it. */
async function askAsWritten(path: string) {
  const { hostname, port } = new URL(service.origin);
  const [response]: IncomingMessage[] = await once(get({ hostname, port, path }), 'response');
  assert.ok(response);
  return { statusCode: response.statusCode ?? 0, body: await text(response) };
}
const sha = (content: string) =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

test('a guide allows nothing but the style and the script that stand in it', async () => {
  const page = await ask('/docs/start');
  assert.equal(page.statusCode, 200);
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
  const policy = String(page.headers['content-security-policy']);
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(page.body) ?? [];
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(page.body) ?? [];
  assert.ok(style && script);
  assert.ok(policy.includes(`style-src ${sha(style)};`), policy);
  assert.ok(policy.includes(`script-src ${sha(script)};`), policy);
  assert.ok(policy.startsWith("default-src 'none';") && !policy.includes('unsafe'), policy);
  // Nothing that the policy would have to allow beside.
  assert.doesNotMatch(page.body, / style="| on\w+="|javascript:|<iframe|<form(?! class="search")/);
});

test('a search finds sections by the beginnings of all words, guides before decisions', async () => {
  const look = async (typed: string) => {
    const { statusCode, body } = await ask(`/docs/search?${new URLSearchParams({ q: typed })}`);
    assert.equal(statusCode, 200);
    const [, status] = /<p role="status">([^<]*)</.exec(body) ?? [];
    return {
      status,
      body,
      links: [...body.matchAll(/<li><a href="([^"]*)">[^<]*<\/a><p>/g)].map(([, to]) => to),
    };
  };
  assert.equal((await look('PAGE tok')).links[0], '/docs/paging#page-by-page');
  assert.equal((await look('MANIFOLD_KEYS_FILE')).status?.startsWith('Found in '), true);
  const { links } = await look('cursor changes');
  for (const to of links) {
    const [path = '', id] = String(to).split('#');
    const { statusCode, body } = await ask(path);
    assert.equal(statusCode, 200, path);
    assert.ok(id === undefined || body.includes(`id="${id}"`), to);
  }
  assert.ok(links.length > 0);
  assert.equal((await look('page xyzzy')).status?.startsWith('Nothing was found'), true);
  assert.equal((await look(' ')).status, 'Type what you look for.');
  // What was typed is shown as it is, in its field and nowhere else.
  const { body } = await look('"><script>alert(1)</script>');
  assert.ok(body.includes('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"'));
  assert.equal((await ask('/docs/search?q=%ff&q=b&other')).statusCode, 200);
});

test('the root leads on: a page for people, addresses for programs', async () => {
  const page = await ask('/', { accept: 'text/html,*/*;q=0.8' });
  assert.equal(page.statusCode, 200);
  const forPrograms = await ask('/', { accept: 'application/json' });
  const { name, ...paths } = forPrograms.json();
  assert.equal(name, 'Manifold');
  assert.equal(paths.console, '/console', 'in the sandbox');
  for (const path of Object.values<string>(paths)) {
    assert.ok(page.body.includes(`<a href="${path}">`), path);
    assert.equal((await ask(path)).statusCode, 200, path);
  }
  for (const { headers } of [page, forPrograms]) assert.equal(headers.vary, 'accept');
});

test('anyone who has a page learns that it is the same, and HEAD is GET without its body', async () => {
  for (const url of ['/docs/linking', '/docs/linking.md', '/llms.txt', '/docs/', '/openapi.json']) {
    const first = await ask(url);
    const etag = String(first.headers.etag);
    assert.match(etag, /^W\/"[\w-]{22}"$/, url);
    assert.equal(first.headers['cache-control'], 'public, no-cache');
    for (const had of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const again = await ask(url, { 'if-none-match': had });
      assert.deepEqual([again.statusCode, again.body], [304, ''], `${url} ${had}`);
    }
    assert.equal((await ask(url, { 'if-none-match': '"other"' })).statusCode, 200);
    const head = await ask(url, {}, 'HEAD');
    assert.deepEqual([head.statusCode, head.body, head.headers.etag], [200, '', etag]);
  }
});

test('an address that is no page gets a page that says so, in the same look', async () => {
  const page = await ask('/docs/nothing', { accept: 'text/html,*/*;q=0.8' });
  assert.equal(page.statusCode, 404);
  assert.match(page.body, /There is no such page/);
  assert.match(page.body, /href="\/docs\/start"/);
  assert.match(String(page.headers['content-security-policy']), /^default-src 'none'/);
  assert.equal(page.headers.etag, undefined);
  // A program gets what it gets everywhere.
  assert.equal((await ask('/docs/nothing')).json().Errors.code, 'not_found');
});

test('a guide is there as Markdown too, which its page and the list of all name', async () => {
  const page = await ask('/docs/linking');
  assert.match(page.body, /<link rel="alternate" type="text\/markdown" href="\/docs\/linking.md">/);
  const text = await ask('/docs/linking.md');
  assert.equal(text.statusCode, 200);
  assert.equal(text.headers['content-type'], 'text/markdown; charset=utf-8');
  assert.match(text.body, /^# Linking: /);
  const list = await ask('/llms.txt');
  assert.equal(list.headers['content-type'], 'text/plain; charset=utf-8');
  assert.match(list.body, /\]\(http:\/\/localhost:8080\/docs\/linking\.md\): /);
  assert.equal((await ask('/docs/nothing.md')).statusCode, 404);
});

test('names of files and trailing slashes lead to the page, or to its text', async () => {
  for (const [from, to] of [
    ['/docs', '/docs/'],
    ['/docs/operate/', '/docs/operate'],
    ['/docs/operate/README.md', '/docs/operate.md'],
  ] as const) {
    const { statusCode, headers } = await ask(from);
    assert.deepEqual([statusCode, headers.location], [302, to]);
  }
});

describe('no other file', () => {
  const SECRET = ['package.json', 'src/serve/config.ts', 'LICENSE', 'docs/operate/alerts.yaml'];

  test('is reached by its name, however it is spelt', async () => {
    for (const file of SECRET)
      for (const up of ['', '../', '..%2f', '%2e%2e/', '....//', '..\\', '/', 'start/../../', './'])
        for (const times of [1, 2, 3]) {
          const { statusCode, body } = await askAsWritten(`/docs/${up.repeat(times)}${file}`);
          assert.ok([302, 400, 404].includes(statusCode), `${up} ${file}: ${statusCode}`);
          assert.doesNotMatch(body, /"dependencies"|readConfig|Permission is hereby|groups:/);
        }
  });

  test('is reached by any other name', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'decisions/', 'decisions/../start'];
    for (const name of names)
      assert.ok([302, 404].includes((await askAsWritten(`/docs/${name}`)).statusCode), name);
    await fc.assert(
      fc.asyncProperty(fc.webPath(), async (path) => {
        const { statusCode } = await ask(`/docs/x${path}`);
        assert.ok([400, 404].includes(statusCode), `${path}: ${statusCode}`);
      }),
      { numRuns: runs(60) },
    );
  });
});

test('only the channels that there are have pages', async () => {
  // This service was started without any.
  for (const name of Object.keys(channels))
    assert.equal((await ask(`/docs/channels/${name}`)).statusCode, 404, name);
});

describe('the viewer of the reference', () => {
  test('runs its own script and the line that starts it, and leads to the guides', async () => {
    const page = await ask('/docs/');
    const policy = String(page.headers['content-security-policy']);
    const scripts = [...page.body.matchAll(/<script[^>]*>([^<][\s\S]*?)<\/script>/g)];
    assert.equal(scripts.length, 1);
    assert.ok(policy.includes(`script-src 'self' ${sha(scripts[0]?.[1] ?? '')};`), policy);
    assert.doesNotMatch(policy, /script-src[^;]*unsafe|https?:/);
    assert.match(page.body, /href="\/docs\/start"/);
    assert.doesNotMatch(page.body, /https?:\/\//);
  });

  test('its script is compressed once, and kept for good at an address of its own', async () => {
    const [, address = ''] = /<script src="([^"]+)"/.exec((await ask('/docs/')).body) ?? [];
    assert.match(address, /^\/docs\/viewer\/[0-9a-f]{12}\.js$/);
    const plain = await ask(address);
    const br = await ask(address, { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await ask(address, { 'accept-encoding': 'gzip;q=0.8, br;q=0' });
    assert.deepEqual(
      [plain, br, gzip].map(({ headers }) => headers['content-encoding']),
      [undefined, 'br', 'gzip'],
    );
    assert.ok(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload));
    assert.ok(gunzipSync(gzip.rawPayload).equals(plain.rawPayload));
    assert.ok(plain.rawPayload.length > 3 * br.rawPayload.length);
    for (const { headers } of [plain, br, gzip]) {
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(headers.vary, 'accept-encoding');
    }
    const etag = String(br.headers.etag);
    const again = await ask(address, { 'accept-encoding': 'br', 'if-none-match': etag });
    assert.deepEqual([again.statusCode, again.body], [304, '']);
  });

  test('a page of another version still finds a script, which is not kept for it', async () => {
    const other = await ask('/docs/viewer/0123456789ab.js', { 'accept-encoding': 'br' });
    assert.equal(other.statusCode, 200);
    assert.equal(other.headers['cache-control'], 'public, no-cache');
  });
});
