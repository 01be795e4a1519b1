// Writes the table of keys in every channel's README again, and the tables of channels on other
// pages, from what the channels declare.
import { writeFileSync } from 'node:fs';
import { channels } from '../src/channels/index.ts';
import { pageWithTables, TABLES, type TablePage } from './channel-tables.ts';
import { readmeOf } from './key-tables.ts';

for (const [name, channel] of Object.entries(channels)) {
  const { path, text, wanted } = readmeOf(name, channel);
  if (text === wanted) continue;
  writeFileSync(new URL(`../${path}`, import.meta.url), wanted);
  console.log(`${path} was written.`);
}

for (const page of Object.keys(TABLES) as TablePage[]) {
  const { text, wanted } = pageWithTables(page, channels);
  if (text === wanted) continue;
  writeFileSync(new URL(`../${page}`, import.meta.url), wanted);
  console.log(`${page} was written.`);
}
