// Texts gathered as bytes, one after the other.
import { transcode } from 'node:buffer';

/** A character beyond Latin-1, which makes its whole text two bytes a character. */
const WIDE = /[\u0100-\uffff]/;
/** Where wide texts stand on their way; longer ones go the slow way. */
const TABLE = Buffer.allocUnsafeSlow(64 * 1024);

/** Texts are put next to each other in chunks, which are reused. */
const CHUNK = 64 * 1024;
const MOST_KEPT = 32;
const kept: Buffer[] = [];

/**
 * Joined first and encoded afterwards, one wide character would make all of the text wide. The platform
 * encodes a wide text four times as slowly as it copies and converts it, hence `transcode`.
 */
export function gather() {
  const pieces: Buffer[] = [];
  const full: Buffer[] = [];
  let chunk = newChunk();
  /** How far the chunk is written, and how much of that is among the pieces. */
  let written = 0;
  let taken = 0;

  function take() {
    if (written > taken) pieces.push(chunk.subarray(taken, written));
    taken = written;
  }

  function flush() {
    take();
    full.push(chunk);
    chunk = newChunk();
    written = 0;
    taken = 0;
  }

  return {
    /** Adds a text without half a character, such as JSON is. */
    add(text: string): void {
      const { length } = text;
      if (length * 2 <= TABLE.length && WIDE.test(text)) {
        take();
        const there = TABLE.subarray(0, TABLE.write(text, 'utf16le'));
        pieces.push(transcode(there, 'utf16le', 'utf8'));
      } else if (length * 2 > CHUNK) {
        take();
        pieces.push(Buffer.from(text));
      } else {
        // Two bytes for a character at most: none of them is wide.
        if (written + length * 2 > CHUNK) flush();
        written += chunk.write(text, written);
      }
    },
    /** All of it; nothing can be added after that. */
    end(): Buffer {
      take();
      const whole = Buffer.concat(pieces);
      for (const one of [...full, chunk]) if (kept.length < MOST_KEPT) kept.push(one);
      return whole;
    },
  };
}

const newChunk = (): Buffer => kept.pop() ?? Buffer.allocUnsafeSlow(CHUNK);
