// The tables of docs/channels.md, made from what the channels declare.
import { readFileSync } from 'node:fs';
import type { Channel } from '../src/channels/channel.ts';

export const CHANNELS_PAGE = 'docs/channels.md';
const MARK =
  /(<!-- (\w+): made from the channels by npm run readmes -->\n)[\s\S]*?(\n<!-- end of \2 -->)/g;

type Channels = Readonly<Record<string, Channel>>;

/** The page as it is, and with the tables that the channels make. */
export function channelsPage(channels: Channels): {
  readonly text: string;
  readonly wanted: string;
} {
  const text = readFileSync(new URL(`../${CHANNELS_PAGE}`, import.meta.url), 'utf8');
  const tables: Readonly<Record<string, () => string>> = {
    channels: () => overview(channels),
    orders: () => filters(channels, 'orders'),
    products: () => filters(channels, 'products'),
  };
  const found = new Set<string>();
  const wanted = text.replaceAll(MARK, (_, begin: string, name: string, end: string) => {
    const table = tables[name];
    if (!table)
      throw new Error(`${CHANNELS_PAGE} has a mark for "${name}", of which nothing is made.`);
    found.add(name);
    return `${begin}\n${table()}\n${end}`;
  });
  const missing = Object.keys(tables).filter((name) => !found.has(name));
  if (missing.length > 0) throw new Error(`${CHANNELS_PAGE} lacks the marks for ${missing}.`);
  return { text, wanted };
}

const linked = (name: string, text = name): string =>
  `[${text}](../src/channels/${name}/README.md)`;
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)].join('\n');

const overview = (channels: Channels): string =>
  table(
    ['`channel`', 'what it is', 'orders', 'products', 'linked by', '`status` unless given'],
    Object.entries(channels).map(([name, { title, orders, products, ways }]) => [
      `\`${name}\``,
      linked(name, title),
      orders ? 'yes' : '',
      products ? 'yes' : '',
      [...new Set(ways.map(({ kind }) => kind))].sort().join(', '),
      orders ? (orders.defaults?.status ?? 'any') : '',
    ]),
  );

/** Which channel has which filter. */
function filters(channels: Channels, kind: 'orders' | 'products'): string {
  const having = Object.entries(channels).filter(([, channel]) => channel[kind]);
  const names = new Set(having.flatMap(([, channel]) => Object.keys(channel[kind]?.filters ?? {})));
  return table(
    ['', ...having.map(([name]) => linked(name))],
    [...names].map((filter) => [
      `\`${filter}\``,
      ...having.map(([, channel]) => (filter in (channel[kind]?.filters ?? {}) ? '✓' : '')),
    ]),
  );
}
