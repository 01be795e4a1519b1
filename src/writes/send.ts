// Sends the steps of a plan, each once: what the channel said of every item, and what is not known.
import type { OpenAccount } from '../accounts/index.ts';
import type { Plan, Step, Taken } from '../channels/writing.ts';
import { Fault } from '../model/faults.ts';
import { Refusal } from '../model/writes.ts';

/** What is known of an item once its steps were sent. */
export type Sending =
  | { readonly is: 'refused'; readonly refusal: Refusal }
  | { readonly is: 'taken'; readonly process?: string }
  /** It left and no good answer came, or a later step of it was refused: only reading shows. */
  | { readonly is: 'doubt'; readonly fault?: Fault; readonly refusal?: Refusal };

export interface SendDependencies {
  readonly account: OpenAccount;
  readonly version: string;
  /** Called before a step leaves, which it may only where this says so. */
  readonly leaving: (items: readonly number[]) => Promise<boolean>;
  readonly answered: (item: number, process: string | undefined) => Promise<void>;
}

export async function sendAll(
  plan: Plan,
  { account, version, leaving, answered }: SendDependencies,
): Promise<ReadonlyMap<number, Sending>> {
  const known = new Map<number, Sending>(
    plan.refused.map(({ at, refusal }) => [at, { is: 'refused', refusal }]),
  );
  const wrote = new Set<number>();
  const goesOn = (at: number) => (known.get(at)?.is ?? 'taken') === 'taken';
  for (const step of plan.steps) {
    const items = step.items.filter(goesOn);
    // Of a call for many, none may be left out any more: those refused before are not among them.
    if (items.length < step.items.length) continue;
    if (!step.prepares && !(await leaving(items))) continue;
    for (const [each, taken] of (await send(step)).entries()) {
      const at = items[each];
      if (at === undefined) continue;
      // A step before it may have written a part.
      const isPart = taken.is === 'refused' && wrote.has(at);
      known.set(at, isPart ? { is: 'doubt', refusal: taken.refusal } : taken);
      if (!step.prepares) wrote.add(at);
      if (taken.is === 'taken') await answered(at, taken.process);
    }
  }
  return known;

  async function send(step: Step): Promise<readonly Sending[]> {
    const all = (sending: Sending) => step.items.map(() => sending);
    try {
      const reply = await account.ask((reading) => reading.call(step.ask), { version });
      const said = step.read?.(reply);
      return said ? step.items.map((_, each) => sendingOf(said[each])) : all({ is: 'taken' });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return all(
        step.prepares || isRefusal(error) ? refusedBy(error) : { is: 'doubt', fault: error },
      );
    }
  }
}

const sendingOf = (taken: Taken): Sending => {
  if (taken instanceof Refusal) return { is: 'refused', refusal: taken };
  return { is: 'taken', ...(taken && { process: taken.process }) };
};

/** Nothing left, or the channel answered that it would not: only then nothing was changed for certain. */
const isRefusal = ({ code, sent, status }: Fault): boolean =>
  sent === 'no' ||
  (sent === 'yes' &&
    (REFUSALS.has(code) || (status !== undefined && status >= 400 && status < 500)));

/** Some vendors say so with a good status. */
const REFUSALS: ReadonlySet<string> = new Set([
  ...['permission_missing', 'credential_refused', 'channel_rate_limited'],
]);

const refusedBy = ({ code, message, native }: Fault): Sending => ({
  is: 'refused',
  refusal: new Refusal(code, native === undefined ? message : `${message} (${native})`),
});
