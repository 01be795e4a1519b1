// Tests of a client's colour: whatever it is, what is written in it and on it can be read.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { accentStyle, accentStyleNamed } from './accent.ts';
import { contrast, mix } from './colour.ts';

test('contrast is what WCAG says', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21);
  assert.equal(contrast('#ffffff', '#ffffff'), 1);
  assert.equal(contrast('#777777', '#ffffff').toFixed(1), '4.5');
  assert.equal(mix('#000000', '#ffffff', 0.5), '#808080');
  assert.throws(() => contrast('red', '#ffffff'), /is not a colour/);
});

/** The variables of a rule, by name. */
const variablesIn = (rule: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...rule.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, a, b]) => [a, b]));

const frame = readFileSync(new URL('assets/frame.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = frame.split('@media (prefers-color-scheme: dark)');
const GROUNDS = [variablesIn(light), variablesIn(dark)];

test('every colour can be read in light and dark, on cards, grounds, tints and buttons', () => {
  const steps = ['00', '33', '80', 'cc', 'ff'];
  const all = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)));
  for (const accent of all) {
    const themes = accentStyle(accent).content.split('@media').map(variablesIn);
    for (const [at, own] of themes.entries()) {
      const { card = '', ground = '', ink = '', soft = '' } = GROUNDS[at] ?? {};
      const { tint = '', button = '', 'on-button': on = '', 'button-strong': strong = '' } = own;
      const pairs = [
        ...[card, ground, tint].map((other) => [own.accent, other]),
        ...[card, ground, tint].map((other) => [own['accent-strong'], other]),
        ...[ink, soft].map((text) => [text, tint]),
        [on, button],
        [on, strong],
      ];
      for (const [one = '', other = ''] of pairs)
        assert.ok(contrast(one, other) >= 4.5, `${accent}: ${one} on ${other}, theme ${at}`);
      assert.equal(button, accent);
    }
  }
});

test('a stylesheet is found by its name and by no other', () => {
  const { name, content } = accentStyle('#ff8800');
  assert.match(name, /^ff8800\.[0-9a-f]{12}\.css$/);
  assert.equal(accentStyleNamed(name), content);
  const [light, dark] = content.split('@media (prefers-color-scheme:dark)');
  for (const [theme, last] of [
    ['light', `@media not all${dark}`],
    ['dark', `@media all${dark}`],
  ] as const) {
    const one = accentStyle('#ff8800', theme);
    assert.equal(one.content, light + last);
    assert.equal(accentStyleNamed(one.name), one.content);
  }
  for (const other of ['', 'ff8800.css', name.replace('ff8800', 'ff8801'), `x${name}`, '../x.css'])
    assert.equal(accentStyleNamed(other), undefined, other);
});
