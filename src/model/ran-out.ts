// What fails because this machine, not the other side, ran out: of file descriptors, ports, buffers.
import { Fault } from './faults.ts';

const OURS = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM']);
/** Node's loader of modules gives the system's words under a code of its own. */
const WORDS = /too many open files|file table overflow/;
const COME_BACK = 2000;

interface SystemError {
  readonly code?: unknown;
  readonly address?: unknown;
  /** Where several addresses were tried. */
  readonly errors?: readonly unknown[];
}

export function ranOut(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, address, errors } = error as Error & SystemError;
  if (OURS.has(String(code)) || WORDS.test(error.message)) return true;
  // No port is left. Of an IPv6 address it says only that this machine has none of its own.
  if (code === 'EADDRNOTAVAIL' && !String(address).includes(':')) return true;
  return errors?.some(ranOut) ?? false;
}

/** Our own lack: no channel is to blame, and no breaker hears of it. */
export const nothingLeft = (cause: unknown) =>
  new Fault(
    'unavailable',
    'This service has no connection left at the moment. Try again in a few seconds.',
    { retryAfter: COME_BACK, cause },
  );
