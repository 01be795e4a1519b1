// What must be known about the stall to open an account.
import type { Field } from '../../src/channels/field.ts';

export const fields: readonly Field[] = [
  {
    key: 'host',
    required: true,
    example: 'stall.shop',
    about: 'The host of the stall.',
  },
  {
    key: 'token',
    secret: true,
    required: true,
    example: 's3cret',
    about: 'The word on the back of the sign.',
  },
];
