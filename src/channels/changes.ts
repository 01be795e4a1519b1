// What a channel promises of changes: how they are followed, how far back it shows records, and what moves no date.

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

/** A time, and why it is so long. */
export interface Reasoned {
  readonly seconds: number;
  /** A sentence or two. */
  readonly why: string;
  /** How it is known: a page of the vendor’s, or what was seen where. */
  readonly source: string;
}

/** Of one kind of record. */
export interface KindOfChanges {
  /**
   * How it is followed: by the date of change, by the vendor's own sequence of what happened, or by
   * reading the whole list.
   */
  readonly by: 'updated_at' | 'events' | 'list';
  /** Read once more before the mark: for clocks that differ, and dates that are written late. */
  readonly overlap: Reasoned;
  /** It is read up to so long ago: for lists that show a change later than its date says. */
  readonly settling: Reasoned;
  /** No watch reads more often. */
  readonly floor: Reasoned;
  /** Hours between two sweeps, unless a watch says otherwise; absent: none. */
  readonly sweep?: number;
  /** Topics of the vendor's hooks that hint at changes; absent: none can be used. */
  readonly hints?: readonly string[];
  /** Absent: records are shown for as long as the vendor has them. */
  readonly window?: Shown;
  /** Whether what is followed, a list by date of change or the events, ever shows what was deleted. */
  readonly deletions: 'reported' | 'silent';
  readonly undated: readonly Undated[];
}

export interface Changes {
  readonly orders?: KindOfChanges;
  readonly products?: KindOfChanges;
}
