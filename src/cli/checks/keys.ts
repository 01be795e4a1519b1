// The key ring: it can be read, and has every key that something stored is sealed with.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseKeys } from '../../seal.ts';
import { reasonOf } from '../../store/index.ts';
import { sentenceFor } from '../command.ts';
import { type Check, ok, wrong } from './check.ts';

export const keys: Check = {
  id: 'keys',
  async run({ config, inspection }) {
    const from =
      config.keysFile ?? (config.keys ? 'MANIFOLD_KEYS' : join(config.dataDir, 'sandbox-keys'));
    let text: string;
    try {
      text = config.keys ?? readFileSync(from, 'utf8');
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (isMissing && config.mode === 'sandbox') return [];
      return [
        wrong(
          'keys',
          `The key ring ${from} cannot be read: ${isMissing ? 'there is no such file' : reasonOf(error)}.`,
          isMissing
            ? 'Put the file in its place; for a new store "manifold keys rotate" makes it.'
            : 'Run commands as the user of the service.',
        ),
      ];
    }
    try {
      const ring = parseKeys(entriesOf(text).join(','));
      const lost = (inspection?.keysInUse ?? []).filter((id) => !ring.find(id));
      if (lost.length === 0)
        return [
          ok(
            'keys',
            `The key ring of ${from} ${inspection ? 'has every key that is in use' : 'can be read'}.`,
          ),
        ];
      const named = lost.map((id) => `"${id}"`).join(', ');
      return [
        wrong(
          'keys',
          `What is stored is sealed with ${named}, which is not in the key ring of ${from}.`,
          'Put that key back into the ring, behind the newest; without it the users’ access is lost.',
        ),
      ];
    } catch (error) {
      const why = sentenceFor(error);
      if (why === undefined) throw error;
      return [wrong('keys', why, `Mend ${from}; each entry is id:key, newest first.`)];
    }
  },
};

/** One a line in a file, separated by commas in a setting. */
const entriesOf = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '' && !entry.startsWith('#'));
