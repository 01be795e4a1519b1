// What its user agreed to when an account was linked, and what helps where a write needs more.
import type { OpenAccount } from '../accounts/index.ts';
import { Fault } from '../model/faults.ts';
import { WRITE_TABLE, type WriteOperation } from '../model/writes.ts';

type Linked = Pick<OpenAccount, 'stored' | 'channel'>;

/** Throws where the account was linked by pages that spoke of no such change, or without its right. */
export function mustBeAgreed(account: Linked, operation: WriteOperation): void {
  const { stored, channel } = account;
  if (!stored?.writes || stored.writes.includes(WRITE_TABLE[operation].scope)) return;
  const message = `The user linked ${channel.title} without the right to ${ACTS[operation]}.`;
  throw new Fault('permission_missing', withRemedy(message, account), { reason: 'not_agreed' });
}

const ACTS: Readonly<Record<WriteOperation, string>> = {
  fulfillments: 'ship orders',
  stock: 'set stock',
  prices: 'set prices',
};

/** With what to do about it, where somebody linked the account. */
export const withRemedy = (message: string, { stored, channel }: Linked): string =>
  stored
    ? `${message} Send the user a magic link to link ${channel.title} again with that right.`
    : message;

/** Runs what may find that a right is missing. */
export async function remedied<T>(account: Linked, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'permission_missing') throw error;
    const message = withRemedy(error.message, account);
    throw new Fault(error.code, message, { ...error, cause: error });
  }
}
