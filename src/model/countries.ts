// English names of countries, from the runtime's own data.

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Asked for with every address: there are no more than some thousand codes of two letters. */
const known = new Map<string, string | null>();

export function countryName(code: string | null | undefined): string | null {
  if (!code) return null;
  let name = known.get(code);
  if (name !== undefined) return name;
  if (!/^[A-Za-z]{2}$/.test(code)) return null;
  name = names.of(code.toUpperCase()) ?? null;
  known.set(code, name);
  return name;
}
