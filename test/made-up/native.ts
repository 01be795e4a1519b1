// The stall's own shapes, only what is read.

export interface NativeOrder {
  readonly no: number;
  /** ISO 8601 with an offset. */
  readonly placed: string;
  /** All of it, in cents of the euro. */
  readonly cents: number;
}
