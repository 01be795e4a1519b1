// The vendor's three windows: what was published, what answers say of them, what can be afforded.
import type { Limit, Pace, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';

/** In the order in which headers name them: `300/3000/12000`. Apps and some plans have more. */
const WINDOWS = [
  { name: 'five minutes', seconds: 300, requests: 300 },
  { name: 'hour', seconds: 3600, requests: 3000 },
  { name: 'day', seconds: 86_400, requests: 12_000 },
] as const;

/** How many asks are under way at the same time; so many less one may not be in an answer's count yet. */
const CONCURRENCY = 4;
const RESERVE = CONCURRENCY - 1;

/** Seconds a request usually may last: a window that opens later is not waited for. */
const LONGEST_WAIT = 60;

export const limits: readonly Limit[] = [
  ...WINDOWS.map(
    ({ name, seconds, requests }): Limit => ({
      name,
      by: 'credential',
      tokens: requests,
      seconds,
      burst: requests,
    }),
  ),
  { name: 'concurrent', by: 'credential', concurrency: CONCURRENCY },
];

interface State {
  readonly name: string;
  readonly seconds: number;
  readonly requests: number;
  /** Requests left; zero or below when the window is used up. */
  readonly left: number;
  /** Seconds until it opens again. */
  readonly reset: number;
}

/** What the headers say, window by window; one that is not described whole is left out. */
function statesOf(headers: Reply['headers']): readonly State[] {
  const numbers = (word: string) =>
    (headers[`x-ratelimit-${word}`] ?? '').split('/').map(wholeNumber);
  const [limit, remaining, resets] = [numbers('limit'), numbers('remaining'), numbers('reset')];
  return WINDOWS.flatMap(({ name, seconds }, at) => {
    const [requests = 0, left, reset = -1] = [limit[at], remaining[at], resets[at]];
    const isWhole = requests > 0 && left !== undefined && reset >= 0;
    return isWhole ? [{ name, seconds, requests, left, reset }] : [];
  });
}

const wholeNumber = (text: string): number | undefined =>
  /^\s*-?\d{1,12}\s*$/.test(text) ? Number(text) : undefined;

export const pace = ({ headers }: Reply): readonly Pace[] =>
  statesOf(headers).map(({ name, seconds, requests, left, reset }) => ({
    limit: name,
    rate: requests / seconds,
    burst: requests,
    left: Math.max(0, left - RESERVE),
    // The windows are fixed ones: nothing trickles back before the next begins.
    ...(left <= RESERVE && { pause: reset * 1000 }),
  }));

/** Milliseconds until every window that is used up has opened again; undefined where none is. */
export function waitOf({ headers }: Reply): number | undefined {
  const used = statesOf(headers).filter(({ left }) => left <= 0);
  return used.length === 0 ? undefined : Math.max(...used.map(({ reset }) => reset)) * 1000;
}

/** Refuses immediately what would only use up the rest of a window and then fail. */
export function mustAfford(asks: number, headers: Reply['headers']) {
  for (const { name, left, reset } of statesOf(headers)) {
    if (left - RESERVE >= asks || reset <= LONGEST_WAIT) continue;
    throw new Fault(
      'channel_rate_limited',
      `This page needs ${asks} more requests, and Lightspeed allows ${Math.max(0, left - RESERVE)} until its window (${name}) begins again. Ask for fewer records, or later.`,
      { retryAfter: reset * 1000 },
    );
  }
}
