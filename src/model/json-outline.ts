// The first pass over JSON of strangers: where values begin and end, and whether there is too much of them.
import { STRETCH, theFinder } from './structure.ts';

export interface OutlineOptions {
  /**
   * Numbers with a fraction or an exponent, and integers too long to be exact, come as strings: 12.1
   * stays "12.1". For vendors that write money as JSON numbers.
   */
  readonly exact?: boolean | undefined;
  /** Bytes that are parsed in one go. */
  readonly slice: number;
  readonly maxDepth?: number | undefined;
  readonly maxValues?: number | undefined;
  readonly maxMembers?: number | undefined;
}

export interface Outline {
  /** The whole, unless one slice takes it all. */
  readonly root: Large | undefined;
  readonly values: number;
  readonly inexact: Inexact;
}

export interface Large {
  readonly start: number;
  /** Of its closing bracket. */
  readonly end: number;
  readonly commas: Int32Array;
  /** Those directly inside it. */
  readonly inner: readonly Large[];
}

/** Where the numbers begin and end that are no exact binary numbers, in order. */
export interface Inexact {
  readonly bounds: readonly number[];
  /** How many of the bounds are behind the slices made so far. */
  used: number;
}

/** More values, or more of them inside each other, than any honest answer has. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';
}

const MAX_DEPTH = 100;
const MAX_VALUES = 1_000_000;
/** Of one list or object: more than any page of records, or anything in a record, has. */
const MAX_MEMBERS = 10_000;

/** Bytes without structure: a text, a name, a number, blanks. The platform reads each in one go. */
const MAX_PART = 1024 * 1024;

const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;
const MINUS = 0x2d;

/** Makes none of the values. Each `yield` is a moment at which others may have their turn. */
export function* outlined(bytes: Buffer, options: OutlineOptions): Generator<undefined, Outline> {
  const scan = newScan();
  const { length } = bytes;
  for (let from = 0; from < length; from += STRETCH) {
    if (from > 0) yield;
    scanSlice(scan, bytes, from, Math.min(length, from + STRETCH), options);
  }
  const { depth, root, values, bounds } = scan;
  if (depth > 0) throw wrong(length);
  if (root && !(isBlank(bytes, 0, root.start) && isBlank(bytes, root.end + 1, length)))
    throw wrong(root.end);
  return { root, values, inexact: { bounds, used: 0 } };
}

const NONE = new Int32Array(0);

const newScan = () => ({
  /** How the last stretch ended. */
  carry: 0,
  /** Up to where there was structure. */
  structured: 0,
  values: 0,
  root: undefined as Large | undefined,
  /** How many lists and objects are open. */
  depth: 0,
  /** Commas so far of the one that was opened last. */
  members: 0,
  bounds: [] as number[],
  /** Where commas are of all that are open; none where one slice takes the whole. */
  commas: NONE,
  commasFound: 0,
  large: [] as Large[],
  /** Of each list and object that is open: where it began, and how much was found before it. */
  starts: [] as number[],
  membersBefore: [] as number[],
  largeBefore: [] as number[],
});
type Scan = ReturnType<typeof newScan>;

/**
 * One stretch, from place to place. There are tens of thousands of them in a large page: what it counts
 * stands in local names, and the most frequent kind comes first.
 */
function scanSlice(scan: Scan, bytes: Buffer, from: number, to: number, options: OutlineOptions) {
  const { slice, exact = false } = options;
  const { maxDepth = MAX_DEPTH, maxValues = MAX_VALUES, maxMembers = MAX_MEMBERS } = options;
  const { bounds, large, starts, membersBefore, largeBefore } = scan;
  const inSlices = bytes.length > slice;
  let { values, depth, members, commas, commasFound } = scan;
  const finder = theFinder();
  const { places } = finder;
  const count = finder.find(bytes, from, to, exact, scan);
  // What is longer than a stretch shows between the last place of one and the first of a later one.
  const next = count > 0 ? from + (places[0] as number) : to;
  if (next - scan.structured > MAX_PART)
    throw new TooMuch(`a text, a number or blanks of more than ${MAX_PART} bytes`);
  if (count > 0) scan.structured = from + (places[count - 1] as number);

  for (let n = 0; n < count; n++) {
    const at = from + (places[n] as number);
    const byte = bytes[at] as number;
    if (byte === COMMA) {
      members++;
      if (members >= maxMembers)
        throw new TooMuch(`a list or an object with more than ${maxMembers} members`);
      if (inSlices) {
        if (commasFound === commas.length) commas = larger(commas);
        commas[commasFound++] = at;
      }
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      if (depth === maxDepth) throw new TooMuch(`more than ${maxDepth} values inside each other`);
      values++;
      if (values > maxValues) break;
      starts[depth] = at;
      membersBefore[depth] = members;
      if (inSlices) largeBefore[depth] = large.length;
      depth++;
      members = 0;
    } else if (byte > OPEN_LIST) {
      if (depth === 0) throw wrong(at);
      depth--;
      const start = starts[depth] as number;
      // An opening bracket comes two before its closing one in ASCII, whichever kind it is.
      if (bytes[start] !== byte - 2) throw wrong(at);
      values += members;
      if (inSlices) {
        const first = commasFound - members;
        if (at - start > slice) {
          const inner = large.splice(largeBefore[depth] as number);
          const one: Large = { start, end: at, commas: commas.slice(first, commasFound), inner };
          if (depth > 0) large.push(one);
          else if (scan.root) throw wrong(at);
          else scan.root = one;
        }
        commasFound = first;
      }
      members = membersBefore[depth] as number;
    } else {
      const end = endOfInexact(bytes, at);
      if (end > 0) bounds.push(at, end);
    }
  }
  if (values > maxValues) throw new TooMuch(`more than ${maxValues} values`);
  scan.values = values;
  scan.depth = depth;
  scan.members = members;
  scan.commas = commas;
  scan.commasFound = commasFound;
}

function larger(list: Int32Array): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(Math.max(4096, list.length * 2));
  grown.set(list);
  return grown;
}

const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Integers of up to this many digits are exact binary numbers. */
const EXACT_DIGITS = 15;

/** Where a number ends that must become a string; 0 where it may stay as it is, or is none. */
function endOfInexact(bytes: Buffer, start: number): number {
  let at = bytes[start] === MINUS ? start + 1 : start;
  const whole = at;
  while (isDigit(bytes[at])) at++;
  const digits = at - whole;
  const padded = digits > 1 && bytes[whole] === 0x30;
  const plainEnd = at;
  if (digits === 0 || padded) return 0;
  if (bytes[at] === 0x2e) {
    const from = ++at;
    while (isDigit(bytes[at])) at++;
    if (at === from) return 0;
  }
  if (bytes[at] === 0x65 || bytes[at] === 0x45) {
    at++;
    if (bytes[at] === 0x2b || bytes[at] === MINUS) at++;
    const from = at;
    while (isDigit(bytes[at])) at++;
    if (at === from) return 0;
  }
  return at === plainEnd && digits <= EXACT_DIGITS ? 0 : at;
}

export function isBlank(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return false;
  }
  return true;
}

export const wrong = (at: number) => new SyntaxError(`This is not JSON from byte ${at} on.`);
