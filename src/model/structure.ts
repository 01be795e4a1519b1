// Where a JSON text has its structure: brackets, commas and beginnings of numbers outside of strings.
import { CODE } from './structure-code.ts';

/** Bytes that are looked at in one go, at most. */
export const STRETCH = 64 * 1024;

export interface Finder {
  /** What was found in the last stretch, counted from its beginning. Anyone's next stretch replaces it. */
  readonly places: Uint32Array;
  /**
   * Looks at the bytes between two places and returns how many it found. `carry` is how the stretch
   * before ended, 0 at the beginning; it is set to how this one does. All stretches of a text but the
   * last are a multiple of 64 long.
   */
  find(bytes: Buffer, from: number, to: number, numbers: boolean, carried: Carried): number;
}

export interface Carried {
  carry: number;
}

const WITHIN_STRING = 1;
const ESCAPED = 2;
const WITHIN_NUMBER = 4;

const STRUCTURE = new Set(Buffer.from('[]{},'));
const DIGITS = new Set(Buffer.from('-0123456789'));
const WITHIN = new Set(Buffer.from('-0123456789.+eE'));
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** What the other one does, byte by byte. */
export function plainFinder(): Finder {
  const places = new Uint32Array(STRETCH);
  return {
    places,
    find(bytes, from, to, numbers, carried) {
      let within = (carried.carry & WITHIN_STRING) > 0;
      let escaped = (carried.carry & ESCAPED) > 0;
      let inNumber = (carried.carry & WITHIN_NUMBER) > 0;
      let count = 0;
      for (let at = from; at < to; at++) {
        const byte = bytes[at] ?? 0;
        const isQuote = byte === QUOTE && !escaped;
        escaped = byte === BACKSLASH && !escaped;
        if (isQuote) within = !within;
        else if (!within) {
          const begins = numbers && !inNumber && DIGITS.has(byte);
          if (begins || STRUCTURE.has(byte)) places[count++] = at - from;
        }
        inNumber = numbers && !within && WITHIN.has(byte);
      }
      carried.carry =
        (within ? WITHIN_STRING : 0) | (escaped ? ESCAPED : 0) | (inNumber ? WITHIN_NUMBER : 0);
      return count;
    },
  };
}

interface Assembled {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly carry: { value: number };
  find(length: number, numbers: number): number;
}

/** The platform has it, but no types for it without those of a browser. */
declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: Assembled };
};

/**
 * Sixteen bytes with one instruction. Every byte of every answer is looked at, and a loop that decides
 * byte by byte takes four times as long. Undefined where the processor has no such instructions, or
 * the system no room for its memory.
 */
export function quickFinder(): Finder | undefined {
  const assembled = instantiated();
  if (!assembled) return undefined;
  const { memory, carry, find } = assembled;
  const text = new Uint8Array(memory.buffer, 0, STRETCH);
  return {
    places: new Uint32Array(memory.buffer, STRETCH, STRETCH),
    find(bytes, from, to, numbers, carried) {
      const length = to - from;
      text.set(bytes.subarray(from, to));
      // It reads up to a multiple of 64.
      text.fill(0, length, Math.min(STRETCH, length + 64));
      carry.value = carried.carry;
      const count = find(length, numbers ? 1 : 0);
      carried.carry = carry.value;
      return count;
    },
  };
}

function instantiated(): Assembled | undefined {
  try {
    const module = new WebAssembly.Module(Buffer.from(CODE, 'base64'));
    return new WebAssembly.Instance(module).exports;
  } catch {
    return undefined;
  }
}

let finder: Finder | undefined;

export function theFinder(): Finder {
  finder ??= quickFinder() ?? plainFinder();
  return finder;
}
