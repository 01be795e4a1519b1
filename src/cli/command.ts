// What every command has in common: where it writes, how it opens the house, how it says what went wrong.
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { ConfigError } from '../config.ts';
import { Fault } from '../model/faults.ts';
import { KeyRingError } from '../seal.ts';
import { type Store, StoreOpenError, StoreUnavailableError } from '../store/index.ts';
import { ClientError, unknownClient } from '../tokens/index.ts';
import { type Opened, openForTool } from './open.ts';

/** Each call writes one line. */
export interface Io {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

/** Opens the store as a tool; the command closes it. */
export type Open = () => Promise<Opened>;

/**
 * Returns the exit code: 0 done, 1 could not be done, 2 called wrongly. Tests hand in what to open;
 * otherwise it is the store of the settings.
 */
export type Command = (args: string[], io: Io, open?: Open) => Promise<number>;

/** One of several commands under a common name, such as "create" of "clients". */
export type Part = (args: string[], io: Io, open: Open) => Promise<number>;

/** The command was called wrongly. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Several commands under a common name, such as "clients". */
export const group =
  (name: string, usage: string, parts: Readonly<Record<string, Part>>): Command =>
  (args, io, open = openForTool) =>
    run(io, usage, async () => {
      const [asked = '', ...rest] = args;
      const part = Object.hasOwn(parts, asked) ? parts[asked] : undefined;
      if (part) return await part(rest, io, open);
      throw new UsageError(asked ? `There is no command "${name} ${asked}".` : 'Say what to do.');
    });

/** A command: what an operator can mend becomes one line and an exit code. */
export const command = (
  usage: string,
  work: (args: string[], io: Io, open: Open | undefined) => Promise<number>,
): Command & { readonly usage: string } =>
  Object.assign(
    (args: string[], io: Io, open?: Open) => run(io, usage, () => work(args, io, open)),
    { usage },
  );

/** Runs the work; what an operator can mend becomes one line and an exit code. */
async function run(io: Io, usage: string, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UsageError) {
      io.err(error.message);
      io.err(usage);
      return 2;
    }
    const sentence = sentenceFor(error);
    if (sentence === undefined) throw error;
    io.err(sentence);
    return 1;
  }
}

const FOR_OPERATORS = [ClientError, ConfigError, Fault, KeyRingError, StoreOpenError];

/** What is wrong, where an operator can mend it; undefined where only a stack will help. */
export function sentenceFor(error: unknown): string | undefined {
  if (error instanceof StoreUnavailableError) return error.sentence;
  const known = error instanceof Error && FOR_OPERATORS.some((kind) => error instanceof kind);
  return known ? error.message : undefined;
}

/** Opens the house for one piece of work and closes it whatever happens. */
export async function using<T>(open: Open, work: (opened: Opened) => Promise<T>): Promise<T> {
  const opened = await open();
  try {
    return await work(opened);
  } finally {
    await opened.store.close();
  }
}

/** `parseArgs` with its errors as usage errors, and exactly the positional arguments named. */
export function parse<T extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: T,
  ...names: readonly string[]
) {
  let parsed: ReturnType<typeof parseArgs<{ options: T; allowPositionals: true }>>;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const { positionals, values } = parsed;
  const missing = names[positionals.length];
  if (missing !== undefined) throw new UsageError(`The ${missing} is missing.`);
  const extra = positionals[names.length];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many.`);
  return { positionals, values };
}

/** Throws unless there is such a client. */
export async function requireClient({ clients }: Pick<Store, 'clients'>, id: string) {
  if (!(await clients.find(id))) throw unknownClient(id);
}

export const DAY_SECONDS = 24 * 60 * 60;

/** An option that is a number of days, in seconds. */
export function daysOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new UsageError(`"${text}" is not a number of days: write a whole number from 1.`);
  return Number(text) * DAY_SECONDS;
}
