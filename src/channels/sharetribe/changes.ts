// How changes are followed here, what the dates of a record do not show, and how far back records are shown.
import type { Changes } from '../changes.ts';

export const changes: Changes = {
  // Listings have no date of change at all, but what happens to them is numbered.
  products: {
    by: 'events',
    overlap: {
      seconds: 0,
      why: 'Events are numbered in the order in which they happened, and none comes before one that was already shown: reading goes on behind the last number.',
      source: 'https://www.sharetribe.com/docs/references/events (`sequenceId`)',
    },
    settling: {
      seconds: 0,
      why: 'An event is shown with its number or not yet: there is nothing to wait for.',
      source: 'https://www.sharetribe.com/docs/references/events (`sequenceId`)',
    },
    floor: {
      seconds: 60,
      why: 'Test environments allow 60 queries a minute to all callers behind one address, and every call costs the operator something; a reading without changes is one.',
      source: 'https://www.sharetribe.com/docs/concepts/api/rate-limiting/',
    },
    sweep: 24,
    deletions: 'reported',
    undated: [],
  },
};
