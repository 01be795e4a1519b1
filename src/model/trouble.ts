// What can be wrong with the store, and how that is said.

export const TROUBLES = {
  busy: { status: 'store busy', sentence: 'The database is busy at the moment.' },
  unreachable: {
    status: 'store unreachable',
    sentence: 'The database cannot be reached at the moment.',
  },
  crowded: {
    status: 'store unreachable',
    sentence: 'The database cannot be reached: too many connections to it are open.',
  },
  refused: {
    status: 'store unreachable',
    sentence:
      'The database refuses this service: check its address, user, password and certificate.',
  },
  full: {
    status: 'store cannot be written',
    sentence: 'The database cannot be written: its disk is full.',
  },
  read_only: {
    status: 'store cannot be written',
    sentence: 'The database cannot be written: it is read-only.',
  },
  failing: {
    status: 'store fails',
    sentence: 'The database cannot be used: its disk or its memory fails.',
  },
  damaged: {
    status: 'store is damaged',
    sentence: 'The database is damaged. Stop the service and restore it from a backup.',
  },
} as const;

export type Trouble = keyof typeof TROUBLES;
