// The command "manifold channels": what each channel of a running service can.
import type { ChannelCapabilities } from '../../client/src/index.ts';
import { didYouMean } from '../model/nearest.ts';
import { command, part } from './command.ts';
import { CommandError } from './declare.ts';
import { exitCode } from './exits.ts';
import { cell, type Item } from './formats.ts';
import { paint } from './paint.ts';
import { SERVICE, withService } from './reach.ts';
import { type Column, columns, layOut } from './table.ts';
import { roomOn, wrapped } from './wrap.ts';

const COLUMNS: readonly Column<ChannelCapabilities>[] = [
  { title: 'CHANNEL', of: ({ channel }) => channel },
  { title: 'TITLE', of: ({ title }) => title, least: 12 },
  { title: 'ORDERS', of: ({ orders }) => filtersIn(orders) },
  { title: 'PRODUCTS', of: ({ products }) => filtersIn(products) },
  { title: 'VERSION', of: (facts) => cell(partOf(facts.api_versions).default), leaves: 2 },
  { title: 'LINKED BY', of: (facts) => waysOf(facts).join(', '), least: 8, leaves: 1 },
];

const partOf = (value: unknown): Item =>
  typeof value === 'object' && value !== null ? { ...value } : {};
const listOf = (value: unknown): readonly Item[] => (Array.isArray(value) ? value : []);

/** How many filters there are; a dash where there are no such records. */
const filtersIn = (resource: ChannelCapabilities['orders']): string =>
  resource ? `${Object.keys(partOf(resource.filters)).length} filters` : '-';

const waysOf = ({ link }: ChannelCapabilities): string[] => [
  ...new Set(
    listOf(link)
      .filter(({ available }) => available !== false)
      .map(({ kind }) => cell(kind)),
  ),
];

const show = part({
  about: 'list the channels, or show what one can: filters, keys, versions, limits',
  given: {
    channel: {
      word: 'channel',
      about: 'Everything about this one.',
      optional: true,
    },
  },
  options: SERVICE,
  examples: [
    ['channels', 'All of them'],
    ['channels <channel>', 'What one can be asked, and what its params are'],
  ],
  json: '[channel], or one of them, as GET …/Channels has them',
  async run({ given: { channel: name }, options, io, json, answer }) {
    return await withService({ options, io, json }, async ({ manifold }) => {
      const all = await manifold.channels();
      if (name === undefined) {
        const table = layOut(COLUMNS, all, io.columns ?? 100);
        answer(all, [paint('bold', table.head), ...all.map(table.row)]);
        return 0;
      }
      const found = all.find(({ channel }) => channel === name);
      if (!found) {
        const names = all.map(({ channel }) => channel);
        const meant = didYouMean(name, names, `; there are ${names.join(', ')}.`);
        throw new CommandError(`There is no channel "${name}"${meant}`, {
          ...{ exit: exitCode('missing'), code: 'unsupported_channel' },
        });
      }
      answer(found, about(found, roomOn(io.columns)));
      return 0;
    });
  },
});

function about(facts: ChannelCapabilities, room: number): string[] {
  const versions = partOf(facts.api_versions);
  const lines = [`${paint('bold', facts.title)} ${paint('dim', facts.channel)}`];
  for (const kind of ['orders', 'products'] as const) {
    const resource = facts[kind];
    lines.push('', paint('bold', kind));
    lines.push(...(resource ? resourceLines(resource, room) : [`  This channel has no ${kind}.`]));
  }
  lines.push('', paint('bold', 'params'), ...table(listOf(facts.params).map(paramRow), room));
  lines.push('', paint('bold', 'linked by'));
  lines.push(
    ...listOf(facts.link).map(
      ({ way, kind, available }) =>
        `  ${cell(kind)} (${cell(way)})${available === false ? '; needs an app of the operator, which is not set' : ''}`,
    ),
  );
  const speaks = listOf(versions.speaks).map(({ version }) => cell(version));
  lines.push(
    '',
    paint('bold', 'versions'),
    `  ${cell(versions.default)} unless api_version says otherwise; of ${speaks.join(', ')}`,
  );
  return lines;
}

function resourceLines(resource: Item, room: number): string[] {
  const includes = Array.isArray(resource.include) ? resource.include.map(cell) : [];
  const by = Object.entries(partOf(resource.filters));
  const done = (who: string) => by.filter(([, each]) => each === who).map(([name]) => name);
  const defaults = Object.entries(partOf(resource.defaults)).map(
    ([name, value]) => `${name} ${cell(value)}`,
  );
  return table(
    [
      ['filters', done('channel').join(', ') || 'none'],
      ...(done('service').length > 0 ? [['by Manifold', done('service').join(', ')] as const] : []),
      ...(includes.length > 0 ? [['include', includes.join(', ')] as const] : []),
      ...(defaults.length > 0 ? [['unless told', defaults.join(', ')] as const] : []),
      ['an id', cell(resource.id_example)],
    ],
    room,
  );
}

const paramRow = ({ key, required, secret, description, example }: Item) =>
  [
    cell(key),
    [
      cell(description),
      `Such as ${cell(example)}.`,
      required === true ? '' : 'Optional.',
      secret === true ? 'Secret.' : '',
    ]
      .filter((each) => each !== '' && each !== 'Such as .')
      .join(' '),
  ] as const;

/** Two columns, the right one wrapped. */
function table(rows: readonly (readonly [string, string])[], room: number): string[] {
  const width = Math.max(...rows.map(([left]) => left.length), 0);
  const indent = ' '.repeat(width + 4);
  return rows.flatMap(([left, right]) => {
    const [first = '', ...more] = wrapped(right, room - indent.length);
    return [
      ...columns([['', paint('dim', left.padEnd(width)), first]]),
      ...more.map((line) => `${indent}${line}`),
    ];
  });
}

export const channels = command('channels', { '': show });
