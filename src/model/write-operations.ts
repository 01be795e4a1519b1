// The names of what may be written.

export const WRITES = ['fulfillments', 'stock', 'prices'] as const;
export type WriteOperation = (typeof WRITES)[number];
