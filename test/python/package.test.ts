// The Python client as people get it: from the address of an installation, by pip alone.
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { CLIENT, type Service, startService } from '../service.ts';
import { CLIENT_FOLDER, python, withoutPython } from './interpreter.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'manifold-python-'));
const clientVersion = (): string =>
  JSON.parse(readFileSync(join(CLIENT_FOLDER, '../../client/package.json'), 'utf8')).version;

/** What pip needs beside itself where it may not load anything. */
const canBuild = () => spawnSync(python, ['-c', 'import setuptools, wheel, pip']).status === 0;
const withoutPip =
  withoutPython ||
  (!canBuild() &&
    'NOT TESTED: this machine cannot build Python packages (Debian: apt-get install python3-pip python3-setuptools python3-wheel)');

describe('the package', () => {
  let service: Service;
  let address: string;
  before(async () => {
    service = await startService();
    await service.link('shopify', 'demo');
    address = `${service.origin}/docs/client-python.tar.gz`;
  });
  after(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is a source distribution with its metadata, and the client alone', async () => {
    const answer = await fetch(address);
    assert.equal(answer.headers.get('content-type'), 'application/gzip');
    writeFileSync(join(folder, 'client.tar.gz'), Buffer.from(await answer.arrayBuffer()));
    execFileSync('tar', ['-xzf', join(folder, 'client.tar.gz'), '-C', folder]);
    const version = clientVersion();
    const at = join(folder, `manifold_commerce-${version}`);
    const modules = readdirSync(join(CLIENT_FOLDER, 'manifold_commerce')).filter((name) =>
      /\.(py|typed)$/.test(name),
    );
    assert.ok(modules.includes('py.typed'));
    assert.deepEqual(readdirSync(at).sort(), [
      ...['LICENSE', 'PKG-INFO', 'README.md', 'manifold_commerce', 'pyproject.toml'],
    ]);
    assert.deepEqual(readdirSync(join(at, 'manifold_commerce')).sort(), modules.sort());
    const facts = readFileSync(join(at, 'PKG-INFO'), 'utf8').split('\n\n', 1)[0] ?? '';
    assert.match(facts, /^Metadata-Version: 2\.1\nName: manifold-commerce\n/);
    assert.ok(facts.includes(`\nVersion: ${version}\n`) && !/: *(\n|$)/.test(facts), facts);
    const source = readFileSync(join(at, 'manifold_commerce/__init__.py'), 'utf8');
    assert.ok(source.includes(`__version__ = "${version}"`));
  });

  it('is installed from the address of the service, and reads', { skip: withoutPip }, async () => {
    const to = join(folder, 'installed');
    const quiet = ['--quiet', '--disable-pip-version-check', '--no-cache-dir'];
    // Nothing else is to be had: no index, and what builds it is Debian's.
    const alone = ['--no-index', '--no-build-isolation', '--target', to];
    await run(python, ['-m', 'pip', 'install', ...quiet, ...alone, address], {
      env: { PATH: process.env.PATH, HOME: folder },
    }).catch((error: { readonly stderr: string }) => assert.fail(error.stderr));
    const program = `
import sys
from manifold_commerce import Manifold, __file__
manifold = Manifold(*sys.argv[1:])
print(__file__, sum(1 for _ in manifold.orders("shopify", "demo", limit=3).pages().__next__().records))
`;
    const { stdout } = await run(
      python,
      ['-c', program, service.origin, CLIENT.id, CLIENT.secret],
      { cwd: folder, env: { PYTHONPATH: to } },
    );
    assert.equal(stdout, `${join(to, 'manifold_commerce/__init__.py')} 3\n`);
  });
});
