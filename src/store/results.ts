// A result as it is sealed: compressed without holding up anybody else; and read back piece by piece.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** Below this many characters there is little to gain. */
const SMALL = 2048;
/** Characters given to the compressor at a time. */
const SLICE = 64 * 1024;
/** Quick rather than thorough: records repeat their names, which any level finds. */
const LEVEL = 3;
/** What is larger once compressed is not kept: to seal and store it would hold up everybody. */
export const LARGEST_RESULT = 8 * 1024 * 1024;

/**
 * The result to be sealed; undefined if it is too large. What is compressed begins with the two bytes
 * of every gzip file, which no JSON begins with: so it is known when it is read.
 */
export async function packResult(text: string): Promise<Buffer | undefined> {
  if (text.length < SMALL) return Buffer.from(text);
  const packed: Buffer[] = [];
  let size = 0;
  try {
    await pipeline(
      Readable.from(slices(text), { objectMode: false }),
      createGzip({ level: LEVEL }),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          size += chunk.length;
          if (size > LARGEST_RESULT) throw new TooLarge();
          packed.push(chunk);
        }
      },
    );
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
  return Buffer.concat(packed);
}

export function unpackResult(bytes: Buffer): Readable {
  const whole = Readable.from([bytes], { objectMode: false });
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return whole;
  const unpacked = createGunzip({ chunkSize: SLICE });
  whole.pipe(unpacked);
  return unpacked;
}

class TooLarge extends Error {}

/** Pairs of surrogates stay together: half of one has no bytes of its own. */
function* slices(text: string): Generator<Buffer> {
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = Math.min(at + SLICE, text.length);
    if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end += 1;
    yield Buffer.from(text.slice(at, end), 'utf8');
  }
}
