// What a check is: something that must hold whatever is tried, where there is no time to measure.
import { catalogueOf, defaultAnchor } from '../../../sandbox/catalogue/index.ts';
import type { Store } from '../../../sandbox/store.ts';
import { stores } from '../../../sandbox/stores/index.ts';
import type { RunOptions } from '../run.ts';
import type { Found } from '../scene.ts';

export interface Check {
  /** For --only. */
  readonly name: string;
  /** What must hold, in one sentence. */
  readonly about: string;
  readonly run: (options: RunOptions) => Promise<Found>;
}

let opened: readonly Store[] | undefined;

/** The sandbox stores, for the credentials of their shops: the same as in every sandbox of this day. */
export function sandboxStores(): readonly Store[] {
  opened ??= stores.map((open) =>
    open({ catalogue: catalogueOf(defaultAnchor(Date.now())), now: Date.now, rates: 'relaxed' }),
  );
  return opened;
}

export function credentialOf(channel: string, name: string) {
  const store = sandboxStores().find((one) => one.channel === channel);
  const shop = store?.shops.find((one) => one.name === name);
  if (!shop) throw new Error(`the sandbox has no shop ${name} for ${channel}`);
  return { ...shop.credential.account, ...shop.credential.secrets };
}

/** A credential as `params` of a request carry it. */
export const paramsOf = (
  channel: string,
  keys: readonly string[],
  credential: Readonly<Record<string, unknown>>,
) => ({
  [channel]: Object.entries(credential)
    .filter(([key]) => keys.includes(key))
    .map(([key, value]) => ({ key, value })),
});
