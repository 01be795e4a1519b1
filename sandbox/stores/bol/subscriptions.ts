// bol's subscriptions: taken in and done afterwards, signed with a key of bol's own.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Happening, HookSending, StoreHints, StoreReply, StoreRequest } from '../../store.ts';
import { givingUp, grown, holders, isReachable, openList, type Subscribed } from '../../subscribed.ts'; // biome-ignore format: one list
import { orderId } from './ids.ts';
import type { Processes } from './processes.ts';
import { answer, isBodyOf, mediaType, problem } from './replies.ts';
import type { Seller } from './shops.ts';

interface Subscription extends Subscribed {
  resources: readonly string[];
}

export interface Subscriptions {
  reply(request: StoreRequest, seller: Seller, now: number): StoreReply | undefined;
  readonly hints: StoreHints;
}

const kinds = [
  ...['PROCESS_STATUS', 'SHIPMENT', 'PRICE_STAR_BOUNDARY', 'COMPETING_OFFER'],
  ...['OFFER_FOR_SALE', 'OFFER_NOT_FOR_SALE', 'ORDER'],
];
/** Of these alone a webhook hears: https://api.bol.com/retailer/public/Retailer-API/v11/functional/subscriptions-api/supported-event-types.html */
const byWebhook = ['PROCESS_STATUS', 'SHIPMENT', 'ORDER'];
/** https://api.bol.com/retailer/public/Retailer-API/v10/functional/retailer-api/subscriptions.html */
const failures = 10;
const keyId = '0';

let made: { readonly publicKey: KeyObject; readonly privateKey: KeyObject } | undefined;

/** Those of the vendor, made when the first seller subscribes: few starts need them, and they take long. */
function keys() {
  made ??= generateKeyPairSync('rsa', { modulusLength: 2048 });
  return made;
}

export function openSubscriptions(
  sellers: readonly Seller[],
  processes: Processes,
  now: () => number,
): Subscriptions {
  const list = openList<Subscription>(54_320);
  const accepted = (seller: Seller, eventType: string, entityId: string): StoreReply =>
    processes.accept(seller, {
      ...{ eventType, entityId },
      description: `${eventType} for retailer ${seller.retailerId}.`,
    });

  function reply(request: StoreRequest, seller: Seller, at: number): StoreReply | undefined {
    const { method, path } = request;
    const match = /^\/retailer\/subscriptions(?:\/([^/]+))?$/.exec(path);
    if (match === null) return undefined;
    const [, rest = ''] = match;
    if (request.headers.accept !== mediaType('v10'))
      return problem(request, 406, `Only ${mediaType('v10')} can be sent from here.`);
    if (rest === 'signature-keys' && method === 'GET') {
      const publicKey = keys().publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
      const signatureKeys = [{ id: keyId, type: 'RSA', publicKey }];
      return answer('v10', JSON.stringify({ signatureKeys }));
    }
    const mine = list.all().filter(({ shop }) => shop === seller.name);
    if (rest === '' && method === 'GET')
      return answer('v10', JSON.stringify({ subscriptions: mine.map(shown) }));
    if (rest === '' && method === 'POST') return create(request, seller, at);
    const one = mine.find(({ id }) => String(id) === rest);
    if (one === undefined) return problem(request, 404, `Subscription ${rest} not found.`);
    if (method === 'GET') return answer('v10', JSON.stringify(shown(one)));
    if (method === 'PUT') return change(request, seller, one);
    if (method !== 'DELETE') return problem(request, 405, 'This method is not allowed here.');
    list.remove(one);
    return accepted(seller, 'DELETE_SUBSCRIPTION', rest);
  }

  function create(request: StoreRequest, seller: Seller, at: number): StoreReply {
    const given = read(request);
    if ('status' in given) return given;
    const one: Subscription = {
      ...{ id: list.nextId(), shop: seller.name, createdAt: at, updatedAt: at, failures: 0 },
      ...{ topic: '', url: given.url, isOn: given.enabled ?? true, resources: given.resources },
    };
    list.add(one);
    return accepted(seller, 'CREATE_SUBSCRIPTION', String(one.id));
  }

  function change(request: StoreRequest, seller: Seller, one: Subscription): StoreReply {
    const given = read(request);
    if ('status' in given) return given;
    one.url = given.url;
    one.resources = given.resources;
    one.isOn = given.enabled ?? true;
    one.failures = 0;
    return accepted(seller, 'UPDATE_SUBSCRIPTION', String(one.id));
  }

  return {
    reply,
    hints: {
      list: () => list.all().map((one) => ({ ...one, topic: one.resources.join() })),
      about(happening) {
        const on = list.all().filter(({ isOn }) => isOn);
        if (on.length === 0) return [];
        const events = eventsOf(happening);
        return holders(sellers, happening).flatMap(({ name, retailerId }) =>
          events.flatMap((event) =>
            on
              .filter(({ shop, resources }) => shop === name && resources.includes(event.resource))
              .map((one) => {
                const sending = sendingOf(one, retailerId, event, now(), keys().privateKey);
                return givingUp(one, sending, failures, (over) => {
                  over.isOn = false;
                });
              }),
          ),
        );
      },
      switchOff() {
        for (const one of list.all()) one.isOn = false;
      },
    },
  };
}

const shown = ({ id, resources, url, isOn }: Subscription): object => ({
  ...{ id: String(id), resources, url, subscriptionType: 'WEBHOOK', enabled: isOn },
});

interface Given {
  readonly resources: readonly string[];
  readonly url: string;
  readonly enabled?: boolean;
}

function read(request: StoreRequest): Given | StoreReply {
  if (!isBodyOf('v10', request))
    return problem(request, 415, `Only ${mediaType('v10')} is taken here.`);
  let given: Record<string, unknown>;
  try {
    given = Object(JSON.parse(request.body)) as Record<string, unknown>;
  } catch {
    return problem(request, 400, 'The body is not JSON.');
  }
  const { resources, url, subscriptionType, enabled } = given;
  const violation = (name: string, reason: string) =>
    problem(request, 400, 'Bad request', [{ name, reason }]);
  if (!Array.isArray(resources) || resources.length === 0)
    return violation('resources', 'must not be empty');
  const [unknown] = resources.filter((one) => !kinds.includes(one));
  if (unknown !== undefined) return violation('resources', `${unknown} is not a resource`);
  if (!isReachable(url)) return violation('url', 'must be an https address');
  const [unheard] = resources.filter((one) => !byWebhook.includes(one));
  if (unheard !== undefined)
    return violation('resources', `${unheard} is not supported for WEBHOOK subscriptions`);
  if (subscriptionType !== 'WEBHOOK') return violation('subscriptionType', 'is not played here');
  if (enabled !== undefined && typeof enabled !== 'boolean')
    return violation('enabled', 'must be true or false');
  return given as unknown as Given;
}

interface Event {
  readonly resource: string;
  readonly type: string;
  readonly resourceId: string;
}

/** Of an order only that it came and that something left. */
function eventsOf(happening: Happening): readonly Event[] {
  const { order, change } = happening;
  if (order === undefined) return [];
  const events: Event[] = [];
  if (change === 'created')
    events.push({ resource: 'ORDER', type: 'CREATED', resourceId: orderId(order) });
  if (grown(happening, 'fulfilments'))
    events.push({ resource: 'SHIPMENT', type: 'CREATED', resourceId: String(914_000_000 + order.id) }); // biome-ignore format: one event
  return events;
}

function sendingOf(
  { url }: Subscription,
  retailerId: string,
  event: Event,
  at: number,
  key: KeyObject,
): HookSending {
  const body = JSON.stringify({
    retailerId: Number(retailerId),
    timestamp: new Date(at).toISOString(),
    event,
  });
  const signature = sign('sha256', Buffer.from(body), key).toString('base64');
  return {
    ...{ method: 'POST', url, body },
    headers: {
      'content-type': 'application/json',
      signature: `keyId=${keyId}, algorithm="SHA256withRSA", signature=${signature}`,
    },
  };
}
