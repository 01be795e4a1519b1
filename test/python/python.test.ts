// The Python client: its own tests against the service and the sandbox, and its types.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { channels } from '../../src/channels/index.ts';
import { isAll, shownOn } from '../all.ts';
import { CLIENT, startService } from '../service.ts';
import { CLIENT_FOLDER, PYTHON_ENV, python, withoutPython } from './interpreter.ts';
import { generate } from './records.ts';

const run = promisify(execFile);

it('records.py and codes.py are what "npm run client:python" writes now', async () => {
  for (const [file, text] of await generate())
    assert.equal(readFileSync(file, 'utf8'), text, fileURLToPath(file));
});

it('its own tests pass', { skip: withoutPython, timeout: 1_200_000 }, async () => {
  const scopes = ['orders', 'products', 'links', 'orders.write', 'products.write'];
  const service = await startService({ scopes });
  try {
    for (const channel of service.sandbox.stores.map((store) => store.channel))
      await service.link(channel, 'demo');
    const { stderr } = await run(python, ['-m', 'unittest', 'discover', '-t', '.', '-s', 'tests'], {
      cwd: CLIENT_FOLDER,
      env: {
        ...PYTHON_ENV,
        PATH: process.env.PATH,
        TEST_ALL: isAll ? '1' : '',
        MANIFOLD_URL: service.origin,
        MANIFOLD_SANDBOX: service.sandbox.origin,
        MANIFOLD_CHANNELS: fileURLToPath(new URL('../../src/channels', import.meta.url)),
        MANIFOLD_READ: String(shownOn(channels, 2).map(([name]) => name)),
        CLIENT_ID: CLIENT.id,
        CLIENT_SECRET: CLIENT.secret,
      },
    }).catch((error: { readonly stderr: string }) => assert.fail(error.stderr));
    const count = Number(/Ran (\d+) tests/.exec(stderr)?.[1]);
    assert.ok(count >= 40, stderr);
  } finally {
    await service.close();
  }
});

const hasMypy = spawnSync('mypy', ['--version']).status === 0;
const withoutMypy = hasMypy
  ? false
  : 'NOT TESTED: there is no mypy on this machine (Debian: apt-get install mypy)';

it('its types hold, strictly, for the oldest Python it is for', { skip: withoutMypy }, async () => {
  // What it knows of Python's own library takes longer than all else; it looks itself whether that holds.
  const cache = `--cache-dir=${fileURLToPath(new URL('../../node_modules/.cache/mypy', import.meta.url))}`;
  await run(
    'mypy',
    [cache, '--python-version=3.9', '-p', 'manifold_commerce', '-m', 'tests.usage'],
    {
      cwd: CLIENT_FOLDER,
    },
  ).catch((error: { readonly stdout: string }) => assert.fail(error.stdout));
});
