// The packages that run in production are under licences that let anyone embed, sell and host Manifold.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

interface Locked {
  readonly license?: string;
  readonly dev?: true;
  readonly devOptional?: true;
}

const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
]);

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));

const { packages } = read('package-lock.json') as { packages: Record<string, Locked> };

test('what runs in production may be embedded, sold and hosted', () => {
  const running = Object.entries(packages).filter(
    ([name, { dev, devOptional }]) => name !== '' && !dev && !devOptional,
  );
  assert.ok(running.length > 50, `only ${running.length} packages were found`);
  const others = running.filter(([, { license }]) => !isAllowed(license));
  assert.deepEqual(
    others.map(([name, { license }]) => `${name}: ${license}`),
    [],
  );
});

test('our own licence is the same wherever it is named', () => {
  assert.equal(read('package.json').license, 'Apache-2.0');
  assert.equal(packages['']?.license, 'Apache-2.0');
  assert.match(
    readFileSync(new URL('../LICENSE', import.meta.url), 'utf8'),
    /Apache License\s+Version 2\.0/,
  );
});

/** One licence, or a choice of which one is enough; what must all be kept is not a choice. */
const isAllowed = (license = ''): boolean =>
  license
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .some((name) => ALLOWED.has(name));
