// Makes a command of what is declared: reads the words, runs the part that was asked for, says what went wrong.
import { parseArgs } from 'node:util';
import { didYouMean } from '../model/nearest.ts';
import type { Opened } from '../operate/open.ts';
import {
  type Asked,
  asksForJson,
  type Command,
  type Io,
  inCode,
  JSON_OPTION,
  type Open,
  type Options,
  type Part,
  type Place,
  type Places,
  partIn,
  placesOf,
  UsageError,
} from './declare.ts';
import { readAs } from './values.ts';

/** Declares one thing that can be done; `run` gets what was typed, read and checked. */
export const part = <const P extends Places = Places, const O extends Options = Options>(
  declared: Omit<Part, 'given' | 'options' | 'run'> & {
    readonly given?: P;
    readonly options?: O;
    readonly run: (asked: Asked<P, O>) => Promise<number | undefined>;
  },
): Part => ({
  ...declared,
  given: placesOf(declared.given ?? {}),
  options: placesOf(declared.options ?? {}),
  // What is read of the words has the types that were declared.
  run: declared.run as Part['run'],
});

/** Puts parts under a common name; what goes wrong becomes one line, or with --json one object. */
export function command(title: string, parts: Readonly<Record<string, Part>>): Command {
  const run = async (args: string[], io: Io, open?: Open): Promise<number> => {
    const json = asksForJson(args);
    const opened: Opened[] = [];
    try {
      const { word, part: found, rest } = partIn(parts, args);
      if (!found) throw noPart(title, word, Object.keys(parts).filter(Boolean));
      const name = `${title} ${word}`.trim();
      const acts: Asked['acts'] = async (how) => {
        const { actsOn, commandLine } = await import('../operate/index.ts');
        const { openNamed } = await import('../operate/which-store.ts');
        const one = await (open ? open(how) : openNamed(name, json ? () => {} : io.err, how));
        opened.push(one);
        return actsOn(one, commandLine());
      };
      const answer = (data: unknown, lines: readonly string[]) => {
        for (const line of json ? [JSON.stringify(data, null, 2)] : lines) io.out(line);
      };
      return (await found.run({ ...readArgs(rest, name, found), io, json, acts, answer })) ?? 0;
    } catch (error) {
      // Loaded only here: it knows the faults of every room.
      const { report } = await import('./failures.ts');
      return report(error, { io, json, command: { title, parts }, args });
    } finally {
      for (const { store } of opened) await store.close();
    }
  };
  return Object.assign(run, { title, parts });
}

const noPart = (title: string, word: string, words: readonly string[]): UsageError =>
  new UsageError(
    word === '' || word.startsWith('-')
      ? 'Say what to do.'
      : `There is no command "${title} ${word}"${didYouMean(word, words)}`,
  );

type Declared = Part['options'];

/** Throws a UsageError that names what is wrong, and the option that was probably meant. */
export function readArgs(
  args: readonly string[],
  name: string,
  { given, options, json }: Pick<Part, 'given' | 'options' | 'json'>,
) {
  const known: Declared = { ...options, ...(json !== undefined && { json: JSON_OPTION }) };
  const switches = Object.keys(known).filter((key) => known[key]?.value === undefined);
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.keys(known).map((key) => [
        key,
        { type: switches.includes(key) ? 'boolean' : 'string' },
      ]),
    ),
    ...{ strict: false, allowPositionals: true, tokens: true },
  });
  const values: Record<string, unknown> = {};
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(known, token.name) ? known[token.name] : undefined;
    if (!option || !token.rawName.startsWith('--')) throw unknown(token.rawName, name, known);
    const value = readValue(token, option);
    const called = inCode(token.name);
    const before = values[called];
    if (option.many) values[called] = [...(Array.isArray(before) ? before : []), value].flat();
    else if (before !== undefined) throw new UsageError(`"${token.rawName}" is given twice.`);
    else values[called] = value;
  }
  for (const key of switches) values[inCode(key)] ??= false;
  const { json: _, ...chosen } = values;
  return { given: placed(words, given) as Asked['given'], options: chosen as Asked['options'] };
}

interface OptionToken {
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function readValue(
  { rawName, value, inlineValue }: OptionToken,
  { value: wanted }: Place,
): unknown {
  if (wanted === undefined) {
    if (value !== undefined) throw new UsageError(`"${rawName}" takes no value.`);
    return true;
  }
  const needs = `"${rawName}" needs a value: ${rawName} <${wanted}>.`;
  if (value === undefined) throw new UsageError(needs);
  if (!inlineValue && value.startsWith('-') && value.length > 1)
    throw new UsageError(`${needs} One that begins with a dash is written ${rawName}=${value}.`);
  return readAs(wanted, value, `"${rawName}"`);
}

function unknown(option: string, name: string, known: Declared): UsageError {
  const names = [...Object.keys(known), 'help', 'env-file'].map((each) => `--${each}`);
  return new UsageError(
    `There is no option "${option}" of "manifold ${name}"${didYouMean(option, names)}`,
  );
}

function placed(words: readonly string[], places: Part['given']): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  const rest = [...words];
  for (const [key, { value, optional }] of Object.entries(places)) {
    if (rest.length === 0 && !optional) throw new UsageError(`The ${value} is missing.`);
    found[key] = rest.shift();
  }
  const [extra] = rest;
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many.`);
  return found;
}
