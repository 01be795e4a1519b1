// What the dates of a record do not show here, and how far back records are shown.
import type { Changes } from '../changes.ts';

export const changes: Changes = {
  orders: { deletions: 'silent', undated: [] },
  // Offers and products have no date of change at all.
  products: { deletions: 'silent', undated: [] },
};
