// Subscriptions to a seller's changes: one for an address, with all that it is to report.
// https://api.bol.com/retailer/public/Retailer-API/v10/functional/retailer-api/subscriptions.html
import type { Ask, Reply } from '../../model/exchange.ts';
import type { HintConnection, HintState, HintSubscription } from '../hook.ts';
import { listed, texts } from '../kit/loose.ts';
import { unlessForbidden } from '../kit/subscribing.ts';
import { filled } from '../kit/text.ts';
import { askFor, rowsIn, writeAsk } from './asks.ts';

interface Listed {
  readonly id: string;
  readonly isAsWanted: boolean;
}

/** bol takes these in and does them afterwards: what is made twice in between is removed the next time. */
export const keepSubscriptions = (subscription: HintSubscription): Promise<HintState> =>
  unlessForbidden(async () => {
    const { address, topics } = subscription;
    const wanted = {
      ...{ resources: topics, url: address, subscriptionType: 'WEBHOOK', enabled: true },
    };
    const there = await listOf(subscription);
    const one = there.find(({ isAsWanted }) => isAsWanted) ?? there[0];
    if (!one) await send(subscription, 'POST', '', wanted);
    else if (!one.isAsWanted) await send(subscription, 'PUT', `/${one.id}`, wanted);
    for (const { id } of there) if (id !== one?.id) await send(subscription, 'DELETE', `/${id}`);
    return 'active';
  });

export async function endSubscriptions(subscription: HintSubscription): Promise<void> {
  for (const { id } of await listOf(subscription)) await send(subscription, 'DELETE', `/${id}`);
}

type Native = Readonly<Record<'id' | 'resources' | 'url' | 'enabled', unknown>>;

async function listOf({ call, address, topics }: HintSubscription): Promise<readonly Listed[]> {
  const reply = await call(askFor('subscriptions', 'subscriptions'));
  const rows = listed<Native>(rowsIn(reply, 'subscriptions'));
  return rows
    .filter(({ url }) => url === address)
    .map(({ id, resources, enabled }) => ({
      id: filled(id) ?? '',
      isAsWanted:
        enabled !== false && texts(resources).toSorted().join() === topics.toSorted().join(),
    }));
}

function send(
  { call }: HintConnection,
  method: NonNullable<Ask['method']>,
  path: string,
  body?: object,
): Promise<Reply> {
  const expect = method === 'DELETE' && { expect: [404] };
  return call(writeAsk(method, `subscriptions${path}`, 'subscriptions', { body, ...expect }));
}
