// Stage two: whose account is read, and with which credential.

import type { Channel } from '../channels/channel.ts';
import { accepted, fingerprint } from '../connect.ts';
import type { Given } from '../model/credential.ts';
import { Fault } from '../model/faults.ts';
import {
  type FoundCredential,
  KEYS_MISSING,
  KeysMissingError,
  type Store,
  type StoredCredential,
} from '../store/index.ts';
import type { Attention, Authorized } from './attention.ts';
import type { Task } from './validate.ts';

/**
 * Credentials of the request itself win over stored ones, and are stored nowhere. `isFor` is told
 * whom of our users the call is for, whether or not it may be made.
 */
export async function authorize(
  task: Task,
  store: Store,
  attention: Pick<Attention, 'mayTry'>,
  isFor: (userId: string) => void,
): Promise<Authorized> {
  const { client, tpUserId, name, params } = task;
  const given = params?.[name];
  // What is kept of the call is this user's, whichever credential it is made with.
  if (given) {
    const user = await store.users.find(client, tpUserId);
    if (user) isFor(user.id);
    return fromParams(task, given);
  }
  const found = await store.credentials.findFor(client, tpUserId, name);
  if (found) isFor(found.userId);
  return await fromStore(task, found, store, attention);
}

function fromParams(
  { name, channel }: Task,
  pairs: NonNullable<Task['params']>[string],
): Authorized {
  const credential = accepted(readPairs(pairs, name, channel), channel);
  return { name, channel, credential, identity: `given/${fingerprint(name, credential)}` };
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
      throw new Fault(
        'invalid_request',
        `"${at}" holds a key that ${name} does not have; its keys are ${keys()}.`,
        { field: at },
      );
    if (key in given)
      throw new Fault('invalid_request', `"${at}" holds "${key}" more than once.`, { field: at });
    if (Array.isArray(value) && !field.list)
      throw new Fault('invalid_request', `The value of "${key}" in "${at}" must be one string.`, {
        field: at,
      });
    given[key] = value;
  }
  const missing = channel.fields.filter(({ key, required }) => required && !given[key]?.length);
  if (missing.length > 0)
    throw new Fault(
      'invalid_request',
      `"${at}" lacks ${missing.map(({ key }) => `"${key}"`).join(' and ')}; the keys of ${name} are ${keys()}.`,
      { field: at },
    );
  return given;
}

async function fromStore(
  { name, channel }: Task,
  found: FoundCredential | undefined,
  store: Store,
  attention: Pick<Attention, 'mayTry'>,
): Promise<Authorized> {
  if (!found)
    throw new Fault(
      'unknown_user',
      'No user has this tpUserId. Create a magic link for it first, or send the credentials in "params".',
      { field: 'tpUserId' },
    );
  if (!found.open)
    throw new Fault(
      'channel_not_linked',
      `This user has not authorised ${name}. Send the user a magic link, or send the credentials in "params".`,
      { field: 'channel' },
    );
  const stored = await opened(found.open, store, channel);
  const key = { userId: found.userId, channel: name };
  const { account, secrets, linkedAt, version } = stored;
  const identity = `linked/${found.userId}/${name}/${linkedAt}`;
  const needsAttention = stored.state === 'attention';
  // Now and then one goes through, so that a key that works again is noticed; and at once where the
  // user's key is back, by which it could be opened.
  const isBack = stored.stateCode === KEYS_MISSING.code;
  if (needsAttention && !isBack && !attention.mayTry(identity, stored.updatedAt))
    throw new Fault(
      'credential_refused',
      `${channel.title} no longer accepts the credential of this user${stored.stateReason ? `: ${stored.stateReason}` : ''} Send the user a new magic link to authorise it again.`,
    );
  return {
    name,
    channel,
    credential: { account, secrets },
    identity,
    stored: store.renewals.of(key, version),
    link: { key, linkedAt, needsAttention },
  };
}

/** Where the user's key is gone the credential is marked, so that the client gets the event. */
async function opened(
  open: () => StoredCredential,
  store: Pick<Store, 'credentials'>,
  channel: Channel,
): Promise<StoredCredential> {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof KeysMissingError)) throw error;
    const { facts } = error;
    if (facts.stateCode !== KEYS_MISSING.code)
      await store.credentials.mark(facts, 'attention', KEYS_MISSING, facts.version);
    const then = `Send the user a new magic link to authorise ${channel.title} again.`;
    throw new Fault('keys_missing', `${KEYS_MISSING.message} ${then}`, { cause: error });
  }
}
