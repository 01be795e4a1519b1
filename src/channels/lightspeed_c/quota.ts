// The vendor's three windows: what was published, what answers tell of them, what can be afforded.
import type { Limit, Pace, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';

interface Window {
  readonly name: string;
  readonly seconds: number;
  readonly requests: number;
}

/** In the order in which headers tell them: `300/3000/12000`. Apps and some plans have more. */
const WINDOWS: readonly Window[] = [
  { name: 'five minutes', seconds: 300, requests: 300 },
  { name: 'hour', seconds: 3600, requests: 3000 },
  { name: 'day', seconds: 86_400, requests: 12_000 },
];

/** How many asks are under way at once; so many less one may not be in an answer's count yet. */
const AT_ONCE = 4;
const RESERVE = AT_ONCE - 1;

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
  { name: 'at once', by: 'credential', atOnce: AT_ONCE },
];

interface State extends Window {
  /** Requests left; zero or below when the window is used up. */
  readonly left: number;
  /** Seconds until it opens again. */
  readonly reset: number;
}

/** What the headers say, window by window; one that is not told whole is left out. */
function statesOf(headers: Reply['headers']): readonly State[] {
  const [requests, left, reset] = ['limit', 'remaining', 'reset'].map((word) =>
    (headers[`x-ratelimit-${word}`] ?? '').split('/').map(wholeNumber),
  );
  return WINDOWS.flatMap((window, at) => {
    const told = { requests: requests?.[at], left: left?.[at], reset: reset?.[at] };
    if (told.requests === undefined || told.left === undefined || told.reset === undefined)
      return [];
    if (told.requests <= 0 || told.reset < 0) return [];
    return [{ ...window, requests: told.requests, left: told.left, reset: told.reset }];
  });
}

const wholeNumber = (text: string): number | undefined =>
  /^\s*-?\d{1,12}\s*$/.test(text) ? Number(text) : undefined;

export function pace(reply: Reply): readonly Pace[] {
  return statesOf(reply.headers).map(({ name, seconds, requests, left, reset }) => ({
    limit: name,
    rate: requests / seconds,
    burst: requests,
    left: Math.max(0, left - RESERVE),
    // The windows are fixed ones: nothing trickles back before the next begins.
    ...(left <= RESERVE && { pause: reset * 1000 }),
  }));
}

/** Milliseconds until every window that is used up has opened again; undefined when none is told. */
export function waitOf({ headers }: Reply): number | undefined {
  const used = statesOf(headers).filter(({ left }) => left <= 0);
  return used.length === 0 ? undefined : Math.max(...used.map(({ reset }) => reset)) * 1000;
}

/** Refuses at once what would only use up the rest of a window and then fail. */
export function mustAfford(asks: number, headers: Reply['headers']) {
  for (const { name, left, reset } of statesOf(headers)) {
    if (left - RESERVE >= asks || reset <= LONGEST_WAIT) continue;
    throw new Fault(
      'channel_rate_limited',
      `This page needs ${asks} more requests, and Lightspeed allows ${Math.max(0, left - RESERVE)} until its window (${name}) begins anew. Ask for fewer records, or later.`,
      { retryAfter: reset * 1000 },
    );
  }
}
