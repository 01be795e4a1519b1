// Where in a native record its transform stumbled.

const METHODS: ReadonlySet<string> = new Set(
  [String, Array, Number].flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype)),
);

/**
 * Runs the transform once more, on a record that notes what is read of it: the last thing read
 * before it failed is the place. Undefined when it does not fail again. Costs nothing until then.
 */
export function placeOf(native: unknown, run: (native: unknown) => unknown): string | undefined {
  let last = '';
  const noted = new WeakMap<object, unknown>();
  const noting = (value: unknown, path: string): unknown => {
    if (value === null || typeof value !== 'object') return value;
    const known = noted.get(value);
    if (known) return known;
    const proxy = new Proxy(value, {
      get(target, key, receiver) {
        const member: unknown = Reflect.get(target, key, receiver);
        if (typeof key === 'symbol' || typeof member === 'function') return member;
        // An object asked for `trim` or `map` stands where a text or a list should: that is the place.
        if (member === undefined && METHODS.has(key)) return member;
        if (Array.isArray(target) && key === 'length') return member;
        last = path === '' ? key : `${path}.${key}`;
        return noting(member, last);
      },
    });
    noted.set(value, proxy);
    return proxy;
  };
  try {
    run(noting(native, ''));
    return undefined;
  } catch {
    return last === '' ? undefined : last;
  }
}
