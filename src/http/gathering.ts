// Texts gathered as bytes, one after the other.
import { transcode } from 'node:buffer';

export interface Gathering {
  /** Adds a text without half a character, such as JSON is. */
  add(text: string): void;
  /** All of it; nothing can be added after that. */
  end(): Buffer;
}

/**
 * A character beyond Latin-1, whose text has two bytes for every character. Of a text without any the
 * platform knows that without a look.
 */
const WIDE = /[\u0100-\uffff]/;
/** Where wide texts stand on their way; longer ones go the slow way. */
const TABLE = Buffer.allocUnsafeSlow(64 * 1024);

/** Texts are put next to each other on sheets, which are used again and again. */
const SHEET = 64 * 1024;
const MOST_KEPT = 32;
const kept: Buffer[] = [];

/**
 * Joined first and encoded afterwards, one wide character would make all of the text wide. The platform
 * encodes a wide text four times as slowly as it copies and converts it, hence `transcode`.
 */
export function gather(): Gathering {
  const pieces: Buffer[] = [];
  const full: Buffer[] = [];
  let sheet = newSheet();
  /** How far the sheet is written, and how much of that is among the pieces. */
  let written = 0;
  let taken = 0;

  function take() {
    if (written > taken) pieces.push(sheet.subarray(taken, written));
    taken = written;
  }

  function turnOver() {
    take();
    full.push(sheet);
    sheet = newSheet();
    written = 0;
    taken = 0;
  }

  return {
    add(text) {
      const { length } = text;
      if (length * 2 <= TABLE.length && WIDE.test(text)) {
        take();
        const there = TABLE.subarray(0, TABLE.write(text, 'utf16le'));
        pieces.push(transcode(there, 'utf16le', 'utf8'));
      } else if (length * 2 > SHEET) {
        take();
        pieces.push(Buffer.from(text));
      } else {
        // Two bytes for a character at most: none of them is wide.
        if (written + length * 2 > SHEET) turnOver();
        written += sheet.write(text, written);
      }
    },
    end() {
      take();
      const whole = Buffer.concat(pieces);
      for (const one of [...full, sheet]) if (kept.length < MOST_KEPT) kept.push(one);
      return whole;
    },
  };
}

const newSheet = (): Buffer => kept.pop() ?? Buffer.allocUnsafeSlow(SHEET);
