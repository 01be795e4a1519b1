// Which filters a resource has, and who honours each: the channel itself, or the service on what was read.
import type { FilterBy } from '../channel.ts';
import type { Time } from './bounds.ts';

/** As `filtersBy<OrderFilter>({ channel: ['ids', ...bounds('created_at')] })`: no name can be wrong. */
export const filtersBy = <Filter extends string>(
  names: Readonly<Partial<Record<FilterBy, readonly Filter[]>>>,
): Readonly<Partial<Record<Filter, FilterBy>>> => {
  const table: Partial<Record<Filter, FilterBy>> = {};
  for (const by of ['channel', 'service'] as const)
    for (const name of names[by] ?? []) table[name] = by;
  return table;
};

/** Both bounds of each time. */
export const bounds = <T extends Time>(...times: readonly T[]): (`${T}_min` | `${T}_max`)[] =>
  times.flatMap((time) => [`${time}_min`, `${time}_max`] as const);
