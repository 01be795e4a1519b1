// Extra asks for many records: a few at a time, never all at once.

/** Does the work for each item, `atOnce` at a time, and keeps the order. The first failure ends it. */
export async function inGroups<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  atOnce = 4,
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
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane));
  return results;
}
