// What a command is, said once: parsing, help and the documentation all read this.
import type { Acts, ToolOptions } from '../operate/index.ts';
import type { Opened } from '../operate/open.ts';

/** Each call writes one line. */
export interface Io {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Stands in for the person at the terminal; undefined where they gave no answer. */
  readonly ask?: (question: string, secret?: boolean) => Promise<string | undefined>;
  /** How wide the terminal is that `out` goes to; absent where it goes elsewhere. */
  readonly columns?: number | undefined;
  /** Resolves when what was written is on its way: a slow reader is waited for. */
  readonly drained?: () => Promise<void>;
  /** Writes one line over the last such line; absent where there is no terminal. */
  readonly passing?: ((line: string) => void) | undefined;
}

/** Opens the store as a tool; the command closes it. */
export type Open = (options?: ToolOptions) => Promise<Opened>;

/**
 * Words with a place of their own: 'client <client id>' is what is called `client` here and "client id"
 * in the help, 'id [key id]' one that may be missing; and what each is.
 */
export type Places = Readonly<Record<string, string>>;

/**
 * Options: 'force' is a switch, 'file <path>' has a value, 'types <type>...' any number of them; and what
 * each does. What stands for a value says how it is read (values.ts): 'state <open|closed>' is one of these
 * words, 'keep <days>' a number.
 */
export type Options = Readonly<Record<string, string>>;

type NameOf<K extends string> = K extends `${infer Name} ${string}` ? Name : K;
type Camel<S extends string> = S extends `${infer A}-${infer B}`
  ? `${A}${Capitalize<Camel<B>>}`
  : S;
type OneOf<V extends string> = V extends `${infer One}|${infer More}` ? One | OneOf<More> : V;
type Read<V extends string> = V extends 'number' | 'number|all' | 'seconds' | 'hours' | 'days'
  ? number
  : V extends 'yes|no'
    ? boolean
    : V extends `${string}|${string}`
      ? OneOf<V>
      : V extends `${string},${string}`
        ? readonly string[]
        : string;

export type Given<P extends Places> = {
  readonly [K in keyof P & string as NameOf<K>]: K extends `${string} [${string}`
    ? string | undefined
    : string;
};

/** By the name that code has for it: `keepDays` is --keep-days. */
export type Chosen<O extends Options> = {
  readonly [K in keyof O & string as Camel<NameOf<K>>]: K extends `${string}>...`
    ? readonly string[] | undefined
    : K extends `${string} <${infer V}>`
      ? Read<V> | undefined
      : boolean;
};

/** What a person asked for, and what there is to do it with. */
export interface Asked<P extends Places = Places, O extends Options = Options> {
  readonly given: Given<P>;
  readonly options: Chosen<O>;
  readonly io: Io;
  /** What an operator can do with the store, which is closed when the command is done. */
  readonly acts: (options?: ToolOptions) => Promise<Acts>;
  readonly json: boolean;
  /** Prints the data as JSON where that was asked for, and the lines otherwise. */
  readonly answer: (data: unknown, lines: readonly string[]) => void;
}

/** A declared word or option, read. */
export interface Place {
  /** What stands for it, or for its value, in the help; an option without is a switch. */
  readonly value?: string;
  readonly about: string;
  readonly optional?: boolean;
  /** May be given several times. */
  readonly many?: boolean;
}

/** One thing that can be done, such as "create" of "clients". */
export interface Part {
  readonly about: string;
  /** A paragraph of the help, or several. */
  readonly details?: string | readonly string[];
  readonly given: Readonly<Record<string, Place>>;
  readonly options: Readonly<Record<string, Place>>;
  /** As it is typed after "manifold", and what it does. */
  readonly examples: Readonly<Record<string, string>>;
  /** The shape of what --json prints; without it there is no such option. */
  readonly json?: string;
  /** Resolves to the exit code where it is another than 0. */
  readonly run: (asked: Asked) => Promise<number | undefined>;
}

export interface Command {
  /** Returns the exit code. Tests hand in what to open; otherwise it is the store of the settings. */
  (args: string[], io: Io, open?: Open): Promise<number>;
  readonly title: string;
  /** By the word (or two) that follows the command; '' is what the command does without one. */
  readonly parts: Readonly<Record<string, Part>>;
}

/** What every command takes beside its own. */
export const JSON_OPTION = { about: 'Print JSON, for programs; faults too, on the error output.' };
export const HELP_OPTION = { about: 'Show this.' };
export const ENV_OPTION = {
  value: 'file',
  about: 'Read settings from a file, one NAME=value a line; what is set already stays.',
};

/** It cannot be done: a sentence that says why, and how to end. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
  readonly exit: number;
  readonly code: string;
  /** What else --json says about it. */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(message: string, more: Partial<Pick<CommandError, 'exit' | 'code' | 'facts'>> = {}) {
    super(message);
    this.exit = more.exit ?? 1;
    this.code = more.code ?? 'failed';
    this.facts = more.facts ?? {};
  }
}

/** It was called wrongly. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';

  constructor(message: string) {
    super(message, { code: 'usage', exit: 2 });
  }
}

/** What code calls an option, or the field of a body that is an option too. */
export const inCode = (name: string): string =>
  name.replaceAll(/[-_](.)/g, (_, letter: string) => letter.toUpperCase());

const PLACE = /^(?<name>[\w-]+)(?: [<[](?<value>.+)[>\]](?<many>\.\.\.)?)?$/;

/** What was declared in short, by name. */
export function placesOf(declared: Options): Readonly<Record<string, Place>> {
  return Object.fromEntries(
    Object.entries(declared).map(([key, about]) => {
      const { name = key, value, many } = PLACE.exec(key)?.groups ?? {};
      const optional = key.endsWith(']');
      return [name, { about, optional, many: many !== undefined, ...(value && { value }) }];
    }),
  );
}

/** The part that these words begin with, by two of them or one, if there is one; and what follows. */
export function partIn(parts: Command['parts'], args: readonly string[]) {
  for (const count of [2, 1]) {
    const word = args.slice(0, count).join(' ');
    const part = word !== '' && Object.hasOwn(parts, word) ? parts[word] : undefined;
    if (!part) continue;
    const rest = args.slice(count);
    // "orders" takes no word, and there is "orders show": a word behind it is one of those, misspelt.
    const isOther = /^\w/.test(rest[0] ?? '') && Object.keys(part.given).length === 0;
    const isBegun = isOther && Object.keys(parts).some((each) => each.startsWith(`${word} `));
    return isBegun ? { word: `${word} ${rest[0]}`, part: undefined, rest } : { word, part, rest };
  }
  const [first = ''] = args;
  const own = parts[''];
  const takesWords = own && Object.keys(own.given).length > 0;
  const isOther = first !== '' && !first.startsWith('-') && !takesWords;
  return { word: isOther || !own ? first : '', part: isOther ? undefined : own, rest: args };
}

/** Before anything is parsed, since what is wrong with the words must be reported as well. */
export const asksForJson = (args: readonly string[]): boolean => optionsIn(args).includes('--json');

/** What "--" ends is no option. */
export function optionsIn(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  return end < 0 ? args : args.slice(0, end);
}
