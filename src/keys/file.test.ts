// Tests of the key file: never half written, never open to others, never without a key that was in it.
import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { addToKeyFile, keyFileChanges, makeKeyFile, readKeyFile } from './file.ts';
import { newKeyEntry } from './ring.ts';

function place(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'manifold-keys-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'keys');
}

test('a new file is for its owner alone, and stays as it is when it is made again', (t) => {
  const file = place(t);
  const first = newKeyEntry('a');
  makeKeyFile(file, first);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.deepEqual(readKeyFile(file).ids, ['a']);
  const before = readFileSync(file, 'utf8');
  assert.throws(() => makeKeyFile(file, newKeyEntry('b')), {
    name: 'KeyRingError',
    message: /is there already and stays as it is/,
  });
  assert.equal(readFileSync(file, 'utf8'), before);
});

test('a key is added in front, and the words for people stay', (t) => {
  const file = place(t);
  makeKeyFile(file, newKeyEntry('a'));
  writeFileSync(file, `${readFileSync(file, 'utf8')}# older:\n${newKeyEntry('z')}\n`);
  addToKeyFile(file, newKeyEntry('b'));
  addToKeyFile(file, newKeyEntry('c'));
  assert.deepEqual(readKeyFile(file).ids, ['c', 'b', 'a', 'z']);
  assert.match(readFileSync(file, 'utf8'), /^# The key ring[\s\S]+# older:/);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.throws(() => addToKeyFile(file, newKeyEntry('a')), /has the id "a" twice/);
  assert.deepEqual(readKeyFile(file).ids, ['c', 'b', 'a', 'z']);
});

test('who could read the file can read it with the new key', (t) => {
  const file = place(t);
  makeKeyFile(file, newKeyEntry('a'));
  // Only root can give a file away, and only root adds a key to another's.
  const owner = process.getuid?.() === 0 ? 12_345 : statSync(file).uid;
  chownSync(file, owner, statSync(file).gid);
  chmodSync(file, 0o640);
  addToKeyFile(file, newKeyEntry('b'));
  const { mode, uid } = statSync(file);
  assert.deepEqual([mode & 0o777, uid], [0o640, owner]);
});

test('one change at a time: a second one, or one that broke off, is said and harms nothing', (t) => {
  const file = place(t);
  makeKeyFile(file, newKeyEntry('a'));
  writeFileSync(`${file}.new`, 'half', { mode: 0o600 });
  assert.throws(() => addToKeyFile(file, newKeyEntry('b')), /another command is changing/);
  assert.deepEqual(readKeyFile(file).ids, ['a']);
});

test('a file that others can read or change, is missing or is no ring is refused in a sentence', (t) => {
  const file = place(t);
  assert.throws(() => readKeyFile(file), /There is no key file .* bring the file it had/);
  makeKeyFile(file, newKeyEntry('a'));
  for (const mode of [0o644, 0o604, 0o660, 0o620, 0o602]) {
    chmodSync(file, mode);
    assert.throws(() => readKeyFile(file), /open to others .*chmod 600/, mode.toString(8));
  }
  // A mounted secret is often its group's to read.
  for (const mode of [0o600, 0o400, 0o440, 0o640]) {
    chmodSync(file, mode);
    assert.deepEqual(readKeyFile(file).ids, ['a']);
  }
  chmodSync(file, 0o600);
  const [, key = ''] = newKeyEntry('a').split(':');
  for (const wrong of ['', '# nothing', 'a', `a:${key.slice(0, -3)}`]) {
    writeFileSync(file, wrong);
    assert.throws(
      () => readKeyFile(file),
      (error: Error) => {
        assert.match(error.message, /^The key file .* cannot be used\. /);
        return !error.message.includes(key.slice(0, -3));
      },
    );
  }
});

test('a file that changed is read once more, and only then', (t) => {
  const file = place(t);
  makeKeyFile(file, newKeyEntry('a'));
  const changes = keyFileChanges(file);
  assert.equal(changes(), undefined);
  addToKeyFile(file, newKeyEntry('b'));
  assert.deepEqual(changes()?.ids, ['b', 'a']);
  assert.equal(changes(), undefined);
  rmSync(file);
  assert.throws(() => changes(), /There is no key file/);
  assert.equal(changes(), undefined);
  makeKeyFile(file, newKeyEntry('c'));
  assert.deepEqual(changes()?.ids, ['c']);
});
