// What the dates of a record do not show here, and how far back records are shown.
import type { Changes } from '../../src/channels/changes.ts';

export const changes: Changes = { orders: { deletions: 'silent', undated: [] } };
