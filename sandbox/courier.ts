// Brings the messages about changes to those who subscribed: late, more than once, in another order, or never.
import { setTimeout as wait } from 'node:timers/promises';
import type { Living } from './living/living.ts';
import type { Happening, HintSending, Store, StoreReply } from './store.ts';
import { stepOf } from './subscribed.ts';

/** How messages are brought. */
export interface Manner {
  /** 0: none is sent. */
  readonly times: number;
  readonly lateMs: number;
  /** Each at another moment before `lateMs` is over, so that they arrive in any order. */
  readonly shuffled: boolean;
  /** Of a hundred, so many are lost. */
  readonly lost: number;
}

export interface Courier {
  /** As the vendors do on a good day, unless changed. */
  manner: Manner;
  send(messages: readonly HintSending[]): void;
  /** The same catalogue, whose changes are reported. */
  listening(living: Living): Living;
  /** When everything that is under way has arrived. */
  settled(): Promise<void>;
  close(): void;
}

const onTime: Manner = { times: 1, lateMs: 0, shuffled: false, lost: 0 };
const patience = 5000;

export function openCourier(stores: () => readonly Store[]): Courier {
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  let seed = 1;
  /** The same order of accidents at every start. */
  const random = (): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  let before: Promise<void> = Promise.resolve();

  const courier: Courier = {
    manner: onTime,
    send(messages) {
      const { times, lateMs, shuffled, lost } = courier.manner;
      for (const message of messages)
        for (let n = 0; n < times; n++) {
          if (random() * 100 < lost) continue;
          const late = shuffled ? Math.floor(random() * lateMs) : lateMs;
          // One after the other, unless they are shuffled.
          const turn = shuffled ? Promise.resolve() : before;
          const sent = turn.then(() => bring(message, late, stopping.signal));
          if (!shuffled) before = sent;
          underWay.add(sent);
          void sent.finally(() => underWay.delete(sent));
        }
    },
    listening(living) {
      const { catalogue } = living;
      const about = (happening: Happening): readonly HintSending[] => {
        const { of, by } = stepOf(happening) ?? {};
        // What one vendor alone knows happens past its own code unless its API wrote it: none reports it.
        if (courier.manner.times === 0 || (of !== undefined && of !== by)) return [];
        return stores()
          .filter(({ channel }) => of === undefined || of === channel)
          .flatMap((store) => store.hints?.about(happening) ?? []);
      };
      // What it does not report stays as it is, getters included.
      return Object.assign(Object.create(living) as Living, {
        putOrder(order) {
          // Not by `orderById`, which is made of all of them after each change.
          const orderBefore = catalogue.orders.find(({ id }) => id === order.id);
          living.putOrder(order);
          const change = orderBefore ? 'updated' : 'created';
          courier.send(about({ change, order, orderBefore }));
        },
        removeOrder(order) {
          const messages = about({ change: 'deleted', order });
          living.removeOrder(order);
          courier.send(messages);
        },
        putProduct(product) {
          const productBefore = catalogue.productById.get(product.id);
          living.putProduct(product);
          const change = productBefore ? 'updated' : 'created';
          courier.send(about({ change, product, productBefore }));
        },
        removeProduct(product) {
          const messages = about({ change: 'deleted', product });
          living.removeProduct(product);
          courier.send(messages);
        },
      } satisfies Partial<Living>);
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    close: () => stopping.abort(),
  };
  return courier;
}

async function bring(message: HintSending, lateMs: number, signal: AbortSignal): Promise<void> {
  const { method, url, headers, body } = message;
  try {
    if (lateMs > 0) await wait(lateMs, undefined, { signal });
    const response = await fetch(url, {
      ...{ method, headers, redirect: 'manual' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
      ...(body !== undefined && { body }),
    });
    await response.body?.cancel();
    message.answered(response.status);
  } catch {
    if (!signal.aborted) message.answered(0);
  }
}

const bounds = { times: 20, lateMs: 60_000, lost: 100 } as const;

/** `POST /_sandbox/hints`: how messages are brought from now on. */
export function setManner(body: string, courier: Courier): StoreReply {
  let given: unknown;
  try {
    given = JSON.parse(body);
  } catch {
    return json(400, { message: 'the body is not JSON' });
  }
  const { shuffled = onTime.shuffled, ...counts } = Object(given) as Record<string, unknown>;
  const [unknown] = Object.keys(counts).filter((name) => !Object.hasOwn(bounds, name));
  if (unknown !== undefined) return json(400, { message: `there is no "${unknown}"` });
  if (typeof shuffled !== 'boolean') return json(400, { message: 'shuffled is true or false' });
  for (const [name, most] of Object.entries(bounds)) {
    const value = counts[name] ?? 0;
    if (!Number.isInteger(value) || Number(value) < 0 || Number(value) > most)
      return json(400, { message: `${name} is 0 to ${most}` });
  }
  courier.manner = { ...onTime, ...(counts as Partial<Manner>), shuffled };
  return json(200, courier.manner);
}

const json = (status: number, value: unknown): StoreReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: `${JSON.stringify(value, null, 2)}\n`,
});
