// What writes do with the store, as operations: keys, intents, and what becomes of them.
import fc from 'fast-check';
import { WRITES } from '../../src/model/writes.ts';
import type { Intent, NewIntent } from '../../src/store/index.ts';
import { type Known, operation } from './operation.ts';
import { anyText, list, orNot, text, time, vendorsTime } from './statement-values.ts';

const { record, constantFrom, nat, tuple, boolean } = fc;

const nth = nat({ max: 5 });
const client = constantFrom('shop-app', 'shop-app', 'shop-app', 'no-one');
const subject = constantFrom('s1', 's2', 's3', "s'4 💥");
const executionId = constantFrom('e1', 'e2', 'x');
const key = record({ clientId: client, key: constantFrom('k1', 'k2', 'k3'), asked: text });
const outcome = constantFrom('confirmed' as const, 'refused' as const, 'unknown' as const);
const content = record({
  item: record({ variant_id: anyText, available: nat() }),
  ...{ tpUserId: constantFrom('u1', 'u2'), version: text, until: time },
  before: fc.constant(null),
});
const wish = record({
  ...{ user: nth, place: nat({ max: 3 }), channel: constantFrom('shopify', 'bol') },
  ...{ executionId, operation: constantFrom(...WRITES), subject, content, isAnswered: boolean() },
});

const userAt = ({ users }: Known, at: number) => users[at % Math.max(1, users.length)] ?? null;
const pick = ({ intents }: Known, at: number): Intent | undefined => intents[at % intents.length];

export const writing = [
  operation(
    'writes.begin',
    tuple(list(wish), key, vendorsTime),
    (store, [wishes, asked, until], known) => {
      const [first] = wishes;
      const all = wishes.map(
        ({ user: _, isAnswered, content: given, ...rest }, at): NewIntent => ({
          ...{ ...rest, clientId: asked.clientId, subject: `${rest.subject}${at}` },
          userId: userAt(known, first?.user ?? 0),
          content: {
            ...given,
            ...(isAnswered && {
              answer: { outcome: 'unchanged', id: 'v', before: null, after: null },
            }),
          },
        }),
      );
      return store.writes.begin(all, asked, until);
    },
    (known, made) => void known.intents.push(...(made ?? [])),
  ),
  operation('writes.known', key, (store, given) => store.writes.known(given)),
  operation('writes.leaving', list(nth), async (store, which, known) => {
    const ids = which.flatMap((at) => pick(known, at)?.id ?? []);
    return ids.length > 0 && (await store.writes.leaving([...new Set(ids)]));
  }),
  operation('writes.answered', tuple(nth, content), async (store, [at, given], known) => {
    const intent = pick(known, at);
    return intent && (await store.writes.answered(intent, given));
  }),
  operation(
    'writes.settle',
    tuple(
      nth,
      content,
      outcome,
      orNot(constantFrom('not_sent', 'x')),
      orNot(vendorsTime),
      boolean(),
    ),
    async (store, [at, given, ends, code, again, notify], known) => {
      const intent = pick(known, at);
      const settling = { content: given, outcome: ends, code, again, notify };
      return intent && (await store.writes.settle(intent, settling));
    },
  ),
  operation('writes.abandon', nth, (store, at, known) =>
    store.writes.abandon(pick(known, at)?.id ?? 'gone'),
  ),
  operation('writes.ofExecution', tuple(client, executionId), async (store, [of, id]) =>
    byId(await store.writes.ofExecution(of, id)),
  ),
  operation('writes.unsettled', tuple(client, list(subject)), async (store, [of, subjects]) =>
    byId(
      await store.writes.unsettled(
        of,
        subjects.map((one, at) => `${one}${at}`),
      ),
    ),
  ),
  operation('writes.outcomes', tuple(client, executionId), async (store, [of, id]) =>
    (await store.writes.outcomes(of, id)).map((one) => JSON.stringify(one)).sort(),
  ),
];

const holder = constantFrom('one', 'two');
const lock = record({ key: constantFrom('l1', 'l2'), holder });
const lease = constantFrom(0, 1, 1000, 60_000);
export const locking = [
  operation('locks.take', tuple(lock, lease), (store, [one, ms]) =>
    store.locks.take({ ...one, lease: ms }),
  ),
  operation('locks.keep', tuple(lock, lease), (store, [one, ms]) => store.locks.keep(one, ms)),
  operation('locks.keepAll', tuple(holder, lease), (store, [who, ms]) =>
    store.locks.keepAll(who, ms),
  ),
  operation('locks.leave', lock, (store, one) => store.locks.leave(one)),
];

/** Of those in the same place, which comes first is no one's business. */
const byId = (intents: readonly Intent[]) => intents.toSorted((a, b) => (a.id < b.id ? -1 : 1));
