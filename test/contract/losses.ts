// What each channel loses of the catalogue: `test/losses/<channel>.ts`, where it loses anything.
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ChannelLosses } from './round-trip-compare.ts';

const FOLDER = '../losses';
// Not by `import`, which would have every test file wait before it registers its tests.
const load = createRequire(import.meta.url);

export const LOSSES: ReadonlyMap<string, ChannelLosses> = new Map(
  readdirSync(new URL(FOLDER, import.meta.url)).map((file) => {
    const { losses } = load(`${FOLDER}/${file}`) as { readonly losses: ChannelLosses };
    return [file.replace(/\.ts$/, ''), losses] as const;
  }),
);
