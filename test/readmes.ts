// Writes the table of keys in every channel's README anew, and the tables of docs/channels.md, from
// what the channels declare.
import { writeFileSync } from 'node:fs';
import { channels } from '../src/channels/index.ts';
import { CHANNELS_PAGE, channelsPage } from './channel-tables.ts';
import { readmeOf } from './key-tables.ts';

for (const [name, channel] of Object.entries(channels)) {
  const { path, text, wanted } = readmeOf(name, channel);
  if (text === wanted) continue;
  writeFileSync(new URL(`../${path}`, import.meta.url), wanted);
  console.log(`${path} was written.`);
}

const { text, wanted } = channelsPage(channels);
if (text !== wanted) {
  writeFileSync(new URL(`../${CHANNELS_PAGE}`, import.meta.url), wanted);
  console.log(`${CHANNELS_PAGE} was written.`);
}
