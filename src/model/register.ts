// What remembered values cost, roughly, and a map that knows it of itself.

/** A number, a reference, the head of an object: about as much as each of them costs. */
const EACH = 16;
/** No one keeps a value of more bytes: by how many does not matter. */
export const LARGEST_KEPT = 4 * 1024 * 1024;

/** Roughly what a value costs; counting stops once it is more than `enough`. */
export function sizeOf(value: unknown, enough = Number.POSITIVE_INFINITY): number {
  let size = 0;
  const left: unknown[] = [value];
  while (left.length > 0 && size <= enough) {
    const one = left.pop();
    size += EACH;
    if (typeof one === 'string') size += one.length * 2;
    if (typeof one !== 'object' || one === null) continue;
    if (one instanceof Register) {
      size += one.bytes;
      continue;
    }
    const members = membersOf(one);
    if (size + members.length * EACH > enough) return size + members.length * EACH;
    for (const member of members) left.push(member);
  }
  return size;
}

function membersOf(holder: object): readonly unknown[] {
  if (Array.isArray(holder)) return holder;
  if (holder instanceof Set) return [...holder];
  return (holder instanceof Map ? [...holder] : Object.entries(holder)).flat(1);
}

/**
 * For what is remembered of a shop and grows: what is remembered is measured after every call, and a
 * shop may have ten thousand manufacturers. Each value is measured once, when it comes in, and is not
 * changed afterwards.
 */
export class Register<Value> extends Map<string, Value> {
  #bytes = 0;

  // biome-ignore lint/complexity/noUselessConstructor: a map puts in what it is given before this has fields
  constructor() {
    super();
  }

  get bytes(): number {
    return this.#bytes;
  }

  override set(key: string, value: Value): this {
    if (this.has(key)) this.#bytes -= costOf(key, this.get(key));
    this.#bytes += costOf(key, value);
    return super.set(key, value);
  }

  override delete(key: string): boolean {
    if (this.has(key)) this.#bytes -= costOf(key, this.get(key));
    return super.delete(key);
  }

  override clear() {
    super.clear();
    this.#bytes = 0;
  }
}

const costOf = (key: string, value: unknown): number => sizeOf(key) + sizeOf(value, LARGEST_KEPT);
