// Tests of the channels' marks: none is like another, each can be seen, and each is as its package has it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { markFileOf, SOURCES } from '../../../test/mark-sources.ts';
import { channels } from '../../channels/index.ts';
import { markOf } from './icons.ts';

const drawn = Object.entries(channels).map(
  ([name, { title, mark }]) => [name, markOf({ title, mark }).html] as const,
);

test('no two channels are drawn alike', () => {
  // Colours and names of parts aside: what is drawn must differ.
  const shapes = drawn.map(([, svg]) => svg.replaceAll(/#[0-9a-f]{6}/g, ''));
  assert.equal(new Set(shapes).size, drawn.length);
});

test('the sign stands out from its tile', () => {
  for (const [name, svg] of drawn) {
    if (!channels[name]?.mark) continue;
    assert.match(svg, /fill="#(ffffff|14181f)"/, name);
    assert.doesNotMatch(svg, /style=/, name);
  }
});

test('every mark is as its package has it, with its licence; "npm run marks" writes them', () => {
  const marked = Object.keys(channels).filter((name) => channels[name]?.mark);
  assert.deepEqual(marked.sort(), Object.keys(SOURCES).sort());
  for (const name of marked) {
    const { path, text } = markFileOf(name);
    assert.equal(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'), text, path);
    assert.match(text, /CC0 1\.0|CC BY 4\.0/);
  }
});
