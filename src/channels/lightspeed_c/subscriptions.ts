// Subscriptions to a shop's changes: one webhook for each kind of record and what happens to it.
// https://developers.lightspeedhq.com/ecom/endpoints/webhook/
import type { Ask, Reply } from '../../model/exchange.ts';
import type { HintState, HintSubscription } from '../hook.ts';
import { bring, ending, type Listed, unlessForbidden } from '../kit/subscribing.ts';
import { filled } from '../kit/text.ts';
import { type Connection, locate } from './asks.ts';
import { readList } from './listing.ts';
import { HOSTS } from './region.ts';

export const keepSubscriptions = (subscription: HintSubscription): Promise<HintState> =>
  unlessForbidden(async () => {
    const connection = await connect(subscription);
    const wanted = (topic: string) => {
      const [itemGroup, itemAction] = topic.split('/');
      const { language } = connection.server;
      const { address } = subscription;
      return {
        webhook: { isActive: true, itemGroup, itemAction, language, format: 'json', address },
      };
    };
    return await bring(subscription, await listOf(connection), {
      create: (topic) => send(connection, 'POST', 'webhooks', wanted(topic)),
      switchOn: ({ id, topic }) => send(connection, 'PUT', `webhooks/${id}`, wanted(topic)),
      remove: ({ id }) => send(connection, 'DELETE', `webhooks/${id}`),
    });
  });

export async function endSubscriptions(subscription: HintSubscription): Promise<void> {
  const connection = await connect(subscription);
  for (const { id } of ending(subscription, await listOf(connection)))
    await send(connection, 'DELETE', `webhooks/${id}`);
}

const connect = async ({ account, call }: HintSubscription): Promise<Connection> => ({
  server: await locate(account, call),
  call,
});

interface NativeHook {
  readonly id?: unknown;
  readonly isActive?: unknown;
  readonly itemGroup?: unknown;
  readonly itemAction?: unknown;
  readonly address?: unknown;
}

async function listOf(connection: Connection): Promise<readonly Listed[]> {
  const rows = await readList<NativeHook>(connection, 'webhooks', 'webhooks');
  return rows.map(({ id, isActive, itemGroup, itemAction, address }) => ({
    ...{ id: filled(id) ?? '', address: filled(address) ?? '', isOn: isActive === true },
    topic: `${filled(itemGroup)}/${filled(itemAction)}`,
  }));
}

const send = (
  { server: { cluster, language }, call }: Connection,
  method: NonNullable<Ask['method']>,
  path: string,
  body?: object,
): Promise<Reply> =>
  call({
    ...{ method, url: `https://${HOSTS[cluster]}/${language}/${path}.json` },
    ...(body && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
    ...(method === 'DELETE' && { expect: [404] }),
  });
