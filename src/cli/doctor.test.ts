// The doctor: every setting is explained, with those of the operator's own apps at vendors.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { channels } from '../channels/index.ts';
import { readConfig, SETTINGS } from '../config.ts';
import { doctor } from './doctor.ts';

test('every setting and every key that a way by consent needs is listed, and can be set', async () => {
  const lines: string[] = [];
  const note = (line: string) => lines.push(stripVTControlCharacters(line));
  await doctor([], { out: note, err: note });
  const names = lines.flatMap((line) => /^MANIFOLD_[A-Z_]+/.exec(line)?.[0] ?? []);
  const known = SETTINGS.map(({ name }) => name);
  assert.deepEqual(names.slice(0, known.length), known);
  const { apps } = readConfig(
    Object.fromEntries(names.slice(known.length).map((name) => [name, 'x'])),
  );
  for (const [name, { ways }] of Object.entries(channels))
    for (const way of ways)
      for (const key of way.kind === 'consent' ? way.needs : [])
        assert.equal(apps[name]?.[key], 'x', `${name} ${key}`);
});
