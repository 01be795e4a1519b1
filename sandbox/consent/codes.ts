// The codes that consent pages hand out: each stands for what was granted, once and for a while.
import { randomBytes } from 'node:crypto';

export interface Codes<Grant> {
  mint(grant: Grant): string;
  /** What was granted; null when the code is unknown, used or too old. Asking uses it up. */
  redeem(code: string): Grant | null;
}

export function openCodes<Grant>(
  now: () => number,
  seconds: number,
  write: (bytes: Buffer) => string = (bytes) => bytes.toString('hex'),
): Codes<Grant> {
  const open = new Map<string, { readonly grant: Grant; readonly until: number }>();
  return {
    mint(grant) {
      const code = write(randomBytes(16));
      open.set(code, { grant, until: now() + seconds * 1000 });
      return code;
    },
    redeem(code) {
      const entry = open.get(code);
      open.delete(code);
      return entry === undefined || now() > entry.until ? null : entry.grant;
    },
  };
}
