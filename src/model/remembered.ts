// What was read a moment ago, read once for all who ask soon after.

const MOST = 10_000;

/** For so many milliseconds. What cannot be read is not remembered. */
export function remembered<T>(
  read: (key: string) => Promise<T>,
  now: () => number,
  milliseconds: number,
) {
  const known = new Map<string, { readonly at: number; readonly value: Promise<T> }>();
  return {
    get(key: string): Promise<T> {
      const entry = known.get(key);
      const age = entry ? now() - entry.at : milliseconds;
      // A negative age means that the clock was set back.
      if (entry && age >= 0 && age < milliseconds) return entry.value;
      // All of it is too old soon: there is no need to know which is oldest.
      if (known.size >= MOST) known.clear();
      const value = read(key);
      known.set(key, { at: now(), value });
      value.catch(() => known.delete(key));
      return value;
    },
    /** Forgets it immediately, on this instance. */
    forget: (key: string) => void known.delete(key),
  };
}
