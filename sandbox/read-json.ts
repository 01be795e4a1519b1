// Reads JSON bodies of writes: what is not of the form that was asked for is undefined.

export type Json = Readonly<Record<string, unknown>>;

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function readJson(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJson(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const readRows = (value: unknown): readonly Json[] | undefined =>
  Array.isArray(value) && value.every(isJson) ? value : undefined;

/** Members that are not among those declared. */
export const unknownIn = (value: Json, known: readonly string[]): readonly string[] =>
  Object.keys(value).filter((name) => !known.includes(name));

/** A number of money in minor units; undefined where it has more decimals than the currency, or is below 0. */
export function minorOf(value: unknown, decimals: number): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) return undefined;
  const minor = Math.round(value * 10 ** decimals);
  return minor / 10 ** decimals === value ? minor : undefined;
}
