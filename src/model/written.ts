// Numbers as their vendor wrote them: their text is kept beside what they were read as, and written back.
import { createTurns } from './turns.ts';

declare global {
  interface JSON {
    /** A number that is written exactly so (ES2026); the type library does not know it yet. */
    rawJSON(text: string): object;
  }
}

/** Where a holder keeps the texts of its numbers, by key. It stays with a spread copy; no JSON shows it. */
const WRITTEN = Symbol('written');

type Texts = Record<string, string>;
type Holder = { [key: string]: unknown; [WRITTEN]?: Texts };

/** What the text of a number begins with on its way through the parser: no one else's text does. */
const MARK = `\u{1}${crypto.randomUUID()}`;
export const MARK_BYTES = Buffer.from(`\\u0001${MARK.slice(1)}`);

/**
 * Takes the marks off what was parsed and keeps what they stood before. `exact`: such numbers are
 * read as text; otherwise as numbers, of which only those are kept that would be written otherwise.
 */
export function unmarked(value: unknown, exact: boolean): unknown {
  if (typeof value === 'string') return value.startsWith(MARK) ? readAs(value, exact) : value;
  if (isHolder(value))
    for (const [key, member] of Object.entries(value)) {
      if (typeof member !== 'string') unmarked(member, exact);
      else if (member.startsWith(MARK)) {
        const text = member.slice(MARK.length);
        const read = readAs(member, exact);
        put(value, key, read);
        if (typeof read === 'string' || String(read) !== text) keep(value, key, text);
      }
    }
  return value;
}

function readAs(marked: string, exact: boolean): string | number {
  const text = marked.slice(MARK.length);
  return exact ? text : Number(text);
}

function keep(holder: Holder, key: string, text: string) {
  holder[WRITTEN] ??= Object.create(null) as Texts;
  holder[WRITTEN][key] = text;
}

/** The texts of one holder's numbers go over to another; in a list, so many places further on. */
export function carry(from: object, to: object, places = 0) {
  for (const [key, text] of Object.entries((from as Holder)[WRITTEN] ?? {}))
    keep(to as Holder, Array.isArray(to) ? String(Number(key) + places) : key, text);
}

/** Every text of what was parsed, as `change` wants it, in place; a number that is changed becomes one. */
export async function changeTexts(
  value: unknown,
  change: (text: string) => string,
): Promise<unknown> {
  const root: Holder = { value };
  const open = [root];
  const turn = createTurns();
  for (let holder = open.pop(); holder; holder = open.pop())
    for (const [key, member] of Object.entries(holder)) {
      const others = turn();
      if (others) await others;
      if (isHolder(member)) open.push(member);
      const name = holder === root ? key : change(key);
      const changed = changedOne(member, holder[WRITTEN]?.[key], change);
      if (name !== key) delete holder[key];
      if (name !== key || changed !== member) put(holder, name, changed);
    }
  return root.value;
}

function changedOne(value: unknown, written: string | undefined, change: (text: string) => string) {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const text = written ?? String(value);
  const changed = change(text);
  return changed === text ? value : changed;
}

export function asWritten(value: unknown): unknown {
  // A minus before nothing is lost otherwise.
  if (Object.is(value, -0)) return JSON.rawJSON('-0');
  if (!isHolder(value)) return value;
  const texts = value[WRITTEN];
  const member = (key: string, inner: unknown): unknown => {
    const text = texts?.[key];
    return text === undefined ? asWritten(inner) : JSON.rawJSON(text);
  };
  if (Array.isArray(value)) return value.map((inner, at) => member(String(at), inner));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, member(key, inner)]));
}

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;

/** As the platform's own parser does: a member named `__proto__` is like any other, the last one counts. */
export function put(object: Holder, key: string, value: unknown) {
  if (object[WRITTEN]) delete object[WRITTEN][key];
  if (key === '__proto__')
    Object.defineProperty(object, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  else object[key] = value;
}
