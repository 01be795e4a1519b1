// Reads JSON of strangers: bounded by its structure, in slices, and exactly where that is asked for.
import {
  type Inexact,
  isBlank,
  type Large,
  type Outline,
  type OutlineOptions,
  outlined,
  wrong,
} from './json-outline.ts';
import { createTurns } from './turns.ts';
import { carry, MARK_BYTES, put, unmarked } from './written.ts';

export interface JsonOptions extends Partial<OutlineOptions> {
  /** Numbers keep their text beside them, to be written back as they came (`written.ts`). */
  readonly written?: boolean | undefined;
}

export interface Turns {
  readonly signal?: AbortSignal | undefined;
  /** Called with how many values there will be, before any of them is made; waits for it. */
  readonly weigh?: ((values: number) => Promise<void> | undefined) | undefined;
}

/**
 * Bytes that are parsed in one go: in less than a turn even where they are nothing but brackets. And
 * few enough that their text is no large object for the platform, even at two bytes a character:
 * larger ones cost a third more.
 */
const SLICE = 48 * 1024;

/*
 * Two passes. The first finds where values begin and end and refuses what is too much, without making
 * any of them; the second has the platform parse a slice at a time and puts the slices together. Each
 * `yield` is a moment at which others may have their turn.
 */

/** Parses all of it in one go: for texts that are short. */
export function readJson(text: string, options: JsonOptions = {}): unknown {
  const bytes = Buffer.from(text);
  return completed(made(bytes, completed(outlined(bytes, lookedFor(options))), options));
}

const lookedFor = ({ exact = false, written = false, slice = SLICE, ...most }: JsonOptions) =>
  ({ ...most, exact: exact || written, slice }) satisfies OutlineOptions;

/** The same in turns: however much it is, others get theirs every few milliseconds. */
export async function readJsonInTurns(
  bytes: Buffer,
  options: JsonOptions & Turns = {},
): Promise<unknown> {
  const { signal, weigh } = options;
  const outline = await inTurns(outlined(bytes, lookedFor(options)), signal);
  await weigh?.(outline.values);
  return await inTurns(made(bytes, outline, options), signal);
}

function completed<T>(work: Generator<undefined, T>): T {
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

const QUOTE = 0x22;
const OPEN_LIST = 0x5b;
const LIST = [OPEN_LIST, 0x5d] as const;
const OBJECT = [0x7b, 0x7d] as const;

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

/** Where texts are put together, one at a time: what is reused need not be made again. */
const TABLE = Buffer.allocUnsafeSlow(4 * SLICE);
/** Up to so many bytes are copied sooner here than by asking the platform to. */
const FEW = 48;

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
  while (last < bounds.length && (bounds[last] as number) <= to) last++;
  if (last === inexact.used && !brackets) return bytes.toString('utf8', from, to);
  const numbers = (last - inexact.used) / 2;
  const size = to - from + numbers * (marked ? MARK_BYTES.length + 2 : 2) + 2;
  const text = size > TABLE.length ? Buffer.allocUnsafe(size) : TABLE;
  let at = from;
  let out = 0;
  if (brackets) text[out++] = brackets[0];
  for (; inexact.used < last; inexact.used++) {
    const bound = bounds[inexact.used] as number;
    if (bound - at > FEW) {
      out += bytes.copy(text, out, at, bound);
      at = bound;
    } else while (at < bound) text[out++] = bytes[at++] as number;
    text[out++] = QUOTE;
    if (marked && inexact.used % 2 === 0) out += MARK_BYTES.copy(text, out);
  }
  out += bytes.copy(text, out, at, to);
  if (brackets) text[out++] = brackets[1];
  return text.toString('utf8', 0, out);
}
