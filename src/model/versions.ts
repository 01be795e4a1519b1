// The versions of the API: dated, and each client stays with the one that was the newest when it was made.
import { invalid } from './faults.ts';
import { printable } from './text.ts';

/** Oldest first. What is added makes no version; what goes, or comes to mean something else, does. */
export const VERSIONS = ['2026-11-18'] as const;
export const NEWEST_VERSION = VERSIONS[VERSIONS.length - 1] as string;
export const VERSION_HEADER = 'Manifold-Version';

/** By which version a request is answered: the one it asks for, or its client's. */
export function versionFor(asked: string | undefined, pinned: string): string {
  if (asked === undefined || VERSIONS.some((known) => known === asked)) return asked ?? pinned;
  const named = printable(asked).slice(0, 40);
  throw invalid(
    VERSION_HEADER,
    `There is no version "${named}" of this API: it has ${VERSIONS.join(', ')}. Without the header it is this client’s own, ${pinned}.`,
  );
}

/** Said of what ends: since when it should not be used any more, when it stops, and where to read on. */
export interface Ending {
  readonly since: number;
  readonly until?: number;
  readonly about: string;
}

/** RFC 9745 and RFC 8594. */
export const endingHeaders = ({
  since,
  until,
  about,
}: Ending): Readonly<Record<string, string>> => ({
  deprecation: `@${Math.floor(since / 1000)}`,
  ...(until !== undefined && { sunset: new Date(until).toUTCString() }),
  link: `<${about}>; rel="deprecation"${until === undefined ? '' : `, <${about}>; rel="sunset"`}`,
});
