// A small seeded generator, so that the same anchor always gives the same catalogue.

export interface Random {
  /** An integer from `least` to `most`, both included. */
  int(least: number, most: number): number;
  pick<T>(values: readonly T[]): T;
  /** True in `percent` of a hundred cases. */
  chance(percent: number): boolean;
  /** Hexadecimal digits. */
  hex(length: number): string;
}

/** Mulberry32: 32 bits of state, good enough to scatter data. */
export function random(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
  const int = (least: number, most: number): number => least + (next() % (most - least + 1));
  return {
    int,
    pick: (values) => {
      const value = values[next() % values.length];
      if (value === undefined) throw new Error('nothing to pick from');
      return value;
    },
    chance: (percent) => next() % 100 < percent,
    hex: (length) => {
      let text = '';
      while (text.length < length) text += next().toString(16).padStart(8, '0');
      return text.slice(0, length);
    },
  };
}
