// Exports: however often and wherever one is broken off, the file is the same as an undisturbed one.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { BrokenOff, type ExportOptions, exportTo, type Page } from './export-file.ts';
import type { FileFormat } from './formats.ts';

const COLUMNS = ['id', 'text', 'list'];

function folderFor(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'manifold-export-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return (name: string) => join(folder, name);
}

/** Pages of records by token; the ones named fail when they are asked for the first time. */
function source(pages: readonly (readonly string[])[], failing: ReadonlySet<number> = new Set()) {
  const failed = new Set<number>();
  const asked: number[] = [];
  const read = async function* (_sent: unknown, from: string | undefined): AsyncGenerator<Page> {
    for (let at = from === undefined ? 0 : Number(from); at < Math.max(1, pages.length); at += 1) {
      if (failing.has(at) && !failed.has(at)) {
        failed.add(at);
        throw new Error('the line went dead');
      }
      asked.push(at);
      const records = (pages[at] ?? []).map((text, each) => ({
        id: `${at}-${each}`,
        text,
        list: [text],
      }));
      yield { records, token: at + 1 < pages.length ? String(at + 1) : undefined };
    }
  };
  return { read, asked };
}

const asking = (
  file: string,
  pages: ExportOptions['pages'],
  more: Partial<ExportOptions> = {},
): ExportOptions => ({
  ...{
    file,
    pages,
    resume: false,
    force: false,
    format: 'jsonl',
    columns: COLUMNS,
    max: undefined,
  },
  ...{ question: { '--status': 'any' }, sent: { channel: 'c', user: 'u', limit: 2 } },
  ...{ onStart: () => {}, onPage: () => {} },
  ...more,
});

/** Runs until it is whole, as a person would; between two runs something may happen to the files. */
async function persist(options: ExportOptions, meanwhile: () => void = () => {}): Promise<number> {
  for (let runs = 1; ; runs += 1) {
    assert.ok(runs < 100, 'it comes to an end');
    try {
      await exportTo({ ...options, resume: runs > 1 });
      return runs;
    } catch (error) {
      if (!(error instanceof BrokenOff)) throw error;
      assert.ok(!existsSync(options.file), 'what is not whole does not have the name');
      meanwhile();
    }
  }
}

const spiky = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('a,b', '"', 'one\ntwo', '', 'é宝'),
);
const allPages = fc.array(fc.array(spiky, { maxLength: 4 }), { maxLength: 6 });

describe('an export', () => {
  it('is the same file, however it was broken off', async (t) => {
    const at = folderFor(t);
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        allPages,
        fc.uniqueArray(fc.integer({ min: 0, max: 5 })),
        fc.constantFrom<FileFormat>('jsonl', 'json', 'csv'),
        fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
        fc.string({ maxLength: 30 }),
        async (pages, failing, format, max, torn) => {
          run += 1;
          const whole = at(`whole-${run}`);
          await exportTo(asking(whole, source(pages).read, { format, max }));
          const file = at(`broken-${run}`);
          const broken = source(pages, new Set(failing));
          // A kill in the middle of a write leaves half a line after what the note knows.
          await persist(asking(file, broken.read, { format, max }), () =>
            appendFileSync(`${file}.part`, torn),
          );
          assert.equal(readFileSync(file, 'utf8'), readFileSync(whole, 'utf8'));
          assert.deepEqual(broken.asked, [...new Set(broken.asked)], 'no page is read twice');
          const left = readdirSync(at('.')).filter((name) => /part|resume/.test(name));
          assert.deepEqual(left, []);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('never has half a line where it is left', async (t) => {
    const file = folderFor(t)('out.csv');
    const { read } = source([['a', 'b'], ['c\nd'], ['e']], new Set([2]));
    await assert.rejects(exportTo(asking(file, read, { format: 'csv' })), BrokenOff);
    assert.equal(
      readFileSync(`${file}.part`, 'utf8'),
      'id,text,list\n0-0,a,"[""a""]"\n0-1,b,"[""b""]"\n1-0,"c\nd","[""c\\nd""]"\n',
    );
    assert.equal(statSync(`${file}.part`).mode & 0o777, 0o600);
    assert.equal(statSync(`${file}.resume`).mode & 0o777, 0o600);
  });

  it('goes on with the question of before alone, sent as it was then', async (t) => {
    const file = folderFor(t)('out.jsonl');
    const { read } = source([['a'], ['b']], new Set([1]));
    await assert.rejects(exportTo(asking(file, read)), BrokenOff);
    const again = (more: Partial<ExportOptions>) =>
      exportTo(asking(file, read, { resume: true, ...more }));
    await assert.rejects(exportTo(asking(file, read)), /broken off after 1 records: --resume/);
    await assert.rejects(
      again({ question: { '--status': 'open' } }),
      /--status was "any", and is "open" now/,
    );
    await assert.rejects(again({ question: {} }), /--status was "any", and is not given now/);
    await assert.rejects(again({ format: 'csv' }), /format was "jsonl", and is "csv" now/);
    const sent: unknown[] = [];
    await again({
      sent: { channel: 'other', user: 'u', limit: 9 },
      pages: (query, from) => {
        sent.push(query);
        return read(query, from);
      },
    });
    assert.deepEqual(sent, [{ channel: 'c', user: 'u', limit: 2 }]);
  });

  it('leaves a file that is there alone, unless told', async (t) => {
    const file = folderFor(t)('out.jsonl');
    writeFileSync(file, 'mine\n');
    const { read } = source([['a']]);
    await assert.rejects(exportTo(asking(file, read)), /is there already: --force/);
    assert.equal(readFileSync(file, 'utf8'), 'mine\n');
    await exportTo(asking(file, read, { force: true }));
    assert.equal(readFileSync(file, 'utf8'), '{"id":"0-0","text":"a","list":["a"]}\n');
  });

  it('says what is wrong with what was left', async (t) => {
    const at = folderFor(t);
    const broken = async (name: string) => {
      const file = at(name);
      await assert.rejects(
        exportTo(asking(file, source([['a'], ['b']], new Set([1])).read)),
        BrokenOff,
      );
      return {
        file,
        again: () => exportTo(asking(file, source([['a'], ['b']]).read, { resume: true })),
      };
    };
    const short = await broken('short');
    truncateSync(`${short.file}.part`, 3);
    await assert.rejects(short.again(), /shorter than it was/);
    const gone = await broken('gone');
    rmSync(`${gone.file}.part`);
    await assert.rejects(gone.again(), /is gone: begin anew/);
    const spoilt = await broken('spoilt');
    writeFileSync(`${spoilt.file}.resume`, '{"offset":"many"}');
    await assert.rejects(spoilt.again(), /not what an export left/);
    await assert.rejects(
      exportTo(asking(at('no/such/folder'), source([]).read)),
      /cannot be written \(ENOENT\)/,
    );
  });

  it('is not gone on with while another process writes it', async (t) => {
    const file = folderFor(t)('out.jsonl');
    const { read } = source([['a'], ['b']], new Set([1]));
    await assert.rejects(exportTo(asking(file, read)), BrokenOff);
    const writer = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'manifold']);
    await once(writer, 'spawn');
    const note = JSON.parse(readFileSync(`${file}.resume`, 'utf8'));
    writeFileSync(`${file}.resume`, JSON.stringify({ ...note, pid: writer.pid }));
    const again = () => exportTo(asking(file, read, { resume: true }));
    await assert.rejects(again(), /^CommandError: Process \d+ is writing/);
    writer.kill('SIGKILL');
    await once(writer, 'exit');
    assert.equal((await again()).count, 2);
  });

  it('that was killed between its name and the end of its note is whole', async (t) => {
    const file = folderFor(t)('out.jsonl');
    const { read } = source([['a'], ['b']], new Set([1]));
    await assert.rejects(exportTo(asking(file, read)), BrokenOff);
    const note = readFileSync(`${file}.resume`, 'utf8');
    await exportTo(asking(file, read, { resume: true }));
    const whole = readFileSync(file, 'utf8');
    writeFileSync(`${file}.resume`, JSON.stringify({ ...JSON.parse(note), done: true }));
    const { count } = await exportTo(
      asking(file, () => assert.fail('nothing is asked'), { resume: true }),
    );
    assert.deepEqual(
      [count, readFileSync(file, 'utf8'), existsSync(`${file}.resume`)],
      [1, whole, false],
    );
  });
});
