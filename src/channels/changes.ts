// What a channel promises of changes: how far back it shows records, and what moves no date.

/** Records that the vendor shows for a time only. */
export interface Shown {
  /** By which of the record's dates the vendor counts. */
  readonly by: 'created_at' | 'updated_at';
  readonly days: number;
  /** For whom it holds, in a sentence. */
  readonly about: string;
}

/** What of a record changes without moving its `updated_at`. */
export interface Undated {
  readonly what:
    | 'addresses'
    | 'categories'
    | 'images'
    | 'lines'
    | 'prices'
    | 'products'
    | 'refunds'
    | 'statuses'
    | 'stock'
    | 'texts'
    | 'variants'
    | 'visibility';
  /** What happens, in a sentence or two. */
  readonly about: string;
  /** How it is known: a page of the vendor’s, or what was seen where. */
  readonly source: string;
}

/** Of one kind of record. */
export interface KindOfChanges {
  /** Absent: records are shown for as long as the vendor has them. */
  readonly window?: Shown;
  /** Whether a list by date of change ever shows what was deleted. */
  readonly deletions: 'reported' | 'silent';
  readonly undated: readonly Undated[];
}

export interface Changes {
  readonly orders?: KindOfChanges;
  readonly products?: KindOfChanges;
}
