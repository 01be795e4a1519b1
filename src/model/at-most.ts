// How many entries a cache may hold, without room being made for all of them at the start.

/**
 * For LRUCache, in place of `max`, which makes lists of that length at once: the caches of an idle
 * service were 30 MB of nothing, and took a tenth of a second to make.
 */
export const atMost = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 });
