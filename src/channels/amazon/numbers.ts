// Numbers of orders that Amazon does not take: they are left out, so that they hide no others.
import { Fault } from '../../model/faults.ts';
import type { Reading } from '../channel.ts';

/**
 * Notes that a number was refused, or throws again what is no fault of the number. An order's own
 * address has but two parameters: its number, and the parts asked for.
 */
export function noteRefusedNumber(id: string, error: unknown, { note }: Reading): void {
  if (!isRefusedInput(error) || /includedData/i.test(error.native ?? '')) throw error;
  note({
    code: 'id_refused',
    field: 'ids',
    message: `Amazon does not take this for the number of an order; it is left out. ${error.native ?? ''}`,
    id,
  });
}

export const isRefusedInput = (error: unknown): error is Fault =>
  error instanceof Fault && error.reason === 'invalid_input';
