// Reads the words of a command line by what is declared, and says what is wrong with them.
import { parseArgs } from 'node:util';
import { didYouMean } from '../model/nearest.ts';
import {
  type Chosen,
  type Described,
  type Given,
  type Options,
  type Positionals,
  UsageError,
} from './declare.ts';

/** What every command takes beside its own; --env-file is taken away before. */
export const JSON_OPTION = { about: 'Print JSON, for programs; faults too, on the error output.' };
export const HELP_OPTION = { about: 'Show this.' };
export const ENV_OPTION = {
  value: 'file',
  about: 'Read settings from a file, one NAME=value a line; what is set already stays.',
} as const;

export interface Read<P extends Positionals, O extends Options> {
  readonly given: Given<P>;
  readonly options: Chosen<O>;
  readonly json: boolean;
}

type Value = string | readonly string[] | boolean | undefined;

/** Throws a UsageError that names what is wrong, and the option that was probably meant. */
export function readArgs<P extends Positionals, O extends Options>(
  args: readonly string[],
  name: string,
  { given: positionals = {}, options: declared = {}, json }: Described,
): Read<P, O> {
  const known: Options = { ...declared, ...(json !== undefined && { json: JSON_OPTION }) };
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(known).map(([key, { value }]) => [
        key,
        { type: value === undefined ? 'boolean' : 'string' },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values: Record<string, Value> = {};
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(known, token.name) ? known[token.name] : undefined;
    if (!option || !token.rawName.startsWith('--')) throw unknown(token.rawName, name, known);
    const value = readValue(token, option.value);
    if (option.words && typeof value === 'string' && !option.words.includes(value))
      throw new UsageError(
        `"${token.rawName}" is one of ${option.words.join(', ')}, not "${value}".`,
      );
    const before = values[token.name];
    if (option.many && typeof value === 'string')
      values[token.name] = [...(Array.isArray(before) ? before : []), value];
    else if (before !== undefined) throw new UsageError(`"${token.rawName}" is given twice.`);
    else values[token.name] = value;
  }
  for (const [key, { value }] of Object.entries(known))
    if (value === undefined) values[key] ??= false;
  const { json: asJson, ...chosen } = values;
  return {
    given: placed(words, positionals) as Given<P>,
    options: chosen as Chosen<O>,
    json: asJson === true,
  };
}

interface OptionToken {
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function readValue(
  { rawName, value, inlineValue }: OptionToken,
  wanted: string | undefined,
): Value {
  if (wanted === undefined) {
    if (value !== undefined) throw new UsageError(`"${rawName}" takes no value.`);
    return true;
  }
  if (value === undefined)
    throw new UsageError(`"${rawName}" needs a value: ${rawName} <${wanted}>.`);
  if (!inlineValue && value.startsWith('-') && value.length > 1)
    throw new UsageError(
      `"${rawName}" needs a value: ${rawName} <${wanted}>. One that begins with a dash is written ${rawName}=${value}.`,
    );
  return value;
}

function unknown(option: string, name: string, known: Options): UsageError {
  const names = [...Object.keys(known), 'help', 'env-file'].map((each) => `--${each}`);
  return new UsageError(
    `There is no option "${option}" of "manifold ${name}"${didYouMean(option, names)}`,
  );
}

/** The words by the names of their places. */
function placed(words: readonly string[], positionals: Positionals): Record<string, Value> {
  const found: Record<string, Value> = {};
  const rest = [...words];
  for (const [key, { word, optional, many }] of Object.entries(positionals)) {
    if (rest.length === 0 && !optional) throw new UsageError(`The ${word} is missing.`);
    found[key] = many ? rest.splice(0) : rest.shift();
  }
  const [extra] = rest;
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many.`);
  return found;
}
