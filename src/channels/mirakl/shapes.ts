// What Mirakl sent, looked at with care: rows of pages, whole numbers.
import { Fault } from '../../model/faults.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import { isRecord } from '../kit/loose.ts';
import { identifier } from '../kit/text.ts';

/** A whole number; null where none, or something else, is given. Stock may be below nothing. */
export const integer = (value: unknown): number | null =>
  Number.isSafeInteger(value) ? (value as number) : null;

/** A row of a page, if it is a record that can say which one it is. */
export function recordOf<T>(row: unknown, idName: string, place: string): T {
  if (!isRecord(row)) throw unreadableRecord(undefined, place);
  if (identifier(row[idName]) === null) throw unreadableRecord(undefined, `${place}.${idName}`);
  return row as T;
}

/** The rows of an answer, which holds them under `name`. */
export function rowsOf(body: unknown, name: string, sender: string): readonly unknown[] {
  const rows = isRecord(body) ? body[name] : undefined;
  if (!Array.isArray(rows)) throw brokenAnswer(sender);
  return rows;
}

export const brokenAnswer = (sender: string) =>
  new Fault(
    'channel_invalid_response',
    `${sender} sent an answer that is not what Mirakl’s documentation says.`,
  );
