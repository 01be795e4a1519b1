// The key ring: it can be read, and has every key that something stored is sealed with.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createSeal } from '../../seal.ts';
import { openSeal, SANDBOX_KEYS } from '../open.ts';
import { sentenceFor } from '../sentence.ts';
import { type Check, ok, warning, wrong } from './check.ts';

export const keys: Check = {
  id: 'keys',
  async run({ config, inspection }) {
    const own = join(config.dataDir, SANDBOX_KEYS);
    const from = config.keysFile ?? (config.keys ? 'MANIFOLD_KEYS' : own);
    // The sandbox makes its key when it first starts; to look must not make one.
    if (from === own && !existsSync(own)) return [];
    try {
      const { ring } = openSeal(config).kept;
      const { fingerprint } = createSeal(ring);
      const used = inspection?.keysInUse ?? [];
      const lost = used.filter(({ id }) => !ring.find(id)).map(({ id }) => id);
      const others = used
        .filter(({ id, proof }) => ring.find(id) && fingerprint(id) !== proof)
        .map(({ id }) => id);
      const named = (ids: readonly string[]) => ids.map((id) => `"${id}"`).join(', ');
      if (lost.length > 0)
        return [
          wrong(
            'keys',
            `What is stored is sealed with ${named(lost)}, which is not in the key ring of ${from}.`,
            'Put that key back into the ring, behind the newest; without it the users’ access is lost.',
          ),
        ];
      if (others.length > 0)
        return [
          wrong(
            'keys',
            `The key ${named(others)} of ${from} is not the one of that name that sealed what is stored.`,
            'Put the right one in its place, and give a new key a name of its own.',
          ),
        ];
      const has = inspection ? 'has every key that is in use' : 'can be read';
      return [ok('keys', `The key ring of ${from} ${has}.`)];
    } catch (error) {
      const why = sentenceFor(error);
      if (why === undefined) throw error;
      return [wrong('keys', why, `Mend ${from}; each entry is id:key, newest first.`)];
    }
  },
};

/** Without the key of its user a stored credential is of no use. */
export const userKeys: Check = {
  id: 'user-keys',
  async run({ store }) {
    if (!store) return [];
    const lost = await store.keyless.count();
    if (lost === 0) return [ok('user-keys', 'Every stored credential has the key of its user.')];
    return [
      warning(
        'user-keys',
        `${lost} stored ${lost === 1 ? 'credential' : 'credentials'} cannot be opened: the keys of their users are not in the store.`,
        'Put the rows of the table user_key back from a backup, or send the users magic links: what they link again works.',
      ),
    ];
  },
};
