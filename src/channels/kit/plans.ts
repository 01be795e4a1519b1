// What plans of writes share: what is refused set apart, the carrier that is meant, exact numbers.
import { Fault } from '../../model/faults.ts';
import { money } from '../../model/money.ts';
import { Refusal } from '../../model/writes.ts';
import type { RefusedItem } from '../writing.ts';
import { type Carriers, type ChosenCarrier, chooseCarrier } from './carriers.ts';

/** What each write comes to, and those that are refused. */
export function sorted<Write extends { readonly at: number }, Planned>(
  writes: readonly Write[],
  plan: (write: Write) => Planned | Refusal,
): { readonly planned: readonly Planned[]; readonly refused: readonly RefusedItem[] } {
  const planned: Planned[] = [];
  const refused: RefusedItem[] = [];
  for (const write of writes) {
    const one = plan(write);
    if (one instanceof Refusal) refused.push({ at: write.at, refusal: one });
    else planned.push(one);
  }
  return { planned, refused };
}

/** The carrier that a client named, as the vendor calls it; null where none was named. */
export function carrierFor(
  title: string,
  carriers: Carriers,
  text: string | undefined,
): ChosenCarrier | Refusal | null {
  try {
    return text === undefined ? null : chooseCarrier(title, carriers, text);
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'invalid_request') throw error;
    return new Refusal('carrier_unknown', error.message);
  }
}

/** A number that JSON writes with the digits of the amount: never a binary fraction near it. */
export const exactNumber = (amount: string): object => JSON.rawJSON(money(amount, 0));
