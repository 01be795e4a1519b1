// The table of `npm run hostile`: a line for the figures of each attack, and one for what it came to.
import { styleText } from 'node:util';
import { slower } from '../victim.ts';
import type { Row } from './run.ts';
import type { Found } from './scene.ts';

export const WIDTH = 100;
const COLUMNS = [
  ['before', 8],
  ['during', 8],
  ['after', 8],
  ['slower', 8],
  ['worst', 8],
  ['failed', 10],
  ['memory', 9],
  ['verdict', 11],
] as const;
const TITLE = WIDTH - 2 - COLUMNS.reduce((sum, [, width]) => sum + width, 0);

const line = (mark: string, title: string, cells: readonly string[]): string =>
  `${mark} ${title.padEnd(TITLE)}${cells.map((text, at) => text.padStart(COLUMNS[at]?.[1] ?? 0)).join('')}`;

export const heading = (): string =>
  [
    styleText(
      'bold',
      line(
        ' ',
        'beside a victim',
        COLUMNS.map(([name]) => name),
      ),
    ),
    '─'.repeat(WIDTH),
  ].join('\n');

export const subheading = (text: string): string =>
  [styleText('bold', `  ${text}`), '─'.repeat(WIDTH)].join('\n');

export function rowOf({ title, beside, peak, saw, harm }: Row): string {
  const memory = peak === undefined ? '·' : `${Math.round(peak / 1024 / 1024)} MiB`;
  const figures = beside ? [...figuresOf(beside), memory] : ['·', '·', '·', '·', '·', '·', memory];
  const cells = [...figures, harm === undefined ? 'unharmed' : 'HARMED'];
  const whole = line(harm === undefined ? '✓' : '✗', title, cells);
  const colour = harm === undefined ? 'green' : 'red';
  return [
    whole
      .replace(/^./, (mark) => styleText(colour, mark))
      .replace(/\S+$/, (word) => styleText(colour, word)),
    ...(harm === undefined ? [] : folded(harm).map((text) => styleText('red', text))),
    ...folded(saw).map((text) => styleText('dim', text)),
  ].join('\n');
}

function figuresOf({ before, during, after }: NonNullable<Row['beside']>): string[] {
  const failed = [before, during, after].reduce((sum, span) => sum + span.failed.length, 0);
  const calls = before.calls + during.calls + after.calls;
  return [
    time(before.median),
    time(during.median),
    time(after.median),
    `${slower(during.median, before.median).toFixed(1)} ×`,
    time(during.worst),
    `${failed}/${calls}`,
  ];
}

const time = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds.toFixed(0)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

/** Under its title, in lines no wider than the table. */
function folded(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last.length + word.length + 1 > WIDTH - 4) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.map((one) => `    ${one}`);
}

export function checkOf(title: string, { saw, harm }: Found): string {
  const colour = harm === undefined ? 'green' : 'red';
  return [
    `${styleText(colour, harm === undefined ? '✓' : '✗')} ${title}`,
    ...(harm === undefined ? [] : folded(harm).map((one) => styleText('red', one))),
    ...folded(saw).map((one) => styleText('dim', one)),
  ].join('\n');
}
