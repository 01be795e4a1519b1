// The tables of channels in the README and on pages of the guides, made from what the channels declare.
import { readFileSync } from 'node:fs';
import { bol } from '../src/channels/bol/index.ts';
import type { Channel } from '../src/channels/channel.ts';
import { type Callable, createApi } from '../src/http/api.ts';
import { changeRoutes } from '../src/http/changes.ts';
import { userRoutes } from '../src/http/users.ts';
import { attentionIn } from '../src/link/diagnosis.ts';
import { toolsOf } from '../src/mcp/tools.ts';
import { ATTENTION, ATTENTION_CODES, type AttentionCode } from '../src/model/attention.ts';
import { WRITES } from '../src/model/execution.ts';
import { EVERYWHERE } from '../src/model/include.ts';
import { SCOPES } from '../src/tokens/scopes.ts';

/** Pages with such tables, each with those that it must have. */
export const TABLES = {
  'README.md': ['channels'],
  'docs/linking.md': ['attention'],
  'docs/channels.md': ['channels', 'orders', 'products'],
  'docs/keep-a-copy.md': ['changes'],
  'docs/changes.md': ['watches', 'reasons'],
  'docs/writing.md': ['writes', 'write_limits'],
  'docs/agents.md': ['tools'],
} as const;
export type TablePage = keyof typeof TABLES;
const MARK =
  /(<!-- (\w+): made from the \w+ by npm run readmes -->\n)[\s\S]*?(\n<!-- end of \2 -->)/g;

type Channels = Readonly<Record<string, Channel>>;

/** The page as it is, and with the tables that the channels make. */
export function pageWithTables(
  page: TablePage,
  channels: Channels,
): { readonly text: string; readonly wanted: string } {
  const text = readFileSync(new URL(`../${page}`, import.meta.url), 'utf8');
  const root = '../'.repeat(page.split('/').length - 1);
  const linked = (name: string, words = name) =>
    `[${words}](${root}src/channels/${name}/README.md)`;
  const tables: Readonly<Record<string, () => string>> = {
    channels: () => overview(channels, linked),
    orders: () => filters(channels, 'orders', linked),
    products: () => filters(channels, 'products', linked),
    changes: () => undated(channels, linked),
    watches: () => watches(channels, linked),
    reasons: () => reasons(channels, linked),
    attention: () => attention(channels, linked),
    writes: () => writes(channels, linked),
    write_limits: () => writeLimits(channels, linked),
    tools,
  };
  const found = new Set<string>();
  const wanted = text.replaceAll(MARK, (_, begin: string, name: string, end: string) => {
    const table = tables[name];
    if (!table) throw new Error(`${page} has a mark for "${name}", of which nothing is made.`);
    found.add(name);
    return `${begin}\n${table()}\n${end}`;
  });
  const missing = TABLES[page].filter((name) => !found.has(name));
  if (missing.length > 0) throw new Error(`${page} lacks the marks for ${missing}.`);
  return { text, wanted };
}

type Linked = (name: string, words?: string) => string;

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)].join('\n');

const overview = (channels: Channels, linked: Linked): string =>
  table(
    [
      ...['`channel`', 'what it is', 'orders', 'products', 'linked by', '`status` unless given'],
      '`include`',
    ],
    Object.entries(channels).map(([name, { title, orders, products, ways }]) => [
      `\`${name}\``,
      linked(name, title),
      orders ? 'yes' : '',
      products ? 'yes' : '',
      [...new Set(ways.map(({ kind }) => kind))].sort().join(', '),
      orders ? (orders.defaults?.status ?? 'any') : '',
      [...EVERYWHERE, ...Object.keys(orders?.includes ?? {})].join(', '),
    ]),
  );

/** Which channel has which filter. */
function filters(channels: Channels, kind: 'orders' | 'products', linked: Linked): string {
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

/** Of every kind of record that a channel has: the channel, the kind and what is declared of it. */
const followed = (channels: Channels) =>
  Object.entries(channels).flatMap(([name, channel]) =>
    (['orders', 'products'] as const).flatMap((kind) => {
      const [resource, changes] = [channel[kind], channel.changes[kind]];
      return resource && changes ? [{ name, kind, resource, changes }] : [];
    }),
  );

/** How a watch follows each kind of record. */
const watches = (channels: Channels, linked: Linked): string =>
  table(
    ['', '', 'read by', 'overlap', 'settling', 'floor', 'sweep', 'hints'],
    followed(channels).map(({ name, kind, changes }) => [
      linked(name),
      kind,
      WAYS[changes.by],
      ...TIMES.map((time) => `${count(changes[time].seconds)} s`),
      changes.sweep === undefined ? '' : `${changes.sweep} h`,
      (changes.hints ?? []).map((topic) => `\`${topic}\``).join(', '),
    ]),
  );

const WAYS = {
  updated_at: 'date of change',
  events: 'events of the vendor',
  list: 'the whole list',
} as const;
const TIMES = ['overlap', 'settling', 'floor'] as const;
const count = (seconds: number): string => seconds.toLocaleString('en-US');

/** Why each time is so long, each reason once. */
function reasons(channels: Channels, linked: Linked): string {
  const rows = followed(channels).flatMap(({ name, kind, changes }) =>
    TIMES.map((time) => ({ name, kind, time, ...changes[time] })),
  );
  const said = Map.groupBy(rows, ({ name, why, source }) => JSON.stringify([name, why, source]));
  return table(
    ['', 'what', 'why', 'how it is known'],
    [...said.values()].flatMap(([first, ...more]) => {
      if (!first) return [];
      const { name, time, seconds, why, source } = first;
      const kinds = [first, ...more].map(({ kind }) => kind).join(' and ');
      return [[linked(name), `${time} of ${kinds}: ${count(seconds)} s`, why, source]];
    }),
  );
}

/** Every code for which a linked channel needs attention, and what the user reads of it. */
function attention(channels: Channels, linked: Linked): string {
  const having = (code: AttentionCode) =>
    Object.entries(channels).filter(([, { refusals }]) => refusals.includes(code));
  const anyOf = { ...bol, title: '{channel}', refusals: [] };
  return table(
    ['code', 'what it means', '', 'what to say to the user'],
    ATTENTION_CODES.flatMap((code) => {
      const means = [`\`${code}\``, ATTENTION[code]];
      const of = having(code);
      if (of.length === 0) return [[...means, 'every channel', attentionIn(code, anyOf, 'en')]];
      return of.map(([name, channel], at) => [
        ...(at === 0 ? means : ['', '']),
        linked(name),
        attentionIn(code, channel, 'en'),
      ]);
    }),
  );
}

/** Of every kind of write: the channel, the kind and what is declared of it. */
const written = (channels: Channels) =>
  Object.entries(channels).flatMap(([name, channel]) =>
    WRITES.flatMap((kind) => {
      const declared = channel.writes?.[kind];
      return declared ? [{ name, kind, declared }] : [];
    }),
  );

/** What each channel takes, and how. */
const writes = (channels: Channels, linked: Linked): string =>
  table(
    ['', '', 'the vendor asks for', 'items a call', 'shown after', 'sent twice', '`if_available`'],
    written(channels).map(({ name, kind, declared }) => {
      if (!('facts' in declared))
        return [linked(name), kind, `not taken: ${declared.why}`, '', '', '', ''];
      const { needs, most, shows, idempotent, comparesFirst } = declared.facts;
      return [
        ...[linked(name), kind, needs.about, count(most)],
        shows.seconds === 0 ? 'its answer' : `${count(shows.seconds)} s`,
        idempotent.is ? 'done once' : 'not recognised',
        kind === 'stock' ? (comparesFirst ? 'by the vendor' : 'read first') : '',
      ];
    }),
  );

/** What each cannot do, or does otherwise than one might think, each once. */
function writeLimits(channels: Channels, linked: Linked): string {
  const rows = written(channels).flatMap(({ name, kind, declared }) =>
    'facts' in declared ? declared.facts.limits.map(({ about }) => ({ name, kind, about })) : [],
  );
  const said = Map.groupBy(rows, ({ name, about }) => JSON.stringify([name, about]));
  return table(
    ['', '', 'what'],
    [...said.values()].flatMap(([first, ...more]) =>
      first
        ? [[linked(first.name), [first, ...more].map(({ kind }) => kind).join(', '), first.about]]
        : [],
    ),
  );
}

/** By which date each kind of record can be followed, and what that date does not show. */
function undated(channels: Channels, linked: Linked): string {
  const rows = followed(channels).map(({ name, kind, resource, changes }) => {
    const isDated = resource.filters.updated_at_min !== undefined;
    return [
      linked(name),
      kind,
      isDated ? 'yes' : 'read all',
      isDated
        ? changes.undated.map(({ what, about }) => `**${what}**: ${about}`).join(' ')
        : 'everything',
      changes.window
        ? `${changes.window.days} days by \`${changes.window.by}\`. ${changes.window.about}`
        : '',
    ];
  });
  const head = ['', '', '`sync`', 'changes without a date', 'shown for'];
  return table(head, rows);
}

function tools(): string {
  const routes = new Map<string, Callable>();
  const api = createApi({ route: () => {} } as never, (() => () => {}) as never, routes);
  userRoutes(api, { channels: [] } as never);
  changeRoutes(api, { changes: {} } as never);
  const none = { orders: [], products: [], fulfillments: [], stock: [], prices: [] };
  const all = toolsOf({ routes, having: none } as never);
  const scopesOf = (scopes: readonly string[]) =>
    scopes.length === SCOPES.length ? 'any' : scopes.map((scope) => `\`${scope}\``).join(' or ');
  return table(
    ['tool', 'scope', 'what it does'],
    all.map(({ name, scopes, description }) => [`\`${name}\``, scopesOf(scopes), description]),
  );
}
