// What is said of an address where something answers, but not the vendor.
import { Fault } from '../../model/faults.ts';

export interface Unlike {
  /** What was asked, and as what it should have answered. */
  readonly address: string | undefined;
  readonly vendor: string;
  /** What should have come. */
  readonly wanted: string;
  /** For which the vendor's link pages have words. */
  readonly reason: string;
}

export const unlike = ({ address, vendor, wanted, reason }: Unlike): Fault =>
  new Fault(
    'channel_invalid_response',
    `${address} answers, but not as ${vendor} does: it sent something else than ${wanted}. Check the address.`,
    { field: 'baseUrl', reason, retryable: false },
  );
