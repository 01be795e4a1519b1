// Values of a record that a reader can make nothing of, noted while one record is transformed.

type Report = (value: unknown) => void;

/** While a record is transformed: who is to know what could not be read in it. */
let report: Report | undefined;

/** Runs a transform, which is synchronous, and reports the values in its record that could not be read. */
export function reporting<Result>(to: Report, run: () => Result): Result {
  const before = report;
  report = to;
  try {
    return run();
  } finally {
    report = before;
  }
}

/** Thrown where what depends on a value cannot simply be left empty. */
export class UnreadableValue extends TypeError {
  readonly value: unknown;
  constructor(value: unknown) {
    super('A value is not of the kind it should be.');
    this.value = value;
  }
}

/** To be called by a reader that returns nothing for a value; what stands for nothing is no fault. */
export function reportUnreadable(value: unknown): void {
  if (report !== undefined && !isNothing(value)) report(value);
}

/** The same where nothing would be read as an empty list or as zero: the record is refused. */
export function refuseUnreadable(value: unknown): void {
  if (report !== undefined && !isNothing(value)) throw new UnreadableValue(value);
}

/** Vendors leave values out, or write null, false, zero, an empty text, list or object for none. */
export const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  value === 0 ||
  (typeof value === 'string' && value.trim() === '') ||
  (typeof value === 'object' && Object.keys(value).length === 0);
