// The package as a user gets it: packed, installed into a project of its own, run, and type-checked there.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { clientPackage } from '../../src/pages/guides/client-package.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TSC = join(ROOT, 'node_modules/.bin/tsc');

/** What a user writes, in JavaScript. */
const PROGRAM = `
import { Manifold, ManifoldError, verifyEvent } from '@manifold-commerce/client';
const manifold = new Manifold({ url: process.env.URL, clientId: 'app', clientSecret: 'secret' });
const ids = [];
for await (const { id } of manifold.orders({ channel: 'shopify', user: 'demo' })) ids.push(id);
try { await manifold.user('unknown'); } catch (error) { ids.push(error instanceof ManifoldError && error.code); }
try { await verifyEvent('{}', {}, 'whsec_c2VjcmV0'); } catch (error) { ids.push(error.code); }
console.log(ids.join());
`;

/** What a user writes, in TypeScript: every wrong line is one that the compiler must find. */
const TYPED = `
import { type ErrorCode, Manifold, ManifoldError, type Order, verifyEvent, type WriteScope } from '@manifold-commerce/client';
const manifold = new Manifold({ url: 'https://a.example', clientId: 'app', clientSecret: 'secret' });

export async function all() {
  for await (const order of manifold.orders({ channel: 'shopify', user: 'demo', status: 'any' })) {
    const whole: Order = order;
    const price: string | null = whole.total_price;
    // @ts-expect-error A field may be null.
    price.length;
    // @ts-expect-error There is no such field.
    order.nothing;
  }
  for await (const order of manifold.orders({ channel: 'bol', user: 'demo', fields: ['email'] })) {
    const email: string | null = order.email;
    // @ts-expect-error It was not asked for.
    order.total_price;
    console.log(order.id, order.channel_name, email);
  }
  for await (const order of manifold.orders({ channel: 'bol', user: 'demo', fields: 'email' })) {
    const email: string | null | undefined = order.email;
    console.log(email);
  }
  for await (const { raw, title } of manifold.products({ channel: 'bol', user: 'y', include: ['raw'] }))
    console.log(raw, title);
  for await (const { reasons } of manifold.orders({ channel: 'bol', user: 'y', include: ['reasons'] }))
    console.log(reasons.note?.reason === 'withheld');
  // @ts-expect-error No channel has this name.
  manifold.orders({ channel: 'shopfy', user: 'demo' });
  // @ts-expect-error It has no orders.
  manifold.orders({ channel: 'magento', user: 'demo' });
  // @ts-expect-error Nor has this one.
  manifold.sync({ resource: 'orders', channel: 'sharetribe', user: 'demo' });
  for (const { channel, writes } of (await manifold.user('demo')).channels) {
    manifold.orders({ channel, user: 'demo' });
    const scope: WriteScope | undefined = writes?.[0];
    // @ts-expect-error It may not have been noted.
    console.log(scope, writes.length);
  }
  // @ts-expect-error Not a status.
  manifold.orders({ channel: 'bol', user: 'demo', status: 'lost' });
  // @ts-expect-error Not a filter of products.
  manifold.products({ channel: 'bol', user: 'demo', financial_status: 'paid' });
  for await (const { records, state } of manifold.sync({ resource: 'products', channel: 'bol', user: 'demo' }))
    console.log(records[0]?.variants.length, state.length);
  const { result } = await manifold.orders({ channel: 'bol', user: 'demo' }).start();
  console.log((await result()).records[0]?.line_items);
}

export async function event(body: string, headers: Headers) {
  const event = await verifyEvent(body, headers, ['whsec_a', 'whsec_b']);
  if (event.type === 'channel.unlinked') console.log(event.data.why, event.id);
  // @ts-expect-error Another event has other data.
  else console.log(event.data.why);
}

export function said(error: unknown): string {
  if (!(error instanceof ManifoldError)) return 'other';
  const code: ErrorCode = error.code;
  return code === 'channel_not_linked' ? 'link it' : error.message;
}
`;

/** An example from the package, as its reader runs it. */
const EXAMPLE = 'node_modules/@manifold-commerce/client/examples/first-order.js';

/** The machine's own Node, which may be older than the one that runs the service. */
function otherNode(): string {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    if (folder.includes('node_modules')) continue;
    const found = join(folder, 'node');
    if (!existsSync(found)) continue;
    const version = execFileSync(found, ['--version'], { encoding: 'utf8' });
    if (Number(/^v(\d+)/.exec(version)?.[1]) >= 20) return found;
  }
  return process.execPath;
}

describe('the package', () => {
  let folder: string;
  let installed: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'manifold-client-'));
    writeFileSync(join(folder, 'client.tgz'), await clientPackage());
    writeFileSync(
      join(folder, 'package.json'),
      '{"name":"scratch","private":true,"type":"module"}',
    );
    const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--ignore-scripts'];
    execFileSync('npm', ['install', '--offline', ...quiet, './client.tgz'], { cwd: folder });
    installed = join(folder, 'node_modules/@manifold-commerce/client');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('holds JavaScript with its declarations, examples, the licence and a page to read, and nothing else', () => {
    const within = (at: string) =>
      readdirSync(at, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(at, join(parentPath, name)));
    const sources = within(join(ROOT, 'client/src'));
    // Records are types alone: there is nothing of them to run.
    const modules = sources
      .filter((name) => !name.endsWith('.d.ts'))
      .map((name) => name.replace(/\.ts$/, ''));
    const examples = within(join(ROOT, 'examples')).filter(
      (name) => !/^client\.|^(package|tsconfig)\.json$/.test(name),
    );
    assert.deepEqual(
      within(installed).sort(),
      [
        ...['LICENSE', 'README.md', 'package.json'],
        ...modules.flatMap((name) => [`dist/${name}.js`, `dist/${name}.d.ts`]),
        'dist/records.d.ts',
        ...examples.map((name) => `examples/${name}`),
      ].sort(),
    );
    for (const name of modules) {
      const source = readFileSync(join(installed, `dist/${name}.js`), 'utf8');
      const text = source.replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, '');
      assert.doesNotMatch(
        text,
        /from '(?!\.\.?\/(?:copy\/)?[\w-]+\.js')|\bprocess\.[a-z]|\bBuffer\b|node:/,
        name,
      );
    }
  });

  it('has the declarations of its source: "npm run client:types" writes them', () => {
    const made = join(folder, 'types');
    execFileSync(TSC, ['-p', join(ROOT, 'client'), '--outDir', made]);
    for (const name of readdirSync(made, { recursive: true, encoding: 'utf8' }))
      if (name.endsWith('.ts'))
        assert.equal(
          readFileSync(join(installed, 'dist', name), 'utf8'),
          readFileSync(join(made, name), 'utf8'),
          name,
        );
  });

  for (const node of new Set([process.execPath, otherNode()]))
    it(`runs on ${node === process.execPath ? 'the Node of the service' : 'the Node of the machine'}`, async () => {
      const server = createServer((request, response) => {
        const token = { access_token: 't', expires_in: 3600 };
        const Output = {
          result: [{ id: '1', name: '#1', line_items: [] }, { id: '2' }],
          execution_id: 'x',
          override_count: 0,
        };
        const Errors = { code: 'unknown_user', message: 'No such user.', retryable: false };
        const user = request.url?.includes('/Users/');
        response.writeHead(user ? 404 : 200, { 'content-type': 'application/json' });
        const page = user ? { Errors, Output: {}, Report: {} } : { Errors: {}, Output, Report: {} };
        response.end(JSON.stringify(request.url === '/connect/token' ? token : page));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      try {
        const address = server.address();
        const port = address && typeof address === 'object' ? address.port : 0;
        writeFileSync(join(folder, 'program.js'), PROGRAM);
        const URL = `http://127.0.0.1:${port}`;
        const run = async (file: string) => {
          const child = spawn(node, [file], {
            cwd: folder,
            env: { PATH: process.env.PATH ?? '', URL, MANIFOLD_URL: URL },
            stdio: ['ignore', 'pipe', 'inherit'],
          });
          let said = '';
          for await (const piece of child.stdout) said += piece;
          return said;
        };
        assert.equal(await run('program.js'), '1,2,unknown_user,invalid_event\n');
        assert.match(await run(EXAMPLE), /^#1 of/);
      } finally {
        server.close();
      }
    });

  it('type-checks strictly, by the ways of Node and of bundlers, and finds what is wrong', () => {
    writeFileSync(join(folder, 'typed.ts'), TYPED);
    const check = (...options: string[]) => {
      const { status, stdout } = spawnSync(
        TSC,
        [
          ...['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes'],
          // TypeScript's own declarations take longer than all else, and are not the package's.
          ...['--skipLibCheck', 'false', '--skipDefaultLibCheck', '--target', 'es2022'],
          ...[...options, 'typed.ts'],
        ],
        { cwd: folder, encoding: 'utf8' },
      );
      assert.equal(stdout, '');
      assert.equal(status, 0);
    };
    check('--module', 'nodenext', '--lib', 'es2023,dom,dom.iterable');
    check(
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
      '--lib',
      'es2023,dom,dom.iterable',
    );
  });
});
