// What became of an item: by what was read back, and by how long the channel may take.
import type { OpenAccount } from '../accounts/index.ts';
import { Fault } from '../model/faults.ts';
import { type Figures, type ItemOutcome, type Outcome, Refusal } from '../model/writes.ts';
import type { Intent, WriteContent } from '../store/index.ts';
import { compareFigures, isSame } from './figures.ts';
import { figuresIn, readFor } from './read.ts';

/** What is known of an intent now; `again`: in so many milliseconds it is looked at again. */
export interface Settled extends Pick<ItemOutcome, 'outcome' | 'code' | 'message' | 'after'> {
  readonly again?: number;
}

/** Milliseconds between two looks, by how many there were. */
const LOOKS = [1000, 3000, 10_000, 30_000, 60_000, 300_000, 900_000] as const;
export const nextLook = (looks: number): number => LOOKS[Math.min(looks, LOOKS.length - 1)] ?? 1000;

/** What the channel said, where it was asked. */
export interface Known {
  /** The channel answered that it took it. */
  readonly isTaken: boolean;
  readonly now: number;
  /** How often it was looked at before. */
  readonly looks: number;
}

/** Judges what was read back. */
export function judge(
  { operation, content }: Pick<Intent, 'operation' | 'content'>,
  after: Figures | undefined,
  { isTaken, now, looks }: Known,
): Settled {
  const { item, before, lines, until } = content;
  const compared =
    after && before ? compareFigures(operation, item, before, after, lines) : 'other';
  const seen = after ?? null;
  if (compared === 'done') return { outcome: 'confirmed', after: seen };
  const again = { again: Math.min(nextLook(looks), Math.max(0, until - now)) };
  const mayCome = now < until;
  if (compared === 'same') {
    if (mayCome)
      return isTaken
        ? { outcome: 'accepted', after: seen, ...again }
        : { ...unproven(seen), ...again };
    return {
      ...{ outcome: 'refused', code: 'write_dropped', after: seen },
      message: isTaken
        ? 'The channel answered that it was done, and nothing changed.'
        : 'The channel was asked and did not answer; nothing changed there.',
    };
  }
  if (mayCome && isTaken) return { outcome: 'accepted', after: seen, ...again };
  return {
    ...{ outcome: 'unknown', code: 'write_differs', after: seen },
    message: 'Read back, it is neither as before nor as asked: somebody else may have changed it.',
    ...(mayCome && again),
  };
}

/** The channel refused it in the end: all of it, or what was left when a part was done. */
export const refusedOrPart = (
  { code, message }: Refusal,
  after: Figures | null,
  before: Figures | null,
): Settled =>
  isSame(after, before)
    ? { outcome: 'refused', code, message, after }
    : {
        ...{ outcome: 'unknown', code, after },
        message: `A part of it was done, as "after" shows; then: ${message}`,
      };

export const unproven = (
  after: Figures | null = null,
): Settled & { readonly outcome: Outcome } => ({
  ...{ outcome: 'unknown', code: 'write_unproven', after },
  message: 'The channel may have done it and could not be asked yet; it is looked at again.',
});

/** The channel was never asked, and is not any more. */
export const notSent = ({ before }: WriteContent): Settled & { readonly outcome: Outcome } => ({
  ...{ outcome: 'refused', code: 'not_sent', after: before },
  message:
    'The service ended before the channel was asked: nothing was written. Send it again with another key.',
});

/** For so long at the most it is tried to read something back that cannot be read. */
export const GIVE_UP = 24 * 60 * 60 * 1000;

/** Reads back intents of one account and one kind, and judges each; where that fails, it is not known. */
export async function readBack(
  account: OpenAccount,
  intents: readonly Intent[],
  known: (intent: Intent) => Known,
): Promise<ReadonlyMap<string, Settled>> {
  const settled = new Map<string, Settled>();
  const [first] = intents;
  if (!first) return settled;
  const { operation, content } = first;
  const ended = await followed(account, intents);
  try {
    const items = intents.map((intent) => intent.content.item);
    const found = await readFor(account, operation, items, content.version);
    for (const intent of intents) {
      const { item, before } = intent.content;
      const place = before && 'location_id' in before ? before.location_id : undefined;
      const record = found.get('order_id' in item ? item.order_id : item.variant_id);
      const after = figuresIn(operation, item, record, place);
      const refusal = ended.get(intent.id);
      const judged = judge(intent, after, known(intent));
      // What the vendor says of its own work counts, unless reading shows that it was done.
      settled.set(
        intent.id,
        refusal && judged.outcome !== 'confirmed'
          ? refusedOrPart(refusal, judged.after, before)
          : judged,
      );
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    for (const intent of intents) {
      const { now, looks } = known(intent);
      const isOver = now > intent.content.until + GIVE_UP;
      settled.set(intent.id, { ...unproven(), ...(!isOver && { again: nextLook(looks) }) });
    }
  }
  return settled;
}

/** What the vendor refused in the end of what it worked on; nothing while it works on a part of it. */
async function followed(
  account: OpenAccount,
  intents: readonly Intent[],
): Promise<ReadonlyMap<string, Refusal>> {
  const refusals = new Map<string, Refusal>();
  const follow = account.channel.writes?.follow;
  if (!follow) return refusals;
  const asked = new Map<string, 'working' | 'done' | Refusal>();
  for (const { id, content } of intents) {
    const { processes = [], version } = content;
    try {
      for (const process of processes)
        if (!asked.has(process))
          asked.set(process, await account.ask((reading) => follow(process, reading), { version }));
      const said = processes.map((process) => asked.get(process));
      const refusal = said.find((one) => one instanceof Refusal);
      if (refusal && !said.includes('working')) refusals.set(id, refusal);
    } catch (error) {
      // Reading back shows it all the same.
      if (!(error instanceof Fault)) throw error;
    }
  }
  return refusals;
}

/** What is kept of it from now on: no credential once it is settled. */
export function contentAfter(
  content: WriteContent,
  { again, ...settled }: Settled,
  id: string,
  isLook = false,
): WriteContent {
  const { given, isLook: wasLook, ...rest } = content;
  const isKept = content.answer && !wasLook;
  const answer = isKept ? content.answer : { ...settled, id, before: content.before };
  return {
    ...{ ...rest, ...(again !== undefined && given && { given }), answer },
    ...(isLook && !isKept && { isLook }),
  };
}
