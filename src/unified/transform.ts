// Stage four: native records become unified ones, whole, checked, and later cut to the fields asked for.

import type { Journal } from '../accounts/journal.ts';
import type { Channel, Note } from '../channels/channel.ts';
import type { Account } from '../model/credential.ts';
import { NUMBER_TOO_LONG } from '../model/decimal.ts';
import type { Operation } from '../model/execution.ts';
import { Fault } from '../model/faults.ts';
import { OPERATION_TABLE } from '../model/operations.ts';
import type { Order } from '../model/order.ts';
import type { OrderDraft } from '../model/order-draft.ts';
import { findMisplaced } from '../model/shape.ts';
import { sumsOff } from '../model/sums.ts';
import { createTurns } from '../model/turns.ts';
import { unreadableRecord } from '../model/unreadable.ts';
import { reporting } from '../model/unreadable-values.ts';
import { addLists, type Including, rawOf } from './include.ts';
import { placeOf, unreadablePlaces } from './place.ts';
import { explaining, reasonsWithin } from './reasons.ts';

/** What is transformed: which records of which channel, and what is to be included. */
export interface Transforming extends Including {
  readonly channel: Pick<Channel, 'lineage'>;
  readonly operation: Operation;
  readonly name: string;
}

/** A record in the vendor's words and in ours. */
export interface Transformed {
  readonly native: unknown;
  readonly record: Record<string, unknown>;
}

export async function transform(
  items: readonly unknown[],
  ...how: Parameters<typeof transformer>
): Promise<Transformed[]> {
  const [{ resource, query }] = how;
  const transformOne = transformer(...how);
  const transformed: Transformed[] = [];
  const turn = createTurns();
  for (const native of items) {
    await turn();
    const one = transformOne(native);
    if (!one) continue;
    if (query.include?.includes('raw')) one.record.raw = rawOf(resource, native);
    transformed.push(one);
  }
  return transformed;
}

/** Makes what transforms one record; undefined for one that was left out. */
export function transformer(
  subject: Transforming,
  account: Account,
  now: number,
  journal: Journal,
  leaveOut: (fault: Fault) => void,
): (native: unknown) => Transformed | undefined {
  const { resource, name, operation, query } = subject;
  const { complete } = OPERATION_TABLE[operation];
  const isMore = query.include !== undefined;
  const why = query.include?.includes('reasons') ? explaining(subject, journal) : undefined;
  const { warn } = why ?? journal;
  const context = { account, now, note: warn };
  return (native) => {
    try {
      const { shape } = resource;
      why?.begin();
      if (shape)
        findMisplaced(native, shape, (place, isNeeded) => {
          if (isNeeded) throw unreadableRecord(idOf(native), place);
          warnUnreadable(place, idOf(native), warn);
        });
      let isUnreadable = false;
      const note = () => {
        isUnreadable = true;
      };
      const record = reporting(note, () => recordOf(native));
      if (isUnreadable)
        for (const { place, amounts } of unreadablePlaces(native, record, silently)) {
          if (amounts.length > 0) throw unreadableRecord(idOf(native), place);
          warnUnreadable(place, idOf(native), warn);
        }
      if (why) record.reasons = why.reasons(native, record);
      return { native, record };
    } catch (error) {
      leaveOut(faultOf(error, native));
      return undefined;
    }
  };

  function recordOf(native: unknown): Record<string, unknown> {
    const draft = resource.transform(native, context);
    const odd = (field: string) => warnOdd(field, draft.id, warn);
    const record = complete(draft, name, odd);
    if (isMore) addLists(record, native, subject, context, odd);
    if (operation === 'orders') checkSums(record as unknown as Order, draft as OrderDraft, warn);
    return record;
  }

  /** Once more, to find a place in the record; nothing is said again. */
  function silently(native: unknown): Record<string, unknown> {
    const silent = { ...context, note: () => {} };
    const record = complete(resource.transform(native, silent), name);
    if (isMore) addLists(record, native, subject, silent, () => {});
    return record;
  }

  /** Whatever a transform stumbles over is in the record: nothing else is handed to it. */
  function faultOf(error: unknown, native: unknown): Fault {
    if (error instanceof Fault && error.reason !== NUMBER_TOO_LONG) return error;
    const place = placeOf(native, silently);
    return unreadableRecord(idOf(native), place ?? 'a value in it', error);
  }

  function idOf(native: unknown): unknown {
    try {
      return resource.idOf(native);
    } catch {
      return undefined;
    }
  }
}

function warnOdd(field: string, id: string, warn: Note) {
  warn({
    code: 'value_unreadable',
    message: 'The channel sent something here that this field cannot hold; it is left empty.',
    field,
    id,
  });
}

/** By its place in the vendor's own record: what depends on it may be several fields. */
function warnUnreadable(place: string, id: unknown, warn: Note) {
  const field = place.replaceAll(/\.\d+(?=\.|$)/g, '');
  warn({
    code: 'value_unreadable',
    message: `The channel sent something in ${field} of its own record that cannot be read; what depends on it is left empty.`,
    field,
    ...((typeof id === 'string' || typeof id === 'number') && { id: String(id) }),
  });
}

function checkSums(order: Order, { sumFacts }: OrderDraft, warn: Note) {
  for (const { field, by } of sumsOff(order, sumFacts))
    warn({
      code: 'totals_do_not_add_up',
      message: `The channel’s own figures do not add up; its total is kept. ${field} differs from the sum of its parts by ${by}.`,
      field,
      id: order.id,
    });
}

/** Keeps the fields asked for, those every record must have, and what was to be included. */
export function projection(fields: string | undefined, include: readonly string[] = []) {
  if (fields === undefined) return (record: Record<string, unknown>) => record;
  const named = fields.split(',').map((name) => name.trim());
  const wanted = new Set(['id', 'channel_name', ...named, ...include]);
  return (record: Record<string, unknown>) => {
    const cut = Object.fromEntries(Object.entries(record).filter(([name]) => wanted.has(name)));
    return cut.reasons ? { ...cut, reasons: reasonsWithin(cut) } : cut;
  };
}
