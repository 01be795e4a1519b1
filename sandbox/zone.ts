// Local times of a zone, as vendors print and read them: offsets, text without a zone, and back.

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, Map<number, number>>();
const quarter = 900_000;

/** Minutes that local time is ahead of UTC at an instant. */
export function offsetMinutes(timeZone: string, instant: number): number {
  if (timeZone === 'UTC') return 0;
  // Offsets change on the quarter of an hour at most, so one answer serves all of it.
  const slot = Math.floor(instant / quarter);
  let known = offsets.get(timeZone);
  if (known === undefined) {
    known = new Map();
    offsets.set(timeZone, known);
  }
  const cached = known.get(slot);
  if (cached !== undefined) return cached;
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    formats.set(timeZone, format);
  }
  const name = format.formatToParts(slot * quarter).find((part) => part.type === 'timeZoneName');
  const match = /GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(name?.value ?? '');
  const size = Number(match?.[2] ?? 0) * 60 + Number(match?.[3] ?? 0);
  const offset = match?.[1] === '-' ? -size : size;
  known.set(slot, offset);
  return offset;
}

/** `2026-10-28T10:05:31`, UTC. */
export function utcText(instant: number): string {
  return new Date(instant).toISOString().slice(0, 19);
}

/** `2026-10-28T11:05:31`, as the clock on the wall shows it. */
export function localText(timeZone: string, instant: number): string {
  return utcText(instant + offsetMinutes(timeZone, instant) * 60_000);
}

/** `2026-10-28T11:05:31+01:00`. */
export function offsetText(timeZone: string, instant: number): string {
  const offset = offsetMinutes(timeZone, instant);
  const size = Math.abs(offset);
  const two = (value: number): string => String(value).padStart(2, '0');
  const sign = offset < 0 ? '-' : '+';
  return `${localText(timeZone, instant)}${sign}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** The instant of a local time; the earlier one in a repeated hour, as PHP decides. */
export function instantOf(timeZone: string, localText: string): number {
  const asUtc = Date.parse(`${localText}Z`);
  const before = asUtc - offsetMinutes(timeZone, asUtc - 86_400_000) * 60_000;
  const after = asUtc - offsetMinutes(timeZone, asUtc + 86_400_000) * 60_000;
  return offsetMinutes(timeZone, before) * 60_000 === asUtc - before ? before : after;
}
