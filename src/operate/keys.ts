// What an operator does with the key ring: add a key, see which are needed, move to the newest, give one up.
import { addToKeyFile } from '../keys/file.ts';
import { newKeyEntry } from '../keys/ring.ts';
import type { House } from './audit.ts';
import { openSeal } from './open.ts';
import { ActError } from './sentence.ts';

export { makeKeyFile } from '../keys/file.ts';
export { newKeyEntry } from '../keys/ring.ts';

type KeyState = 'new' | 'seals' | 'needed' | 'not_needed';

export function keyActs({ config, store, audited }: House) {
  return {
    /** Undefined where the ring is not in a file. */
    file: config.keysFile,

    rotate: (id: string, file: string) =>
      audited('keys.rotate', { key: id }, async () => {
        const others = await store.instances.alive();
        addToKeyFile(file, newKeyEntry(id));
        return { id, file, instances: others.length };
      }),

    async status() {
      const used = await store.keys.inUse();
      const instances = await store.instances.alive();
      const newestUsed = used.at(-1)?.id;
      return openSeal(config).kept.ring.ids.map((id) => {
        const since = used.find((key) => key.id === id)?.since;
        const have = instances.filter(({ keys }) => keys.includes(id)).length;
        const unused: KeyState = have < instances.length ? 'new' : 'not_needed';
        const needed: KeyState = id === newestUsed ? 'seals' : 'needed';
        return {
          id,
          state: since === undefined ? unused : needed,
          since: since === undefined ? null : new Date(since).toISOString(),
          on_instances: have,
          instances: instances.length,
        };
      });
    },

    rewrap: () => audited('keys.rewrap', {}, async (note) => note(await store.rewrap())),

    /** Removes what a lost key sealed. */
    forget: (id: string) =>
      audited('keys.forget', { key: id }, async (note) => {
        if (openSeal(config).kept.ring.find(id))
          throw new ActError(`The key "${id}" is in the key ring: it is not lost.`);
        return note(await store.forgetKey(id));
      }),
  };
}
