// Days as bol counts them: on the calendar of Amsterdam, whatever its clocks do.

/** Made with the first day that is asked for: it takes as long as a hundred of our files. */
let calendar: Intl.DateTimeFormat | undefined;

/** The day an instant falls on, as `2026-10-25`. Days in this form sort as text. */
export function dayOf(instant: number): string {
  calendar ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Amsterdam',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const parts = new Map(calendar.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

/** So many days later, by the calendar: a day of 23 or 25 hours is one day too. */
export function daysAfter(day: string, count = 1): string {
  const { year, month, date } = partsOf(day);
  return written(Date.UTC(year, month, date + count));
}

/** The same date some months earlier; the last of the month where that date does not exist. */
export function monthsBefore(day: string, count: number): string {
  const { year, month, date } = partsOf(day);
  const last = new Date(Date.UTC(year, month - count + 1, 0)).getUTCDate();
  return written(Date.UTC(year, month - count, Math.min(date, last)));
}

/** The instant at which a day begins in Amsterdam, which is one or two hours ahead of UTC. */
export function startOf(day: string): number {
  const { year, month, date } = partsOf(day);
  const summer = Date.UTC(year, month, date, -2);
  return dayOf(summer) === day ? summer : summer + 3_600_000;
}

function partsOf(day: string) {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return { year, month: month - 1, date };
}

const written = (utc: number): string => new Date(utc).toISOString().slice(0, 10);
