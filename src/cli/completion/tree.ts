// Everything that can be typed, as the scripts of the three shells need it.
import { channelNames } from '../channel-names.ts';
import type { Commands, Offered, Option, Part } from '../declare.ts';
import { optionsOf } from '../help.ts';

/** A word or an option that may come next, with what it is. */
export interface Choice {
  readonly word: string;
  readonly about: string;
}

/** What an option takes: one of these words, files, or something that only a person knows. */
export interface Value {
  readonly words: readonly string[];
  readonly files: boolean;
}

/** One place in the tree, such as "clients create". */
export interface Place {
  readonly at: string;
  readonly words: readonly Choice[];
  /** Whether a file may stand here. */
  readonly files: boolean;
  readonly options: readonly Choice[];
  /** By the name of the option, such as "--format". */
  readonly values: Readonly<Record<string, Value>>;
}

/** Options that no part declares. */
const EVERYWHERE: readonly Choice[] = [
  { word: '--help', about: 'how it is used' },
  { word: '--version', about: 'which version this is' },
];

/** All places; the first is where nothing was typed yet. */
export async function treeOf(table: Commands): Promise<readonly Place[]> {
  const channels = channelNames();
  const commands = await Promise.all(
    Object.entries(table).map(async ([name, entry]) => {
      const { parts } = await entry.load();
      return { name, about: entry.about, parts };
    }),
  );
  const start: Place = {
    at: '',
    words: [
      ...commands.map(({ name, about }) => ({ word: name, about })),
      { word: 'help', about: 'how each command is used' },
    ],
    ...{ files: false, options: EVERYWHERE, values: {} },
  };
  return [start, ...commands.flatMap(({ name, parts }) => placesOf(name, parts, channels))];
}

function placesOf(
  title: string,
  parts: Readonly<Record<string, Part>>,
  channels: readonly string[],
): Place[] {
  const words = Object.keys(parts).filter((word) => word !== '');
  const heads = [...new Set(['', ...words, ...words.map((word) => word.split(' ')[0] ?? '')])];
  return heads.map((head) => {
    const part = parts[head];
    // The next word of every part that goes on from here.
    const next = words.flatMap((word) => {
      const below =
        head === '' ? word : word.startsWith(`${head} `) ? word.slice(head.length + 1) : '';
      return below === '' || below.includes(' ')
        ? []
        : [{ word: below, about: short(parts[word]?.about ?? '') }];
    });
    return {
      at: `${title} ${head}`.trim(),
      ...(part ? ofPart(part, channels) : NOTHING),
      ...joined(next, part, channels),
    };
  });
}

/** Shells have a line for it. */
const short = (about: string): string => (/^[^.;(]+/.exec(about)?.[0] ?? about).trim();

const NOTHING = { files: false, options: [], values: {} };

const joined = (next: readonly Choice[], part: Part | undefined, channels: readonly string[]) => ({
  words: [
    ...next,
    ...(offersIn(part).includes('channels')
      ? channels.map((word) => ({ word, about: 'channel' }))
      : []),
  ],
});

const offersIn = (part: Part | undefined): (Offered | undefined)[] =>
  Object.values(part?.given ?? {}).map(({ offers }) => offers);

function ofPart(part: Part, channels: readonly string[]) {
  const options = Object.entries(optionsOf(part));
  const words = (option: Option) => option.words ?? (option.offers === 'channels' ? channels : []);
  return {
    files: offersIn(part).includes('files'),
    options: options.map(([name, { about }]) => ({ word: `--${name}`, about: short(about) })),
    values: Object.fromEntries(
      options.flatMap(([name, option]) =>
        option.value === undefined
          ? []
          : [
              [
                `--${name}`,
                { words: words(option), files: option.offers === 'files' || name === 'env-file' },
              ],
            ],
      ),
    ),
  };
}

/** Every option that takes a value: the same everywhere, so that the word after it can be passed over. */
export const takingValues = (tree: readonly Place[]): string[] => [
  ...new Set(['--env-file', ...tree.flatMap(({ values }) => Object.keys(values))]),
];
