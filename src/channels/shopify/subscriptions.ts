// Subscriptions to a shop's changes, by GraphQL: what is there, and what is made and removed.
// https://shopify.dev/docs/api/admin-graphql/latest/mutations/webhookSubscriptionCreate
import { Fault } from '../../model/faults.ts';
import type { HintState, HintSubscription } from '../hook.ts';
import { listed, membersOf, texts } from '../kit/loose.ts';
import { bring, ending, ifAllowed, type Listed, unlessForbidden } from '../kit/subscribing.ts';
import { filled } from '../kit/text.ts';
import { ask, type Variables } from './asks.ts';
import type { Operation } from './documents.ts';

const ERRORS = 'userErrors { field message }';

const list: Operation = {
  name: 'Subscriptions',
  root: 'webhookSubscriptions',
  most: 100,
  points: 3,
  text: `
query Subscriptions($first: Int!, $uri: String!) {
  webhookSubscriptions(first: $first, uri: $uri) { nodes { id topic uri includeFields } }
}`,
};

const create: Operation = {
  name: 'Subscribe',
  root: 'webhookSubscriptionCreate',
  most: 1,
  points: 10,
  writes: true,
  text: `
mutation Subscribe($topic: WebhookSubscriptionTopic!, $subscription: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $subscription) {
    webhookSubscription { id }
    ${ERRORS}
  }
}`,
};

const update: Operation = {
  name: 'ChangeSubscription',
  root: 'webhookSubscriptionUpdate',
  most: 1,
  points: 10,
  writes: true,
  text: `
mutation ChangeSubscription($id: ID!, $subscription: WebhookSubscriptionInput!) {
  webhookSubscriptionUpdate(id: $id, webhookSubscription: $subscription) {
    webhookSubscription { id }
    ${ERRORS}
  }
}`,
};

const remove: Operation = {
  name: 'Unsubscribe',
  root: 'webhookSubscriptionDelete',
  most: 1,
  points: 10,
  writes: true,
  text: `
mutation Unsubscribe($id: ID!) {
  webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId ${ERRORS} }
}`,
};

/** All that travels: no name, address or amount of a buyer. */
function fieldsOf(topic: string): readonly string[] {
  if (/^(refunds|fulfillments)\//.test(topic)) return ['id', 'order_id', 'updated_at'];
  if (topic.startsWith('inventory_levels/')) return ['inventory_item_id', 'updated_at'];
  return ['id', 'updated_at'];
}

/** `orders/create` is `ORDERS_CREATE`. */
const enumOf = (topic: string): string => topic.replace('/', '_').toUpperCase();

export const keepSubscriptions = (subscription: HintSubscription): Promise<HintState> =>
  unlessForbidden(async () => {
    const input = (topic: string) => ({
      uri: subscription.address,
      format: 'JSON',
      includeFields: fieldsOf(topic),
    });
    return await bring(subscription, await listOf(subscription), {
      // Each topic needs a scope of its own.
      create: (topic) =>
        ifAllowed(() =>
          write(subscription, create, { topic: enumOf(topic), subscription: input(topic) }),
        ),
      switchOn: ({ id, topic }) => write(subscription, update, { id, subscription: input(topic) }),
      remove: ({ id }) => write(subscription, remove, { id }),
    });
  });

export async function endSubscriptions(subscription: HintSubscription): Promise<void> {
  for (const { id } of ending(subscription, await listOf(subscription)))
    await write(subscription, remove, { id });
}

/** One that asks for more of a record than it should counts as switched off: it is put right. */
async function listOf(subscription: HintSubscription): Promise<readonly Listed[]> {
  const { address: uri, topics } = subscription;
  const { data } = await ask(list, list.most, (first) => ({ first, uri }), asking(subscription));
  const { nodes } = membersOf(data.webhookSubscriptions);
  return listed<Record<'id' | 'topic' | 'uri' | 'includeFields', unknown>>(nodes).map((node) => {
    const named = filled(node.topic) ?? '';
    const topic = topics.find((one) => enumOf(one) === named) ?? named;
    return {
      ...{ id: filled(node.id) ?? '', topic, address: filled(node.uri) ?? '' },
      isOn: texts(node.includeFields).toSorted().join() === fieldsOf(topic).toSorted().join(),
    };
  });
}

const asking = ({ account, version, call }: HintSubscription) => ({
  ...{ account, version, call, now: 0 },
  note: () => {},
});

/** A subscription that is there already, or there no more, is as it should be. */
const DONE = /already been taken|does not exist|not found/i;
/** For topics with data of buyers an app must be approved; the words are not documented. */
const FORBIDDEN = /permission|approved|access|scope/i;

async function write(
  subscription: HintSubscription,
  operation: Operation,
  variables: Variables,
): Promise<void> {
  const { data } = await ask(operation, 1, () => variables, asking(subscription));
  const errors = listed<{ message?: unknown }>(membersOf(data[operation.root]).userErrors);
  const native = filled(errors[0]?.message);
  if (native === null || DONE.test(native)) return;
  if (FORBIDDEN.test(native))
    throw new Fault('permission_missing', 'Shopify does not let the app subscribe to this.', {
      native,
    });
  throw new Fault('channel_failed', 'Shopify refused a subscription.', {
    native,
    retryable: false,
  });
}
