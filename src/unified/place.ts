// Where in a native record its transform stumbled.

/** What texts, lists and numbers can do: asked of anything else, it stands where one of them should. */
const METHODS: ReadonlySet<string> = new Set(
  [String, Array, Number].flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype)),
);

/**
 * Runs the transform once more, on a record that notes what is read of it: the last thing read
 * before it failed is the place, or the last that was nothing where nothing is what it failed by.
 * Undefined when it does not fail again. Costs nothing until then.
 */
export function placeOf(native: unknown, run: (native: unknown) => unknown): string | undefined {
  let last: string | undefined;
  let lastNothing: string | undefined;
  const noted = new WeakMap<object, unknown>();
  const noting = (value: unknown, path: string): unknown => {
    if (value === null || typeof value !== 'object') return value;
    const known = noted.get(value);
    if (known) return known;
    const proxy = new Proxy(value, {
      get(target, key, receiver) {
        const member: unknown = Reflect.get(target, key, receiver);
        if (typeof key === 'symbol' || typeof member === 'function') return member;
        if (Array.isArray(target) && key === 'length') return member;
        const at = path === '' ? key : `${path}.${key}`;
        if (member === undefined && METHODS.has(key)) last = path;
        else {
          last = at;
          if (member === null || member === undefined) lastNothing = at;
        }
        return noting(member, at);
      },
    });
    noted.set(value, proxy);
    return proxy;
  };
  try {
    run(noting(native, ''));
    return undefined;
  } catch (error) {
    const byNothing = error instanceof TypeError && /\b(null|undefined)\b/.test(error.message);
    return (byNothing ? lastNothing : undefined) ?? (last === '' ? undefined : last);
  }
}
