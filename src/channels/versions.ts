// The versions of a vendor's API that a channel speaks, and when the vendor ends each.

export interface Versions {
  readonly default: string;
  /** Each with the day it ends by the vendor's word or published rule; null where there is none. */
  readonly speaks: Readonly<Record<string, string | null>>;
}

/** When a version ends, in milliseconds since 1970; undefined where no one knows. */
export function endOfVersion({ speaks }: Versions, version: string): number | undefined {
  const day = Object.hasOwn(speaks, version) ? speaks[version] : undefined;
  return day ? Date.parse(`${day}T00:00:00Z`) : undefined;
}
