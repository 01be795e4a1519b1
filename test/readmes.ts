// Writes the table of keys in every channel's README anew, from the fields that it declares.
import { writeFileSync } from 'node:fs';
import { channels } from '../src/channels/index.ts';
import { readmeOf } from './key-tables.ts';

for (const [name, channel] of Object.entries(channels)) {
  const { path, text, wanted } = readmeOf(name, channel);
  if (text === wanted) continue;
  writeFileSync(new URL(`../${path}`, import.meta.url), wanted);
  console.log(`${path} was written.`);
}
