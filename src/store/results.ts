// A result as it is sealed: compressed without holding up anybody else; and read back piece by piece.
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';

/** Below this many characters there is little to gain. */
const SMALL = 2048;
/** Bytes that are read back at a time. */
const CHUNK = 64 * 1024;
/** Quick rather than thorough: records repeat their names, which any level finds. */
const LEVEL = 3;
/** What is larger once compressed is not kept: to seal and store it would hold up everybody. */
export const LARGEST_RESULT = 8 * 1024 * 1024;
/** Done by threads of its own. */
const compressed = promisify(gzip);

/**
 * The result to be sealed; undefined if it is too large. What is compressed begins with the two bytes
 * of every gzip file, which no JSON begins with: so it is known when it is read.
 */
export async function packResult(text: string): Promise<Buffer | undefined> {
  if (text.length < SMALL) return Buffer.from(text);
  try {
    return await compressed(text, { level: LEVEL, maxOutputLength: LARGEST_RESULT });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  }
}

export function unpackResult(bytes: Buffer): Readable {
  const whole = Readable.from([bytes], { objectMode: false });
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return whole;
  const unpacked = createGunzip({ chunkSize: CHUNK });
  whole.pipe(unpacked);
  return unpacked;
}
