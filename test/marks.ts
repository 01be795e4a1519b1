// Writes the vendors' marks again, from the icon packages that have them.
import { writeFileSync } from 'node:fs';
import { markFileOf, SOURCES } from './mark-sources.ts';

for (const channel of Object.keys(SOURCES)) {
  const { path, text } = markFileOf(channel);
  writeFileSync(new URL(`../${path}`, import.meta.url), text);
  console.log(`${path} was written.`);
}
