// The documents against the code: every exit that they name is as the table of faults has it.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { Compile } from 'typebox/compile';
import { CompletionEvent } from '../src/model/event.ts';
import { FAULTS } from '../src/model/faults.ts';
import { NOTICE_TYPES, NOTICES } from '../src/model/notices.ts';

interface Exit {
  readonly code: string;
  readonly status: string;
  readonly list: string;
  readonly again: string | undefined;
}

const read = (name: string) => readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8');

/** Rows of tables that have a code, its status, its list and, in some, whether to try again. */
function exitsOf(document: string): Exit[] {
  const row = /\| `([a-z_]+)` \| (\d{3}) \| (\w+Errors) \| (?:(yes|no) \|$)?/gm;
  return [...document.matchAll(row)].map(([, code = '', status = '', list = '', again]) => ({
    code,
    status,
    list,
    again,
  }));
}

for (const name of ['request.md', 'errors.md'])
  describe(name, () => {
    const exits = exitsOf(read(name));

    test('codes, statuses and lists are those of the table of faults', () => {
      assert.ok(
        exits.length >= Object.keys(FAULTS).length,
        `only ${exits.length} exits were found`,
      );
      for (const { code, status, list } of exits) {
        assert.ok(code in FAULTS, `there is no fault ${code}`);
        const fault = FAULTS[code as keyof typeof FAULTS];
        assert.deepEqual([code, status, list], [code, String(fault.status), fault.list]);
      }
    });
  });

describe('the life of a request', () => {
  const document = read('request.md');
  const exits = exitsOf(document);

  test('every exit says whether to try again, and promises no more than the fault does', () => {
    for (const { code, again } of exits) {
      assert.ok(again, `${code} does not say whether to try again`);
      const { retryable } = FAULTS[code as keyof typeof FAULTS];
      assert.ok(again === 'no' || retryable, `${code} cannot be tried again`);
    }
  });

  test('every fault that a data call can end in has an exit', () => {
    // What only other routes answer with, and what the paragraph on background runs has.
    const elsewhere = [
      ...['not_found', 'method_not_allowed', 'result_quota_met', 'set_aside'],
      ...['invalid_cursor', 'cursor_expired', 'too_many_watches'],
    ];
    const missing = Object.keys(FAULTS).filter(
      (code) => !elsewhere.includes(code) && !exits.some((exit) => exit.code === code),
    );
    assert.deepEqual(missing, []);
  });

  test('a row that names no exit says why', () => {
    const rows = document.split('\n').filter((line) => /(\| ){4}\|$/.test(line));
    assert.ok(rows.length > 0);
    for (const line of rows) assert.match(line, /\| \(.{10,}\) (\| ){4}\|$/);
  });

  test('it is one page: read at a sitting', () => {
    assert.ok(document.split('\n').length <= 150);
  });
});

describe('events.md', () => {
  const document = read('events.md');
  const examples = [...document.matchAll(/```json event\n([\s\S]*?)```/g)].map(([, text = '']) =>
    JSON.parse(text),
  );
  const schemas = { 'execution.completed': CompletionEvent, ...NOTICES };

  test('there is one example of every event, under its name', () => {
    const names = ['execution.completed', ...NOTICE_TYPES];
    assert.deepEqual(examples.map(({ type }) => type).sort(), names.sort());
    for (const type of NOTICE_TYPES) assert.ok(document.includes(`**\`${type}\`**`), type);
  });

  test('each is as its schema says', () => {
    for (const example of examples) {
      const validator = Compile(schemas[example.type as keyof typeof schemas]);
      assert.deepEqual([...validator.Errors(example)], [], example.type);
    }
  });

  test('every word that an event may hold is explained', () => {
    const words = Object.values(NOTICES).flatMap(({ properties }) =>
      Object.values(properties.data.properties).flatMap((field) =>
        'enum' in field && Array.isArray(field.enum) ? field.enum : [],
      ),
    );
    assert.ok(words.length > 8);
    for (const word of words) assert.ok(new RegExp(`[\`"]${word}[\`"]`).test(document), word);
  });
});

test('files of code that the documents name are there', () => {
  const root = new URL('../', import.meta.url);
  const found = (pattern: string) => globSync(pattern, { cwd: root });
  const files = found('{bench,bin,client,clients,sandbox,src,test,tools}/**/*.{ts,mjs,wat,py}');
  const documents = found('{*.md,{bench,docs,src}/**/*.md}');
  const gone = documents.flatMap((document) =>
    [...readFileSync(new URL(document, root), 'utf8').matchAll(/`([\w/.-]+\.(?:ts|mjs|wat|py))`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))
      .map((name) => `${document} names ${name}`),
  );
  assert.deepEqual(gone, []);
});
