// The receiver of the documentation, run as it stands.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { until } from '../until.ts';
import { startHouse } from './house.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

it('the receiver in docs/events.md is the one in examples/receiver.js', () => {
  const docs = readFileSync(`${ROOT}docs/events.md`, 'utf8');
  assert.ok(docs.includes(readFileSync(`${ROOT}examples/receiver.js`, 'utf8')));
});

it('the example receiver takes events, drops repeats and refuses forgeries', async (t) => {
  const house = await startHouse(t);
  const child = spawn(process.execPath, ['examples/receiver.js'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', SIGNING_SECRET: house.signingSecret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  await until(() => /listening on (\S+)/.test(said), 'the start');
  const url = /listening on (\S+)/.exec(said)?.[1] ?? '';

  const good = await house.orders({ completionCallbackUrl: url });
  const id = good.body.Output.execution_id;
  await until(() => said.includes(`${id}: 1 orders of stall`), 'the event');
  const bad = await house.orders({ completionCallbackUrl: url, channel: 'nowhere' });
  await until(() => said.includes(`${bad.body.Output.execution_id} failed: unsupported_channel`));

  const [{ id: delivery }] = (await house.ask('/Deliveries?limit=1')).body.result;
  await house.ask(`/Deliveries/${delivery}/Replay`, { method: 'POST' });
  await until(async () => (await house.ask(`/Deliveries/${delivery}`)).body.tries.length === 2);
  assert.equal(said.split('failed: unsupported_channel').length, 2, 'a repeat is dropped');

  const forged = await fetch(url, {
    method: 'POST',
    headers: { 'webhook-id': 'x', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' },
    body: '{}',
  });
  assert.equal(forged.status, 401);
});
