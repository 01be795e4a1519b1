// Whether a machine's clock can be relied on beside the others'.

/** Milliseconds by which a machine's clock may be wrong: less is no cause for alarm. */
const APART = 2000;

export function clockWarning(ahead: number): string | undefined {
  if (Math.abs(ahead) <= APART) return undefined;
  const seconds = Math.round(Math.abs(ahead) / 1000);
  return `This machine’s clock is ${seconds} seconds ${ahead > 0 ? 'ahead of' : 'behind'} the database’s: the database’s is used, but logs and certificates go by the machine’s. Synchronise it (NTP).`;
}
