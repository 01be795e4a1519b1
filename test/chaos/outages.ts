// Ends PostgreSQL again and again under a service that is called, and counts what callers and receivers saw.
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startHouse, startReceiver } from '../events/house.ts';
import { startPostgres } from '../postgres.ts';
import { until } from '../until.ts';

export interface OutageReport {
  /** Calls whose answer promised an event. */
  readonly accepted: number;
  readonly acceptedLater: number;
  /** Promised, and never delivered. */
  readonly lost: readonly string[];
  /** Answers that were neither a success nor a 503 that says when to come back. */
  readonly odd: readonly string[];
  readonly turnedAway: number;
  /** What /readyz said while the database was away. */
  readonly said: readonly string[];
}

export type Signal = 'KILL' | 'QUIT' | 'INT';

const CALLERS = 4;
/** Calls that are accepted between two outages. */
const ACCEPTED = 12;

export async function runOutages(
  t: TestContext,
  signals: readonly Signal[],
  onOutage: (outage: number, accepted: number) => void = () => {},
): Promise<OutageReport> {
  const postgres = await startPostgres({ durable: true });
  t.after(() => postgres.stop());
  const [house, receiver] = [
    await startHouse(t, { databaseUrl: await postgres.fresh() }),
    await startReceiver(t),
  ];
  const accepted = new Map<string, 'now' | 'later'>();
  const odd: string[] = [];
  const said: string[] = [];
  let turnedAway = 0;
  let over = false;

  async function callOnce(later: boolean) {
    const { status, headers, body } = await house.orders(
      { completionCallbackUrl: receiver.url },
      later ? { headers: { prefer: 'respond-async' } } : {},
    );
    const id: string | undefined = body.execution_id ?? body.Output?.execution_id;
    if ((status === 200 || status === 202) && id) accepted.set(id, later ? 'later' : 'now');
    else if (status === 503 && Number(headers.get('retry-after')) >= 1) turnedAway += 1;
    else odd.push(`${status} ${JSON.stringify(body).slice(0, 300)}`);
  }

  const callers = Array.from({ length: CALLERS }, async (_, at) => {
    for (let call = at; !over; call++) await callOnce(call % 3 === 0);
  });
  const ready = async () => {
    const answer = await fetch(`${house.origin}/readyz`);
    return { status: answer.status, body: (await answer.json()) as { status: string } };
  };

  for (const [outage, signal] of signals.entries()) {
    const enough = accepted.size + ACCEPTED;
    await until(() => accepted.size >= enough, 'the calls');
    await sleep(Math.random() * 50);
    await postgres.halt(signal);
    const away = turnedAway;
    await until(async () => (await ready()).status === 503, 'that it is away');
    said.push((await ready()).body.status);
    await until(() => turnedAway > away, 'that callers are sent away');
    await postgres.resume();
    await until(async () => (await ready()).status === 200, 'that it is back');
    onOutage(outage + 1, accepted.size);
  }
  over = true;
  await Promise.all(callers);
  const reported = () =>
    new Set(receiver.received.map(({ event }) => event.data.execution_id as string));
  const missing = () => [...accepted.keys()].filter((id) => !reported().has(id));
  await until(() => missing().length === 0, 'every event').catch(() => {});
  return {
    accepted: accepted.size,
    acceptedLater: [...accepted.values()].filter((mode) => mode === 'later').length,
    ...{ lost: missing(), odd, turnedAway, said },
  };
}
