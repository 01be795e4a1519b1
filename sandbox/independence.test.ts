// The sandbox is independent: nothing in it may import from the service.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { test } from 'node:test';

const root = import.meta.dirname;

test('no file of the sandbox imports a file outside of it', () => {
  const files = globSync('**/*.ts', { cwd: root });
  assert.ok(files.length > 30);
  for (const file of files) {
    const text = readFileSync(resolve(root, file), 'utf8');
    for (const [, still, dynamic] of text.matchAll(
      /^(?:import|\} from|export .* from)\b.*'([^']+)';$|\bimport\('([^']+)'\)/gm,
    )) {
      const target = still ?? dynamic ?? '';
      if (!/^[./]/.test(target)) continue;
      const inside = relative(root, resolve(root, dirname(file), target));
      assert.ok(!inside.startsWith('..'), `${file} imports ${target}`);
    }
  }
});
