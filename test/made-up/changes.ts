// What the dates of a record do not show here, and how far back records are shown.
import type { Changes } from '../../src/channels/changes.ts';

export const changes: Changes = {
  orders: {
    by: 'updated_at',
    overlap: { seconds: 300, why: 'Its clock may be slow.', source: 'made up' },
    settling: { seconds: 0, why: 'A list shows a change with its date.', source: 'made up' },
    floor: { seconds: 60, why: 'It has no limit.', source: 'made up' },
    deletions: 'silent',
    undated: [],
  },
};
