// The command "manifold channels": what each channel of a running service can.
import type { ChannelCapabilities } from '../../client/src/index.ts';
import { didYouMean } from '../model/nearest.ts';
import { command, part } from './command.ts';
import { CommandError } from './declare.ts';
import { exitCode } from './exits.ts';
import { cell, type Item, itemIn, itemsIn } from './formats.ts';
import { SERVICE, withService } from './reach.ts';
import { type Column, tableLines } from './table.ts';
import { paint, type Row, roomOn, twoColumns } from './text.ts';

const COLUMNS: readonly Column<ChannelCapabilities>[] = [
  { title: 'CHANNEL', of: ({ channel }) => channel },
  { title: 'TITLE', of: ({ title }) => title, least: 12 },
  { title: 'ORDERS', of: ({ orders }) => filtersIn(orders) },
  { title: 'PRODUCTS', of: ({ products }) => filtersIn(products) },
  { title: 'VERSION', of: (facts) => cell(itemIn(facts.api_versions).default), leaves: 2 },
  { title: 'LINKED BY', of: (facts) => waysOf(facts).join(', '), least: 8, leaves: 1 },
];

/** How many filters there are; a dash where there are no such records. */
const filtersIn = (resource: ChannelCapabilities['orders']): string =>
  resource ? `${Object.keys(itemIn(resource.filters)).length} filters` : '-';

const waysOf = ({ link }: ChannelCapabilities): string[] => [
  ...new Set(
    itemsIn(link)
      .filter(({ available }) => available !== false)
      .map(({ kind }) => cell(kind)),
  ),
];

const show = part({
  about: 'list the channels, or show what one can: filters, keys, versions, limits',
  given: { 'channel [channel]': 'Everything about this one.' },
  options: SERVICE,
  examples: {
    channels: 'All of them',
    'channels <channel>': 'What one can be asked, and what its params are',
  },
  json: '[channel], or one of them, as GET …/Channels has them',
  async run({ given: { channel: name }, options, io, json, answer }) {
    await withService({ options, io, json }, async ({ manifold }) => {
      const all = await manifold.channels();
      if (name === undefined) {
        answer(all, tableLines(COLUMNS, all, io));
        return;
      }
      const found = all.find(({ channel }) => channel === name);
      const names = all.map(({ channel }) => channel);
      if (!found)
        throw new CommandError(
          `There is no channel "${name}"${didYouMean(name, names, `; there are ${names.join(', ')}.`)}`,
          { exit: exitCode('missing'), code: 'unsupported_channel' },
        );
      answer(found, about(found, roomOn(io.columns)));
    });
  },
});

function about(facts: ChannelCapabilities, room: number): string[] {
  const versions = itemIn(facts.api_versions);
  const speaks = itemsIn(versions.speaks).map(({ version }) => cell(version));
  const records = (['orders', 'products'] as const).flatMap((kind) => {
    const one = facts[kind];
    const lines = one ? resourceLines(itemIn(one), room) : [`  This channel has no ${kind}.`];
    return ['', paint('bold', kind), ...lines];
  });
  return [
    `${paint('bold', facts.title)} ${paint('dim', facts.channel)}`,
    ...records,
    ...['', paint('bold', 'params')],
    ...twoColumns(itemsIn(facts.params).map(paramRow), room, 'dim'),
    ...['', paint('bold', 'linked by')],
    ...itemsIn(facts.link).map(
      ({ way, kind, available }) =>
        `  ${cell(kind)} (${cell(way)})${available === false ? '; needs an app of the operator, which is not set' : ''}`,
    ),
    ...['', paint('bold', 'versions')],
    `  ${cell(versions.default)} unless api_version says otherwise; of ${speaks.join(', ')}`,
  ];
}

function resourceLines(resource: Item, room: number): string[] {
  const by = Object.entries(itemIn(resource.filters));
  const done = (who: string) => by.filter(([, each]) => each === who).map(([name]) => name);
  const includes = Array.isArray(resource.include) ? resource.include.map(cell) : [];
  const defaults = Object.entries(itemIn(resource.defaults)).map(
    ([name, value]) => `${name} ${cell(value)}`,
  );
  const rows: Row[] = [
    ['filters', done('channel').join(', ') || 'none'],
    ['by Manifold', done('service').join(', ')],
    ['include', includes.join(', ')],
    ['unless set', defaults.join(', ')],
    ['an id', cell(resource.id_example)],
  ];
  const said = rows.filter(([, right]) => right !== '');
  return twoColumns(said, room, 'dim');
}

const paramRow = ({ key, required, secret, description, example }: Item): Row => {
  const such = cell(example) && `Such as ${cell(example)}.`;
  const words = [cell(description), such, required ? '' : 'Optional.', secret ? 'Secret.' : ''];
  return [cell(key), words.filter((each) => each !== '').join(' ')];
};

export const channels = command('channels', { '': show });
