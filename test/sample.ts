// Makes a sample: runs a native record through its channel and writes what it becomes beside it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { channels } from '../src/channels/index.ts';
import { PREFIX, unifiedOf } from './samples.ts';

const USAGE = `npm run sample -- <channel> <orders|products> <file.native.json> [--overwrite]

Reads one native record as the channel's "fetch" yields it, and writes the unified record beside
it, as <file>.unified.json, and what can be included of it, if there is any, as
<file>.included.json. Read what was written before you keep it: from then on it is the
expectation. A file that is there already is replaced only with --overwrite.
`;

/** Returns what to say; throws where there is nothing to write. */
export function makeSample(args: readonly string[]): string {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { overwrite: { type: 'boolean', default: false } },
  });
  const [name = '', kind = '', file = '', ...rest] = positionals;
  if (file === '' || rest.length > 0) throw new Error(USAGE);
  const channel = Object.hasOwn(channels, name) ? channels[name] : undefined;
  if (!channel)
    throw new Error(`There is no channel ${name}; there are ${Object.keys(channels).join(', ')}.`);
  if (kind !== 'orders' && kind !== 'products') throw new Error(USAGE);
  const named = new RegExp(`^${PREFIX[kind]}.+\\.native\\.json$`);
  if (!named.test(basename(file)))
    throw new Error(`A sample of ${kind} is called ${PREFIX[kind]}….native.json, not ${basename(file)}.`); // biome-ignore format: one sentence
  const target = file.replace(/\.native\.json$/, '.unified.json');
  if (existsSync(target) && !values.overwrite)
    throw new Error(`${target} is there already; --overwrite replaces it.`);
  const native: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const { record, included, warnings } = unifiedOf(name, channel, kind, native);
  const beside = file.replace(/\.native\.json$/, '.included.json');
  const write = (to: string, what: object) =>
    writeFileSync(to, `${JSON.stringify(what, null, 2)}\n`);
  write(target, record);
  if (included) write(beside, included);
  return [
    `${target} was written.`,
    ...(included ? [`${beside} was written.`] : []),
    ...warnings.map(
      ({ code, message, field }) => `${code}${field ? ` (${field})` : ''}: ${message}`,
    ),
  ].join('\n');
}

if (import.meta.main)
  try {
    console.log(makeSample(process.argv.slice(2)));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
