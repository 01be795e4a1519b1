// English names of countries, from the runtime's own data.

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The English name of an ISO 3166-1 alpha-2 code; null when there is none. */
export function countryName(code: string | null | undefined): string | null {
  if (!code || !/^[A-Za-z]{2}$/.test(code)) return null;
  return names.of(code.toUpperCase()) ?? null;
}
