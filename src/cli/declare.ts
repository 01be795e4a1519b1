// What a command is, said once: parsing, help and the documentation all read this.
import type { Opened, ToolOptions } from './open.ts';

/** Each call writes one line. */
export interface Io {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Stands in for whoever sits at the terminal; undefined where they gave no answer. */
  readonly ask?: (question: string, secret?: boolean) => Promise<string | undefined>;
  /** How wide the terminal is that `out` goes to; absent where it goes elsewhere. */
  readonly columns?: number | undefined;
  /** Resolves when what was written is on its way: a slow reader is waited for. */
  readonly drained?: () => Promise<void>;
  /** The terminal for a line that changes; absent where there is none. */
  readonly status?: { write(text: string): unknown; readonly columns?: number } | undefined;
}

/** Opens the store as a tool; the command closes it. */
export type Open = (options?: ToolOptions) => Promise<Opened>;

/** A word of the command line that has its place. */
export interface Positional {
  /** What it is called where it is missing, and in the help. */
  readonly word: string;
  readonly about: string;
  readonly optional?: true;
  /** One or more of them; the last alone. */
  readonly many?: true;
}

export interface Option {
  /** What stands for the value in the help; an option without is a switch. */
  readonly value?: string;
  readonly about: string;
  /** May be given several times. */
  readonly many?: true;
  /** The only values that it may have. */
  readonly words?: readonly string[];
}

export type Positionals = Readonly<Record<string, Positional>>;
export type Options = Readonly<Record<string, Option>>;

/** An example as it is typed after "manifold", and what it does. */
export type Example = readonly [typed: string, does: string];

export interface Described {
  readonly about: string;
  /** Paragraphs of the help. */
  readonly details?: readonly string[];
  readonly given?: Positionals;
  readonly options?: Options;
  readonly examples: readonly Example[];
  /** The shape of what --json prints; without it there is no such option. */
  readonly json?: string;
}

export type Given<P extends Positionals> = {
  readonly [K in keyof P]: P[K] extends { readonly many: true }
    ? readonly string[]
    : P[K] extends { readonly optional: true }
      ? string | undefined
      : string;
};

export type Chosen<O extends Options> = {
  readonly [K in keyof O]: O[K] extends { readonly value: string }
    ? O[K] extends { readonly many: true }
      ? readonly string[] | undefined
      : string | undefined
    : boolean;
};

/** What a person asked for, and what there is to do it with. */
export interface Asked<P extends Positionals = Positionals, O extends Options = Options> {
  readonly given: Given<P>;
  readonly options: Chosen<O>;
  readonly io: Io;
  readonly open: Open;
  /** Whether --json was given. */
  readonly json: boolean;
  /** Prints the data as JSON where that was asked for, and the lines otherwise. */
  readonly answer: (data: unknown, lines: readonly string[]) => void;
}

/** One thing that can be done, such as "create" of "clients". */
export interface Part extends Described {
  readonly start: (args: readonly string[], around: Around) => Promise<number>;
}

/** What a part is started with. */
export interface Around {
  /** Such as "clients create". */
  readonly name: string;
  readonly io: Io;
  readonly open: Open;
}

export interface Command {
  /** Returns the exit code. Tests hand in what to open; otherwise it is the store of the settings. */
  (args: string[], io: Io, open?: Open): Promise<number>;
  readonly title: string;
  /** By the word (or two) that follows the command; '' is what the command does without one. */
  readonly parts: Readonly<Record<string, Part>>;
}

/** A line of the table of commands. */
export interface Entry {
  readonly about: string;
  /** Under which heading it stands. */
  readonly group: string;
  readonly load: () => Promise<Command>;
}

export type Commands = Readonly<Record<string, Entry>>;

/** The command was called wrongly. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** It cannot be done: a sentence that says why, and how to end. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exit: number;
  readonly code: string;
  /** What else --json tells of it. */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(
    message: string,
    {
      exit = 1,
      code = 'failed',
      facts = {},
    }: Partial<Pick<CommandError, 'exit' | 'code' | 'facts'>> = {},
  ) {
    super(message);
    this.exit = exit;
    this.code = code;
    this.facts = facts;
  }
}

/** The part that these words begin with, by two of them or one, if there is one. */
export function partIn(parts: Command['parts'], args: readonly string[]) {
  const [first = '', second = ''] = args;
  for (const word of [`${first} ${second}`, first])
    if (word !== '' && Object.hasOwn(parts, word)) return { word, part: parts[word] };
  const own = parts[''];
  const isOther = first !== '' && !first.startsWith('-') && !own?.given;
  return own && !isOther ? { word: '', part: own } : { word: first, part: undefined };
}

/** Before anything is parsed, since what is wrong with the words must be told as well. */
export function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? undefined : end).includes('--json');
}
