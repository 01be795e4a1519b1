// Makes something happen in a shop and its vendor notify the service: signed, several times, and late.
import { setTimeout as wait } from 'node:timers/promises';
import {
  type HookKind,
  type HookSending,
  hookKinds,
  type Store,
  type StoreReply,
} from './store.ts';

interface Plan {
  readonly channel: string;
  readonly shop: string;
  readonly kind: HookKind;
  readonly times: number;
  readonly lateMs: number;
}

const mostTimes = 20;
const latest = 60_000;
/** As long as the strictest vendor waits for an answer. */
const patience = 5000;

/** Answers when everything was sent, with what the service answered; 0 where it did not. */
export async function sendHooks(body: string, stores: readonly Store[]): Promise<StoreReply> {
  const plan = readPlan(body);
  if (typeof plan === 'string') return json(400, { message: plan });
  const store = stores.find(({ channel }) => channel === plan.channel);
  const hooks = store?.hooks;
  if (hooks === undefined || !hooks.kinds.includes(plan.kind))
    return json(400, { message: `no store of ${plan.channel} sends ${plan.kind}` });
  if (!store?.shops.some(({ name }) => name === plan.shop))
    return json(400, { message: `${plan.channel} has no shop ${plan.shop}` });
  const sending = hooks.happen(plan.kind, plan.shop);
  const answers: number[] = [];
  for (let n = 0; n < plan.times; n++) {
    if (n > 0) await wait(plan.lateMs);
    answers.push(await deliver(sending));
  }
  return json(200, { url: sending.url.replace(/\?.*/, ''), answers });
}

async function deliver({ method, url, headers, body }: HookSending): Promise<number> {
  try {
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
      ...(body !== undefined && { body }),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
}

function readPlan(body: string): Plan | string {
  let given: unknown;
  try {
    given = JSON.parse(body);
  } catch {
    return 'the body is not JSON';
  }
  const {
    channel,
    shop = 'demo',
    kind = 'uninstalled',
    times = 2,
    lateMs = 1000,
    ...others
  } = Object(given) as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return `there is no "${unknown}"`;
  if (typeof channel !== 'string' || typeof shop !== 'string') return 'channel and shop are names';
  const known = hookKinds.find((name) => name === kind);
  if (known === undefined) return `kind is one of ${hookKinds.join(', ')}`;
  if (!isWithin(times, 1, mostTimes)) return `times is 1 to ${mostTimes}`;
  if (!isWithin(lateMs, 0, latest)) return `lateMs is 0 to ${latest}`;
  return { channel, shop, kind: known, times, lateMs };
}

const isWithin = (value: unknown, from: number, to: number): value is number =>
  Number.isInteger(value) && (value as number) >= from && (value as number) <= to;

const json = (status: number, value: unknown): StoreReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: `${JSON.stringify(value, null, 2)}\n`,
});
