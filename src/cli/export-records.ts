// Records to a file that can be gone on with: progress, Ctrl-C, and the sentence that says how.
import { CommandError } from './declare.ts';
import { exitCode } from './exits.ts';
import { BrokenOff, exportTo } from './export-file.ts';
import { csvColumns, type Kind, questionOf, type Reading } from './question.ts';
import { faultOf, type Reached } from './reach.ts';
import { notesOf, pagesOf } from './read-pages.ts';
import { sizeOf, tally } from './tally.ts';

export async function toFile(reading: Reading, file: string): Promise<number> {
  const { kind, asked, sent, max } = reading;
  const { options, io } = asked;
  const format = reading.format === 'table' ? 'jsonl' : reading.format;
  const notes = notesOf(asked);
  const { signal, stop } = untilInterrupted();
  let shown = tally(undefined, { what: kind.name });
  try {
    const done = await exportTo({
      ...{ file, format, max, sent, columns: csvColumns(reading) },
      ...{ resume: options.resume, force: options.force },
      question: questionOf(reading),
      pages: (before, from) => pagesOf(reading, before, notes, { from, signal }),
      onStart: (before) => {
        shown = tally(io.status, { what: kind.name, of: max, before });
      },
      onPage: (count, bytes) => shown.show(count, bytes),
    });
    shown.end();
    const { count, bytes, before } = done;
    asked.answer({ file, format, count, bytes, resumed: before > 0 }, [
      `${many(count, kind)} in ${file} (${sizeOf(bytes)})${before > 0 ? `, ${before.toLocaleString('en')} of them from before` : ''}.`,
    ]);
    notes.tell();
    return 0;
  } catch (error) {
    shown.end();
    throw error instanceof BrokenOff ? brokenOff(error, reading, file) : error;
  } finally {
    stop();
  }
}

const many = (count: number, { name }: Kind): string =>
  `${count.toLocaleString('en')} ${count === 1 ? name.slice(0, -1) : name}`;

/** What stopped it, and how to go on. */
function brokenOff({ cause, count }: BrokenOff, { kind, asked, reached }: Reading, file: string) {
  const words = asked.typed.filter((word) => word !== '--resume' && word !== '--force');
  const again = ['manifold', kind.name, ...words, '--resume'].map(quotedWord).join(' ');
  const kept = `${many(count, kind)} kept. Go on within 24 hours with:\n${again}`;
  const facts = { file, count, resume: again };
  if (cause instanceof Interrupted)
    return new CommandError(`Stopped. ${kept}`, {
      ...{ exit: exitCode('interrupted'), code: 'interrupted', facts },
    });
  const fault = causeOf(cause, reached, file);
  if (fault === undefined) return cause;
  if (fault.code === 'invalid_page_token')
    return new CommandError(
      `${fault.message} The place where it stopped is known for 24 hours: begin anew with --force.`,
      fault,
    );
  return new CommandError(`${fault.message}\n${kept}`, {
    ...fault,
    facts: { ...fault.facts, ...facts },
  });
}

function causeOf(cause: unknown, reached: Reached, file: string): CommandError | undefined {
  if (cause instanceof CommandError) return cause;
  const { code, syscall } = (cause ?? {}) as NodeJS.ErrnoException;
  if (syscall !== undefined) return new CommandError(`${file}.part cannot be written (${code}).`);
  return faultOf(cause, reached);
}

/** As a shell takes it. */
const quotedWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** The first Ctrl-C ends it in good order; a second ends it at once. */
function untilInterrupted() {
  const controller = new AbortController();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const end = () => {
    stop();
    controller.abort(new Interrupted());
  };
  const stop = () => {
    for (const signal of signals) process.off(signal, end);
  };
  for (const signal of signals) process.on(signal, end);
  return { signal: controller.signal, stop };
}
