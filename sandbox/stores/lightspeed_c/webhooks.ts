// A shop's webhooks: one for each kind of record and what happens to it; the whole record is sent.
import { createHash } from 'node:crypto';
import type { Catalogue } from '../../catalogue/types.ts';
import type { Happening, HookSending, StoreHints, StoreReply, StoreRequest } from '../../store.ts';
import { givingUp, holders, isReachable, openList, type Subscribed } from '../../subscribed.ts';
import { orderId, productId } from './ids.ts';
import { wholeOrder } from './orders.ts';
import { paging, readParameters } from './params.ts';
import { nativeProduct } from './products.ts';
import { error, forbidden, json, notFound } from './replies.ts';
import { apps, type LightspeedShop } from './shops.ts';

interface Hook extends Subscribed {
  itemGroup: string;
  itemAction: string;
  language: string;
}

type Headers = Readonly<Record<string, string>>;

export interface Webhooks {
  /** `resource` is the path after the language, without `.json`. */
  answer(
    request: StoreRequest,
    shop: LightspeedShop,
    resource: string,
    headers: Headers,
  ): StoreReply;
  readonly hints: StoreHints;
}

const groups = { orders: 'orders', products: 'products', variants: 'products' } as const;
const actions = ['created', 'updated', 'deleted'];
/** What the vendor does is not known; a subscription that is never taken must end some day. */
const failures = 20;

export function openWebhooks(
  shops: readonly LightspeedShop[],
  catalogue: Catalogue,
  now: () => number,
): Webhooks {
  const hooks = openList<Hook>(90_210);

  function answer(
    request: StoreRequest,
    shop: LightspeedShop,
    resource: string,
    headers: Headers,
  ): StoreReply {
    const { method } = request;
    const mine = hooks.all().filter((hook) => hook.shop === shop.name);
    const [, id] = /^webhooks\/(\d+)$/.exec(resource) ?? [];
    if (resource === 'webhooks' && method === 'GET') {
      const read = readParameters(request, paging);
      if ('errors' in read) return error(request, 422, 'Invalid parameters.', headers, read.errors);
      const limit = read.parameters.number('limit') ?? 50;
      const page = Math.max(1, read.parameters.number('page') ?? 1);
      const webhooks = mine.slice((page - 1) * limit, page * limit).map(shown);
      return json(200, JSON.stringify({ webhooks }), headers);
    }
    if (resource === 'webhooks' && method === 'POST') return create(request, shop, headers);
    if (id === undefined) return notFound(request, headers);
    const hook = mine.find((one) => String(one.id) === id);
    if (hook === undefined) return error(request, 404, 'Webhook not found.', headers);
    if (method === 'GET') return json(200, JSON.stringify({ webhook: shown(hook) }), headers);
    if (method === 'PUT') return change(request, shop, hook, headers);
    if (method !== 'DELETE') return error(request, 405, 'Method not allowed.', headers);
    hooks.remove(hook);
    return { status: 204, headers, body: null };
  }

  function create(request: StoreRequest, shop: LightspeedShop, headers: Headers): StoreReply {
    const given = read(request, shop, headers);
    if ('status' in given) return given;
    const { itemGroup = '', itemAction = '', language = '', address = '' } = given;
    const at = now();
    const hook: Hook = {
      ...{ id: hooks.nextId(), shop: shop.name, createdAt: at, updatedAt: at, failures: 0 },
      ...{ topic: `${itemGroup}/${itemAction}`, url: address, isOn: given.isActive ?? false },
      ...{ itemGroup, itemAction, language },
    };
    return json(201, JSON.stringify({ webhook: shown(hooks.add(hook)) }), headers);
  }

  function change(
    request: StoreRequest,
    shop: LightspeedShop,
    hook: Hook,
    headers: Headers,
  ): StoreReply {
    const given = read(request, shop, headers);
    if ('status' in given) return given;
    hook.url = given.address ?? hook.url;
    hook.isOn = given.isActive ?? hook.isOn;
    hook.failures = 0;
    hook.updatedAt = now();
    return json(200, JSON.stringify({ webhook: shown(hook) }), headers);
  }

  return {
    answer,
    hints: {
      list: hooks.all,
      about(happening) {
        const on = hooks.all().filter(({ isOn }) => isOn);
        if (on.length === 0) return [];
        const topic = `${happening.order ? 'orders' : 'products'}/${happening.change}`;
        return holders(shops, happening).flatMap((shop) =>
          on
            .filter((hook) => hook.shop === shop.name && hook.topic === topic)
            .map((hook) =>
              givingUp(hook, sendingOf(hook, shop, happening, catalogue), failures, (one) => {
                one.isOn = false;
              }),
            ),
        );
      },
      switchOff() {
        for (const hook of hooks.all()) hook.isOn = false;
      },
    },
  };
}

const shown = (hook: Hook): object => ({
  id: hook.id,
  createdAt: new Date(hook.createdAt).toISOString(),
  updatedAt: new Date(hook.updatedAt).toISOString(),
  isActive: hook.isOn,
  itemGroup: hook.itemGroup,
  itemAction: hook.itemAction,
  language: { code: hook.language },
  format: 'json',
  address: hook.url,
});

interface Given {
  readonly isActive?: boolean;
  readonly itemGroup?: keyof typeof groups;
  readonly itemAction?: string;
  readonly language?: string;
  readonly address?: string;
}

/** All members are wanted, also where one is changed. */
function read(request: StoreRequest, shop: LightspeedShop, headers: Headers): Given | StoreReply {
  let webhook: Record<string, unknown>;
  try {
    webhook = Object(Object(JSON.parse(request.body)).webhook) as Record<string, unknown>;
  } catch {
    return error(request, 400, 'Invalid JSON.', headers);
  }
  const errors: Record<string, readonly string[]> = {};
  const { isActive, itemGroup, itemAction, language, format, address } = webhook;
  if (typeof isActive !== 'boolean') errors.isActive = ['isActive must be true or false'];
  if (!Object.hasOwn(groups, String(itemGroup))) errors.itemGroup = ['itemGroup is not known'];
  if (!actions.includes(String(itemAction))) errors.itemAction = ['itemAction is not known'];
  if (!shop.languages.includes(String(language))) errors.language = ['language is not active'];
  if (format !== 'json' && format !== 'xml') errors.format = ['format must be json or xml'];
  if (!isReachable(address)) errors.address = ['address must be an https address'];
  if (Object.keys(errors).length > 0)
    return error(request, 422, 'Invalid parameters.', headers, errors);
  const group = groups[itemGroup as keyof typeof groups];
  return shop.reads.includes(group) ? (webhook as Given) : forbidden(request, headers);
}

/** A shop's own key has no secret that signs; the header is there all the same. */
function sendingOf(
  hook: Hook,
  shop: LightspeedShop,
  { order, product, change }: Happening,
  catalogue: Catalogue,
): HookSending {
  const content =
    order !== undefined
      ? {
          order: change === 'deleted' ? { id: orderId(order) } : wholeOrder(order, shop, catalogue),
        }
      : product !== undefined
        ? { product: change === 'deleted' ? { id: productId(product) } : nativeProduct(product, shop) } // biome-ignore format: one choice
        : {};
  const body = JSON.stringify(content);
  return {
    ...{ method: 'POST', url: hook.url, body },
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-shop-id': String(shop.number),
      'x-event': hook.topic,
      'x-language': hook.language,
      'x-signature': createHash('md5').update(body).update(apps[shop.cluster].secret).digest('hex'),
    },
  };
}
