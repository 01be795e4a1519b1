// Some properties of a native record, for answers that show how a vendor presents it.

export function pick(record: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
}
