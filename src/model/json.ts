// Reads JSON of strangers: bounded by its structure, in slices, and exactly where that is asked for.
import { createTurns } from './turns.ts';
import { carry, MARK_BYTES, put, unmarked } from './written.ts';

export interface JsonOptions {
  /**
   * Numbers with a fraction or an exponent, and integers too long to be exact, come as strings: 12.1
   * stays "12.1". For vendors that write money as JSON numbers.
   */
  readonly exact?: boolean;
  /** Numbers keep their text beside them, to be written back as they came (`written.ts`). */
  readonly written?: boolean | undefined;
  /** Bytes that are parsed in one go. */
  readonly slice?: number;
  readonly maxDepth?: number | undefined;
  readonly maxValues?: number | undefined;
  readonly maxMembers?: number | undefined;
}

export interface Turns {
  readonly signal?: AbortSignal | undefined;
  /** Called with how many values there will be, before any of them is made; waits for it. */
  readonly weigh?: ((values: number) => Promise<void> | undefined) | undefined;
}

/** More values, or more of them inside each other, than any honest answer has. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';
}

/** Parsed in less than a turn even where it is nothing but brackets, on a slow processor. */
const SLICE = 256 * 1024;
const MAX_DEPTH = 100;
const MAX_VALUES = 1_000_000;
/** Of one list or object: more than any page of records, or anything in a record, has. */
const MAX_MEMBERS = 10_000;
/** Bytes looked at between two looks at the clock. */
const STRETCH = 256 * 1024;

/*
 * Two passes. The first finds where values begin and end and refuses what is too much, without making
 * any of them; the second has the platform parse a slice at a time and puts the slices together. Each
 * `yield` is a moment at which others may have their turn.
 */

/** Parses all of it in one go: for texts that are short. */
export function readJson(text: string, options: JsonOptions = {}): unknown {
  const bytes = Buffer.from(text);
  return atOnce(made(bytes, atOnce(outlined(bytes, options)), options));
}

/** Up to so many bytes an answer is parsed in one go, in less than a turn. */
const SHORT = 128 * 1024;

/**
 * Parses what is short at once, and the rest in slices: however much it is, others get their turn
 * every few milliseconds. What is read is never a promise itself.
 */
export function readJsonInTurns(
  bytes: Buffer,
  options: JsonOptions & Turns = {},
): unknown | Promise<unknown> {
  if (bytes.length > SHORT) return readLong(bytes, options);
  const outline = atOnce(outlined(bytes, options));
  const room = options.weigh?.(outline.values);
  const read = () => atOnce(made(bytes, outline, options));
  return room ? room.then(read) : read();
}

async function readLong(bytes: Buffer, options: JsonOptions & Turns): Promise<unknown> {
  const { signal, weigh } = options;
  const outline = await inTurns(outlined(bytes, options), signal);
  await weigh?.(outline.values);
  return await inTurns(made(bytes, outline, options), signal);
}

function atOnce<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

async function inTurns<T>(work: Generator<undefined, T>, signal?: AbortSignal): Promise<T> {
  const turn = createTurns();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    const others = turn();
    if (!others) continue;
    await others;
    signal?.throwIfAborted();
  }
}

function* made(
  bytes: Buffer,
  { root, inexact }: Outline,
  { slice = SLICE, exact = false, written = false }: JsonOptions,
): Generator<undefined, unknown> {
  const parse: Parse = (from, to, brackets) => {
    const text = textOf(bytes, from, to, inexact, written, brackets);
    const value: unknown = JSON.parse(text);
    return written ? unmarked(value, exact) : value;
  };
  if (root) return yield* build(bytes, root, parse, slice);
  return parse(0, bytes.length);
}

/** Parses what stands between two places, within brackets where it needs some. */
type Parse = (from: number, to: number, brackets?: Brackets) => unknown;
type Brackets = readonly [opening: number, closing: number];

/** A list or an object that is too large to be parsed in one go. */
interface Large {
  readonly start: number;
  /** Of its closing bracket. */
  readonly end: number;
  readonly commas: Int32Array;
  /** Those directly inside it. */
  readonly inner: readonly Large[];
}

interface Outline {
  /** The whole, unless one slice takes it all. */
  readonly root: Large | undefined;
  readonly values: number;
  readonly inexact: Inexact;
}

/** Where the numbers begin and end that are no exact binary numbers, in order. */
interface Inexact {
  readonly bounds: readonly number[];
  /** How many of the bounds are behind the slices made so far. */
  used: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const MINUS = 0x2d;
const LIST = [OPEN_LIST, CLOSE_LIST] as const;
const OBJECT = [OPEN_OBJECT, CLOSE_OBJECT] as const;

function* outlined(bytes: Buffer, options: JsonOptions): Generator<undefined, Outline> {
  const scan = newScan(options.maxDepth ?? MAX_DEPTH);
  for (let to = STRETCH; to < bytes.length; to += STRETCH) {
    look(scan, bytes, to, options);
    yield;
  }
  look(scan, bytes, bytes.length, options);
  const { depth, root, values, bounds } = scan;
  const { length } = bytes;
  if (depth > 0) throw wrong(length);
  if (root && !(isBlank(bytes, 0, root.start) && isBlank(bytes, root.end + 1, length)))
    throw wrong(root.end);
  return { root, values, inexact: { bounds, used: 0 } };
}

/** How far the first pass is. */
interface Scan {
  at: number;
  values: number;
  root: Large | undefined;
  /** How many lists and objects are open. */
  depth: number;
  /** Commas so far of the one that was opened last. */
  members: number;
  readonly bounds: number[];
  /** Where commas are of all that are open; none where one slice takes the whole. */
  commas: Int32Array<ArrayBuffer>;
  commasFound: number;
  readonly large: Large[];
  /** Of each list and object that is open: where it began, and how much was found before it. */
  readonly starts: Int32Array;
  readonly membersBefore: Int32Array;
  readonly largeBefore: Int32Array;
}

const newScan = (maxDepth: number): Scan => ({
  at: 0,
  values: 0,
  root: undefined,
  depth: 0,
  members: 0,
  bounds: [],
  commas: new Int32Array(0),
  commasFound: 0,
  large: [],
  starts: new Int32Array(maxDepth),
  membersBefore: new Int32Array(maxDepth),
  largeBefore: new Int32Array(maxDepth),
});

/**
 * The first pass up to `to`, or a little further where a string or a number ends later. It sees every
 * byte of every answer: a plain loop, the most frequent bytes first, one comparison for a byte within
 * a string, and what it counts in local names and typed lists cost a third of what the same cost
 * within a generator.
 */
function look(scan: Scan, bytes: Buffer, to: number, options: JsonOptions) {
  const { slice = SLICE } = options;
  const exact = options.exact || options.written;
  const { maxDepth = MAX_DEPTH, maxValues = MAX_VALUES, maxMembers = MAX_MEMBERS } = options;
  const { bounds, large, starts, membersBefore, largeBefore } = scan;
  const { length } = bytes;
  const inSlices = length > slice;
  let { at, values, depth, members, commas, commasFound } = scan;

  for (; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) {
      do {
        at++;
        while (at < length && bytes[at] !== QUOTE) at++;
      } while (bytes[at - 1] === BACKSLASH && at < length && isEscaped(bytes, at));
    } else if (byte === COMMA) {
      members++;
      if (members >= maxMembers)
        throw new TooMuch(`a list or an object with more than ${maxMembers} members`);
      if (inSlices) {
        if (commasFound === commas.length) commas = larger(commas);
        commas[commasFound++] = at;
      }
    } else if (byte >= OPEN_LIST) {
      if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        if (depth === maxDepth) throw new TooMuch(`more than ${maxDepth} values inside each other`);
        values++;
        if (values > maxValues) break;
        starts[depth] = at;
        membersBefore[depth] = members;
        if (inSlices) largeBefore[depth] = large.length;
        depth++;
        members = 0;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        if (depth === 0) throw wrong(at);
        depth--;
        const start = starts[depth] as number;
        // An opening bracket comes two before its closing one in ASCII, whichever kind it is.
        if (bytes[start] !== byte - 2) throw wrong(at);
        values += members;
        if (inSlices) {
          const from = commasFound - members;
          if (at - start > slice) {
            const inner = large.splice(largeBefore[depth] as number);
            const one: Large = { start, end: at, commas: commas.slice(from, commasFound), inner };
            if (depth > 0) large.push(one);
            else if (scan.root) throw wrong(at);
            else scan.root = one;
          }
          commasFound = from;
        }
        members = membersBefore[depth] as number;
      }
    } else if (exact && (byte === MINUS || isDigit(byte))) {
      const end = endOfNumber(bytes, at);
      if (end < 0) at = -end - 1;
      else {
        bounds.push(at, end);
        at = end - 1;
      }
    }
  }
  if (values > maxValues) throw new TooMuch(`more than ${maxValues} values`);
  scan.at = at;
  scan.values = values;
  scan.depth = depth;
  scan.members = members;
  scan.commas = commas;
  scan.commasFound = commasFound;
}

/** Whether the quote there is part of its string: after an odd number of backslashes. */
function isEscaped(bytes: Buffer, quote: number): boolean {
  let at = quote - 1;
  while (bytes[at] === BACKSLASH) at--;
  return (quote - at) % 2 === 0;
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

/**
 * Where a number ends that must become a string; negative where it may stay as it is, or is none:
 * the parser then says so itself.
 */
function endOfNumber(bytes: Buffer, start: number): number {
  let at = bytes[start] === MINUS ? start + 1 : start;
  const whole = at;
  while (isDigit(bytes[at])) at++;
  const digits = at - whole;
  const padded = digits > 1 && bytes[whole] === 0x30;
  const plainEnd = at;
  if (digits === 0 || padded) return -at;
  if (bytes[at] === 0x2e) {
    const from = ++at;
    while (isDigit(bytes[at])) at++;
    if (at === from) return -at;
  }
  if (bytes[at] === 0x65 || bytes[at] === 0x45) {
    at++;
    if (bytes[at] === 0x2b || bytes[at] === MINUS) at++;
    const from = at;
    while (isDigit(bytes[at])) at++;
    if (at === from) return -at;
  }
  return at === plainEnd && digits <= EXACT_DIGITS ? -at : at;
}

/** The whole of a large list or object, made of slices. */
function* build(
  bytes: Buffer,
  { start, end, commas, inner }: Large,
  parse: Parse,
  slice: number,
): Generator<undefined, unknown> {
  const isList = bytes[start] === OPEN_LIST;
  const list: unknown[] = [];
  const object: Record<string, unknown> = {};
  let from = start + 1;
  let begun = from;
  let waiting = 0;
  let next = 0;
  for (let i = 0; i <= commas.length; i++) {
    const to = commas[i] ?? end;
    const child = inner[next];
    if (child && child.start < to) {
      next++;
      if (waiting > 0) take(from, begun - 1, waiting);
      yield;
      const key = isList ? undefined : keyOf(begun, child.start);
      if ((isList && !isBlank(bytes, begun, child.start)) || !isBlank(bytes, child.end + 1, to))
        throw wrong(child.end);
      const value = yield* build(bytes, child, parse, slice);
      if (key === undefined) list.push(value);
      else put(object, key, value);
      from = to + 1;
      waiting = 0;
    } else {
      waiting++;
      if (to - from >= slice) {
        take(from, to, waiting);
        yield;
        from = to + 1;
        waiting = 0;
      }
    }
    begun = to + 1;
  }
  if (waiting > 0) take(from, end, waiting);
  return isList ? list : object;

  /** Parses the members between two places, so many of them, none of them large. */
  function take(a: number, b: number, count: number) {
    if (isList) {
      const parsed = parse(a, b, LIST) as unknown[];
      // Nothing at all between two commas, or after the last one.
      if (parsed.length !== count && commas.length > 0) throw wrong(b);
      carry(parsed, list, list.length);
      for (const value of parsed) list.push(value);
      return;
    }
    const parsed = parse(a, b, OBJECT) as Record<string, unknown>;
    const entries = Object.entries(parsed);
    if (entries.length === 0 && commas.length > 0) throw wrong(b);
    for (const [key, value] of entries) put(object, key, value);
    carry(parsed, object);
  }

  function keyOf(a: number, b: number): string {
    const [key] = Object.keys(JSON.parse(`{${bytes.toString('utf8', a, b)}null}`));
    if (key === undefined) throw wrong(a);
    return key;
  }
}

/**
 * The text between two places, its inexact numbers as strings, within brackets where it needs some.
 * Slices are asked for in order. Put together as bytes: joined as texts they would be copied twice.
 */
function textOf(
  bytes: Buffer,
  from: number,
  to: number,
  inexact: Inexact,
  marked: boolean,
  brackets?: Brackets,
): string {
  const { bounds } = inexact;
  let last = inexact.used;
  while (last < bounds.length && (bounds[last] ?? 0) <= to) last++;
  if (last === inexact.used && !brackets) return bytes.toString('utf8', from, to);
  const numbers = (last - inexact.used) / 2;
  const each = marked ? MARK_BYTES.length + 2 : 2;
  const text = Buffer.allocUnsafe(to - from + numbers * each + 2);
  let at = from;
  let out = 0;
  if (brackets) text[out++] = brackets[0];
  for (; inexact.used < last; inexact.used++) {
    const bound = bounds[inexact.used] ?? to;
    out += bytes.copy(text, out, at, bound);
    text[out++] = QUOTE;
    if (marked && inexact.used % 2 === 0) out += MARK_BYTES.copy(text, out);
    at = bound;
  }
  out += bytes.copy(text, out, at, to);
  if (brackets) text[out++] = brackets[1];
  return text.toString('utf8', 0, out);
}

function isBlank(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return false;
  }
  return true;
}

const wrong = (at: number) => new SyntaxError(`This is not JSON from byte ${at} on.`);
