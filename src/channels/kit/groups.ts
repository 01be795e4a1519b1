// Many records: in lists short enough for an address, and a few asks at a time, never all together.

/** Does the work for each item, `concurrency` at a time, and keeps the order. The first failure ends it. */
export async function inGroups<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  concurrency = 4,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  let failed = false;
  const lane = async () => {
    while (next < items.length && !failed) {
      const at = next++;
      try {
        results[at] = await work(items[at] as T);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, lane));
  return results;
}

/** The items in lists of at most `size`. */
export function batches<T>(items: readonly T[], size = 100): readonly (readonly T[])[] {
  const lists: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += size) lists.push(items.slice(at, at + size));
  return lists;
}
