// A shop's webhooks: made with a key that may write, greeted first, off at the seventh failure in a row.
import { createHash, createHmac } from 'node:crypto';
import type { Happening, HintSending, HookSending, StoreHints, StoreReply } from '../../store.ts';
import { givingUp, holders, openList, type Subscribed, stepOf } from '../../subscribed.ts';
import type { Collections } from './collections.ts';
import { orderId, productId } from './ids.ts';
import { page, type Row, single } from './listing.ts';
import { type Arguments, readParameters } from './params.ts';
import { cannotView, invalidParams, noRoute, restError } from './replies.ts';
import type { RestCall } from './routes.ts';
import type { WooShop } from './shops.ts';
import { times } from './texts.ts';

interface Hook extends Subscribed {
  name: string;
  secret: string;
  /** As WordPress has it: `paused` by the merchant, `disabled` by failures. */
  status: 'active' | 'paused' | 'disabled';
}

export interface Webhooks {
  answer(call: RestCall): StoreReply;
  readonly hints: StoreHints;
}

const failures = 7;
const topic = /^(order|product|customer|coupon)\.(created|updated|deleted|restored)$/;

const known: Arguments = {
  page: { type: 'integer', minimum: 1 },
  per_page: { type: 'integer', minimum: 1, maximum: 100 },
  status: { type: 'string', values: ['all', 'active', 'paused', 'disabled'] },
  orderby: { type: 'string', values: ['date', 'id', 'title'] },
  order: { type: 'string', values: ['asc', 'desc'] },
};

export function openWebhooks(
  shops: readonly WooShop[],
  collectionsOf: (shop: WooShop) => Collections,
  now: () => number,
): Webhooks {
  const hooks = openList<Hook>(11);
  let greetings: HintSending[] = [];

  function answer(call: RestCall): StoreReply {
    const { request, shop, key, route } = call;
    const [, id] = /^\/wc\/v3\/webhooks\/(\d+)$/.exec(route) ?? [];
    if (id === undefined && route !== '/wc/v3/webhooks') return noRoute(shop);
    const { parameters, invalid } = readParameters(
      request.query,
      id === undefined ? known : { force: { type: 'boolean' } },
    );
    if (invalid.size > 0) return invalidParams(shop, invalid);
    // Who may see settings may see webhooks; that the key may write was looked at before.
    if (key === null || !key.reads.includes('settings'))
      return cannotView(shop, key !== null, 'list');
    const mine = hooks.all().filter((hook) => hook.shop === shop.name);
    if (id === undefined && request.method === 'GET')
      return page(request, shop, '/wc/v3/webhooks', mine.map((hook) => rowOf(hook, shop)), parameters); // biome-ignore format: one list
    if (id === undefined) return request.method === 'POST' ? create(call) : noRoute(shop);
    const hook = mine.find((one) => String(one.id) === id);
    if (hook === undefined)
      return restError(shop, 404, 'woocommerce_rest_shop_webhook_invalid_id', 'Invalid ID.');
    if (request.method === 'GET') return single(request, shop, rowOf(hook, shop));
    if (request.method === 'PUT') return change(call, hook);
    if (request.method !== 'DELETE') return noRoute(shop);
    if (parameters.flag('force') !== true)
      return restError(shop, 501, 'woocommerce_rest_trash_not_supported', 'Webhooks do not support trashing.'); // biome-ignore format: one answer
    hooks.remove(hook);
    return single(request, shop, rowOf(hook, shop));
  }

  function create(call: RestCall): StoreReply {
    const { shop, request } = call;
    const given = read(call);
    if ('headers' in given) return given;
    if (given.topic === undefined) return invalidTopic(shop);
    if (given.delivery_url === undefined) return invalidAddress(shop);
    const at = now();
    const hook: Hook = {
      ...{ id: hooks.nextId(), shop: shop.name, createdAt: at, updatedAt: at, failures: 0 },
      ...{ topic: given.topic, url: given.delivery_url, isOn: true },
      ...{ name: given.name ?? 'Webhook created', secret: given.secret ?? 'consumer secret' },
      status: given.status ?? 'active',
    };
    hook.isOn = hook.status === 'active';
    hooks.add(hook);
    greetings.push(greeting(hook));
    return { ...single(request, shop, rowOf(hook, shop)), status: 201 };
  }

  function change(call: RestCall, hook: Hook): StoreReply {
    const given = read(call);
    if ('headers' in given) return given;
    hook.topic = given.topic ?? hook.topic;
    hook.url = given.delivery_url ?? hook.url;
    hook.secret = given.secret ?? hook.secret;
    hook.name = given.name ?? hook.name;
    hook.status = given.status ?? hook.status;
    hook.isOn = hook.status === 'active';
    hook.failures = 0;
    hook.updatedAt = now();
    return single(call.request, call.shop, rowOf(hook, call.shop));
  }

  function disable(hook: Hook): void {
    hook.status = 'disabled';
    hook.isOn = false;
  }

  return {
    answer,
    hints: {
      list: hooks.all,
      about(happening) {
        const on = hooks.all().filter(({ isOn }) => isOn);
        // What is written past the shop's own code fires no action, and so no webhook.
        if (on.length === 0 || stepOf(happening)?.way === 'import') return [];
        return holders(shops, happening).flatMap((shop) =>
          on
            .filter((hook) => hook.shop === shop.name && hook.topic === topicOf(happening))
            .map((hook) => {
              const body = () => bodyOf(happening, collectionsOf(shop));
              return givingUp(hook, sendingOf(hook, shop, body, now()), failures, disable);
            }),
        );
      },
      waiting() {
        const taken = greetings;
        greetings = [];
        return taken;
      },
      switchOff() {
        for (const hook of hooks.all()) disable(hook);
      },
    },
  };
}

interface Given {
  readonly name?: string;
  readonly status?: Hook['status'];
  readonly topic?: string;
  readonly delivery_url?: string;
  readonly secret?: string;
}

const invalidTopic = (shop: WooShop): StoreReply =>
  restError(shop, 400, 'woocommerce_rest_shop_webhook_invalid_topic', 'Webhook topic must be valid.'); // biome-ignore format: one answer
const invalidAddress = (shop: WooShop): StoreReply =>
  restError(shop, 400, 'woocommerce_rest_shop_webhook_invalid_delivery_url', 'Webhook delivery URL must start with http:// or https://.'); // biome-ignore format: one answer

function read({ request, shop }: RestCall): Given | StoreReply {
  let given: Record<string, unknown>;
  try {
    given = Object(JSON.parse(request.body)) as Record<string, unknown>;
  } catch {
    return restError(shop, 400, 'rest_invalid_json', 'Invalid JSON body passed.');
  }
  const invalid = new Map<string, { code: string; message: string }>();
  for (const [name, value] of Object.entries(given))
    if (!['name', 'status', 'topic', 'delivery_url', 'secret'].includes(name))
      invalid.set(name, { code: 'rest_unknown_param', message: `${name} is not a parameter.` });
    else if (typeof value !== 'string')
      invalid.set(name, { code: 'rest_invalid_type', message: `${name} is not of type string.` });
  const { status = 'active' } = given;
  if (!['active', 'paused', 'disabled'].includes(String(status)))
    invalid.set('status', {
      code: 'rest_not_in_enum',
      message: 'status is not one of active, paused, and disabled.',
    });
  if (invalid.size > 0) return invalidParams(shop, invalid);
  if (given.topic !== undefined && !topic.test(String(given.topic))) return invalidTopic(shop);
  if (given.delivery_url !== undefined && !/^https?:\/\//.test(String(given.delivery_url)))
    return invalidAddress(shop);
  return given as Given;
}

/** The secret is never shown. */
function rowOf(hook: Hook, shop: WooShop): Row {
  const [resource = '', event = ''] = hook.topic.split('.');
  const record = () => ({
    id: hook.id,
    name: hook.name,
    status: hook.status,
    topic: hook.topic,
    resource,
    event,
    hooks: [`woocommerce_${event === 'created' ? 'new' : 'update'}_${resource}`],
    delivery_url: hook.url,
    ...times('date_created', hook.createdAt, shop.timeZone),
    ...times('date_modified', hook.updatedAt, shop.timeZone),
  });
  return {
    ...{ id: hook.id, createdAt: hook.createdAt, modifiedAt: hook.updatedAt, title: hook.name },
    ...{ parentId: 0, record, text: () => JSON.stringify(record()) },
  };
}

const topicOf = ({ order, change }: Happening): string =>
  `${order === undefined ? 'product' : 'order'}.${change}`;

/** The record as it is when the message leaves; of what is gone, its number. */
function bodyOf({ change, order, product }: Happening, { orders, products }: Collections): string {
  const id = order ? orderId(order) : product ? productId(product) : 0;
  const row = (order ? orders : products).find((one) => one.id === id);
  return change === 'deleted' || row === undefined ? JSON.stringify({ id }) : row.text();
}

const agent = 'WooCommerce/11.0.1 Hookshot (WordPress/6.9)';

/** An unsigned form, before anything else. */
function greeting(hook: Hook): HintSending {
  return {
    ...{ method: 'POST', url: hook.url, body: `webhook_id=${hook.id}` },
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': agent },
    answered() {},
  };
}

function sendingOf(hook: Hook, shop: WooShop, bodyNow: () => string, at: number): HookSending {
  const [resource = '', event = ''] = hook.topic.split('.');
  const body = bodyNow();
  // Not unique: two messages of one second have the same.
  const delivery = createHash('md5')
    .update(`${hook.id} ${Math.floor(at / 1000)}`)
    .digest('hex');
  return {
    ...{ method: 'POST', url: hook.url, body },
    headers: {
      'content-type': 'application/json',
      'user-agent': agent,
      'x-wc-webhook-source': `${shop.site}/`,
      'x-wc-webhook-topic': hook.topic,
      'x-wc-webhook-resource': resource,
      'x-wc-webhook-event': event,
      'x-wc-webhook-signature': createHmac('sha256', hook.secret).update(body).digest('base64'),
      'x-wc-webhook-id': String(hook.id),
      'x-wc-webhook-delivery-id': delivery,
    },
  };
}
