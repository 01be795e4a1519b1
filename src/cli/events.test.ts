// Tests of the command "manifold events".
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { newKeyEntry, parseKeys } from '../keys/ring.ts';
import { createSeal } from '../keys/seal.ts';
import { readConfig } from '../serve/config.ts';
import { openStore } from '../store/index.ts';
import { createTokens } from '../tokens/index.ts';
import { clients } from './clients.ts';
import type { Command } from './declare.ts';
import { deliveries } from './deliveries.ts';
import { events } from './events.ts';

const now = Date.now;

async function shell(t: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'manifold-cli-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const seal = createSeal(parseKeys(newKeyEntry('k')));
  const config = readConfig({ MANIFOLD_DATA_DIR: dataDir });
  const open = async () => {
    const store = await openStore({ dataDir, role: 'tool', now, seal });
    const tokens = createTokens({ store, now, tokenSeconds: config.tokenSeconds });
    return { store, tokens, config };
  };
  const call = async (command: Command, ...args: string[]) => {
    const out: string[] = [];
    const err: string[] = [];
    const io = { out: (line: string) => out.push(line), err: (line: string) => err.push(line) };
    const code = await command(args, io, open);
    return { code, out: out.join('\n'), err: err.join('\n') };
  };
  await call(clients, 'create', 'app');
  await call(clients, 'create', 'other');
  return call;
}

it('sets addresses, rotates their secrets, pauses, tests and removes them', async (t) => {
  const call = await shell(t);
  assert.match((await call(events, 'list', 'app')).out, /^There are no event addresses yet/);
  const url = 'https://hooks.example.com/x';
  const added = await call(events, 'add', 'app', url, '--types', 'channel.linked,link.finished');
  assert.equal(added.code, 0, added.err);
  const [, id = ''] = /^(ea_[0-9a-f]+) {2}/.exec(added.out) ?? [];
  const [first = ''] = /whsec_\S+/.exec(added.out) ?? [];
  assert.ok(first);
  assert.equal(
    (await call(events, 'list', 'app')).out,
    `${id}  ${url}  channel.linked,link.finished`,
  );
  assert.equal((await call(events, 'pause', 'app', id)).out.endsWith('  paused'), true);
  assert.match((await call(events, 'test', 'app', id)).err, /is paused: resume it first/);
  assert.equal((await call(events, 'resume', 'app', id)).code, 0);
  const moved = await call(events, 'set', 'app', id, '--url', `${url}2`, '--types', '*');
  assert.equal(moved.out, `${id}  ${url}2  *`);
  const rotated = await call(events, 'rotate', 'app', id);
  assert.match(rotated.out, /for 7 days/);
  assert.notEqual(/whsec_\S+/.exec(rotated.out)?.[0], first);
  assert.match((await call(events, 'rotate', 'app', id, '--end-old')).out, /has ended/);
  const sent = await call(events, 'test', 'app', id);
  const [delivery = ''] = /msg_[0-9a-f]+/.exec(sent.out) ?? [];
  assert.match((await call(deliveries, 'list', 'app', '--address', id)).out, new RegExp(delivery));
  assert.equal((await call(deliveries, 'list', 'app', '--type', 'channel.linked')).out, '');
  assert.equal((await call(events, 'remove', 'app', id)).code, 0);
  const ended = await call(deliveries, 'show', 'app', delivery);
  assert.match(ended.out, /failed[\s\S]*the address was removed/);
  assert.match((await call(deliveries, 'replay', 'app', delivery)).err, /was removed/);
});

it('says what is wrong in one line', async (t) => {
  const call = await shell(t);
  const url = 'https://hooks.example.com/x';
  const [, id = ''] = /^(ea_[0-9a-f]+)/.exec((await call(events, 'add', 'app', url)).out) ?? [];
  for (const [code, sentence, ...args] of [
    [1, /already/, 'add', 'app', url],
    [1, /not allowed|public|private/i, 'add', 'app', 'https://10.0.0.1/'],
    [
      1,
      /"--types\[0\]" must be one of channel\.linked, .*, not "x"/,
      'add',
      'app',
      `${url}2`,
      '--types',
      'x',
    ],
    [1, /no event address with this id/, 'pause', 'other', id],
    [1, /no event address with this id/, 'remove', 'other', id],
    [1, /no event address with this id/, 'rotate', 'other', id],
    [1, /no client/i, 'list', 'unknown'],
    [2, /Say what to change/, 'set', 'app', id],
    [2, /leave out --keep-days/, 'rotate', 'app', id, '--end-old', '--keep-days', '3'],
    [2, /event address id is missing/, 'remove', 'app'],
    [2, /no command/, 'sing', 'app'],
  ] as const) {
    const answer = await call(events, ...args);
    assert.equal(answer.code, code, args.join(' '));
    assert.match(answer.err, sentence, args.join(' '));
  }
  assert.match((await call(events, 'list', 'app')).out, new RegExp(`^${id} `));
});
