// The records of entries, read live: those of one user and channel in one call, as a data call reads them.

import type { Fault } from '../model/faults.ts';
import type { Trace } from '../model/trace.ts';
import type { Accept } from '../unified/index.ts';
import type { Change } from './feed.ts';

export interface WithRecord extends Change {
  readonly record: Readonly<Record<string, unknown>> | null;
  readonly recordFault?: { readonly code: string; readonly message: string };
}

export interface ReadingRecords {
  readonly client: string;
  readonly trace: Trace;
  readonly deadlineSeconds: number;
  readonly signal: AbortSignal;
}

type Item = Readonly<Record<string, unknown>>;

/** Some channels show open orders alone unless asked otherwise. */
const EVERY_STATUS = { orders: { status: 'any' }, products: {} };
const CONCURRENCY = 4;

export const createRecords = (accept: Accept) =>
  async function withRecords(
    changes: readonly Change[],
    asking: ReadingRecords,
  ): Promise<readonly WithRecord[]> {
    const began = performance.now();
    const there = changes.filter(
      ({ change, id }) => id !== null && (change === 'created' || change === 'updated'),
    );
    const groups = [
      ...Map.groupBy(there, ({ tpUserId, channel, resource }) =>
        JSON.stringify([tpUserId, channel, resource]),
      ).values(),
    ];
    const read = new Map<string, Item>();
    const failed = new Map<string, Fault>();
    const keyOf = ({ tpUserId, channel, resource, id }: Change) =>
      JSON.stringify([tpUserId, channel, resource, id]);

    async function readGroup(group: readonly Change[]) {
      const [first] = group;
      if (!first) return;
      const { channel, tpUserId, resource: operation } = first;
      const ids = [...new Set(group.map(({ id }) => id ?? ''))];
      let token: string | undefined;
      do {
        const left = asking.deadlineSeconds - (performance.now() - began) / 1000;
        const ended = await accept.now({
          ...{ ...asking, operation, query: { channel, tpUserId }, lenient: true },
          deadlineSeconds: Math.max(1, left),
          body: {
            ...EVERY_STATUS[operation],
            ids: ids.join(','),
            limit: ids.length,
            ...(token !== undefined && { next_page_token: token }),
          },
        });
        ended.out?.();
        const {
          fault,
          envelope: { Output },
        } = ended;
        for (const record of Output.result as readonly Item[])
          read.set(keyOf({ ...first, id: String(record.id) }), record);
        if (fault) for (const one of group) failed.set(keyOf(one), fault);
        token = fault ? undefined : Output.next_page_token;
      } while (token !== undefined);
    }

    for (let at = 0; at < groups.length; at += CONCURRENCY)
      await Promise.all(groups.slice(at, at + CONCURRENCY).map(readGroup));
    return changes.map((change) => {
      const record = read.get(keyOf(change)) ?? null;
      const fault = record ? undefined : failed.get(keyOf(change));
      const why = fault && { code: fault.code, message: fault.message };
      return { ...change, record, ...(why && { recordFault: why }) };
    });
  };
