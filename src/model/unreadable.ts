// The fault of one record that cannot be read, while the rest of the answer can.
import { Fault } from './faults.ts';

/** What follows the fault's sentence where the caller can do something about it. */
const READ_ON = 'Send "Prefer: handling=lenient" to read on without it.';

/** In place of an identifier. */
const NAMELESS = 'without an identifier';

/** Says which record it is, and where in it. */
export function unreadableRecord(id: unknown, place: string, cause?: unknown): Fault {
  const named = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
  const record = named === '' ? NAMELESS : named;
  return new Fault(
    'channel_invalid_response',
    `The record ${record} cannot be read: ${place} is not what it should be. ${READ_ON}`,
    { record, retryable: false, ...(cause !== undefined && { cause }) },
  );
}

/** The sentence for those who do read on. */
export const leftOut = ({ message }: Fault): string => message.replace(READ_ON, 'It was left out.');

export const recordOf = ({ record }: Fault): string | undefined =>
  record === NAMELESS ? undefined : record;
