// Stage two: whose account is read, and with which credential.

import { accepted } from '../accounts/connect.ts';
import type { Accounts, OpenAccount, OpenOptions } from '../accounts/index.ts';
import type { Channel } from '../channels/channel.ts';
import type { Given } from '../model/credential.ts';
import { invalid } from '../model/faults.ts';
import type { Store } from '../store/index.ts';
import type { Task } from './validate.ts';

type Whose = Pick<Task, 'client' | 'tpUserId' | 'name' | 'channel' | 'params'>;

/**
 * Credentials of the request itself win over stored ones, and are stored nowhere. `isFor` receives
 * whom of our users the call is for, whether or not it may be made.
 */
export async function authorize(
  task: Whose,
  { accounts, store }: { readonly accounts: Accounts; readonly store: Store },
  options: OpenOptions,
  isFor: (userId: string) => void,
): Promise<OpenAccount> {
  const { client, tpUserId, name, channel } = task;
  const given = givenOf(task);
  if (!given) return await accounts.open({ client, tpUserId }, name, options, isFor);
  // What is kept of the call is this user's, whichever credential it is made with.
  const user = await store.users.find(client, tpUserId);
  if (user) isFor(user.id);
  return accounts.given(name, accepted(given, channel), options);
}

/** The credential of the request itself, where it brought one. */
export function givenOf({ name, channel, params }: Whose): Given | undefined {
  const pairs = params?.[name];
  return pairs && readPairs(pairs, name, channel);
}

function readPairs(
  pairs: NonNullable<Task['params']>[string],
  name: string,
  channel: Channel,
): Given {
  const at = `params.${name}`;
  const keys = () => channel.fields.map(({ key }) => key).join(', ');
  const given: Record<string, string | readonly string[]> = {};
  for (const { key, value } of pairs) {
    const field = channel.fields.find((candidate) => candidate.key === key);
    if (!field)
      throw invalid(at, `"${at}" holds a key that ${name} does not have; its keys are ${keys()}.`);
    if (key in given) throw invalid(at, `"${at}" holds "${key}" more than once.`);
    if (Array.isArray(value) && !field.list)
      throw invalid(at, `The value of "${key}" in "${at}" must be one string.`);
    given[key] = value;
  }
  const missing = channel.fields.filter(({ key, required }) => required && !given[key]?.length);
  if (missing.length > 0)
    throw invalid(
      at,
      `"${at}" lacks ${missing.map(({ key }) => `"${key}"`).join(' and ')}; the keys of ${name} are ${keys()}.`,
    );
  return given;
}
