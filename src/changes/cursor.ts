// A place in the log of a client, as it is handed out: signed with the key of that client's feed.
import type { RecordSeal } from '../keys/record-seal.ts';
import { Fault } from '../model/faults.ts';
import { logStart } from '../store/index.ts';

export interface Place {
  /** After the entry of this number. */
  readonly seq: number;
  /** When everything up to there was new. */
  readonly at: number;
}

/** Entries are kept for so long. */
export const KEPT_DAYS = 30;
export const KEPT = KEPT_DAYS * 24 * 3600_000;

/** In place of a cursor: whatever comes from now on. */
export const NOW = 'now';

const FORM = /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([\w-]{16})$/;

export function writeCursor(seal: RecordSeal, { seq, at }: Place): string {
  const text = `${seq.toString(36)}.${at.toString(36)}`;
  return `${text}.${seal.sign(text)}`;
}

/** Throws where it is none of this client's, or of another log: an older one, or that before a backup was restored. */
export function readCursor(
  seal: RecordSeal | undefined,
  cursor: string,
  head: number,
  now: number,
): Place {
  const [, first = '', second = '', signature] = FORM.exec(cursor) ?? [];
  if (signature === undefined || seal?.sign(`${first}.${second}`) !== signature)
    throw new Fault(
      'invalid_cursor',
      'This cursor is not one that this client was given. Leave it out to begin with the oldest entry that is kept, or send `now` to begin with what comes next.',
      { field: 'cursor' },
    );
  const place = { seq: Number.parseInt(first, 36), at: Number.parseInt(second, 36) };
  if (place.seq < logStart(head) || place.seq > head || (place.seq < head && place.at < now - KEPT))
    throw new Fault(
      'cursor_expired',
      `Entries are kept for ${KEPT_DAYS} days, and this cursor is older, or of a log from before a backup was restored. Begin again with "now" as the cursor, read all records of your watches, and then go on with the cursor that was answered.`,
      { field: 'cursor' },
    );
  return place;
}
