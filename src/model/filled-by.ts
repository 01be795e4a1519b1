// Which channels fill which fields, as their samples show: `npm run filled-by` writes it, a test holds it.
import type { Operation } from './execution.ts';
import kept from './filled-by.json' with { type: 'json' };

/** By the name of the schema, then by its fields: the channels, with a space between two. */
export type FilledBy = Readonly<
  Record<Operation, Readonly<Record<string, Readonly<Record<string, string>>>>>
>;

export const FILLED_BY: FilledBy = kept;
