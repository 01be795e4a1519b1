// The areas of the console, in the order of the way around, and where everything in them is.
import { CONSOLE_PATHS } from '../http/paths.ts';

export const AREAS = {
  now: 'Now',
  executions: 'Executions',
  health: 'Health',
  links: 'Links',
  users: 'Users',
  clients: 'Clients',
  deliveries: 'Deliveries',
  watches: 'Watches',
  overrides: 'Overrides',
  try: 'Try it',
  audit: 'Audit',
} as const;
export type AreaName = keyof typeof AREAS;

/** An area, one of it, an act on that one. */
export const pathOf = (area: AreaName, ...parts: readonly string[]): string =>
  area === 'now' ? CONSOLE_PATHS.home : CONSOLE_PATHS.area(area, ...parts);
