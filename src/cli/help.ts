// Help that teaches: what a command is for, how it is called, each option in words, examples that run.
import { type Command, ENV_OPTION, HELP_OPTION, JSON_OPTION, type Part } from './declare.ts';
import { withChannel } from './example-channel.ts';
import { EXITS } from './exits.ts';
import { hanging, paint, type Row, roomOn, sentence, twoColumns, wrapped } from './text.ts';

export function usageOf(title: string, word: string, part: Part): string {
  const { given, options, json } = part;
  const places = Object.values(given).map(({ value, optional }) =>
    optional ? `[<${value}>]` : `<${value}>`,
  );
  const hasOptions = Object.keys(options).length > 0 || json !== undefined;
  const words = ['manifold', title, word, ...places, hasOptions ? '[options]' : ''];
  return words.filter((each) => each !== '').join(' ');
}

/** A long list of values would not fit beside the name: it follows in words. */
const LONGEST_VALUE = 24;

/** Words and options, each as it is typed and what it is. */
export const placeRows = ({ given }: Part): Row[] =>
  Object.values(given).map(({ value, about }) => [`<${value}>`, about]);

export const optionRows = (options: Part['options']): Row[] =>
  Object.entries(options).map(([name, { value, about, many }]): Row => {
    const words = value?.split('|') ?? [];
    const isLong = words.length > 1 && (value ?? '').length > LONGEST_VALUE;
    const typed = value === undefined ? '' : ` <${isLong ? 'word' : value}>`;
    const list = isLong ? ` One of ${words.join(', ')}.` : '';
    return [`--${name}${typed}`, `${about}${list}${many ? ' May be given several times.' : ''}`];
  });

/** All options of a part, those that every part has included. */
export const optionsOf = ({ options, json }: Part): Part['options'] => ({
  ...options,
  ...(json !== undefined && { json: JSON_OPTION }),
  ...{ 'env-file': ENV_OPTION, help: HELP_OPTION },
});

export const helpOfPart = (title: string, word: string, part: Part, columns?: number): string =>
  [...bodyOf(title, word, part, roomOn(columns)), '', ...ending(roomOn(columns))].join('\n');

function bodyOf(title: string, word: string, part: Part, room: number): string[] {
  const { about, details = [], json, examples } = part;
  const places = placeRows(part);
  return [
    ...wrapped(sentence(about), room),
    ...[details].flat().flatMap((paragraph) => ['', ...wrapped(paragraph, room)]),
    ...['', heading('Usage'), `  ${usageOf(title, word, part)}`],
    ...(places.length > 0 ? ['', ...twoColumns(places, room, 'bold')] : []),
    ...['', heading('Options'), ...twoColumns(optionRows(optionsOf(part)), room, 'bold')],
    ...['', heading('Examples')],
    ...Object.entries(examples).flatMap(([typed, does]) => example(does, typed)),
    ...(json === undefined ? [] : ['', heading('With --json'), ...hanging('  ', 2, json, room)]),
  ];
}

/** What a command has under its name, and everything about what it does without a further word. */
export function helpOfCommand(command: Command, about: string, columns?: number): string {
  const { title, parts } = command;
  const { '': own, ...others } = parts;
  if (own && Object.keys(others).length === 0) return helpOfPart(title, '', own, columns);
  const room = roomOn(columns);
  // Each on a line of its own, and below what it does.
  const usage = Object.entries(others).flatMap(([word, part]) => [
    `  manifold ${paint('bold', usageOf(title, word, part).slice('manifold '.length))}`,
    ...hanging('      ', 6, part.about, room),
  ]);
  const examples = Object.values(others).flatMap((part) => Object.keys(part.examples).slice(0, 1));
  return [
    ...(own
      ? [...bodyOf(title, '', own, room), '', heading('Also'), ...usage]
      : [...wrapped(sentence(about), room), '', heading('Usage'), ...usage]),
    ...(own ? [] : ['', heading('Examples')]),
    ...(own ? [] : examples.map((typed) => `  manifold ${withChannel(typed)}`)),
    ...['', `"manifold ${title} <word> --help" says more about each.`, ...ending(room)],
  ].join('\n');
}

export function overview(
  commands: Readonly<Record<string, { readonly about: string; readonly group: string }>>,
  columns?: number,
): string {
  const room = roomOn(columns);
  const width = Math.max(...Object.keys(commands).map((name) => name.length)) + 2;
  const groups = Map.groupBy(Object.entries(commands), ([, { group }]) => group);
  return [
    'Orders and products of nine sales channels, through one API.',
    ...['', heading('Usage'), '  manifold <command> [<words>] [options]'],
    ...[...groups].flatMap(([group, all]) => [
      ...['', heading(group)],
      ...twoColumns(
        all.map(([name, { about }]): Row => [name, about]),
        room,
        'bold',
        width,
      ),
    ]),
    ...['', heading('Everywhere')],
    ...twoColumns(
      [
        ['--help', 'How a command is used, with examples: manifold clients create --help'],
        ['--json', JSON_OPTION.about],
        ['--env-file <file>', ENV_OPTION.about],
        ['--version', 'Which version this is.'],
      ],
      ...([room, 'bold'] as const),
    ),
    ...['', heading('Begin with')],
    ...example('The service, with nine fake stores and a demo client', 'serve'),
    ...example('In a second terminal: a look at some orders', 'orders <channel>'),
    ...['', ...ending(room)],
  ].join('\n');
}

const example = (does: string, typed: string): string[] => [
  `  ${paint('dim', `# ${does}`)}`,
  `  manifold ${withChannel(typed)}`,
];

function ending(room: number): string[] {
  const codes = Object.values(EXITS).map(([code, word]) => `${code} ${word}`);
  return wrapped(`Exit codes: ${codes.join(', ')}.`, room).map((line) => paint('dim', line));
}

const heading = (text: string): string => paint('bold', `${text}:`);
