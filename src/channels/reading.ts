// What a driver is given to read, or to plan a write.
import type { Account } from '../model/credential.ts';
import type { Call } from '../model/exchange.ts';
import type { Fault } from '../model/faults.ts';
import type { WarningCode } from '../model/warnings.ts';

/** Something the reader of the result should know. The same code and field count as one. */
export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
  readonly field?: string;
  /** The record it was met in. */
  readonly id?: string;
  /** What else is null by it, as ours or native fields; not published. */
  readonly fields?: readonly string[];
  /** The native word that is not known, null where there is none; not published. */
  readonly word?: string | null;
}
export type Note = (warning: Warning) => void;

/** What a driver is given to read one page. */
export interface Reading {
  readonly account: Account;
  /** The channel's API version in force. */
  readonly version: string;
  /** Milliseconds since 1970, fixed for the whole request. */
  readonly now: number;
  readonly call: Call;
  readonly note: Note;
  /**
   * Takes the fault of one record (it names it by `record`): throws it, or, where the caller asked
   * to read on, notes it and returns; the driver then leaves the record out.
   */
  readonly leaveOut: (fault: Fault) => void;
  /** Reports a restriction that is in force although no one asked for it. */
  readonly assume: (filter: string, value: string) => void;
  /**
   * Keeps what rarely changes (a shop's currency) for some seconds, for this account alone. What may
   * become much is kept in a `Register`: everything else is measured again after every call.
   */
  readonly remember: <T>(key: string, seconds: number, make: () => Promise<T>) => Promise<T>;
}
