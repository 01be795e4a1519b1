// Plain English: words of an old dialect stay out of the code and of what people read.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Each has plain words instead: say, send, return, report; anyone who; no one; again; and for the
 * last, which meant three things, immediately, together or at the same time.
 */
const DIALECT = /\b(?:tell|tells|told|telling|untold|whoever|whomever|nobody|anew|at once)\b/gi;

/** What is written by hand: no vendors' samples, and not this file, which names the words. */
const WRITTEN =
  /^(?!test\/english\.test\.ts$)(?!.*(?:^|\/)(?:node_modules|dist|samples)\/).*\.(?:ts|js|mjs|py|sh|md|yaml)$/;

function counts(): Map<string, number> {
  const listed = [
    'bin',
    'src',
    'test',
    'client',
    'docs',
    'sandbox',
    'bench',
    'tools',
    'examples',
    'deploy',
  ].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name}`,
    ),
  );
  const files = [...listed, ...readdirSync(ROOT).filter((name) => name.endsWith('.md'))];
  const found = files
    .filter((file) => WRITTEN.test(file))
    .map((file) => [file, count(readFileSync(join(ROOT, file), 'utf8'))] as const);
  return new Map(found.filter(([, number]) => number > 0));
}

/** Names of several words are read word by word. */
const count = (text: string): number =>
  text.replaceAll(/(?<=[a-z])(?=[A-Z])|_/g, ' ').match(DIALECT)?.length ?? 0;

test('words of the dialect are counted, within others they are not', () => {
  assert.equal(count('Nobody was told at once; whoever asks anew tells.'), 6);
  assert.equal(count('tellAll, notTold, TELL_EVERY'), 3);
  assert.equal(count('foretold, concurrency, renewal, whatever'), 0);
});

test('no file has words of the dialect', () => {
  assert.deepEqual([...counts()], [], `reword these: ${DIALECT.source}`);
});
