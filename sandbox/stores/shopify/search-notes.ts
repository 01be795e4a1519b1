// Keeps what a search asked in vain, once a request, for `extensions.search` and for tests.
import type { SearchWarning } from './search-syntax.ts';
import type { Ask } from './world.ts';

export function noteSearch(
  ask: Ask,
  path: readonly (string | number)[],
  query: string | null | undefined,
  warnings: readonly SearchWarning[],
): void {
  if (warnings.length === 0) return;
  const place = path.join('.');
  if (ask.reports.some((report) => report.path.join('.') === place)) return;
  ask.reports.push({ path, query: query ?? '', warnings });
}
