// The command that makes samples: what it writes, and what it refuses to write.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { channels } from '../src/channels/index.ts';
import { makeSample } from './sample.ts';
import { PREFIX, unifiedOf } from './samples.ts';

const SCRIPT = new URL('./sample.ts', import.meta.url).pathname;
const SAMPLES = new URL('../src/channels/', import.meta.url);
const NATIVE = 'order-cancelled.native.json';
const UNIFIED = 'order-cancelled.unified.json';

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'manifold-sample-'));
  copyFileSync(new URL(`amazon/samples/${NATIVE}`, SAMPLES), join(folder, NATIVE));
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** As a command; what it does is shown without a process for each case. */
function sample(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('it writes what the record becomes, beside it', () => {
  const { status, stdout } = sample('amazon', 'orders', join(folder, NATIVE));
  assert.equal(status, 0);
  assert.match(stdout, /order-cancelled\.unified\.json was written/);
  assert.equal(
    readFileSync(join(folder, UNIFIED), 'utf8'),
    readFileSync(new URL(`amazon/samples/${UNIFIED}`, SAMPLES), 'utf8'),
  );
});

test('what is there already is kept, unless it may be overwritten', () => {
  writeFileSync(join(folder, UNIFIED), 'mine');
  const args = ['amazon', 'orders', join(folder, NATIVE)];
  assert.throws(() => makeSample(args), /is there already; --overwrite replaces it/);
  assert.equal(readFileSync(join(folder, UNIFIED), 'utf8'), 'mine');
  makeSample([...args, '--overwrite']);
  assert.notEqual(readFileSync(join(folder, UNIFIED), 'utf8'), 'mine');
});

test('what cannot be right is refused in a sentence, and nothing is written', () => {
  const native = join(folder, NATIVE);
  const refusals: readonly (readonly [args: readonly string[], says: RegExp])[] = [
    [[], /npm run sample -- <channel>/],
    [['amazon', 'orders'], /npm run sample -- <channel>/],
    [['amazon', 'refunds', native], /npm run sample -- <channel>/],
    [['etsy', 'orders', native], /There is no channel etsy/],
    [['magento', 'orders', native, '--overwrite'], /magento has no orders/],
    [['amazon', 'products', native], /is called product-….native.json/],
    [['amazon', 'orders', join(folder, UNIFIED)], /is called order-….native.json/],
  ];
  const before = readdirSync(folder);
  for (const [args, says] of refusals) assert.throws(() => makeSample(args), says);
  const { status, stderr } = sample();
  assert.deepEqual([status, /^npm run sample -- <channel>/.test(stderr)], [1, true], stderr);
  assert.deepEqual(readdirSync(folder), before);
});

test('every sample there is could have been made by it', () => {
  for (const [name, channel] of Object.entries(channels)) {
    const samples = new URL(`${name}/samples/`, SAMPLES);
    const read = (file: string) => JSON.parse(readFileSync(new URL(file, samples), 'utf8'));
    for (const kind of ['orders', 'products'] as const)
      for (const file of readdirSync(samples))
        if (file.startsWith(PREFIX[kind]) && file.endsWith('.native.json'))
          assert.deepEqual(
            unifiedOf(name, channel, kind, read(file)).record,
            read(file.replace('.native.', '.unified.')),
            `${name} ${file}`,
          );
  }
});
