// What was read a moment ago, read once for all who ask within a second.

export interface Remembered<T> {
  get(key: string): Promise<T>;
  /** Forgets it at once, on this instance. */
  forget(key: string): void;
}

/** Short enough that nobody waits for what was changed on another instance. */
const AGE = 1000;
const MOST = 10_000;

/** What cannot be read is not remembered. */
export function remembered<T>(read: (key: string) => Promise<T>, now: () => number): Remembered<T> {
  const known = new Map<string, { readonly at: number; readonly value: Promise<T> }>();
  return {
    get(key) {
      const entry = known.get(key);
      const age = entry ? now() - entry.at : AGE;
      // A negative age means that the clock was set back.
      if (entry && age >= 0 && age < AGE) return entry.value;
      // All of it is older than a second soon: there is no need to know which is oldest.
      if (known.size >= MOST) known.clear();
      const value = read(key);
      known.set(key, { at: now(), value });
      value.catch(() => known.delete(key));
      return value;
    },
    forget: (key) => {
      known.delete(key);
    },
  };
}
