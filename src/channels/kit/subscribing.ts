// Brings subscriptions at a vendor to what is wanted, and knows a credential that may not have any.
import { Fault } from '../../model/faults.ts';
import type { HintState, HintSubscription } from '../hook.ts';

/** A subscription as the vendor lists it. */
export interface Listed {
  readonly id: string;
  readonly topic: string;
  readonly address: string;
  /** False where the vendor, or the merchant, switched it off. */
  readonly isOn: boolean;
}

/** What is done about them at the vendor. What is forbidden throws, and nothing more is tried. */
export interface Doing<L extends Listed> {
  /** False where this topic alone is not allowed. */
  create(topic: string): Promise<unknown>;
  switchOn(listed: L): Promise<unknown>;
  remove(listed: L): Promise<unknown>;
}

/**
 * One subscription for each topic that is allowed, switched on; nothing else under an address of its
 * own. Some topics are better than none.
 */
export async function bring<L extends Listed>(
  { address, shared, topics }: HintSubscription,
  listed: readonly L[],
  doing: Doing<L>,
): Promise<HintState> {
  const ours = listed.filter((one) => one.address === address);
  const kept = new Set<L>();
  let made = 0;
  for (const topic of topics) {
    const there = ours.filter((one) => one.topic === topic);
    const one = there.find(({ isOn }) => isOn) ?? there[0];
    if (!one) made += (await doing.create(topic)) === false ? 0 : 1;
    else {
      kept.add(one);
      if (!one.isOn) await doing.switchOn(one);
    }
  }
  for (const one of ours)
    if (!kept.has(one) && (!shared || topics.includes(one.topic))) await doing.remove(one);
  return made + kept.size > 0 ? 'active' : 'not_permitted';
}

/** Those that end with a subscription. */
export const ending = <L extends Listed>(
  { address, shared, topics }: HintSubscription,
  listed: readonly L[],
): readonly L[] =>
  listed.filter((one) => one.address === address && (!shared || topics.includes(one.topic)));

/** A credential that was made for reading is as good as any other: hooks only make it faster. */
export async function unlessForbidden(work: () => Promise<HintState>): Promise<HintState> {
  try {
    return await work();
  } catch (error) {
    if (isForbidden(error)) return 'not_permitted';
    throw error;
  }
}

/** Done, or false where just this is forbidden. */
export async function ifAllowed(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (isForbidden(error)) return false;
    throw error;
  }
}

const isForbidden = (error: unknown): boolean =>
  error instanceof Fault && error.code === 'permission_missing';
