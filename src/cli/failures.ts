// What went wrong, for whoever typed the command: one sentence with its remedy, or one JSON object, and how to end.
import { Fault } from '../model/faults.ts';
import { didYouMean } from '../model/nearest.ts';
import { type Command, CommandError, type Io, partIn, UsageError } from './declare.ts';
import { exitCode } from './exits.ts';
import { usageOf } from './help.ts';
import { sentenceFor } from './sentence.ts';

/** What --json prints on the error output. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly exit: number;
}

export interface Telling {
  readonly io: Io;
  readonly json: boolean;
  /** The command that failed, where one was found. */
  readonly title?: string;
  readonly parts?: Command['parts'];
  readonly args?: readonly string[];
}

/** Says what went wrong and returns the exit code; throws on what is a defect of ours. */
export async function tell(error: unknown, telling: Telling): Promise<number> {
  const failure = failureOf(error, telling);
  if (!failure) throw error;
  const { io, json } = telling;
  if (json) io.err(JSON.stringify({ error: failure }));
  else {
    io.err(failure.message);
    const isMeant = failure.message.endsWith('"?');
    if (error instanceof UsageError)
      for (const line of isMeant ? moreOf(telling) : usage(telling)) io.err(line);
  }
  return failure.exit;
}

function failureOf(error: unknown, telling: Telling): Failure | undefined {
  if (error instanceof UsageError)
    return { code: 'usage', message: usageMessage(error, telling), exit: exitCode('usage') };
  if (error instanceof CommandError) {
    const { code, message, exit, facts } = error;
    return { code, message, exit, ...facts };
  }
  const message = sentenceFor(error);
  if (message === undefined) return undefined;
  const code = error instanceof Fault ? error.code : 'failed';
  return { code, message, exit: exitCode('failed') };
}

/** With the word that was probably meant. */
function usageMessage({ message, cause }: UsageError, { parts = {} }: Telling): string {
  if (typeof cause !== 'string' || message.endsWith('.')) return message;
  const words = Object.keys(parts).filter((word) => word !== '');
  return `${message}${didYouMean(cause, words)}`;
}

/** Where the rest is told. */
function moreOf({
  title,
  parts = {},
  args = [],
}: Pick<Telling, 'title' | 'parts' | 'args'>): string[] {
  if (title === undefined) return [];
  const { word, part } = partIn(parts, args);
  return [
    `"manifold ${[title, part && word].filter(Boolean).join(' ')} --help" says what each word and option is.`,
  ];
}

function usage({ title, parts, args = [] }: Telling): string[] {
  if (title === undefined || !parts) return [];
  const { word, part } = partIn(parts, args);
  if (part) return [`Usage: ${usageOf(title, word, part)}`, ...moreOf({ title, parts, args })];
  return [
    'Usage:',
    ...Object.entries(parts).map(([each, one]) => `  ${usageOf(title, each, one)}`),
  ];
}
