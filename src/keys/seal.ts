// Seals what must stay secret: envelopes for stored rows, light tokens for cookies and page tokens.
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  KeyObject,
  randomFillSync,
} from 'node:crypto';
import { KEY_ID, type KeyRing, type RingKey } from './ring.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SALT_BYTES = 16;
const FINGERPRINT_BYTES = 16;
const NO_SALT = Buffer.alloc(0);
const TOKENS_PER_SALT = 2 ** 28;
const KEPT_SUBKEYS = 1000;
const ENVELOPE = 'mfe1';
/** How what is sealed with a user's key begins. */
const WITH_KEY = 'mfu1.';
const TOKEN_VERSION = 1;

export type Seal = ReturnType<typeof createSeal>;

/** Something sealed does not open. Holds neither the text nor any key. */
export class SealError extends Error {
  override readonly name = 'SealError';
  readonly reason: 'malformed' | 'unknown_key' | 'no_user_key' | 'refused';

  constructor(reason: SealError['reason']) {
    super(SENTENCES[reason]);
    this.reason = reason;
  }
}

const SENTENCES = {
  malformed: 'The sealed value is not in the form this service writes.',
  unknown_key: 'The sealed value was made with a key that is not in the key ring.',
  no_user_key: 'The key of the user that the value was sealed with is not in the store any more.',
  refused: 'The sealed value was changed or belongs elsewhere.',
} as const;

export function createSeal(ring: KeyRing) {
  const subkeys = new Map<string, KeyObject>();
  let salt = random(SALT_BYTES);
  let sealedWithSalt = 0;

  // A ring key is never used itself: each use has its own key, so that a wrapped data key cannot
  // pass for a cookie or a cookie for a page token. Making a key costs far more than using it, so
  // the last ones are kept. A salt comes from outside when a token is opened: hence the bound.
  const subkey = (key: RingKey, use: string, salt: Uint8Array): KeyObject => {
    const name = `${key.id}/${use}/${Buffer.from(salt).toString('latin1')}`;
    const known = subkeys.get(name);
    if (known) return known;
    const made = createSecretKey(derived(key, use, salt));
    for (const oldest of subkeys.keys()) {
      if (subkeys.size < KEPT_SUBKEYS) break;
      subkeys.delete(oldest);
    }
    subkeys.set(name, made);
    return made;
  };

  // Random 96-bit nonces under one GCM key are safe only up to 2^32 messages in all instances
  // together. Each process mixes its own salt into the key, and takes a new one long before that.
  const tokenSalt = (): Buffer => {
    sealedWithSalt += 1;
    if (sealedWithSalt > TOKENS_PER_SALT) {
      salt = random(SALT_BYTES);
      sealedWithSalt = 1;
    }
    return salt;
  };

  const find = (id: string): RingKey => {
    const key = ring.find(id);
    if (!key) throw new SealError('unknown_key');
    return key;
  };

  const wrap = (dataKey: Uint8Array, context: string): string => {
    const { newest } = ring;
    const box = encrypt(
      subkey(newest, 'wrap', NO_SALT),
      dataKey,
      aad(`wrap/${newest.id}`, context),
    );
    return `${newest.id}.${box.toString('base64url')}`;
  };

  const unwrap = (sealed: string, context: string) => {
    const [mark, keyId = '', wrapped = '', body = '', ...rest] = sealed.split('.');
    if (mark !== ENVELOPE || rest.length > 0 || !KEY_ID.test(keyId)) {
      throw new SealError('malformed');
    }
    const box = decode(wrapped);
    const dataKey = decrypt(
      subkey(find(keyId), 'wrap', NO_SALT),
      box,
      aad(`wrap/${keyId}`, context),
    );
    if (dataKey.length !== KEY_BYTES) throw new SealError('malformed');
    return { keyId, dataKey, body };
  };

  const openBytes = (sealed: string, context: string): Buffer => {
    const { dataKey, body } = unwrap(sealed, context);
    return decrypt(dataKey, decode(body), aad('row', context));
  };

  return {
    /** Distinguishes one key from another of the same name without giving it away; undefined if it is not in the ring. */
    fingerprint(keyId: string): string | undefined {
      const key = ring.find(keyId);
      return key && derived(key, 'fingerprint', NO_SALT, FINGERPRINT_BYTES).toString('base64url');
    },

    get newestKeyId(): string {
      return ring.newest.id;
    },

    /** An envelope for a stored row. `context` ties it to that row and must be given again to open. */
    seal(plain: string | Uint8Array, context: string): string {
      const dataKey = random(KEY_BYTES);
      const bytes = typeof plain === 'string' ? utf8(plain) : plain;
      const body = encrypt(dataKey, bytes, aad('row', context));
      return `${ENVELOPE}.${wrap(dataKey, context)}.${body.toString('base64url')}`;
    },

    open: (sealed: string, context: string): string => openBytes(sealed, context).toString('utf8'),
    /** The same for what is not text. */
    openBytes,

    /** The same envelope under the newest key; the text itself is not encrypted again. */
    rewrap(sealed: string, context: string): string {
      const { keyId, dataKey, body } = unwrap(sealed, context);
      if (keyId === ring.newest.id) return sealed;
      return `${ENVELOPE}.${wrap(dataKey, context)}.${body}`;
    },

    /** A short-lived token in base64url. A token of one purpose never opens as another's. */
    sealToken(purpose: string, plain: string | Uint8Array, context: string): string {
      const { newest } = ring;
      const id = Buffer.from(newest.id, 'latin1');
      const salt = tokenSalt();
      const head = Buffer.concat([Buffer.from([TOKEN_VERSION, id.length]), id, salt]);
      const key = subkey(newest, `token/${purpose}`, salt);
      const bytes = typeof plain === 'string' ? utf8(plain) : plain;
      const box = encrypt(key, bytes, aad('token', context, head));
      return Buffer.concat([head, box]).toString('base64url');
    },

    openToken(purpose: string, token: string, context: string): Buffer {
      const bytes = decode(token);
      const idEnd = 2 + (bytes[1] ?? 0);
      const head = bytes.subarray(0, idEnd + SALT_BYTES);
      const id = bytes.toString('latin1', 2, idEnd);
      if (bytes[0] !== TOKEN_VERSION || head.length < idEnd + SALT_BYTES || !KEY_ID.test(id)) {
        throw new SealError('malformed');
      }
      const key = subkey(find(id), `token/${purpose}`, head.subarray(idEnd));
      return decrypt(key, bytes.subarray(head.length), aad('token', context, head));
    },
  };
}

/** Bytes for one use, from a key of the ring. */
const derived = (key: RingKey, use: string, salt: Uint8Array, bytes = KEY_BYTES): Buffer =>
  Buffer.from(hkdfSync('sha256', key.bytes, salt, `manifold/${use}`, bytes));

/** A key for a user's own texts, to be kept sealed. */
export const newUserKey = (): Buffer => random(KEY_BYTES);

/** Seals with a user's key; `context` ties it to its row. */
export function sealWithKey(key: Uint8Array, plain: string | Uint8Array, context: string): string {
  const bytes = typeof plain === 'string' ? utf8(plain) : plain;
  return WITH_KEY + encrypt(key, bytes, aad('own', context)).toString('base64url');
}

export function openWithKey(key: Uint8Array, sealed: string, context: string): Buffer {
  if (!sealed.startsWith(WITH_KEY)) throw new SealError('malformed');
  return decrypt(key, decode(sealed.slice(WITH_KEY.length)), aad('own', context));
}

/** What a sealed value opens to; undefined when no key opens it. */
export function ifOpens<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}

// UTF-16 keeps every context apart from every other, half surrogate pairs included. The zero
// character ends the use, which never holds one.
function aad(use: string, context: string, head?: Uint8Array): Buffer {
  const text = Buffer.from(`${use}\0${context}`, 'utf16le');
  return head ? Buffer.concat([head, text]) : text;
}

/** Asked of the system many at a time, since one by one costs as much as the sealing; no key stays in it. */
const pool = Buffer.allocUnsafeSlow(4096);
let poolUsed = pool.length;

function random(size: number): Buffer {
  if (poolUsed + size > pool.length) {
    randomFillSync(pool);
    poolUsed = 0;
  }
  poolUsed += size;
  const drawn = Buffer.from(pool.subarray(poolUsed - size, poolUsed));
  pool.fill(0, poolUsed - size, poolUsed);
  return drawn;
}

/** A cipher takes bytes as its key, but three times as slowly. */
const asKey = (key: KeyObject | Uint8Array): KeyObject =>
  key instanceof KeyObject ? key : createSecretKey(key);

function encrypt(key: KeyObject | Uint8Array, plain: Uint8Array, data: Uint8Array): Buffer {
  const nonce = random(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, asKey(key), nonce);
  cipher.setAAD(data);
  const text = cipher.update(plain);
  cipher.final();
  return Buffer.concat([nonce, text, cipher.getAuthTag()]);
}

function decrypt(key: KeyObject | Uint8Array, box: Buffer, data: Uint8Array): Buffer {
  if (box.length < NONCE_BYTES + TAG_BYTES) throw new SealError('malformed');
  const end = box.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, asKey(key), box.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(data);
  decipher.setAuthTag(box.subarray(end));
  const plain = decipher.update(box.subarray(NONCE_BYTES, end));
  try {
    decipher.final();
  } catch {
    throw new SealError('refused');
  }
  return plain;
}

// Node ignores foreign characters and spare bits when it reads base64url; a sealed value has
// exactly one spelling, so anything that does not spell back the same was changed.
function decode(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.toString('base64url') !== text) throw new SealError('malformed');
  return bytes;
}

function utf8(plain: string): Buffer {
  if (!plain.isWellFormed()) {
    throw new TypeError('A text with half a surrogate pair cannot be sealed: seal its JSON.');
  }
  return Buffer.from(plain, 'utf8');
}
