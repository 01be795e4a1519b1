// Writes the part of docs/command-line.md that follows from the commands themselves: npm run commands.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { COMMANDS } from '../src/cli/commands.ts';
import type { Command, Part } from '../src/cli/declare.ts';
import { withChannel } from '../src/cli/example-channel.ts';
import { EXITS } from '../src/cli/exits.ts';
import { optionRows, placeRows, usageOf } from '../src/cli/help.ts';
import { sentence } from '../src/cli/text.ts';

const PAGE = fileURLToPath(new URL('../docs/command-line.md', import.meta.url));

/** The page as it should be: what stands between the marks is made again. */
export async function pageOf(page: string): Promise<string> {
  const commands = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, { about, load }]) => ({
      name,
      about,
      command: await load(),
    })),
  );
  const exits = [
    '| Code | Meaning |',
    '|---|---|',
    ...Object.values(EXITS).map(([code, , about]) => `| ${code} | ${about} |`),
  ];
  const whole = commands.map(({ name, about, command }) => commandText(name, about, command));
  return between(between(page, 'exit codes', exits.join('\n')), 'commands', whole.join('\n\n'));
}

function between(page: string, mark: string, text: string): string {
  const [begin, end] = [`<!-- ${mark} -->`, `<!-- end of ${mark} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/command-line.md lacks ${begin} and ${end}`);
  return `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`;
}

const commandText = (name: string, about: string, { parts }: Command): string =>
  [
    `### manifold ${name}`,
    sentence(about),
    ...Object.entries(parts).map(([word, part]) => partText(name, word, part)),
  ].join('\n\n');

function partText(title: string, word: string, part: Part): string {
  const { about, details = [], examples, json } = part;
  const rows = [...placeRows(part), ...optionRows(part.options)];
  return [
    `**\`${usageOf(title, word, part)}\`**`,
    [sentence(about), ...[details].flat()].map(plain).join(' '),
    ...(rows.length > 0
      ? [
          [
            '| | |',
            '|---|---|',
            ...rows.map(
              ([left = '', right = '']) => `| \`${cellText(left)}\` | ${cellText(plain(right))} |`,
            ),
          ].join('\n'),
        ]
      : []),
    [
      '```console',
      ...Object.entries(examples).map(
        ([typed, does]) => `npx manifold ${withChannel(typed)}   # ${does}`,
      ),
      '```',
    ].join('\n'),
    ...(json === undefined ? [] : [`\`--json\`: ${plain(json)}.`]),
  ].join('\n\n');
}

/** A bar would end a cell. */
const cellText = (text: string): string => text.replaceAll('|', '\\|');
/** What looks like a tag would be taken for one. */
const plain = (text: string): string => text.replaceAll(/<[^>\s][^>]*>/g, (tag) => `\`${tag}\``);

if (process.argv[1] === fileURLToPath(import.meta.url))
  void pageOf(readFileSync(PAGE, 'utf8')).then((page) => writeFileSync(PAGE, page));
