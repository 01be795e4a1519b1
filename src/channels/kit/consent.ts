// The browser came back from a vendor: whether it is the visit that left, and what it brings.
import { timingSafeEqual } from 'node:crypto';
import { Fault } from '../../model/faults.ts';

/** Compares two texts in a time that says nothing about them; empty ones are never the same. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && a.length > 0 && timingSafeEqual(a, b);
}

/** Refuses a return that belongs to another visit. */
export function mustBeOurs(state: string | undefined, ours: string): void {
  if (!isSame(state ?? '', ours))
    throw new Fault('credential_refused', 'The browser came back for another visit. Begin again.', {
      reason: 'wrong_state',
    });
}

/**
 * The code that a vendor sends the browser back with (OAuth 2, RFC 6749, section 4.1.2); throws for
 * a return that says no, or brings none.
 */
export function codeIn(query: Readonly<Record<string, string>>, vendor: string): string {
  const { code, error, error_description: description } = query;
  if (error !== undefined)
    throw new Fault('credential_refused', `${vendor} did not give access.`, {
      reason: error === 'access_denied' ? 'consent_denied' : 'code_refused',
      native: description ?? error,
    });
  if (code) return code;
  throw new Fault('credential_refused', `${vendor} sent the browser back without a code.`, {
    reason: 'code_refused',
  });
}
