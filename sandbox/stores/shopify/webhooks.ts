// Subscriptions to a shop's changes, each of one app, and what they send: signed with that app's secret.
import { createHmac, randomUUID } from 'node:crypto';
import type { Happening, HookSending, StoreHints, StoreShop } from '../../store.ts';
import { givingUp, grown, holders, isReachable, openList, stockMoved } from '../../subscribed.ts'; // biome-ignore format: one list
import { holds, merchantApp, publicApp } from './app.ts';
import { type Connection, connect, sorted } from './connection.ts';
import { gid, numberOf, readGid } from './ids.ts';
import type { Version } from './schema.ts';
import type { AppWebhooks, Subscription, SubscriptionInput } from './subscription.ts';
import type { TokenKind } from './tokens.ts';
import type { Ask, FieldArgs, Resolvers } from './world.ts';

export interface Webhooks {
  of(shop: string, kind: TokenKind, version: Version): AppWebhooks;
  readonly hints: StoreHints;
}

/** In four hours; then it is deleted. */
const tries = 8;

export function openWebhooks(shops: () => readonly StoreShop[], now: () => number): Webhooks {
  const list = openList<Subscription>(1_080_001);
  return {
    of(shop, kind, version) {
      const { clientId: app } = kind === 'expiring' || kind === 'public' ? publicApp : merchantApp;
      return {
        list: () => list.all().filter((one) => one.shop === shop && one.app === app),
        add(topic, { uri, includeFields }) {
          const at = now();
          return list.add({
            ...{ id: list.nextId(), shop, app, version, createdAt: at, updatedAt: at, failures: 0 },
            ...{ topic, url: uri ?? '', isOn: true, includeFields: includeFields ?? [] },
          });
        },
        change(one, { uri, includeFields }) {
          one.url = uri ?? one.url;
          one.includeFields = includeFields ?? one.includeFields;
          one.updatedAt = now();
        },
        remove: list.remove,
      };
    },
    hints: {
      list: list.all,
      about(happening) {
        if (list.all().length === 0) return [];
        return holders(shops(), happening).flatMap((shop) =>
          eventsOf(happening).flatMap(([topic, record]) =>
            list
              .all()
              .filter((one) => one.shop === shop.name && one.topic === topic)
              .map((one) =>
                givingUp(one, sendingOf(one, shop.host, topic, record, now()), tries, list.remove),
              ),
          ),
        );
      },
      /** What Shopify gives up is gone. */
      switchOff() {
        for (const one of list.all()) list.remove(one);
      },
    },
  };
}

type Fields = Readonly<Record<string, unknown>>;

function eventsOf(happening: Happening): readonly (readonly [topic: string, record: Fields])[] {
  const { change, order, product } = happening;
  if (order !== undefined) {
    const id = numberOf('Order', order.id);
    const updated_at = new Date(order.updatedAt).toISOString();
    const record = { id, updated_at, email: order.email, total_price: 'of the order' };
    if (change === 'deleted') return [['ORDERS_DELETE', { id }]];
    const part = { order_id: id, updated_at };
    return [
      ...(change === 'created' ? [['ORDERS_CREATE', record] as const] : []),
      ['ORDERS_UPDATED', record],
      ...(grown(happening, 'refunds') ? [['REFUNDS_CREATE', { id: 1, ...part }] as const] : []),
      ...(grown(happening, 'fulfilments') ? [['FULFILLMENTS_CREATE', { id: 1, ...part }] as const] : []), // biome-ignore format: one line a topic
    ];
  }
  if (product === undefined) return [];
  const id = numberOf('Product', product.id);
  if (change === 'deleted') return [['PRODUCTS_DELETE', { id }]];
  const record = { id, updated_at: new Date(product.updatedAt).toISOString(), title: 'a title' };
  return [
    [change === 'created' ? 'PRODUCTS_CREATE' : 'PRODUCTS_UPDATE', record],
    ...(stockMoved(happening)
      ? [
          [
            'INVENTORY_LEVELS_UPDATE',
            { inventory_item_id: 1, location_id: 1, updated_at: record.updated_at },
          ] as const,
        ]
      : []),
  ];
}

function sendingOf(
  { app, url, includeFields, version }: Subscription,
  host: string,
  topic: string,
  record: Fields,
  at: number,
): HookSending {
  const fields = Object.entries(record);
  const kept =
    includeFields.length === 0 ? fields : fields.filter(([name]) => includeFields.includes(name));
  const body = JSON.stringify(Object.fromEntries(kept));
  const { clientSecret } = app === publicApp.clientId ? publicApp : merchantApp;
  return {
    ...{ method: 'POST', url, body },
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Shopify-Captain-Hook',
      'x-shopify-topic': topic.toLowerCase().replace(/_(?=[a-z]+$)/, '/'),
      'x-shopify-hmac-sha256': createHmac('sha256', clientSecret).update(body).digest('base64'),
      'x-shopify-shop-domain': host,
      'x-shopify-api-version': version,
      'x-shopify-webhook-id': randomUUID(),
      'x-shopify-event-id': randomUUID(),
      'x-shopify-triggered-at': new Date(at).toISOString(),
    },
  };
}

const needs = (topic: string): string =>
  /^(PRODUCTS|INVENTORY)_/.test(topic) ? 'read_products' : 'read_orders';

interface UserError {
  readonly field: readonly string[] | null;
  readonly message: string;
}

/** What is wrong with it, in the vendor's words. */
function errorsIn(
  topic: string,
  { uri }: SubscriptionInput,
  { scopes, webhooks }: Ask,
  self?: Subscription,
): readonly UserError[] {
  if (!holds(scopes, needs(topic)))
    return [
      {
        field: null,
        message: `You do not have permission to create or update webhooks with ${topic.toLowerCase()} topic.`,
      },
    ];
  const field = ['webhookSubscription', 'uri'];
  if (!isReachable(uri)) return [{ field, message: 'Address protocol http:// is not supported' }];
  const isTaken = webhooks
    .list()
    .some((one) => one !== self && one.topic === topic && one.url === uri);
  return isTaken ? [{ field, message: 'Address for this topic has already been taken' }] : [];
}

const oneOf = ({ id = '' }: FieldArgs, { webhooks }: Ask): Subscription | undefined =>
  webhooks
    .list()
    .find((one) => readGid(id)?.kind === 'WebhookSubscription' && readGid(id)?.number === one.id);

const missing: readonly UserError[] = [
  { field: ['id'], message: 'Webhook subscription does not exist' },
];

export const mutationResolvers: Resolvers<unknown> = {
  webhookSubscriptionCreate(_root, { topic = '', webhookSubscription = {} }, ask) {
    const userErrors = errorsIn(topic, webhookSubscription, ask);
    const made = userErrors.length > 0 ? null : ask.webhooks.add(topic, webhookSubscription);
    return { webhookSubscription: made, userErrors };
  },
  webhookSubscriptionUpdate(_root, args, ask) {
    const one = oneOf(args, ask);
    if (one === undefined) return { webhookSubscription: null, userErrors: missing };
    const { webhookSubscription: input = {} } = args;
    const userErrors = errorsIn(one.topic, { uri: one.url, ...input }, ask, one);
    if (userErrors.length === 0) ask.webhooks.change(one, input);
    return { webhookSubscription: userErrors.length > 0 ? null : one, userErrors };
  },
  webhookSubscriptionDelete(_root, args, ask) {
    const one = oneOf(args, ask);
    if (one === undefined) return { deletedWebhookSubscriptionId: null, userErrors: missing };
    ask.webhooks.remove(one);
    return { deletedWebhookSubscriptionId: args.id, userErrors: [] };
  },
};

export const subscriptionResolvers: Resolvers<Subscription> = {
  id: ({ id }) => gid('WebhookSubscription', id),
  legacyResourceId: ({ id }) => String(id),
  uri: ({ url }) => url,
  format: () => 'JSON',
  createdAt: ({ createdAt }) => new Date(createdAt).toISOString(),
  updatedAt: ({ updatedAt }) => new Date(updatedAt).toISOString(),
};

export function listSubscriptions(args: FieldArgs, { webhooks }: Ask): Connection<Subscription> {
  const { topics, uri } = args;
  const isMeant = ({ topic, url }: Subscription): boolean =>
    (topics?.includes(topic) ?? true) && (uri ?? url) === url;
  return connect(sorted(webhooks.list(), 'CREATED_AT', ({ createdAt }) => createdAt, ({ id }) => id), isMeant, args); // biome-ignore format: one list
}
