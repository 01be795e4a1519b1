// A native record without what the driver put into it: what is left is the vendor's.

/** A copy without the members of these names. */
export function without<T extends object, Name extends keyof T>(
  record: T,
  ...names: readonly Name[]
): Omit<T, Name> {
  const copy = { ...record };
  for (const name of names) delete copy[name];
  return copy;
}
