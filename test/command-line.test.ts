// The command line against a running service: what people and programs see.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { channels } from '../src/channels/index.ts';
import { readArgs } from '../src/cli/command.ts';
import { COMMANDS } from '../src/cli/commands.ts';
import { type Io, partIn } from '../src/cli/declare.ts';
import { withChannel } from '../src/cli/example-channel.ts';
import { optionsOf } from '../src/cli/help.ts';
import { main } from '../src/cli/main.ts';
import { ORDER_FIELDS, PRODUCT_FIELDS } from '../src/model/query.ts';
import { isAll } from './all.ts';
import { pageOf } from './command-page.ts';
import { CLIENT, type Service, startService } from './service.ts';
import { until } from './until.ts';

const BIN = fileURLToPath(new URL('../bin/manifold.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'manifold-commands-'));
const at = (name: string) => join(folder, name);
let service: Service;
let user: string;
/** Linked with one channel alone. */
let small: string;
let env: Record<string, string>;

before(async () => {
  service = await startService();
  user = await service.link('woocommerce', 'demo');
  small = await service.link('woocommerce', 'small');
  env = {
    MANIFOLD_URL: service.origin,
    MANIFOLD_CLIENT_ID: CLIENT.id,
    MANIFOLD_CLIENT_SECRET: CLIENT.secret,
  };
});
after(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A command in this process, as on a terminal so wide, or piped. */
async function call(
  args: readonly string[],
  { columns, settings = env }: { columns?: number; settings?: Record<string, string> } = {},
) {
  const kept = { ...process.env };
  for (const name of Object.keys(process.env))
    if (name.startsWith('MANIFOLD_')) delete process.env[name];
  Object.assign(process.env, settings);
  const said = { out: '', err: '' };
  const io: Io = {
    out: (line) => {
      said.out += `${line}\n`;
    },
    err: (line) => {
      said.err += `${line}\n`;
    },
    columns,
  };
  try {
    const [name = '', ...words] = args;
    const command = await COMMANDS[name]?.load();
    assert.ok(command, name);
    return { code: await command(words, io), ...said };
  } finally {
    for (const name of Object.keys(settings)) delete process.env[name];
    Object.assign(process.env, kept);
  }
}

const QUESTION = ['woocommerce', '--status', 'any', '--limit', '20'];
const orders = (...more: string[]) => ['orders', ...QUESTION, '--user', user, ...more];

describe('manifold orders', () => {
  it('is lines where it is piped, and says what is in force and wrong beside them', async () => {
    const { code, out, err } = await call(orders('--max', '25'));
    assert.deepEqual([code, err], [0, '']);
    const records = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(records.length, 25);
    const { body } = await service.orders('woocommerce', { limit: 25, status: 'any' }, { user });
    assert.deepEqual(records, body.Output.result);
  });

  it('is one array with --json, and CSV with a column a field', async () => {
    const json = await call(orders('--max', '3', '--json'));
    assert.equal(JSON.parse(json.out).length, 3);
    assert.equal((await call(orders('--ids', '999999999', '--json'))).out, '[]\n');
    const csv = await call(
      orders('--max', '2', '--format', 'csv', '--fields', 'total_price,line_items'),
    );
    const [head, first = ''] = csv.out.split('\n');
    assert.equal(head, 'id,channel_name,total_price,line_items');
    assert.match(first, /^\d+,woocommerce,\d+\.\d\d,"\[\{""id"":/);
    const whole = JSON.parse((await call(orders('--max', '5', '--json'))).out) as {
      line_items: { sku: string }[];
    }[];
    const split = await call(
      orders('--max', '5', '--format', 'csv', '--lines', '--bom', '--fields', 'line_items'),
    );
    const [title = '', ...rows] = split.out.trimEnd().split('\n');
    assert.ok(title.startsWith('\ufeffid,channel_name,line_items.id,'), title);
    const at = title.split(',').indexOf('line_items.sku');
    assert.deepEqual(
      rows.map((row) => row.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)[at]),
      whole.flatMap(({ line_items }) => line_items.map(({ sku }) => sku ?? '')),
    );
  });

  it('is a table that fits on a terminal, and says that there is more', async () => {
    for (const columns of [80, 140]) {
      const { out, err } = await call(orders(), { columns });
      const lines = out.trimEnd().split('\n');
      assert.equal(lines.length, 21);
      assert.match(lines[0] ?? '', /^ID +NAME +CREATED +PAYMENT +FULFILLMENT +ITEMS +TOTAL +CUR/);
      for (const line of lines) assert.ok([...line].length <= columns, line);
      for (const line of lines.slice(1))
        assert.match(line, /^\d+ .* \d{4}-\d\d-\d\d \d\d:\d\d(Z|[+-]\d\d:\d\d) /, 'the zone');
      assert.equal(lines[0]?.includes('BUYER'), columns === 140);
      assert.match(err, /20 orders; there are more: --max 100 or --max all/);
      assert.equal(err.includes('No room for'), columns === 80);
    }
  });

  it('takes every field of the body as an option', async () => {
    for (const [name, body] of [
      ['orders', ORDER_FIELDS],
      ['products', PRODUCT_FIELDS],
    ] as const) {
      const options = Object.keys((await COMMANDS[name]?.load())?.parts['']?.options ?? {});
      const elsewhere = ['params', 'next_page_token'];
      for (const field of Object.keys(body))
        if (!elsewhere.includes(field))
          assert.ok(options.includes(field.replaceAll('_', '-')), field);
    }
  });

  it('turns faults into a sentence, a remedy and an exit code', async () => {
    const cases: readonly (readonly [string[], number, RegExp])[] = [
      [['orders', 'woocommerce'], 2, /^Say whose shop: --user <tpUserId>\.\n/],
      [['orders', 'wocommerce', '--user', user], 2, /not a channel.*"manifold channels"/],
      [
        ['orders', 'woocommerce', '--user', 'unknown'],
        4,
        /No user has this tpUserId.*manifold link/,
      ],
      [['orders', 'shopify', '--user', small], 4, /manifold link <tpUserId>\n$/],
      [['orders', 'bol', '--user', user, '--financial-status', 'paid'], 2, /cannot filter/],
      [['orders', 'woocommerce', '--user', user, '--limit', '500'], 2, /from 1 to 100, not "500"/],
      [['orders', 'woocommerce', '--user', user, '--max', '0'], 2, /from 1, or all, not "0"/],
      [['orders', 'woocommerce', '--out', 'x.xlsx'], 2, /--out/],
      [['orders', 'woocommerce', '--lines', '--format', 'jsonl'], 2, /--lines is for --format csv/],
      [['orders', 'woocommerce', '--format', 'xml'], 2, /one of table, jsonl, json, csv/],
      [['executions', 'show', '01a1e44b-65e9-7fbb-9991-db1d45dcbe58'], 4, /./],
      [['sandbox', 'orders', '--url', 'http://127.0.0.1:9'], 7, /^Nothing answers at http:\/\/127/],
    ];
    for (const [args, exit, message] of cases) {
      const { code, out, err } = await call(args);
      assert.deepEqual([code, out], [exit, ''], `${args.join(' ')}: ${err}`);
      assert.match(err, message);
      assert.doesNotMatch(err, /\n {4}at /);
      const json = await call([...args, '--json']);
      const { error } = JSON.parse(json.err);
      assert.deepEqual([json.code, error.exit, json.out], [exit, exit, ''], args.join(' '));
      assert.ok(error.code && error.message);
    }
  });

  it('knows who it is, and says so where that was not given', async () => {
    const silent = { MANIFOLD_URL: 'http://localhost:2' };
    const unset = await call(['orders', 'woocommerce'], { settings: silent });
    assert.deepEqual(
      [unset.code, unset.err],
      [
        7,
        'Using the demo client of the sandbox at http://localhost:2.\nNothing answers at http://localhost:2. Start it with "npm start", or name another address with --url or MANIFOLD_URL.\n',
      ],
    );
    const demo = await call(['orders', 'woocommerce'], {
      settings: { MANIFOLD_URL: service.origin },
    });
    assert.equal(demo.code, 3);
    assert.match(demo.err, /does not know the demo client.*MANIFOLD_CLIENT_ID/);
    const wrong = await call(orders(), {
      settings: { ...env, MANIFOLD_CLIENT_SECRET: 'not-the-secret' },
    });
    assert.equal(wrong.code, 3);
    assert.match(wrong.err, /does not accept the client "test-client"/);
    assert.doesNotMatch(wrong.err, /not-the-secret/);
    const { MANIFOLD_CLIENT_SECRET: secret = '', ...without } = env;
    assert.equal((await call(orders('--max', '1'), { settings: without })).code, 2);
    writeFileSync(at('secret'), `${secret}\n`);
    const byFile = await call(orders('--max', '1', '--secret-file', at('secret')), {
      settings: without,
    });
    assert.deepEqual([byFile.code, byFile.err], [0, '']);
    const elsewhere = await call(['orders', 'woocommerce'], {
      settings: { MANIFOLD_URL: 'https://api.example' },
    });
    assert.match(elsewhere.err, /^Say which client application you are/);
  });
});

describe('an export', () => {
  const whole = (text: string) => text.split('\n').slice(0, -1);

  it('that the service breaks off ends with whole lines, the reason and its exit code', async () => {
    service.sandbox.faults.plant({ kind: '403', channel: 'woocommerce', skip: 4 });
    const failed = await call(orders('--max', '200'));
    service.sandbox.faults.lift();
    const { code, out } = await call(orders('--max', '200'));
    assert.deepEqual([failed.code, code, whole(out).length], [5, 0, 200]);
    assert.ok(whole(failed.out).length >= 20 && out.startsWith(failed.out) && failed.err !== '');
  });

  it('shows no secret where its credentials are refused', async () => {
    const params = { woocommerce: [{ key: 'consumer_secret', value: 'canary-secret' }] };
    writeFileSync(at('params.json'), JSON.stringify(params));
    const { code, err } = await call(orders('--params-file', at('params.json')));
    assert.equal(code, 2);
    assert.doesNotMatch(err, new RegExp(`canary|${CLIENT.secret}`));
  });
});

describe('a pipe', () => {
  it('whose reader has enough ends it quietly', () => {
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['-o', 'pipefail', '-c', `"$0" "$1" doctor --settings | head -1`, process.execPath, BIN],
      { encoding: 'utf8' },
    );
    assert.deepEqual([status, stderr, stdout.split('\n').length], [0, '', 2]);
  });
});

describe('help', () => {
  it('of a word that there is not is a call that went wrong', async (t) => {
    const out = t.mock.method(console, 'log', () => {});
    const err = t.mock.method(console, 'error', () => {});
    for (const [args, said] of [
      [['help', 'userz'], /^There is no command "userz"; did you mean "users"\?\n$/],
      [['help', 'users', 'lst'], /^There is no command "users lst"; did you mean "list"\?\n/],
      [['users', 'lst', '--help'], /^There is no command "users lst"; did you mean "list"\?\n/],
      [['serve', 'now', '--help'], /^There is no command "serve now"/],
    ] as const) {
      err.mock.resetCalls();
      assert.deepEqual([await main([...args]), out.mock.callCount()], [2, 0], args.join(' '));
      assert.match(err.mock.calls.map((call) => `${call.arguments[0]}\n`).join(''), said);
      // One process is enough to see that it prints and ends as this does.
      if (!isAll && args[1] !== 'userz') continue;
      const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], {
        encoding: 'utf8',
      });
      assert.deepEqual([status, stdout], [2, ''], args.join(' '));
      assert.match(stderr, said);
    }
  });
});

describe('manifold link', () => {
  it('prints the address alone where it is piped, a code on a terminal, and opens the browser', async () => {
    const piped = await call(['link', 'new-user', '--channels', 'woocommerce']);
    assert.match(piped.out, /^http:\/\/[^\n]+\/link\?token=[\w-]+\n$/);
    const shown = await call(['link', 'new-user'], { columns: 80 });
    assert.match(shown.out, /█▀▀|█▄▄/);
    assert.match(shown.err, /For new-user, once, until/);
    const { uri, expires_at } = JSON.parse((await call(['link', 'new-user', '--json'])).out);
    assert.equal((await fetch(uri.replace(/^https?:\/\/[^/]+/, service.origin))).status, 200);
    assert.ok(Date.parse(expires_at) > service.now());
    const browser = at('browser');
    writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" > ${at('opened')}\n`);
    chmodSync(browser, 0o755);
    const opened = await call(['link', 'new-user', '--open'], {
      settings: { ...env, BROWSER: browser },
    });
    const address = await until(
      () => existsSync(at('opened')) && readFileSync(at('opened'), 'utf8'),
      'the address',
    );
    assert.equal(`${address}\n`, opened.out);
  });
});

describe('manifold executions', () => {
  it('lists what was asked, and shows one', async () => {
    const { out } = await call([
      'executions',
      'list',
      '--channel',
      'woocommerce',
      '--max',
      '2',
      '--json',
    ]);
    const [first, ...others] = JSON.parse(out);
    assert.equal(others.length, 1);
    const shown = await call(['executions', 'show', first.execution_id, '--json']);
    assert.equal(JSON.parse(shown.out).trace_id, first.trace_id);
    const table = await call(['executions', 'list', '--max', '3'], { columns: 80 });
    assert.match(table.out, /^STARTED +ID +WHAT +CHANNEL +OUTCOME/);
  });
});

describe('manifold channels', () => {
  it('shows what the service says of each', async (t) => {
    const said = {
      channels: [
        {
          ...{ channel: 'one', title: 'The One', products: null },
          orders: {
            filters: { ids: 'channel', status: 'service' },
            defaults: { status: 'open' },
            id_example: '42',
          },
          params: [
            {
              key: 'shop',
              required: true,
              secret: false,
              description: 'Its address.',
              example: 'a.example',
            },
          ],
          link: [{ way: 'keys', kind: 'form', asks: ['shop'], available: true }],
          api_versions: { default: '3', speaks: [{ version: '3', ends_on: null }] },
        },
      ],
    };
    const server = createServer((request, response) => {
      const body =
        request.url === '/connect/token'
          ? { access_token: 't', token_type: 'Bearer', expires_in: 60 }
          : said;
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    t.after(() => {
      server.close();
      server.closeAllConnections();
    });
    await once(server, 'listening');
    const address = server.address();
    const settings = {
      ...env,
      MANIFOLD_URL: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    };
    const all = await call(['channels'], { settings, columns: 80 });
    assert.match(
      all.out,
      /^CHANNEL +TITLE +ORDERS +PRODUCTS +VERSION +LINKED BY\none +The One +2 filters +- +3 +form\n$/,
    );
    const one = await call(['channels', 'one'], { settings });
    for (const text of [
      'The One one',
      'ids',
      'by Manifold',
      'status open',
      'This channel has no products',
      'Its address. Such as a.example.',
    ])
      assert.ok(one.out.includes(text), text);
    assert.deepEqual(
      JSON.parse((await call(['channels', 'one', '--json'], { settings })).out),
      said.channels[0],
    );
    const unknown = await call(['channels', 'on\u001b[2Je'], { settings });
    assert.equal(unknown.err, 'There is no channel "one"; there are one.\n');
    const other = await call(['channels', 'on'], { settings });
    assert.deepEqual(
      [other.code, other.err],
      [4, 'There is no channel "on"; did you mean "one"?\n'],
    );
  });
});

describe('manifold sandbox', () => {
  it('makes one call of each act, with the body that its options say', async (t) => {
    const asked: string[] = [];
    const server = createServer(async (request, response) => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece);
      asked.push(`${request.method} ${request.url} ${Buffer.concat(pieces)}`.trim());
      const order = { number: 7, state: 'open', total: '1.00', currency: 'EUR' };
      const shown = [
        { channel: 'one', id: '42', shops: ['demo', 'small'], native: { status: 'new' } },
      ];
      response.end(
        JSON.stringify({
          change: 'ship',
          order,
          shown,
          notShown: [{ channel: 'two', why: 'It cannot.' }],
        }),
      );
    }).listen(0, '127.0.0.1');
    t.after(() => {
      server.close();
      server.closeAllConnections();
    });
    await once(server, 'listening');
    const address = server.address();
    const settings = {
      MANIFOLD_SANDBOX_PORT: String(typeof address === 'object' ? address?.port : ''),
    };
    const cases: readonly (readonly [typed: string, request: string])[] = [
      ['orders --limit 5', 'GET /_sandbox/orders?limit=5'],
      ['orders show one:4/2', 'GET /_sandbox/orders/one%3A4%2F2'],
      ['orders create', 'POST /_sandbox/orders {}'],
      [
        'orders create --line KZ-1:2 --line KZ-2 --paid no --country DE',
        'POST /_sandbox/orders {"lines":[{"sku":"KZ-1","quantity":2},{"sku":"KZ-2"}],"country":"DE","paid":false}',
      ],
      [
        'orders ship 7 --line 1:2 --line 3',
        'POST /_sandbox/orders/7/ship {"lines":[{"line":1,"quantity":2},{"line":3}]}',
      ],
      [
        'orders refund 7 --amount 5.00 --shipping yes',
        'POST /_sandbox/orders/7/refund {"shipping":true,"amount":"5.00"}',
      ],
      ['orders edit 7 --tag a --tag b', 'POST /_sandbox/orders/7/edit {"tags":["a","b"]}'],
      ['orders cancel 7 --reason staff', 'POST /_sandbox/orders/7/cancel {"reason":"staff"}'],
      ['orders delete 7', 'DELETE /_sandbox/orders/7'],
      ['products edit KZ-1 --stock 3', 'POST /_sandbox/products/KZ-1/edit {"stock":3}'],
      ['products archive KZ-1', 'POST /_sandbox/products/KZ-1/archive {}'],
      ['random --steps 100 --seed 2', 'POST /_sandbox/random {"steps":100,"seed":2}'],
      ['alive --seconds 2', 'POST /_sandbox/alive {"seconds":2}'],
      ['reset', 'POST /_sandbox/reset {}'],
    ];
    for (const [typed, request] of cases) {
      const { code, err } = await call(['sandbox', ...typed.split(' ')], { settings });
      assert.deepEqual([code, err, asked.pop()], [0, '', request]);
    }
    const shown = await call(['sandbox', 'orders', 'show', '7'], { settings });
    assert.equal(
      shown.out,
      'Order 7: open, 1.00 EUR\n  one  42  new  demo and 1 more\n  two  It cannot.\n',
    );
    for (const columns of [60, 30, 20]) {
      const { out } = await call(['sandbox', 'orders', 'show', '7'], { settings, columns });
      for (const line of out.split('\n')) assert.ok(line.length <= columns, `${columns}: ${line}`);
      assert.match(
        out.replaceAll(/\s+/g, ' '),
        /one 42,? new,? demo and 1 mo(?:re|…) two It cannot\./,
      );
    }
    for (const [typed, message] of [
      ['orders ship 7 --line one', /"--line" is a whole number from 0, not "one"/],
      ['orders fly 7', /^There is no command "sandbox orders fly"/],
      ['order ship 7', /^There is no command "sandbox order"; did you mean "orders"\?/],
      ['orders shp 7', /^There is no command "sandbox orders shp"; did you mean "orders ship"\?/],
    ] as const) {
      const { code, err } = await call(['sandbox', ...typed.split(' ')], { settings });
      assert.equal(code, 2, typed);
      assert.match(err, message);
    }
  });
});

describe('what is declared', () => {
  it('is what the documentation has; "npm run commands" writes it', async () => {
    const page = readFileSync(new URL('../docs/command-line.md', import.meta.url), 'utf8');
    assert.equal(await pageOf(page), page);
  });

  it('is whole: every part has an example that can be typed, and every name one meaning', async () => {
    const takes = new Map<string, boolean>();
    for (const [name, { load }] of Object.entries(COMMANDS)) {
      const command = await load();
      assert.equal(command.title, name);
      for (const [word, part] of Object.entries(command.parts)) {
        assert.ok(Object.keys(part.examples).length > 0, `${name} ${word}`);
        for (const typed of Object.keys(part.examples))
          assert.equal(await exampleOf(typed), `${name} ${word}`.trim(), typed);
        for (const [option, { value }] of Object.entries(optionsOf(part))) {
          const before = takes.get(option) ?? value !== undefined;
          assert.equal(
            value !== undefined,
            before,
            `--${option} takes a value in one place, and none in another`,
          );
          takes.set(option, before);
        }
      }
    }
  });

  it('loads nothing of the store for commands that need none', () => {
    const loaded = spawnSync(
      process.execPath,
      [
        '--import',
        `data:text/javascript,import{registerHooks}from'node:module';const f=[];registerHooks({load(u,c,n){f.push(u);return n(u,c)}});process.on('exit',()=>console.error(f.length,f.some(u=>/kysely|store\\/index|fastify/.test(u))))`,
        BIN,
        '--version',
      ],
      { encoding: 'utf8' },
    );
    const [, count, heavy] = /^(\d+) (\w+)$/m.exec(loaded.stderr) ?? [];
    assert.ok(Number(count) > 0 && Number(count) < 40, loaded.stderr);
    assert.equal(heavy, 'false');
  });

  it('has examples with a channel that there is, and that has orders', () => {
    assert.ok(channels[withChannel('<channel>')]?.orders);
  });
});

/** The part that an example calls, read as a shell and the command line read it. */
async function exampleOf(typed: string): Promise<string> {
  const [before = ''] = typed.split(/ [|>] /);
  const words = [...before.matchAll(/"([^"]*)"|'([^']*)'|<[^>]*>|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? match[0],
  );
  if (words[0] === '--env-file') words.splice(0, 2);
  const [name = '', ...rest] = words;
  const command = await COMMANDS[name]?.load();
  assert.ok(command, typed);
  const { word, part } = partIn(command.parts, rest);
  assert.ok(part, typed);
  const args = word === '' ? rest : rest.slice(word.split(' ').length);
  readArgs(args, name, part);
  return `${name} ${word}`.trim();
}
