// A file of records that can be broken off at any moment and gone on with: nothing lost, nothing twice, no half line.
import { existsSync, readFileSync } from 'node:fs';
import { type FileHandle, open, rename, rm, writeFile } from 'node:fs/promises';
import { CommandError } from './declare.ts';
import { type FileFormat, type Item, writingOf } from './formats.ts';

/** What was asked for, by the names of the options: a file goes on with the same alone. */
export type Question = Readonly<Record<string, string | undefined>>;

/** What is sent, by the names of the body, beside who and where. What does not fit the service refuses. */
export interface Sent {
  readonly channel: string;
  readonly user: string;
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
  readonly [field: string]: unknown;
}

/** What is known beside the file, after every page. */
interface State {
  readonly question: Question;
  /** As it was sent the first time: "yesterday" is another day by now. */
  readonly sent: Sent;
  readonly format: FileFormat;
  readonly columns: readonly string[];
  /** Where the next page begins; null at the start. */
  readonly token: string | null;
  /** Bytes and records that are whole. */
  readonly offset: number;
  readonly count: number;
  /** Nothing is left to read. */
  readonly done: boolean;
  /** Whoever writes it now. */
  readonly pid: number | null;
}

export interface Page {
  readonly records: readonly Item[];
  readonly token: string | undefined;
}

export interface ExportOptions {
  readonly file: string;
  readonly resume: boolean;
  readonly force: boolean;
  readonly question: Question;
  readonly sent: Sent;
  readonly format: FileFormat;
  readonly columns: readonly string[];
  /** No more than so many records. */
  readonly max: number | undefined;
  readonly pages: (sent: Sent, from: string | undefined) => AsyncIterable<Page>;
  readonly onStart: (before: number) => void;
  readonly onPage: (count: number, bytes: number) => void;
}

export interface Exported {
  readonly count: number;
  readonly bytes: number;
  /** How many were there from an earlier run. */
  readonly before: number;
}

/** It stopped on the way; what is there is kept, and can be gone on with. */
export class BrokenOff extends Error {
  override readonly name = 'BrokenOff';
  readonly count: number;

  constructor(count: number, cause: unknown) {
    super('The export was broken off.', { cause });
    this.count = count;
  }
}

/**
 * Records are collected beside the file, which appears under its name when it is whole. After each page a
 * note says how far that is; whatever came after the note is cut off by the next run.
 */
export async function exportTo(options: ExportOptions): Promise<Exported> {
  const { file, max } = options;
  const [part, note] = [`${file}.part`, `${file}.resume`];
  let state = begun(options, note, part);
  const before = state.count;
  options.onStart(before);
  if (isWhole(state, file) && !existsSync(part)) {
    await rm(note, { force: true });
    return { count: before, bytes: state.offset, before };
  }
  const writing = writingOf(state.format, state.columns);
  const handle = await opened(part, before > 0 || state.offset > 0 ? 'r+' : 'w+');
  try {
    if ((await handle.stat()).size < state.offset)
      throw new CommandError(
        `${part} is shorter than it was when the export was broken off. Begin anew with --force.`,
      );
    await handle.truncate(state.offset);
    const append = async (text: string, next: Partial<State>) => {
      const bytes = Buffer.from(text);
      await writeAll(handle, bytes, state.offset);
      // The note must never know more than the disk.
      await handle.datasync();
      state = { ...state, ...next, offset: state.offset + bytes.length };
      await keep(note, state);
    };
    try {
      await append(state.offset === 0 ? writing.begin : '', { pid: process.pid });
      if (!state.done && !isFull(state.count, max)) {
        for await (const page of options.pages(state.sent, state.token ?? undefined)) {
          const records = page.records.slice(0, max === undefined ? undefined : max - state.count);
          const text = records.map((record, at) => writing.record(record, state.count + at === 0));
          const count = state.count + records.length;
          await append(text.join(''), { count, token: page.token ?? null });
          options.onPage(count, state.offset);
          if (isFull(count, max)) break;
        }
      }
      if (!state.done) await append(writing.end, { done: true });
    } catch (error) {
      // Best left as the note says; if even that fails, the next run does it.
      await handle.truncate(state.offset).catch(() => {});
      await keep(note, { ...state, pid: null }).catch(() => {});
      throw new BrokenOff(state.count, error);
    }
  } finally {
    await handle.close();
  }
  await rename(part, file);
  await rm(note, { force: true });
  return { count: state.count, bytes: state.offset, before };
}

const isFull = (count: number, max: number | undefined): boolean =>
  max !== undefined && count >= max;

/** Where it begins: at the start, or where an earlier run was. */
function begun(options: ExportOptions, note: string, part: string): State {
  const { file, resume, force, question, sent, format, columns } = options;
  const earlier = force ? undefined : readNote(note);
  if (!earlier) {
    if (existsSync(file) && !force)
      throw new CommandError(`${file} is there already: --force replaces it, or name another.`);
    return { ...{ question, sent, format, columns }, ...START };
  }
  if (!resume)
    throw new CommandError(
      `An export to ${file} was broken off after ${earlier.count.toLocaleString('en')} records: --resume goes on with it, --force begins anew.`,
    );
  if (earlier.pid !== null && isWriting(earlier.pid))
    throw new CommandError(
      `Process ${earlier.pid} is writing ${file} now: wait for it, or end it.`,
    );
  const now: Question = { ...question, format };
  const then: Question = { ...earlier.question, format: earlier.format };
  const other = [...new Set([...Object.keys(then), ...Object.keys(now)])].find(
    (name) => then[name] !== now[name],
  );
  if (other !== undefined)
    throw new CommandError(
      `${file} was begun with another question: ${other} was ${shown(then[other])}, and is ${shown(now[other])} now. Ask the same to go on, or begin anew with --force.`,
      { exit: 2, code: 'other_question' },
    );
  if (!existsSync(part) && !isWhole(earlier, file))
    throw new CommandError(`${part} is gone: begin anew with --force.`);
  return earlier;
}

/** It had its name already, and only the note was left. */
const isWhole = ({ done }: State, file: string): boolean => done && existsSync(file);

const START = { token: null, offset: 0, count: 0, done: false, pid: null } as const;

const shown = (value: string | undefined): string =>
  value === undefined ? 'not given' : `"${value}"`;

function readNote(note: string): State | undefined {
  let text: string;
  try {
    text = readFileSync(note, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cannot(note, error);
  }
  try {
    const read: unknown = JSON.parse(text);
    if (isState(read)) return read;
  } catch {
    // Said below: it is not ours, or was spoiled.
  }
  throw new CommandError(`${note} is not what an export left. Begin anew with --force.`);
}

/** Written by ourselves; held against the least that going on needs. */
const isState = (read: unknown): read is State =>
  typeof read === 'object' &&
  read !== null &&
  'offset' in read &&
  Number.isSafeInteger(read.offset) &&
  'count' in read &&
  Number.isSafeInteger(read.count) &&
  'question' in read &&
  'sent' in read &&
  'token' in read &&
  'columns' in read &&
  Array.isArray(read.columns) &&
  'format' in read &&
  'done' in read;

/** Whole or not at all, whatever happens in between. */
async function keep(note: string, state: State): Promise<void> {
  const fresh = `${note}.new`;
  await writeFile(fresh, `${JSON.stringify(state)}\n`, { mode: 0o600, flush: true });
  await rename(fresh, note);
}

/** One write may take less than it was given. */
async function writeAll(handle: FileHandle, bytes: Buffer, offset: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, offset + done);
    done += bytesWritten;
  }
}

/** For its owner alone: there are buyers in it. */
async function opened(part: string, flags: string): Promise<FileHandle> {
  try {
    return await open(part, flags, 0o600);
  } catch (error) {
    throw cannot(part, error);
  }
}

const cannot = (file: string, error: unknown): CommandError =>
  new CommandError(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`);

/** Numbers of processes are used again: where it can be seen what it is, it is looked at. */
function isWriting(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('manifold');
  } catch {
    return true;
  }
}
