// What every channel declares of its fields, ways and words: that they belong together.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fieldsOf, wayForm } from '../link/form.ts';
import { walkOf } from '../link/walk.ts';
import { vocabularies } from '../link/words/index.ts';
import { channels } from './index.ts';
import { LANGUAGES } from './words.ts';

/** All texts inside, however deep. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

for (const [name, channel] of Object.entries(channels))
  describe(`words of ${name}`, () => {
    test('every input has a label of its own, every choice a name, every form its steps', () => {
      for (const language of LANGUAGES)
        for (const way of channel.ways) {
          const words = channel.words[language].ways[way.id];
          assert.ok(words, `${way.id} has no words`);
          if (way.kind === 'form') assert.ok((words.steps ?? []).length > 0, way.id);
          for (const { key, label, choices } of wayForm(way, channel).inputs(language)) {
            assert.notEqual(label, key, `${way.id} ${key} ${language}`);
            for (const choice of choices) assert.notEqual(choice.label, choice.value, key);
          }
        }
    });

    test('where there are several ways, each says whom it suits, and no two the same', () => {
      for (const language of LANGUAGES) {
        const { ways } = channel.words[language];
        const suits = channel.ways.map(({ id }) => ways[id]?.suits ?? '');
        if (suits.length === 1) assert.deepEqual(suits, ['']);
        else
          assert.ok(
            suits.every((text) => text.length > 20),
            `${name} ${language}`,
          );
        assert.equal(new Set(suits).size, suits.length, `${name} ${language}`);
      }
    });

    test('no text is empty, and none has a dash that no one types', () => {
      for (const language of LANGUAGES)
        for (const text of textsIn(channel.words[language])) {
          assert.ok(text.trim().length > 1, text);
          assert.doesNotMatch(text, /\u2014/);
        }
    });

    test('nothing is worded that no way asks for and no source speaks of', () => {
      const asked = new Set(
        channel.ways.flatMap((way) => fieldsOf(way, channel).map(({ key }) => key)),
      );
      const { fields, ways, reasons } = channel.words.en;
      for (const key of Object.keys(fields)) assert.ok(asked.has(key), key);
      const ids = new Set(channel.ways.map(({ id }) => id));
      for (const id of Object.keys(ways)) assert.ok(ids.has(id), id);
      const source = sourcesOf(name) + sourcesOf('kit');
      // Some are put together: `missing_${scope}`, `${group}_not_allowed`.
      for (const reason of Object.keys(reasons)) {
        const [first = '', ...rest] = reason.split('_');
        const isShared = Object.hasOwn(vocabularies.en.reasons, reason);
        const isNamed = source.includes(`'${reason}'`) || isShared;
        const isMade =
          source.includes(`\`${first}_\${`) || source.includes(`}_${rest.join('_')}\``);
        assert.ok(isNamed || isMade, `no source gives the reason ${reason}`);
      }
    });

    test('the page of a form is known from the start, or once the input it names is typed', () => {
      for (const way of channel.ways) {
        if (way.kind !== 'form' || !way.place || way.placeNeeds === undefined) continue;
        const needed = fieldsOf(way, channel).find(({ key }) => key === way.placeNeeds);
        assert.ok(needed, way.placeNeeds);
        const example = needed.list ? needed.example.split(', ') : needed.example;
        assert.match(way.place({ [needed.key]: example }) ?? '', /^https:\/\//, way.id);
      }
    });

    test('a drawing holds only words that stand in the sentences beside it', () => {
      for (const way of channel.ways)
        for (const language of LANGUAGES) {
          const { steps = [], menu, button } = channel.words[language].ways[way.id] ?? {};
          assert.equal(menu !== undefined, way.kind === 'form', way.id);
          const said = steps.join(' ').toLowerCase();
          const drawn = [...(menu?.split(' > ') ?? []), ...(button ? [button] : [])];
          for (const word of drawn) assert.ok(said.includes(word.toLowerCase()), word);
        }
    });

    test('a way with keys is a walk in which each input is asked for once, after its page is known', () => {
      for (const way of channel.ways) {
        if (way.kind !== 'form') continue;
        const walk = walkOf(way, channel);
        const asked = walk.flatMap(({ asks }) => asks?.key ?? []);
        assert.deepEqual(asked.toSorted(), fieldsOf(way, channel).map(({ key }) => key).toSorted()); // biome-ignore format: one line
        const { steps = [] } = channel.words.en.ways[way.id] ?? {};
        const said = walk.flatMap(({ says }) => says).toSorted((a, b) => a - b);
        assert.deepEqual(said, [...steps.keys()]);
        const there = walk.findIndex(({ draws }) => draws === 'menu');
        if (way.placeNeeds !== undefined) assert.ok(asked.indexOf(way.placeNeeds) < there);
      }
    });

    test('an example passes the first check of its input', () => {
      for (const way of channel.ways)
        for (const { key, pattern, example } of fieldsOf(way, channel))
          if (pattern)
            assert.match(example.replace('…', '0'), new RegExp(`^(?:${pattern})$`, 'v'), key);
    });

    test('how values begin and look fits their own field, and its reason has words', () => {
      for (const { key, example, begins = [], looks, wrong } of channel.fields) {
        const value = example.replace('…', '0');
        if (begins.length > 0) assert.ok(begins.some((one) => value.startsWith(one)), key); // biome-ignore format: one line
        if (looks) assert.match(value, new RegExp(`^(?:${looks})$`, 'v'), key);
        for (const language of LANGUAGES)
          if (wrong) assert.ok(channel.words[language].reasons[wrong], `${key} ${wrong}`);
      }
    });
  });

function sourcesOf(name: string): string {
  const folder = new URL(`./${name}/`, import.meta.url);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/test\.ts$|^words/.test(file))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n');
}
