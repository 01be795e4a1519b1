// Subscriptions to a shop's changes: its webhooks, which a key that may only read can see but not make.
// https://woocommerce.github.io/woocommerce-rest-api-docs/#webhooks
import type { Ask, Pairs, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { HintConnection, HintState, HintSubscription } from '../hook.ts';
import { listed } from '../kit/loose.ts';
import { collect } from '../kit/paging.ts';
import { bring, ending, type Listed, unlessForbidden } from '../kit/subscribing.ts';
import { filled } from '../kit/text.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import { askFor, MOST } from './asks.ts';

export const keepSubscriptions = (subscription: HintSubscription): Promise<HintState> =>
  unlessForbidden(async () => {
    const { address, secret } = subscription;
    const wanted = { status: 'active', delivery_url: address, secret };
    return await bring(subscription, await listOf(subscription), {
      create: (topic) =>
        write(subscription, 'POST', 'webhooks', { name: `Manifold ${topic}`, topic, ...wanted }),
      switchOn: ({ id }) => write(subscription, 'PUT', `webhooks/${id}`, wanted),
      remove: ({ id }) => removeOne(subscription, id),
    });
  });

export async function endSubscriptions(subscription: HintSubscription): Promise<void> {
  for (const { id } of ending(subscription, await listOf(subscription)))
    await removeOne(subscription, id);
}

interface NativeHook {
  readonly id?: unknown;
  readonly status?: unknown;
  readonly topic?: unknown;
  readonly delivery_url?: unknown;
}

/** Which page, and how many rows one has: a plugin may give fewer than are asked for. */
interface Place {
  readonly page: number;
  readonly size: number;
}

const listOf = (connection: HintConnection): Promise<readonly Listed[]> =>
  collect<Listed, Place>('webhooks', async ({ page, size } = { page: 1, size: MOST }) => {
    const query: Pairs = [
      ['per_page', String(size)],
      ['page', String(page)],
      // By their dates, those that were made in the same second come in any order.
      ['orderby', 'id'],
      ['order', 'asc'],
    ];
    const { body, headers } = await sent(connection, askFor(connection, 'webhooks', query));
    if (!Array.isArray(body)) throw brokenAnswer('The shop', 'a list of webhooks');
    const rows = listed<NativeHook>(body).map(({ id, status, topic, delivery_url }) => ({
      ...{ id: filled(id) ?? '', topic: filled(topic) ?? '', address: filled(delivery_url) ?? '' },
      isOn: status === 'active',
    }));
    const each = page === 1 ? body.length : size;
    const total = /^\d+$/.test(headers['x-wp-total'] ?? '') ? Number(headers['x-wp-total']) : null;
    // Proxies sometimes strip the header.
    const goesOn = total === null ? body.length >= size : page * each < total;
    return { rows, ...(goesOn && body.length > 0 && { next: { page: page + 1, size: each } }) };
  });

/** There is no trash for webhooks: without this the shop refuses. */
const FORCE: Pairs = [['force', 'true']];

const removeOne = (connection: HintConnection, id: string): Promise<Reply> =>
  sent(connection, {
    ...askFor(connection, `webhooks/${id}`, FORCE),
    method: 'DELETE',
    expect: [404],
  });

function write(
  connection: HintConnection,
  method: 'POST' | 'PUT',
  path: string,
  value: object,
): Promise<Reply> {
  const ask = askFor(connection, path);
  return sent(connection, {
    ...ask,
    method,
    headers: { ...ask.headers, 'content-type': 'application/json' },
    body: JSON.stringify(value),
  });
}

/**
 * What a key may not do is answered with 401 or 403, in the language of the shop. The key itself is
 * good: reading goes on with it, and finds out by itself should it be refused.
 */
async function sent({ call }: HintConnection, ask: Ask): Promise<Reply> {
  const reply = await call({ ...ask, expect: [...(ask.expect ?? []), 401, 403] });
  if (reply.status === 401 || reply.status === 403)
    throw new Fault('permission_missing', 'The key may not make webhooks.', {
      status: reply.status,
    });
  return reply;
}
