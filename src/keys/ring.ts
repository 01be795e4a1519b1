// The operator's key ring: reads it, makes entries, and says which key seals while it changes.
import { randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
export const KEY_ID = /^[A-Za-z0-9_-]{1,32}$/;

export interface RingKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** The operator's keys: one seals, all of them open. */
export interface KeyRing {
  readonly newest: RingKey;
  /** All of them, newest first. */
  readonly ids: readonly string[];
  readonly find: (id: string) => RingKey | undefined;
}

export type LiveRing = ReturnType<typeof createLiveRing>;

/** The key ring is wrong. The message says what to change and never repeats a key. */
export class KeyRingError extends Error {
  override readonly name = 'KeyRingError';
}

/** Reads `id:key,id:key`, or one a line with # for people; newest first, 32 bytes each in base64(url). */
export function parseKeys(whole: string): KeyRing {
  const text = whole.replaceAll(/^[ \t]*(#.*)?\r?\n|^[ \t]*#.*$/gm, '').trim();
  if (text === '')
    throw new KeyRingError('The key ring is empty: give at least one entry of the form id:key.');
  const keys = text
    .split(/,[ \t]*\r?\n?|\r?\n|\r/)
    .map((entry, at) => parseEntry(entry.trim(), at));
  const byId = new Map<string, RingKey>();
  const seen = new Set<string>();
  for (const key of keys) {
    if (byId.has(key.id)) {
      throw new KeyRingError(`The key ring has the id "${key.id}" twice: each key needs its own.`);
    }
    const fingerprint = key.bytes.toString('base64');
    if (seen.has(fingerprint)) {
      throw new KeyRingError(`The key of "${key.id}" stands in the key ring under another id too.`);
    }
    byId.set(key.id, key);
    seen.add(fingerprint);
  }
  return {
    newest: keys[0] as RingKey,
    ids: keys.map(({ id }) => id),
    find: (id) => byId.get(id),
  };
}

/** A fresh entry for `MANIFOLD_KEYS`. */
export function newKeyEntry(id: string): string {
  if (!KEY_ID.test(id)) throw new KeyRingError(ID_SENTENCE);
  return `${id}:${randomBytes(KEY_BYTES).toString('base64url')}`;
}

const ID_SENTENCE = 'A key id is 1 to 32 letters, digits, "-" or "_".';

function parseEntry(raw: string, index: number): RingKey {
  const entry = raw.trim();
  const where = `Entry ${index + 1} of the key ring`;
  if (entry === '') throw new KeyRingError(`${where} is empty: remove the comma that is too many.`);
  const colon = entry.indexOf(':');
  if (colon < 0) throw new KeyRingError(`${where} has no colon: write it as id:key.`);
  const id = entry.slice(0, colon);
  if (!KEY_ID.test(id)) throw new KeyRingError(`${where} has a bad id. ${ID_SENTENCE}`);
  const text = entry.slice(colon + 1);
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text))
    throw new KeyRingError(`The key of "${id}" is not base64 or base64url.`);
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== KEY_BYTES)
    throw new KeyRingError(`The key of "${id}" has ${bytes.length} bytes; it must have 32.`);
  return { id, bytes };
}

/** A key ring that can change while the service runs: as it was read, until it is changed. */
export function createLiveRing(first: KeyRing) {
  let ring = first;
  let sealing = first.newest;
  return {
    get newest(): RingKey {
      return sealing;
    },
    get ids(): readonly string[] {
      return ring.ids;
    },
    find: (id: string) => ring.find(id),
    /** Puts another ring in its place. What seals now goes on sealing, if it is still there. */
    change(next: KeyRing): void {
      for (const id of ring.ids) {
        const [before, after] = [ring.find(id), next.find(id)];
        if (before && after && !before.bytes.equals(after.bytes))
          throw new KeyRingError(
            `The key "${id}" is not the one it was: a new key needs a name of its own.`,
          );
      }
      ring = next;
      sealing = next.find(sealing.id) ?? next.newest;
    },
    sealWith(id: string): void {
      sealing = ring.find(id) ?? sealing;
    },
  };
}
