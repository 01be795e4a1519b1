// The table of keys in a channel's README, made from the fields that the channel declares.
import { readFileSync } from 'node:fs';
import type { Channel } from '../src/channels/channel.ts';
import type { Field } from '../src/channels/field.ts';

const BEGIN = '<!-- keys: made from fields.ts by npm run readmes -->';
const END = '<!-- end of keys -->';

export interface Readme {
  readonly path: string;
  readonly text: string;
  /** With the table that the fields make. */
  readonly wanted: string;
}

export function readmeOf(name: string, { fields }: Pick<Channel, 'fields'>): Readme {
  const path = `src/channels/${name}/README.md`;
  const text = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  const [before, rest, ...more] = text.split(`${BEGIN}\n`);
  const [, after, ...others] = (rest ?? '').split(END);
  if (before === undefined || after === undefined || more.length + others.length > 0)
    throw new Error(`${path} must have the line "${BEGIN}" once, and "${END}" once below it.`);
  return { path, text, wanted: `${before}${BEGIN}\n\n${tableOf(fields)}\n\n${END}${after}` };
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
