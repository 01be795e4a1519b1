// Seals the identifiers of records so that the same one is always sealed the same, and digests records.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { SealError } from './seal.ts';

const CIPHER = 'aes-256-ctr';
const KEY_BYTES = 32;
const MARK_BYTES = 8;
const NO_SALT = Buffer.alloc(0);
const REST_OF_NONCE = Buffer.alloc(16 - MARK_BYTES);

export type RecordSeal = ReturnType<typeof createRecordSeal>;

/** With the key of one client's feed. */
export function createRecordSeal(key: Uint8Array) {
  const subkey = (use: string) =>
    Buffer.from(hkdfSync('sha256', key, NO_SALT, `manifold/records/${use}`, KEY_BYTES));
  const [marking, sealing, digesting, signing] = ['mark', 'seal', 'digest', 'sign'].map(subkey) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ];
  const markOf = (id: Uint8Array) =>
    createHmac('sha256', marking).update(id).digest().subarray(0, MARK_BYTES);
  const nonceOf = (mark: Uint8Array) => Buffer.concat([mark, REST_OF_NONCE]);

  return {
    /** The nonce is made of the identifier itself: only the same one ever has the same. */
    seal(id: string): string {
      const plain = Buffer.from(id);
      const mark = markOf(plain);
      const body = createCipheriv(CIPHER, sealing, nonceOf(mark)).update(plain);
      return Buffer.concat([mark, body]).toString('base64url');
    },

    open(sealed: string): string {
      const bytes = Buffer.from(sealed, 'base64url');
      const mark = bytes.subarray(0, MARK_BYTES);
      if (mark.length < MARK_BYTES) throw new SealError('malformed');
      const cipher = createDecipheriv(CIPHER, sealing, nonceOf(mark));
      const plain = cipher.update(bytes.subarray(MARK_BYTES));
      if (!markOf(plain).equals(mark)) throw new SealError('refused');
      return plain.toString('utf8');
    },

    /** 52 bits: as much as a number holds, and a column of 8 bytes. */
    digest: (text: string): number =>
      Number(createHmac('sha256', digesting).update(text).digest().readBigUInt64BE() >> 12n),

    /** What proves that a text was written with this key. */
    sign: (text: string): string =>
      createHmac('sha256', signing).update(text).digest('base64url').slice(0, 16),
  };
}
