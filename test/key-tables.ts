// The tables in a channel's README that its declarations make: its keys, and what dates do not show.
import { readFileSync } from 'node:fs';
import type { KindOfChanges } from '../src/channels/changes.ts';
import type { Channel } from '../src/channels/channel.ts';
import type { Field } from '../src/channels/field.ts';
import type { Lineage, Sources } from '../src/channels/lineage.ts';

export interface Readme {
  readonly path: string;
  readonly text: string;
  /** With the tables that the declarations make. */
  readonly wanted: string;
}

export function readmeOf(
  name: string,
  channel: Pick<Channel, 'fields' | 'changes' | 'lineage'>,
): Readme {
  const path = `src/channels/${name}/README.md`;
  const text = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  const withKeys = replaced(text, path, 'keys', 'fields.ts', tableOf(channel.fields));
  const withChanges = replaced(withKeys, path, 'changes', 'changes.ts', changesOf(channel));
  const lineage = linesOf(channel.lineage());
  return { path, text, wanted: replaced(withChanges, path, 'lineage', 'lineage.json', lineage) };
}

/** What every field is made of, each form of record folded away. */
function linesOf(lineage: Lineage): string {
  const shown = (source: Sources[string]) =>
    typeof source === 'string'
      ? REASON_WORDS[source]
      : source.map((path) => `\`${path}\``).join(', ') || 'the same in all, or by its place';
  return Object.entries(lineage)
    .flatMap(([kind, forms]) => Object.entries(forms).map((form) => [kind, ...form] as const))
    .map(([kind, id, sources]) =>
      [
        `<details><summary>Fields of ${kind} identified by ${id}</summary>`,
        '',
        '| field | made of |',
        '|---|---|',
        ...Object.entries(sources).map(([field, source]) => `| \`${field}\` | ${shown(source)} |`),
        '',
        '</details>',
      ].join('\n'),
    )
    .join('\n\n');
}

const REASON_WORDS = {
  channel_has_none: '*the channel has none*',
  not_read: '*not read*',
  withheld: '*withheld*',
} as const;

/** The page with one of its tables made again, between the two lines that mark its place. */
function replaced(text: string, path: string, name: string, file: string, table: string): string {
  const begin = `<!-- ${name}: made from ${file} by npm run readmes -->`;
  const end = `<!-- end of ${name} -->`;
  const [before, rest, ...more] = text.split(`${begin}\n`);
  const [, after, ...others] = (rest ?? '').split(end);
  if (before === undefined || after === undefined || more.length + others.length > 0)
    throw new Error(`${path} must have the line "${begin}" once, and "${end}" once below it.`);
  return `${before}${begin}\n\n${table}\n\n${end}${after}`;
}

/** What holds for a copy of each kind of record. */
function changesOf({ changes }: Pick<Channel, 'changes'>): string {
  const rows = (kind: string, { window, deletions, undated }: KindOfChanges) => [
    ...(window
      ? [
          `| ${kind} | age | Shown for ${window.days} days by \`${window.by}\`: ${window.about} |  |`,
        ]
      : []),
    ...(deletions === 'silent'
      ? [`| ${kind} | deletion | Deleted records disappear from the lists without notice. |  |`]
      : []),
    ...undated.map(
      ({ what, about, source }) => `| ${kind} | ${what} | ${cell(about)} | ${cell(source)} |`,
    ),
  ];
  return [
    '| of | what | how | how it is known |',
    '|---|---|---|---|',
    ...(changes.orders ? rows('orders', changes.orders) : []),
    ...(changes.products ? rows('products', changes.products) : []),
  ].join('\n');
}

const tableOf = (fields: readonly Field[]): string =>
  [
    '| key | required | secret | what it is | example |',
    '|---|---|---|---|---|',
    ...fields.map(({ key, required, secret, about, example }) =>
      [
        '',
        `\`${key}\``,
        required ? 'yes' : '',
        secret ? 'yes' : '',
        cell(about),
        `\`${cell(example)}\``,
        '',
      ]
        .join(' | ')
        .trim(),
    ),
  ].join('\n');

/** A bar would end the cell, in code too. */
const cell = (text: string): string => text.replaceAll('|', '\\|');
