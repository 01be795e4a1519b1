// Makes a command of what is declared: reads the words, runs the part that was asked for, says what went wrong.
import {
  type Asked,
  asksForJson,
  type Command,
  type Described,
  type Io,
  type Open,
  type Options,
  type Part,
  type Positionals,
  partIn,
  UsageError,
} from './declare.ts';
import { readArgs } from './read-args.ts';

/** Declares one thing that can be done; `run` gets what was typed, read and checked. */
export function part<const P extends Positionals = Positionals, const O extends Options = Options>(
  declared: Described & {
    readonly given?: P;
    readonly options?: O;
    readonly run: (asked: Asked<P, O>) => Promise<number>;
  },
): Part {
  const { run, ...described } = declared;
  return {
    ...described,
    async start(args, { name, io, open }) {
      const { given, options, json } = readArgs<P, O>(args, name, declared);
      const answer = (data: unknown, lines: readonly string[]) => {
        if (json) io.out(JSON.stringify(data, null, 2));
        else for (const line of lines) io.out(line);
      };
      return await run({ given, options, io, open, json, answer });
    },
  };
}

/** Puts parts under a common name; what goes wrong becomes one line, or with --json one object. */
export function command(title: string, parts: Readonly<Record<string, Part>>): Command {
  const run = async (args: string[], io: Io, open?: Open): Promise<number> => {
    const json = asksForJson(args);
    try {
      const { name, part: found, rest } = find(title, parts, args);
      const say = json ? () => {} : io.err;
      const openIt: Open = async (options) =>
        open
          ? await open(options)
          : await (await import('./which-store.ts')).openNamed(name, say, options);
      return await found.start(rest, { name, io, open: openIt });
    } catch (error) {
      // Loaded only here: it knows the faults of every room.
      const { tell } = await import('./failures.ts');
      return await tell(error, { io, json, title, parts, args });
    }
  };
  return Object.assign(run, { title, parts });
}

/** The part that was asked for: by its word, or the one that needs none. */
function find(title: string, parts: Command['parts'], args: readonly string[]) {
  const { word, part: found } = partIn(parts, args);
  if (found) {
    const rest = word === '' ? args : args.slice(word.split(' ').length);
    return { name: `${title} ${word}`.trim(), part: found, rest };
  }
  throw new UsageError(
    word === '' || word.startsWith('-')
      ? 'Say what to do.'
      : `There is no command "${title} ${word}"`,
    { cause: word },
  );
}
