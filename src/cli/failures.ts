// What went wrong, for the person who typed the command: one sentence with its remedy, or one JSON object, and how to end.
import { Fault } from '../model/faults.ts';
import { sentenceFor } from '../operate/sentence.ts';
import { type Command, CommandError, type Io, partIn, UsageError } from './declare.ts';
import { exitCode } from './exits.ts';
import { usageOf } from './help.ts';
import { clean } from './text.ts';

interface ReportOptions {
  readonly io: Io;
  readonly json: boolean;
  /** The command that failed, where one was found. */
  readonly command?: Pick<Command, 'title' | 'parts'>;
  readonly args?: readonly string[];
}

/** Says what went wrong and returns the exit code; throws on what is a defect of ours. */
export function report(error: unknown, options: ReportOptions): number {
  const { io, json } = options;
  const failure = failureOf(error);
  if (!failure) throw error;
  if (json) io.err(JSON.stringify({ error: failure }));
  else for (const line of failure.message.split('\n')) io.err(clean(line));
  if (!json && error instanceof UsageError)
    for (const line of usage(options, failure.message.endsWith('"?'))) io.err(line);
  return failure.exit;
}

function failureOf(error: unknown) {
  if (error instanceof CommandError) {
    const { code, message, exit, facts } = error;
    return { code, message, exit, ...facts };
  }
  const message = sentenceFor(error);
  if (message === undefined) return undefined;
  const code = error instanceof Fault ? error.code : 'failed';
  return { code, message, exit: exitCode('failed') };
}

/** How it is called, unless the sentence says what was meant, and where to find the rest. */
function usage({ command, args = [] }: ReportOptions, isMeant: boolean): string[] {
  if (!command) return [];
  const { title, parts } = command;
  const { word, part } = partIn(parts, args);
  const more = `"manifold ${[title, part && word].filter(Boolean).join(' ')} --help" says what each word and option is.`;
  if (isMeant) return [more];
  if (part) return [`Usage: ${usageOf(title, word, part)}`, more];
  const all = Object.entries(parts).map(([each, one]) => `  ${usageOf(title, each, one)}`);
  return ['Usage:', ...all];
}
