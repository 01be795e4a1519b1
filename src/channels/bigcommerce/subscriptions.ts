// Subscriptions to a store's changes: `/v3/hooks`, which shows a token only what was made with it.
// https://developer.bigcommerce.com/docs/webhooks
import type { Ask, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { HintConnection, HintState, HintSubscription } from '../hook.ts';
import { bring, ending, ifAllowed, type Listed, unlessForbidden } from '../kit/subscribing.ts';
import { filled } from '../kit/text.ts';
import { API, readAll } from './asks.ts';

/** Brings the secret of a subscription with each message, where no app of the operator's signs it. */
export const SECRET_HEADER = 'x-manifold-secret';

export const keepSubscriptions = (subscription: HintSubscription): Promise<HintState> =>
  unlessForbidden(async () => {
    const { address, shared, secret } = subscription;
    const wanted = (scope: string) => ({
      ...{ scope, destination: address, is_active: true },
      headers: shared ? {} : { [SECRET_HEADER]: secret },
    });
    return await bring(subscription, await listOf(subscription), {
      create: (topic) => ifAllowed(() => create(subscription, wanted(topic))),
      switchOn: ({ id, topic }) => send(subscription, 'PUT', `/${id}`, wanted(topic)),
      remove: ({ id }) => send(subscription, 'DELETE', `/${id}`),
    });
  });

export async function endSubscriptions(subscription: HintSubscription): Promise<void> {
  for (const { id } of ending(subscription, await listOf(subscription)))
    await send(subscription, 'DELETE', `/${id}`);
}

/** Two readings of one store may begin at the same moment: one that is there by then is as good. */
async function create(
  subscription: HintSubscription,
  wanted: { readonly scope: string },
): Promise<void> {
  try {
    await send(subscription, 'POST', '', wanted);
  } catch (error) {
    const isRefused = error instanceof Fault && (error.status === 409 || error.status === 422);
    const isThere = async () =>
      (await listOf(subscription)).some(
        ({ topic, address }) => topic === wanted.scope && address === subscription.address,
      );
    if (!isRefused || !(await isThere())) throw error;
  }
}

interface NativeHook {
  readonly id?: unknown;
  readonly scope?: unknown;
  readonly destination?: unknown;
  readonly is_active?: unknown;
}

async function listOf(connection: HintConnection): Promise<readonly Listed[]> {
  const rows = await readAll<NativeHook>(connection, 'v3/hooks');
  return rows.map(({ id, scope, destination, is_active }) => ({
    ...{ id: filled(id) ?? '', topic: filled(scope) ?? '', address: filled(destination) ?? '' },
    isOn: is_active === true,
  }));
}

const send = (
  { account, call }: HintConnection,
  method: NonNullable<Ask['method']>,
  path: string,
  body?: object,
): Promise<Reply> =>
  call({
    ...{ method, url: `https://${API}/stores/${account.store_hash}/v3/hooks${path}` },
    headers: {
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    // Removed by another, or by BigCommerce itself.
    ...(method === 'DELETE' && { expect: [404] }),
  });
