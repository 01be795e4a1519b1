// What is said of an answer that is not the vendor's, or not what the vendor's contract says.
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

/** The vendor answers, but with something else than what was asked for. */
export const brokenAnswer = (vendor: string, wanted: string): Fault =>
  new Fault('channel_invalid_response', `${vendor} sent something else than ${wanted}.`);
