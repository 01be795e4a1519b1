// BigCommerce's webhooks: `/v3/hooks`, seen only with the token that made them, and what they send.
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import type {
  Happening,
  HintSending,
  HookSending,
  StoreHints,
  StoreReply,
  StoreRequest,
} from '../../store.ts';
import { givingUp, grown, holders, isReachable, openList, type Subscribed, stockMoved } from '../../subscribed.ts'; // biome-ignore format: one list
import { orderId, productId } from './ids.ts';
import { app } from './install.ts';
import { error, forbidden, json, listV3, notFound } from './replies.ts';
import type { BigcommerceShop } from './shops.ts';

interface Hook extends Subscribed {
  readonly token: string;
  /** Whether the operator's app made it, which signs it then. */
  readonly byApp: boolean;
  headers: Readonly<Record<string, string>>;
}

export interface Webhooks {
  /** `route` is the path after the generation. */
  answer(request: StoreRequest, shop: BigcommerceShop, token: string, route: string): StoreReply;
  readonly hints: StoreHints;
}

/** Tried so many times in 48 hours. */
const tries = 11;
/** An API account has a secret of its own. */
const accountSecret = 'the secret of an API account';

export function openWebhooks(shops: readonly BigcommerceShop[], now: () => number): Webhooks {
  const hooks = openList<Hook>(18_048_286);

  function answer(
    request: StoreRequest,
    shop: BigcommerceShop,
    token: string,
    route: string,
  ): StoreReply {
    const mine = hooks.all().filter((hook) => hook.token === token && hook.shop === shop.name);
    if (route === '/hooks' && request.method === 'GET') return list(request, mine);
    if (route === '/hooks' && request.method === 'POST') return create(request, shop, token, mine);
    const [, id] = /^\/hooks\/(\d+)$/.exec(route) ?? [];
    const hook = mine.find((one) => String(one.id) === id);
    if (hook === undefined) return id === undefined ? notAllowed() : notFound('v3');
    if (request.method === 'GET') return shown(hook);
    if (request.method === 'PUT') return change(request, shop, hook);
    if (request.method !== 'DELETE') return notAllowed();
    hooks.remove(hook);
    return shown(hook);
  }

  function create(
    request: StoreRequest,
    shop: BigcommerceShop,
    token: string,
    mine: readonly Hook[],
  ): StoreReply {
    const read = readHook(request, shop, true);
    if ('status' in read) return read;
    const { scope = '', destination = '', is_active = true, headers } = read;
    if (mine.some(({ topic, url }) => topic === scope && url === destination))
      return invalid('scope', 'A webhook with this scope and destination exists.');
    const at = now();
    const hook: Hook = {
      ...{ id: hooks.nextId(), shop: shop.name, createdAt: at, updatedAt: at, failures: 0 },
      ...{ topic: scope, url: destination, isOn: is_active, headers: headers ?? {} },
      ...{ token, byApp: token !== shop.token },
    };
    return shown(hooks.add(hook));
  }

  function change(request: StoreRequest, shop: BigcommerceShop, hook: Hook): StoreReply {
    const read = readHook(request, shop, false);
    if ('status' in read) return read;
    const { scope, destination, is_active, headers } = read;
    hook.topic = scope ?? hook.topic;
    hook.url = destination ?? hook.url;
    hook.isOn = is_active ?? hook.isOn;
    hook.headers = headers ?? hook.headers;
    hook.updatedAt = now();
    hook.failures = 0;
    return shown(hook);
  }

  const shopOf = (hook: Hook) => shops.find(({ name }) => name === hook.shop);

  function shown(hook: Hook): StoreReply {
    return json(200, JSON.stringify({ data: record(hook, shopOf(hook)), meta: {} }));
  }

  function list(request: StoreRequest, mine: readonly Hook[]): StoreReply {
    const query = new Map(request.query);
    const limit = Number(query.get('limit') ?? 50);
    const page = Number(query.get('page') ?? 1);
    if (!(limit >= 1 && limit <= 250)) return error('v3', 413, 'The limit must not exceed 250.');
    const found = mine.filter(
      ({ topic, url }) =>
        (query.get('scope') ?? topic) === topic && (query.get('destination') ?? url) === url,
    );
    const rows = found.slice((page - 1) * limit, page * limit);
    return listV3(
      rows.map((hook) => JSON.stringify(record(hook, shopOf(hook)))),
      { total: found.length, page, limit, query: '' },
    );
  }

  return {
    answer,
    hints: {
      list: hooks.all,
      about(happening) {
        const on = hooks.all().filter(({ isOn }) => isOn);
        if (on.length === 0) return [];
        return holders(shops, happening).flatMap((shop) =>
          eventsOf(happening).flatMap(({ scope, data }) =>
            on
              .filter((hook) => hook.shop === shop.name && isMatch(hook.topic, scope))
              .map((hook) => sendingOf(hook, shop, scope, data, now())),
          ),
        );
      },
      switchOff() {
        for (const hook of hooks.all()) hook.isOn = false;
      },
    },
  };
}

const record = (hook: Hook, shop: BigcommerceShop | undefined): object => ({
  id: hook.id,
  client_id: hook.byApp ? app.clientId : 'api-account',
  store_hash: shop?.hash,
  created_at: Math.floor(hook.createdAt / 1000),
  updated_at: Math.floor(hook.updatedAt / 1000),
  scope: hook.topic,
  destination: hook.url,
  is_active: hook.isOn,
  headers: hook.headers,
});

const notAllowed = (): StoreReply =>
  error('v3', 405, 'The method is not allowed on this resource.');

const invalid = (name: string, words: string): StoreReply =>
  error('v3', 422, words, { [name]: words });

interface Given {
  readonly scope?: string;
  readonly destination?: string;
  readonly is_active?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

const known = ['scope', 'destination', 'is_active', 'headers', 'events_history_enabled'];
const scopes: readonly (readonly [begins: string, needs: 'orders' | 'products'])[] = [
  ['store/order/', 'orders'],
  ['store/product/', 'products'],
  ['store/sku/', 'products'],
];

function readHook(
  { body, headers }: StoreRequest,
  shop: BigcommerceShop,
  isNew: boolean,
): Given | StoreReply {
  if (!(headers['content-type'] ?? '').startsWith('application/json'))
    return error('v3', 415, 'The Content-Type header must be application/json.');
  let given: Record<string, unknown>;
  try {
    given = Object(JSON.parse(body)) as Record<string, unknown>;
  } catch {
    return error('v3', 400, 'The body is not JSON.');
  }
  const [unknown] = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown !== undefined) return invalid(unknown, `${unknown} is not a field of a webhook.`);
  const { scope, destination, is_active, headers: own = {} } = given;
  if (isNew || scope !== undefined) {
    const [, needs] = scopes.find(([begins]) => String(scope).startsWith(begins)) ?? [];
    if (needs === undefined) return invalid('scope', `${scope} is not a scope.`);
    if (!shop.scopes.includes(needs)) return forbidden();
  }
  if ((isNew || destination !== undefined) && !isReachable(destination))
    return invalid('destination', 'The destination must be an address with https.');
  if (is_active !== undefined && typeof is_active !== 'boolean')
    return invalid('is_active', 'is_active is true or false.');
  const texts = Object.values(Object(own) as object).every((value) => typeof value === 'string');
  if (!texts) return invalid('headers', 'Headers are texts.');
  return given as Given;
}

/** `store/order/*` stands for everything one step below it. */
const isMatch = (topic: string, scope: string): boolean =>
  topic === scope || topic === `${scope.slice(0, scope.lastIndexOf('/'))}/*`;

interface Event {
  readonly scope: string;
  readonly data: object;
}

function eventsOf(happening: Happening): readonly Event[] {
  const { order, product, change } = happening;
  if (order !== undefined) {
    const id = orderId(order);
    const word = change === 'deleted' ? 'archived' : change;
    const events: Event[] = [{ scope: `store/order/${word}`, data: { type: 'order', id } }];
    if (grown(happening, 'refunds'))
      events.push({
        scope: 'store/order/refund/created',
        data: { type: 'order', id, refund: { refund_id: 1 } },
      });
    return events;
  }
  if (product === undefined) return [];
  const id = productId(product);
  const events: Event[] = [{ scope: `store/product/${change}`, data: { type: 'product', id } }];
  if (stockMoved(happening))
    events.push({
      scope: 'store/product/inventory/updated',
      data: { type: 'product', id, inventory: { product_id: id, method: 'absolute', value: 1 } },
    });
  return events;
}

/** Signed by the rule of Standard Webhooks, with the secret of the app that made the hook. */
function sendingOf(
  hook: Hook,
  shop: BigcommerceShop,
  scope: string,
  data: object,
  at: number,
): HintSending {
  const created_at = Math.floor(at / 1000);
  const content = { scope, store_id: '1001', data, created_at, producer: `stores/${shop.hash}` };
  const hash = createHash('sha1').update(JSON.stringify(content)).update(randomBytes(4)).digest('hex'); // biome-ignore format: one hash
  const body = JSON.stringify({ ...content, hash });
  const id = randomUUID();
  const secret = hook.byApp ? app.clientSecret : accountSecret;
  const signature = createHmac('sha256', secret)
    .update(`${id}.${created_at}.${body}`)
    .digest('base64');
  const sending: HookSending = {
    ...{ method: 'POST', url: hook.url, body },
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(created_at),
      'webhook-signature': `v1,${signature}`,
      ...hook.headers,
    },
  };
  return givingUp(hook, sending, tries, (one) => {
    one.isOn = false;
  });
}
