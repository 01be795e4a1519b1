// The instants at which the catalogue places orders on purpose.
import type { ClockChange, Instant, Moments } from './types.ts';

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Start of the UTC day of an instant. */
export function startOfDay(instant: Instant): Instant {
  return Math.floor(instant / day) * day;
}

export function momentsOf(anchor: Instant): Moments {
  const whole = Math.floor(anchor / second) * second;
  const today = startOfDay(whole);
  return {
    anchor: whole,
    first: whole - 730 * day,
    midnight: today - 30 * day,
    bound: today - 20 * day + 12 * hour,
    updatedTogether: today - 5 * day + 9 * hour,
    clockChanges: lastTwoClockChanges(whole),
  };
}

function lastTwoClockChanges(anchor: Instant): readonly [ClockChange, ClockChange] {
  const year = new Date(anchor).getUTCFullYear();
  const changes: ClockChange[] = [];
  for (const y of [year - 2, year - 1, year]) {
    changes.push({ at: lastSunday(y, 2), direction: 'forward' });
    changes.push({ at: lastSunday(y, 9), direction: 'back' });
  }
  const past = changes.filter((change) => change.at + 2 * hour < anchor);
  const [older, newer] = past.slice(-2);
  if (older === undefined || newer === undefined) throw new Error('no clock change before anchor');
  return [older, newer];
}

/** The European Union changes its clocks at 01:00 UTC on the last Sunday of March and October. */
function lastSunday(year: number, month: number): Instant {
  const last = new Date(Date.UTC(year, month + 1, 0, 1));
  return last.getTime() - last.getUTCDay() * day;
}
