// Help that teaches: what a command is for, how it is called, each option in words, examples that run.
import { withChannel } from './channel-names.ts';
import type { Command, Options, Part } from './declare.ts';
import { EXITS } from './exits.ts';
import { paint } from './paint.ts';
import { ENV_OPTION, HELP_OPTION, JSON_OPTION } from './read-args.ts';
import { roomOn, wrapped } from './wrap.ts';

/** How a part is called, in one line. */
export function usageOf(
  title: string,
  word: string,
  { given = {}, options = {}, json }: Part,
): string {
  const places = Object.values(given).map(({ word: name, optional, many }) => {
    const place = `<${name}>${many ? '...' : ''}`;
    return optional ? `[${place}]` : place;
  });
  const hasOptions = Object.keys(options).length > 0 || json !== undefined;
  const words = ['manifold', title, word, ...places, hasOptions ? '[options]' : ''];
  return words.filter((each) => each !== '').join(' ');
}

/** Everything about one part. */
export function helpOfPart(title: string, word: string, part: Part, columns?: number): string {
  const room = roomOn(columns);
  const { about, details = [], given = {}, examples } = part;
  const lines = [...wrapped(sentence(about), room)];
  for (const paragraph of details) lines.push('', ...wrapped(paragraph, room));
  lines.push('', heading('Usage'), `  ${usageOf(title, word, part)}`);
  const places = Object.values(given).map((place): Row => [`<${place.word}>`, place.about]);
  const options = Object.entries(optionsOf(part)).map(
    ([name, { value, about: what, many }]): Row => [
      `--${name}${value === undefined ? '' : ` <${value}>`}`,
      many ? `${what} May be given several times.` : what,
    ],
  );
  if (places.length > 0) lines.push('', ...rows(places, room));
  lines.push('', heading('Options'), ...rows(options, room));
  lines.push('', heading('Examples'));
  for (const [typed, does] of examples)
    lines.push(`  ${paint('dim', `# ${does}`)}`, `  manifold ${withChannel(typed)}`);
  if (part.json !== undefined) {
    lines.push('', heading('With --json'));
    for (const line of wrapped(part.json, room - 2)) lines.push(`  ${line}`);
  }
  lines.push('', ...ending(room));
  return lines.join('\n');
}

/** What a command has under its name, and everything about what it does without a further word. */
export function helpOfCommand(command: Command, about: string, columns?: number): string {
  const { title, parts } = command;
  const own = parts[''];
  const others = Object.entries(parts).filter(([word]) => word !== '');
  if (own && others.length === 0) return helpOfPart(title, '', own, columns);
  const room = roomOn(columns);
  const lines = own
    ? [helpOfPart(title, '', own, columns).split('\n').slice(0, -ending(room).length).join('\n')]
    : [...wrapped(sentence(about), room), ''];
  const usage = others.map(
    ([word, part]): Row => [usageOf(title, word, part).slice('manifold '.length), part.about],
  );
  lines.push(heading(own ? 'Also' : 'Usage'), ...tall(usage, room));
  if (!own) {
    const examples = others.flatMap(([, part]) => part.examples.slice(0, 1));
    lines.push(
      '',
      heading('Examples'),
      ...examples.map(([typed]) => `  manifold ${withChannel(typed)}`),
    );
  }
  lines.push('', `"manifold ${title} <word> --help" says more about each.`, ...ending(room));
  return lines.join('\n');
}

/** The table of commands. */
export function overview(
  commands: Readonly<Record<string, { readonly about: string; readonly group: string }>>,
  columns?: number,
): string {
  const room = roomOn(columns);
  const names = Object.keys(commands);
  const width = Math.max(...names.map((name) => name.length)) + 2;
  const lines = [
    'Orders and products of nine sales channels, by one API.',
    '',
    heading('Usage'),
    '  manifold <command> [<words>] [options]',
  ];
  let group = '';
  for (const [name, entry] of Object.entries(commands)) {
    if (entry.group !== group) lines.push('', heading(entry.group));
    group = entry.group;
    lines.push(...rows([[name, entry.about]], room, width));
  }
  lines.push(
    '',
    heading('Everywhere'),
    ...rows(
      [
        ['--help', 'How a command is used, with examples: manifold clients create --help'],
        ['--json', JSON_OPTION.about],
        ['--env-file <file>', ENV_OPTION.about],
        ['--version', 'Which version this is.'],
      ],
      room,
    ),
    '',
    heading('Begin with'),
    `  ${paint('dim', '# The service, with nine fake stores and a demo client')}`,
    '  manifold serve',
    `  ${paint('dim', '# In a second terminal: a look at some orders')}`,
    `  ${withChannel('manifold orders <channel>')}`,
    '',
    ...ending(room),
  );
  return lines.join('\n');
}

/** All options of a part, those that every part has included. */
export function optionsOf({ options = {}, json }: Part): Options {
  return {
    ...options,
    ...(json !== undefined && { json: JSON_OPTION }),
    'env-file': ENV_OPTION,
    help: HELP_OPTION,
  };
}

const ending = (room: number): string[] =>
  wrapped(
    `Exit codes: ${Object.values(EXITS)
      .map(([code, word]) => `${code} ${word}`)
      .join(', ')}.`,
    room,
  ).map((line) => paint('dim', line));

const sentence = (about: string): string =>
  `${about.charAt(0).toUpperCase()}${about.slice(1)}${about.endsWith('.') ? '' : '.'}`;

const heading = (text: string): string => paint('bold', `${text}:`);

type Row = readonly [left: string, right: string];
const MOST_LEFT = 30;

/** Two columns; a left side that is too long has a line of its own. */
function rows(all: readonly Row[], room: number, least = 0): string[] {
  const fitting = all.map(([left]) => left.length).filter((length) => length <= MOST_LEFT);
  const width = Math.max(least, ...fitting) + 2;
  return all.flatMap(([left, right]) => {
    const [first = '', ...more] = wrapped(right, room - width - 2);
    const indent = ' '.repeat(width + 2);
    const begin =
      left.length > width - 2
        ? [`  ${paint('bold', left)}`, `${indent}${first}`]
        : [`  ${paint('bold', left)}${' '.repeat(width - left.length)}${first}`];
    return [...begin, ...more.map((line) => `${indent}${line}`)];
  });
}

/** Each left side on a line of its own, the right one below. */
const tall = (all: readonly Row[], room: number): string[] =>
  all.flatMap(([left, right]) => [
    `  manifold ${paint('bold', left)}`,
    ...wrapped(right, room - 6).map((line) => `      ${line}`),
  ]);
