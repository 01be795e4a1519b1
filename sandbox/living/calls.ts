// The calls that change things, under /_sandbox: one call, one step, one answer.
import type { Catalogue, Instant, Order, Product } from '../catalogue/types.ts';
import type { Store, StoreReply, StoreRequest } from '../store.ts';
import { countIn, isoText, readBody, textIn } from './body.ts';
import { orderNamed, productNamed, shopNamed } from './find.ts';
import { type JournalEntry, journalOf, type Written, writtenBy } from './journal.ts';
import type { Living } from './living.ts';
import { changeOrder, createOrder, type Done, deleteOrder, type Ground, orderCalls } from './order-calls.ts'; // biome-ignore format: one line
import { changeProduct, createProduct, type ProductVerb, productVerbs, removeProduct } from './product-calls.ts'; // biome-ignore format: one line
import { changeAtRandom, type RandomChange } from './random.ts';
import { badBody, Refusal, unknownRecord } from './refusal.ts';
import { recordFor, SILENT, type SilentAct, takeSilently } from './silent.ts';
import {
  deletionVisibility,
  orderShown,
  orderVisibility,
  productShown,
  productVisibility,
} from './visibility.ts';

export interface Changes {
  /** The answer to a call, or undefined where the address is none of these. */
  reply(request: Pick<StoreRequest, 'method' | 'path' | 'query' | 'body'>): StoreReply | undefined;
  random(steps: number, seed: number): readonly RandomChange[];
  /** Makes a record, or edits the one that is named, without looking up what each vendor shows of it. */
  step(kind: 'orders' | 'products', body: object, name?: string): void;
  /** What was done so far in a shop of a channel, the first unless named; see `JournalEntry`. */
  journal(channel: string, shop?: string): readonly JournalEntry[];
  /** What was written by the API of a channel, each time that it was. */
  written(channel: string): readonly Written[];
  /** Changes that no date shows, by name; see `silent.ts`. */
  readonly silent: readonly SilentAct[];
  /** What its vendor calls the record that one of them would change: the newest that fits. */
  recordFor(name: string): string;
  /** Makes one of them happen, to the record named or to the newest that fits, and returns what it did. */
  silently(name: string, record?: string): readonly JournalEntry[];
  reset(): void;
  /** Changes something at random every so many seconds from now on; 0 ends that. */
  live(seconds: number): void;
}

export function openChanges(living: Living, stores: readonly Store[], now: () => Instant): Changes {
  const { catalogue } = living;
  const ground: Ground = { living, catalogue, stores, now };

  function route({ method, path, query, body }: Parameters<Changes['reply']>[0]) {
    const [, kind = '', name, verb] =
      /^\/_sandbox\/(orders|products|reset|random|alive|journal)(?:\/([^/]+)(?:\/([^/]+))?)?$/.exec(
        path,
      ) ?? [];
    if (kind === '') return undefined;
    const asked = `${method === 'HEAD' ? 'GET' : method} ${kind}${name === undefined ? '' : '/one'}`;
    const record = name === undefined ? '' : decoded(name);
    const isPlain = verb === undefined;
    if (asked === 'POST reset' && isPlain) return reset(body);
    if (asked === 'POST random' && isPlain) return atRandom(body);
    if (asked === 'POST alive' && isPlain) return alive(body);
    if (asked === 'GET journal' && isPlain) return journalRead(query);
    if (asked === 'GET orders') return listed(query, catalogue.orders, orderShown, 'orders');
    if (asked === 'GET products')
      return listed(query, catalogue.products, productShown, 'products');
    if (asked === 'GET orders/one' && isPlain) {
      const order = orderNamed(record, ground);
      return json(200, { order: orderShown(order), ...orderVisibility(order, stores) });
    }
    if (asked === 'GET products/one' && isPlain) {
      const { product } = productNamed(record, ground);
      return json(200, { product: productShown(product), ...productVisibility(product, stores) });
    }
    if (asked === 'POST orders') return orderDone(createOrder(body, ground));
    if (asked === 'POST products') return productDone(createProduct(body, ground));
    if (asked === 'DELETE orders/one' && isPlain)
      return orderDone(deleteOrder(record, body, ground));
    if (asked === 'DELETE products/one' && isPlain)
      return productDone(removeProduct(record, body, ground));
    if (asked === 'POST orders/one' && verb !== undefined) {
      const call = Object.hasOwn(orderCalls, verb) ? orderCalls[verb] : undefined;
      if (call !== undefined) return orderDone(changeOrder(record, verb, call, body, ground));
    }
    if (asked === 'POST products/one' && isProductVerb(verb))
      return productDone(changeProduct(record, verb, body, ground));
    return json(404, { message: `There is no ${method} ${path}; ${verbsOf(kind)}.` });
  }

  function orderDone({ change, at, record }: Done<Order>): StoreReply {
    const shown =
      change === 'delete' ? deletionVisibility(stores, 'order') : orderVisibility(record, stores);
    const answer = { change, at: isoText(at), order: orderShown(record), ...shown };
    return json(change === 'create' ? 201 : 200, answer);
  }

  function productDone({ change, at, record }: Done<Product>): StoreReply {
    const shown =
      change === 'delete'
        ? deletionVisibility(stores, 'product')
        : productVisibility(record, stores);
    const answer = { change, at: isoText(at), product: productShown(record), ...shown };
    return json(change === 'create' ? 201 : 200, answer);
  }

  function journalRead(query: StoreRequest['query']): StoreReply {
    const asked = readBody(JSON.stringify(Object.fromEntries(query)), ['channel', 'shop']);
    const channel = textIn(asked, 'channel');
    if (channel === undefined) throw badBody('Give the "channel" whose journal it is.');
    const entries = journal(channel, textIn(asked, 'shop'));
    return json(200, { journal: entries.map((entry) => ({ ...entry, at: isoText(entry.at) })) });
  }

  function reset(body: string): StoreReply {
    readBody(body, []);
    living.reset();
    return json(200, { change: 'reset', ...counted(catalogue) });
  }

  function atRandom(text: string): StoreReply {
    const body = readBody(text, ['steps', 'seed']);
    const steps = countIn(body, 'steps', 1, 1000) ?? 10;
    const seed = countIn(body, 'seed', 0, 2 ** 32 - 1) ?? 1;
    const changes = changeAtRandom(steps, seed, ground);
    return json(200, { change: 'random', steps, seed, changes, ...counted(catalogue) });
  }

  let ticking: NodeJS.Timeout | undefined;
  let seed = now() % 2 ** 32;
  function live(seconds: number): void {
    clearInterval(ticking);
    if (seconds === 0) return;
    const change = () => {
      seed = (seed + 1) % 2 ** 32;
      changeAtRandom(1, seed, ground);
    };
    ticking = setInterval(change, seconds * 1000).unref();
  }

  function alive(text: string): StoreReply {
    const seconds = countIn(readBody(text, ['seconds']), 'seconds', 0, 86_400) ?? 5;
    live(seconds);
    return json(200, { change: 'alive', seconds });
  }

  function journal(channel: string, name?: string): readonly JournalEntry[] {
    const { store, shop } = shopNamed(channel, name, stores);
    return journalOf(living, store, shop);
  }

  return {
    reply(request) {
      try {
        return route(request);
      } catch (error) {
        if (error instanceof Refusal) return json(error.status, { message: error.message });
        throw error;
      }
    },
    live,
    random: (steps, seed) => changeAtRandom(steps, seed, ground),
    step(kind, wish, name) {
      const body = JSON.stringify(wish);
      if (kind === 'products' && name === undefined) createProduct(body, ground);
      else if (kind === 'products') changeProduct(name ?? '', 'edit', body, ground);
      else if (name === undefined) createOrder(body, ground);
      else changeOrder(name, 'edit', orderCalls.edit, body, ground);
    },
    journal,
    written: (channel) => writtenBy(living, shopNamed(channel, undefined, stores).store),
    silent: SILENT,
    recordFor: (name) => recordFor(silentNamed(name), undefined, stores).id,
    silently(name, record) {
      const act = silentNamed(name);
      const last = living.notes.at(-1)?.seq ?? 0;
      takeSilently(act, record, ground);
      return journal(act.channel, act.shop).filter(({ seq }) => seq > last);
    },
    reset: living.reset,
  };
}

function silentNamed(name: string): SilentAct {
  const act = SILENT.find((one) => one.name === name);
  if (act === undefined) throw unknownRecord(`There is no act "${name}".`);
  return act;
}

const isProductVerb = (verb: string | undefined): verb is ProductVerb =>
  productVerbs.some((known) => known === verb);

function verbsOf(kind: string): string {
  if (kind === 'orders') return `an order can be asked to ${Object.keys(orderCalls).join(', ')}`;
  if (kind === 'products') return `a product can be asked to ${productVerbs.join(', ')}`;
  return `it is POST /_sandbox/${kind}`;
}

function listed<T>(
  query: StoreRequest['query'],
  records: readonly T[],
  show: (record: T) => object,
  name: string,
): StoreReply {
  const pairs = Object.fromEntries(query.map(([key, value]) => [key, Number(value)]));
  const limit = countIn(readBody(JSON.stringify(pairs), ['limit']), 'limit', 1, 250) ?? 20;
  return json(200, { [name]: records.slice(-limit).reverse().map(show), count: records.length });
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    throw badBody(`The address holds a percent sign that stands for nothing: ${name}.`);
  }
}

const counted = ({ orders, products }: Catalogue) => ({
  orders: orders.length,
  products: products.length,
});

const json = (status: number, value: object): StoreReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: `${JSON.stringify(value, null, 2)}\n`,
});
