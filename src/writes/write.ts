// One call that writes: its items read and checked, planned, sent once each and read back, each to its outcome.
import { createHash } from 'node:crypto';
import type { OpenAccount } from '../accounts/index.ts';
import type { Plan, Writing } from '../channels/writing.ts';
import { Fault } from '../model/faults.ts';
import {
  type AskedCall,
  type ItemOutcome,
  type Items,
  Refusal,
  recordOf,
  WRITE_TABLE,
  type WriteOperation,
} from '../model/writes.ts';
import type { Store } from '../store/index.ts';
import type { WriteRun, WriteTask } from '../unified/write-task.ts';
import { alone } from '../work/lease.ts';
import { mustBeAgreed, remedied, withRemedy } from './agreed.ts';
import { type Checked, checkItem, type Write } from './check.ts';
import { readFor } from './read.ts';
import { type Sending, sendAll } from './send.ts';
import {
  contentAfter,
  judge,
  nextLook,
  notSent,
  readBack,
  refusedOrPart,
  type Settled,
  unproven,
} from './settle.ts';

export interface WriteDependencies {
  readonly store: Pick<Store, 'writes' | 'locks' | 'clients'>;
  readonly now: () => number;
}

/** So long after its deadline a call is over for certain, and what it left is settled by another. */
const AFTERWARDS = 15_000;
/** A write that no answer came to may still be done so much later. */
const MAY_STILL_COME = 120_000;
/** A repeat is asked to come back after so many milliseconds. */
export const REPEAT_AFTER = 2000;

/** All items of a call, each to its outcome. */
export async function writeItems(
  { store, now }: WriteDependencies,
  account: OpenAccount,
  task: WriteTask,
  { executionId, userId, deadline, signal }: WriteRun,
): Promise<readonly ItemOutcome[]> {
  const { operation, items, version } = task;
  await mustStillWrite();
  mustBeAgreed(account, operation);
  const outcomes = new Map<number, ItemOutcome>();
  const end = (at: number, outcome: Omit<ItemOutcome, 'index' | 'id'>) => {
    const item = items[at];
    if (item) outcomes.set(at, { index: at, id: recordOf(item), ...outcome });
  };
  const subjects = items.map((item) => subjectOf(account, operation, item));
  const isDouble = (at: number) => subjects.indexOf(subjects[at] ?? '') !== at;
  const mine = [...items.keys()].filter((at) => !isDouble(at));
  for (const at of [...items.keys()].filter(isDouble))
    end(at, {
      ...{ outcome: 'refused', code: 'duplicate_item', before: null, after: null },
      message: 'Another item of this call is for the same order or variant.',
    });
  const late = () =>
    new Fault(
      'write_in_progress',
      'Another call writes the same order or variant. Ask again a little later.',
      { retryAfter: REPEAT_AFTER },
    );
  // The whole variant: its only place may be named or not.
  const written = mine.flatMap((at) =>
    items[at] ? `write/${subjectOf(account, operation, items[at], '')}` : [],
  );
  const patience = (deadline - now()) / 2;
  await alone(store.locks, written, { patience, late, signal }, () => write(mine));
  return items.map((_, at) => outcomes.get(at)).filter((one) => one !== undefined);

  /** It may have waited in the queue: a right that was taken away meanwhile is none. */
  async function mustStillWrite(): Promise<void> {
    const { scope } = WRITE_TABLE[operation];
    const found = await store.clients.find(task.client);
    if (!found?.scopes.includes(scope))
      throw new Fault('insufficient_scope', `The client no longer has the scope "${scope}".`);
  }

  async function write(places: readonly number[]): Promise<void> {
    const wanted = places.flatMap((at) => items[at] ?? []);
    const found = await remedied(account, () => readFor(account, operation, wanted, version));
    const checked = new Map<number, Checked>();
    for (const at of places) {
      const item = items[at];
      if (item) checked.set(at, checkItem(operation, at, item, found.get(recordOf(item))));
    }
    if (!task.dryRun) await settleEarlier(places, checked);
    warnOfRaces(checked);
    const writes = [...checked.values()].flatMap(({ unchanged, write }) =>
      write && !unchanged ? [write] : [],
    );
    const plan = await remedied(account, () => planOf(account, operation, writes, version));
    for (const { at, refusal } of plan.refused) {
      const before = checked.get(at)?.before ?? null;
      checked.set(at, { before, refusal });
    }
    for (const [at, { before, refusal, unchanged }] of checked) {
      if (refusal)
        end(at, {
          ...{ outcome: 'refused', code: refusal.code, message: refusal.message },
          ...{ before, after: before },
        });
      if (unchanged) end(at, { outcome: 'unchanged', before, after: before });
    }
    if (task.dryRun) return await rehearse(plan, checked);
    // Others may have been waited for.
    await mustStillWrite();
    await carryOut(plan, checked);
  }

  function warnOfRaces(checked: ReadonlyMap<number, Checked>): void {
    if (operation !== 'stock' || writingOf(account, operation).facts.comparesFirst) return;
    for (const [at, { write }] of checked)
      if (write && (items[at] as Items['stock']).if_available !== undefined)
        account.journal.warn({
          ...{ code: 'race_possible', field: 'if_available', id: recordOf(write.item) },
          message:
            'The channel cannot compare before it sets: it was read first, and may have moved in between.',
        });
  }

  /** What an earlier call left open of the same: settled first, or in the way. */
  async function settleEarlier(
    places: readonly number[],
    checked: Map<number, Checked>,
  ): Promise<void> {
    const earlier = await store.writes.unsettled(
      task.client,
      places.flatMap((at) => subjects[at] ?? []),
    );
    for (const intent of earlier) {
      const at = places.find((place) => subjects[place] === intent.subject);
      if (at === undefined) continue;
      const { before = null, ...rest } = checked.get(at) ?? {};
      const { content } = intent;
      const looked = { isTaken: intent.sent === 'yes', now: now(), looks: 0 };
      // Its process is gone, since what it writes to is ours by now.
      const judged =
        intent.sent === 'no' ? notSent(content) : judge(intent, before ?? undefined, looked);
      if (judged.again !== undefined && operation === 'fulfillments') {
        const refusal = new Refusal(
          'write_under_way',
          'An earlier write of this order is not settled yet: it could leave twice. Try again, with another key, when `write.settled` has come.',
        );
        checked.set(at, { before, refusal });
        continue;
      }
      // What the earlier one asked for may still come: what is there now is not the last word.
      if (judged.again !== undefined) checked.set(at, { ...rest, before, unchanged: false });
      const settled: Settled =
        judged.again === undefined
          ? judged
          : {
              ...{ outcome: 'unknown', code: 'superseded', after: before },
              message: 'A later write of the same came before this one could be read back.',
            };
      await store.writes.settle(intent, {
        content: contentAfter(content, settled, recordOf(content.item)),
        ...{ outcome: settled.outcome, code: settled.code, notify: true },
      });
    }
  }

  async function rehearse(plan: Plan, checked: ReadonlyMap<number, Checked>): Promise<void> {
    const rehearsal = account.channel.writes?.rehearsal;
    const refusals = new Map<number, Refusal>();
    if (rehearsal) {
      const steps = plan.steps.flatMap((step) => rehearsal(step) ?? []);
      const said = await sendAll(
        { steps, refused: [] },
        { account, version, leaving: async () => true, answered: async () => {} },
      );
      for (const [at, sending] of said)
        if (sending.is === 'refused') refusals.set(at, sending.refusal);
        else if (sending.is === 'doubt' && sending.fault) throw sending.fault;
    }
    for (const [at, { before, write, unchanged }] of checked) {
      if (!write || unchanged) continue;
      const calls = plan.steps.filter(({ items }) => items.includes(at)).map(callOf);
      const refusal = refusals.get(at);
      end(at, {
        ...(refusal
          ? { outcome: 'refused', code: refusal.code, message: refusal.message }
          : { outcome: 'accepted' }),
        ...{ before, after: null, calls },
      });
    }
  }

  async function carryOut(plan: Plan, checked: ReadonlyMap<number, Checked>): Promise<void> {
    const shows = writingOf(account, operation).facts.shows.seconds * 1000;
    const wanted = items.map((item, at) => {
      const { before = null, write } = checked.get(at) ?? {};
      const { index: _, ...answer } = outcomes.get(at) ?? { index: at };
      const content = {
        ...{ item, version, before, tpUserId: task.tpUserId },
        until: now() + Math.max(shows, MAY_STILL_COME),
        ...(task.given && !('outcome' in answer) && { given: task.given }),
        ...(write && 'lines' in write && { lines: linesOf(write) }),
        ...('outcome' in answer && { answer }),
      };
      return {
        ...{ clientId: task.client, userId: userId ?? null, executionId, place: at },
        ...{ channel: account.name, operation, subject: subjects[at] ?? '', content },
      };
    });
    const key = { clientId: task.client, key: task.key, asked: task.asked };
    const intents = await store.writes.begin(wanted, key, deadline + AFTERWARDS);
    if (!intents)
      throw new Fault(
        'write_in_progress',
        'Another request with this Idempotency-Key, or for the same order or variant, came first. Ask again a little later.',
        { retryAfter: REPEAT_AFTER },
      );
    const byPlace = new Map(intents.map((intent) => [intent.place, intent]));
    const processes = new Map<number, readonly string[]>();
    const said = await sendAll(plan, {
      ...{ account, version },
      leaving: (places) => store.writes.leaving(places.flatMap((at) => byPlace.get(at)?.id ?? [])),
      async answered(at, process) {
        const intent = byPlace.get(at);
        if (!intent) return;
        const all = [...(processes.get(at) ?? []), ...(process === undefined ? [] : [process])];
        processes.set(at, all);
        await store.writes.answered(intent, { ...intent.content, processes: all });
      },
    });
    const toRead = intents.filter(({ place }) => said.get(place)?.is !== 'refused');
    const back = await readBack(
      account,
      toRead.map((intent) => ({
        ...intent,
        content: {
          ...intent.content,
          // What shows immediately is not awaited once the channel took it.
          ...(shows === 0 && said.get(intent.place)?.is === 'taken' && { until: 0 }),
          processes: processes.get(intent.place) ?? [],
        },
      })),
      ({ place }) => ({ isTaken: said.get(place)?.is === 'taken', now: now(), looks: 0 }),
    );
    for (const intent of intents) {
      const { place, content } = intent;
      const working = processes.get(place) ?? [];
      const looked = { back: back.get(intent.id), isWorking: working.length > 0 };
      const settled = settledBy(account, said.get(place), looked, content.before);
      const { again, ...shown } = settled;
      end(place, { ...shown, before: content.before });
      await store.writes.settle(intent, {
        content: contentAfter({ ...content, processes: working }, settled, recordOf(content.item)),
        ...{ outcome: settled.outcome, code: settled.code },
        ...(again !== undefined && { again: now() + again }),
      });
    }
    throwUnpermitted([...outcomes.values()]);
  }
}

const settledBy = (
  account: OpenAccount,
  sending: Sending | undefined,
  { back, isWorking }: { readonly back: Settled | undefined; readonly isWorking: boolean },
  before: Settled['after'],
): Settled => {
  if (sending?.is === 'refused') {
    const { code, message: said } = sending.refusal;
    const message = code === 'permission_missing' ? withRemedy(said, account) : said;
    return { outcome: 'refused', code, message, after: before };
  }
  if (!sending)
    return {
      ...{ outcome: 'refused', code: 'not_sent', after: before },
      message: 'Something before it in the same call failed, so it was not sent.',
    };
  // What the channel still works on of it may be done yet.
  const isOver = sending.is === 'doubt' && !isWorking && back && back.outcome !== 'confirmed';
  if (isOver && sending.refusal) return refusedOrPart(sending.refusal, back.after, before);
  return back ?? { ...unproven(), again: nextLook(0) };
};

/** Where nothing was written at all, for want of a right that linking again can give. */
export function throwUnpermitted(outcomes: readonly ItemOutcome[]): void {
  const wants = ({ code }: ItemOutcome) => code === 'permission_missing';
  const first = outcomes.find(wants);
  if (first && outcomes.every((one) => wants(one) || one.outcome === 'unchanged'))
    throw new Fault('permission_missing', first.message ?? 'The credential may not write.');
}

const callOf = ({ ask }: Plan['steps'][number]): AskedCall => {
  const query = new URLSearchParams(ask.query as [string, string][] | undefined);
  return {
    method: ask.method ?? 'GET',
    url: query.size > 0 ? `${ask.url}?${query}` : ask.url,
    body: ask.body ?? null,
  };
};

const linesOf = (write: Extract<Write, { readonly lines: unknown }>) =>
  write.lines.flatMap(({ line: { id }, quantity }) => (id === null ? [] : [{ id, quantity }]));

/** What is written by one at a time: the order, or the variant at its place, of this account. */
const subjectOf = (
  { key }: OpenAccount,
  operation: WriteOperation,
  item: Items[WriteOperation],
  place = operation === 'stock' ? ((item as Items['stock']).location_id ?? '') : '',
): string => {
  const what = JSON.stringify([key, operation, recordOf(item), place]);
  return createHash('sha256').update(what).digest('base64url');
};

async function planOf(
  account: OpenAccount,
  operation: WriteOperation,
  writes: readonly Write[],
  version: string,
): Promise<Plan> {
  if (writes.length === 0) return { steps: [], refused: [] };
  const kind = writingOf(account, operation);
  return await account.ask((reading) => kind.plan(writes, reading), { version });
}

function writingOf({ channel, name }: OpenAccount, operation: WriteOperation): Writing<Write> {
  const kind = channel.writes?.[operation];
  if (!kind || !('plan' in kind))
    throw new Fault('unsupported_channel', kind?.why ?? `${name} takes no ${operation}.`);
  return kind as unknown as Writing<Write>;
}
