// Completing a record: a channel names the fields it knows, the template fills in the rest.

/** A record of which only the known fields are named; undefined and null both mean "nothing". */
export type Draft<T> = { readonly [K in keyof T]?: T[K] | null | undefined };

/** A copy of the template in which each field that the draft knows has the draft's value. */
export function complete<T extends object>(template: T, draft: Draft<T>): T {
  const record = { ...template };
  for (const key in draft) {
    const value = draft[key];
    if (value !== undefined && value !== null) record[key] = value as T[typeof key];
  }
  return record;
}

/** Every field of a record at its "nothing": null, [] for a list, {} where that is allowed. */
export function nothing<T extends object>(
  schema: { readonly properties: Record<string, unknown> },
  others: Partial<T> = {},
): T {
  const blank: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.properties))
    blank[name] = (field as { type?: unknown }).type === 'array' ? [] : null;
  return Object.freeze({ ...blank, ...others }) as T;
}
