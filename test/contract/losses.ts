// The losses of every channel, found in its folder: `losses.ts` beside its driver.
import { channels } from '../../src/channels/index.ts';
import type { ChannelLosses } from './round-trip-compare.ts';

/** What `losses.ts` of a folder exports. */
export async function readLosses(folder: URL): Promise<ChannelLosses> {
  const { losses } = (await import(new URL('losses.ts', folder).href)) as {
    readonly losses: ChannelLosses;
  };
  return losses;
}

export const LOSSES: ReadonlyMap<string, ChannelLosses> = new Map(
  await Promise.all(
    Object.keys(channels).map(async (name) => {
      const folder = new URL(`../../src/channels/${name}/`, import.meta.url);
      return [name, await readLosses(folder)] as const;
    }),
  ),
);
