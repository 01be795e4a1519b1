// What Mirakl sent, looked at with care: the rows of a page.
import { Fault } from '../../model/faults.ts';
import { membersOf } from '../kit/loose.ts';

/** The rows of an answer, which holds them under `name`. */
export function rowsOf(body: unknown, name: string, sender: string): readonly unknown[] {
  const rows = membersOf(body)[name];
  if (!Array.isArray(rows)) throw unlikeItsDocuments(sender);
  return rows;
}

export const unlikeItsDocuments = (sender: string) =>
  new Fault(
    'channel_invalid_response',
    `${sender} sent an answer that is not what Mirakl’s documentation says.`,
  );
