// The law: whatever reads strangers’ text costs less than three times as much for twice the text.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { findSuperLinear } from '../../tools/super-linear.mjs';
import { isAll, shownOn } from '../all.ts';
import { readersOf } from './channels.ts';
import { tooCostly } from './cost.ts';
import { PLAIN_SHAPES, SHAPES, type Shape } from './shapes.ts';
import { OTHERS, READERS } from './table.ts';

const ROOT = new URL('../../', import.meta.url);
/** Long enough that a square stands out by hundreds of times, short enough that all are soon read. */
const N = (isAll ? 16 : 4) * 1024;

/** Without repetitions each reader meets every fifth shape, and readers next to each other others. */
const some = (shapes: readonly Shape[], place: number): readonly Shape[] =>
  shapes.filter((_, at) => isAll || (at + place) % 5 === 0);

describe('readers of strangers’ text', () => {
  for (const [place, [file, readers]] of Object.entries(READERS).entries())
    for (const [at, [name, read]] of Object.entries(readers).entries())
      test(`${file}: ${name}`, async () => {
        assert.deepEqual(await tooCostly(read, some(SHAPES, place + at), N), []);
      });

  for (const [channel, driver] of shownOn(channels, 3))
    for (const [at, [name, read]] of Object.entries(readersOf(driver)).entries())
      test(`${channel}: ${name}`, async () => {
        assert.deepEqual(await tooCostly(read, some(PLAIN_SHAPES, at), N / 2), []);
      });

  test('every module that reads text is measured, or says why not', () => {
    const named = new Set([...Object.keys(READERS), ...Object.keys(OTHERS)]);
    const files = modules().filter((file) => READS.test(sourceOf(file)));
    assert.deepEqual(
      files.filter((file) => !named.has(file)),
      [],
      'add a row for it to test/readers/table.ts',
    );
    const known = new Set(modules());
    assert.deepEqual(
      [...named].filter((file) => !known.has(file)),
      [],
    );
  });

  test('a reader that grows with the square of the text is found', async () => {
    const slashes = SHAPES.filter(({ name }) => name === '"/" with an end');
    assert.equal((await tooCostly((text) => /\/+$/.test(text), slashes, 4096)).length, 1);
    assert.equal((await tooCostly((text) => /(?<!\/)\/+$/.test(text), slashes, 4096)).length, 0);
  });
});

/** Holds an expression, makes large integers, or goes through a text character by character. */
const READS =
  /\/[dgimsuvy]*\.(?:test|exec)\(|(?:replace(?:All)?|split|match(?:All)?|search)\(\s*\/|= \/.+\/[dgimsuvy]*;|RegExp\(|BigInt\(|(?:charCode|codePoint|char)At\(/;

/** Rooms whose text comes from the operator or from ourselves; channels are measured one by one. */
const NOT_OF_STRANGERS = /^src\/(?:cli|operate|serve|store|care|observe|channels\/(?!kit\/)\w+)\//;

function modules(): readonly string[] {
  return readdirSync(new URL('src', ROOT), { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.ts$/.test(entry.name) && !/\.test\.ts$/.test(entry.name),
    )
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(ROOT.pathname.length))
    .filter((file) => !NOT_OF_STRANGERS.test(file));
}

const sourceOf = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8');

describe('patterns that are declared', () => {
  for (const [channel, { fields }] of Object.entries(channels))
    test(channel, () => {
      for (const { key, pattern } of fields)
        if (pattern !== undefined)
          assert.equal(findSuperLinear(`^(?:${pattern})$`, 'v'), undefined, `${channel} ${key}`);
    });
});
