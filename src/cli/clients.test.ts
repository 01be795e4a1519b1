// Tests of the commands "manifold clients" and "manifold keys".
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { watched } from '../../test/store/reading-rows.ts';
import { newKeyEntry, parseKeys } from '../keys/ring.ts';
import { createSeal } from '../keys/seal.ts';
import { NEWEST_VERSION, VERSIONS } from '../model/versions.ts';
import { readConfig } from '../serve/config.ts';
import { openStore } from '../store/index.ts';
import { createTokens } from '../tokens/index.ts';
import { clients } from './clients.ts';
import type { Command } from './declare.ts';

const now = Date.now;

function shell(t: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'manifold-cli-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const state = { ring: newKeyEntry('k1'), opened: 0, closed: 0 };
  const open = async () => {
    const seal = createSeal(parseKeys(state.ring));
    const store = await openStore({ dataDir, role: 'tool', now, seal });
    state.opened += 1;
    const close = () => {
      state.closed += 1;
      return store.close();
    };
    const config = readConfig({});
    const tokens = createTokens({ store, now, tokenSeconds: config.tokenSeconds });
    return { config, store: { ...store, close }, tokens };
  };
  const call = async (command: Command, ...args: string[]) => {
    const out: string[] = [];
    const err: string[] = [];
    const io = { out: (line: string) => out.push(line), err: (line: string) => err.push(line) };
    const code = await command(args, io, open);
    assert.equal(state.closed, state.opened, 'the store is closed again');
    return { code, out: out.join('\n'), err: err.join('\n') };
  };
  /** The same with somebody at the terminal, who says this. */
  const answer = async (said: string | undefined, command: Command, ...args: string[]) => {
    const err: string[] = [];
    const io = { out: () => {}, err: (line: string) => err.push(line), ask: async () => said };
    const code = await command(args, io, open);
    return { code, err: err.join('\n') };
  };
  const secretIn = (text: string) => /mfs_[A-Za-z0-9_-]{43}/.exec(text)?.[0] ?? '';
  const works = async (clientSecret: string) => {
    const { store, tokens } = await open();
    const presented = { clientId: 'app', clientSecret, address: '10.0.0.1' };
    const answer = await tokens.authenticate(presented).then(
      () => true,
      () => false,
    );
    await store.close();
    return answer;
  };
  return { state, open, call, answer, secretIn, works };
}

describe('manifold clients', () => {
  it('create prints the secret once and says so; list shows the client without it', async (t) => {
    const { call, secretIn, works } = shell(t);
    const made = await call(
      clients,
      ...['create', 'app', '--name', 'My App', '--scopes', 'orders,links'],
      ...['--redirect-origin', 'https://a.example', '--redirect-origin', 'https://b.example'],
      ...['--token-days', '30'],
    );
    assert.equal(made.code, 0);
    assert.equal(made.err, '');
    const secret = secretIn(made.out);
    assert.equal(
      made.out,
      [
        'Created the client "app" with the scopes orders, links.',
        '',
        '  client_id      app',
        `  client_secret  ${secret}`,
        '',
        'The secret is shown this once and stored only as a hash: keep it in a safe place.',
        '',
        `  signing_secret ${/whsec_\S+/.exec(made.out)?.[0]}`,
        '',
        'Receivers of completion events check signatures with it; it can be shown again with:',
        'manifold clients signing-secret app',
      ].join('\n'),
    );
    assert.equal(await works(secret), true);
    const { out } = await call(clients, 'list');
    assert.match(out, /^ID {3}NAME {4}SCOPES {8}SECRETS {2}TOKENS {3}REDIRECTS/);
    assert.match(
      out,
      /\napp {2}My App {2}orders,links {2}1 {8}30 days {2}https:\/\/a\.example,https:\/\/b\.example {2}2/,
    );
    assert.doesNotMatch(out, /mfs_/);
  });

  it('set changes what users see, leaves the rest, and takes away what is set to nothing', async (t) => {
    const { call } = shell(t);
    await call(
      clients,
      ...['create', 'app', '--name', 'My App', '--redirect-origin', 'https://a.example'],
      ...['--accent', '#F80', '--logo-url', 'https://a.example/logo.svg'],
    );
    const set = await call(
      clients,
      ...['set', 'app', '--privacy-url', 'https://a.example/privacy'],
      ...['--support-url', 'mailto:help@a.example', '--logo-url', ''],
    );
    assert.deepEqual([set.code, set.err], [0, '']);
    assert.equal(
      set.out,
      [
        'Changed the client "app". It now has:',
        '  id                app',
        '  name              My App',
        '  scopes            orders, products, links',
        '  secrets           1',
        '  redirect origins  https://a.example',
        `  version           ${NEWEST_VERSION}`,
        '  accent            #ff8800',
        '  privacy url       https://a.example/privacy',
        '  support url       mailto:help@a.example',
        `  created at        ${/created at +(\S+)/.exec(set.out)?.[1]}`,
      ].join('\n'),
    );
    const cleared = await call(clients, 'set', 'app', '--accent', '', '--redirect-origin', '');
    assert.match(cleared.out, /\n {2}privacy url +https/);
    assert.doesNotMatch(cleared.out, /redirect|accent/);
    const wrong = await call(clients, 'set', 'app', '--accent', 'blue');
    assert.deepEqual([wrong.code, wrong.err.includes('is not a colour')], [1, true]);
    assert.equal((await call(clients, 'set', 'app')).code, 2);
    const unknown = await call(clients, 'set', 'app', '--version', '2020-01-01');
    assert.deepEqual(
      [unknown.code, unknown.err],
      [1, `There is no version "2020-01-01" of the API: it has ${VERSIONS.join(', ')}.`],
    );
    const moved = await call(clients, 'set', 'app', '--version', NEWEST_VERSION);
    assert.match(moved.out, new RegExp(`version +${NEWEST_VERSION}`));
    const missing = await call(clients, 'set', 'unknown', '--name', 'x');
    assert.deepEqual([missing.code, missing.err], [1, 'There is no client "unknown".']);
  });

  it('list says how to begin when there is none', async (t) => {
    const { out } = await shell(t).call(clients, 'list');
    assert.equal(out, 'There are no clients yet: manifold clients create <id>');
  });

  it('rotate-secret leaves the old one working until it is ended', async (t) => {
    const { call, secretIn, works } = shell(t);
    const first = secretIn((await call(clients, 'create', 'app')).out);
    const rotated = await call(clients, 'rotate-secret', 'app');
    const second = secretIn(rotated.out);
    assert.match(rotated.out, /still works; end it with: manifold clients end-old-secret app$/);
    assert.deepEqual([await works(first), await works(second)], [true, true]);
    const ended = await call(clients, 'end-old-secret', 'app', '--revoke-tokens');
    assert.equal(
      ended.out,
      'The older secret of the client "app" has ended; the newer one works.\nRevoked 0 access tokens; they stop working within 5 seconds.',
    );
    assert.deepEqual([await works(first), await works(second)], [false, true]);
    const again = await call(clients, 'end-old-secret', 'app');
    assert.deepEqual([again.code, again.err], [1, 'The client "app" has only one live secret.']);
  });

  it('rotate-secret ends the old one and its tokens immediately when asked', async (t) => {
    const { call, secretIn, works, open } = shell(t);
    const first = secretIn((await call(clients, 'create', 'app')).out);
    const { store, tokens } = await open();
    const caller = await tokens.authenticate({
      clientId: 'app',
      clientSecret: first,
      address: '10.0.0.1',
    });
    await tokens.issue(caller);
    await store.close();
    const { out } = await call(clients, 'rotate-secret', 'app', '--end-old', '--revoke-tokens');
    assert.match(out, /The old secrets have ended\.\nRevoked 1 access token; they stop/);
    assert.deepEqual([await works(first), await works(secretIn(out))], [false, true]);
    const kept = await call(clients, 'rotate-secret', 'app', '--keep-days', '7');
    assert.match(kept.out, /The old secret works for 7 more days\.$/);
  });

  it('delete shows what goes and removes the client', async (t) => {
    const { call, secretIn, works, open } = shell(t);
    const secret = secretIn((await call(clients, 'create', 'app')).out);
    const { store } = await open();
    await watched(store, 'someone', { clientId: 'app' });
    await store.close();
    const { code, out } = await call(clients, 'delete', 'app', '--yes');
    assert.equal(code, 0);
    assert.match(out, /^To be deleted with the client "app":\n {2}1 {2}users\n/);
    assert.match(out, /\n {2}1 {2}watches\n/);
    assert.match(out, /Deleted the client "app" and everything kept about it and its users\./);
    assert.match(
      out,
      /Backups made earlier still hold it, until they are deleted or .* left the ring\.$/,
    );
    assert.equal(await works(secret), false);
  });

  it('delete asks at a terminal, and wants --yes without one', async (t) => {
    const { call, secretIn, works, answer } = shell(t);
    const secret = secretIn((await call(clients, 'create', 'app')).out);
    const refused = await call(clients, 'delete', 'app');
    assert.equal(refused.code, 2);
    assert.match(refused.err, /^This cannot be undone, and no one can be asked here: add --yes/);
    for (const said of ['yes', 'App', '', undefined]) {
      const { code, err } = await answer(said, clients, 'delete', 'app');
      assert.deepEqual([code, err], [1, 'Nothing was deleted.']);
    }
    assert.equal(await works(secret), true);
    assert.equal((await answer(' app\n', clients, 'delete', 'app')).code, 0);
    assert.equal(await works(secret), false);
  });

  it('says in one line what cannot be done, with exit code 1', async (t) => {
    const { call } = shell(t);
    await call(clients, 'create', 'app');
    const cases: readonly (readonly [string[], string])[] = [
      [['create', 'app'], 'There is already a client "app".'],
      [
        ['create', 'b', '--scopes', 'order'],
        'There is no scope "order": use any of orders, products, links, orders.write, products.write.',
      ],
      [
        ['create', 'b', '--scopes', ''],
        'A client needs a scope: use any of orders, products, links, orders.write, products.write.',
      ],
      [
        ['create', 'b', '--redirect-origin', 'https://a.example/x'],
        '"https://a.example/x" is not an origin: write https://host, without a path; http only for localhost.',
      ],
      [['rotate-secret', 'unknown'], 'There is no client "unknown".'],
      [['end-old-secret', 'unknown'], 'There is no client "unknown".'],
      [['delete', 'unknown'], 'There is no client "unknown".'],
    ];
    for (const [args, message] of cases) {
      const { code, err, out } = await call(clients, ...args);
      assert.deepEqual([code, err, out], [1, message, ''], args.join(' '));
    }
  });

  it('shows how it is used when called wrongly, with exit code 2', async (t) => {
    const { call, state } = shell(t);
    const cases: readonly (readonly [string[], RegExp])[] = [
      [[], /^Say what to do\.\nUsage:/],
      [['constructor'], /^There is no command "clients constructor"\.\nUsage:/],
      [
        ['creat', 'a'],
        /^There is no command "clients creat"; did you mean "create"\?\n"manifold clients --help"/,
      ],
      [['create'], /^The client id is missing\.\nUsage:/],
      [['create', 'a', 'b'], /^"b" is one word too many\.\nUsage:/],
      [
        ['create', 'a', '--colour'],
        /^There is no option "--colour" of "manifold clients create"\.\n/,
      ],
      [['create', 'a', '--nam', 'b'], /did you mean "--name"\?\n"manifold clients create --help"/],
      [['create', 'a', '--name'], /^"--name" needs a value: --name <name>\./],
      [['create', 'a', '--name', '--accent'], /^"--name" needs a value/],
      [['create', 'a', '--accent', 'a', '--accent', 'b'], /^"--accent" is given twice\./],
      [['delete', 'a', '--yes=no'], /^"--yes" takes no value\./],
      [['delete', 'a', '-y'], /^There is no option "-y"/],
      [
        ['create', 'a', '--token-days', '0'],
        /^"--token-days" is a whole number of days from 1, not "0"/,
      ],
      [
        ['create', 'a', '--token-days', '1.5'],
        /^"--token-days" is a whole number of days from 1, not "1\.5"/,
      ],
      [['list', 'x'], /^"x" is one word too many/],
      [['rotate-secret', 'a', '--revoke-tokens'], /give --end-old too\.\nUsage:/],
      [['rotate-secret', 'a', '--end-old', '--keep-days', '2'], /leave out --keep-days/],
    ];
    for (const [args, message] of cases) {
      const { code, err } = await call(clients, ...args);
      assert.equal(code, 2, args.join(' '));
      assert.match(err, message);
    }
    assert.equal(state.opened, 0);
  });

  it('says why the store cannot be opened', async () => {
    const err: string[] = [];
    const io = { out: () => {}, err: (line: string) => err.push(line) };
    const open = async () => {
      parseKeys('');
      throw new Error('unreachable');
    };
    assert.equal(await clients(['list'], io, open), 1);
    assert.deepEqual(err, ['The key ring is empty: give at least one entry of the form id:key.']);
  });
});
