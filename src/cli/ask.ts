// Asks the person at the terminal before something is done that cannot be undone.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { type Io, UsageError } from './declare.ts';

/** The option that stands for the answer, where no one can be asked. */
export const YES = { yes: 'Do not ask; for scripts.' } as const;

/** Whether `--yes` was given, or `word` was typed; a UsageError where no one can be asked. */
export async function confirmed(io: Io, yes: boolean, word: string): Promise<boolean> {
  if (yes) return true;
  const ask = io.ask ?? (process.stdin.isTTY ? askTerminal : undefined);
  if (!ask)
    throw new UsageError(
      'This cannot be undone, and no one can be asked here: add --yes to do it.',
    );
  const answer = await ask(`This cannot be undone. Type ${word} to go on: `);
  if (answer?.trim() === word.trim()) return true;
  io.err('Nothing was deleted.');
  return false;
}

/** Undefined where the terminal was closed instead. The question leaves the output to what was asked for. */
export async function askTerminal(question: string, secret = false): Promise<string | undefined> {
  // What is typed is shown by the code that reads it; of a secret nothing is.
  const output = secret
    ? new Writable({ write: (_piece, _encoding, done) => done() })
    : process.stderr;
  if (secret) process.stderr.write(question);
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  const closed = new Promise<undefined>((resolve) =>
    terminal.once('close', () => resolve(undefined)),
  );
  try {
    return await Promise.race([terminal.question(question), closed]);
  } finally {
    terminal.close();
    if (secret) process.stderr.write('\n');
  }
}
