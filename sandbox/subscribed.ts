// What the vendors' lists of subscriptions have in common: numbers, who holds a record, and giving up.
import type { Change } from './catalogue/types.ts';
import type { Happening, HintSending, HookSending, StoreShop } from './store.ts';

/** One subscription at a vendor. */
export interface Subscribed {
  readonly id: number;
  /** The name of the shop. */
  readonly shop: string;
  readonly createdAt: number;
  updatedAt: number;
  topic: string;
  url: string;
  isOn: boolean;
  /** In a row. */
  failures: number;
}

/** The list of one vendor; subscriptions of a shop may belong to several apps. */
export function openList<S extends Subscribed>(first: number) {
  let last = first;
  let list: readonly S[] = [];
  return {
    nextId: (): number => {
      last += 1;
      return last;
    },
    add(one: S): S {
      list = [...list, one];
      return one;
    },
    remove(one: S): void {
      list = list.filter((other) => other !== one);
    },
    all: (): readonly S[] => list,
  };
}

/** The shops among these that hold what it happened to. */
export function holders<S extends Pick<StoreShop, 'orders' | 'products'>>(
  shops: readonly S[],
  { order, product }: Happening,
): readonly S[] {
  return shops.filter(
    (shop) =>
      shop.orders.some(({ id }) => id === order?.id) ||
      shop.products.some(({ id }) => id === product?.id),
  );
}

/** The step that it was. */
export const stepOf = ({ order, product }: Happening): Change | undefined =>
  (order ?? product)?.changes.at(-1);

/** Whether its stock is another. */
export function stockMoved({ product, productBefore }: Happening): boolean {
  const stockOf = (one: Happening['product']): string =>
    JSON.stringify(one?.variants.map(({ stock }) => stock));
  return productBefore !== undefined && stockOf(product) !== stockOf(productBefore);
}

/** How much longer a list of the order became. */
export const grown = (
  { order, orderBefore }: Happening,
  list: 'refunds' | 'fulfilments',
): boolean => (order?.[list].length ?? 0) > (orderBefore?.[list].length ?? 0);

/** A vendor that is not taken so many times in a row gives up. */
export function givingUp<S extends Subscribed>(
  one: S,
  sending: HookSending,
  most: number,
  giveUp: (one: S) => void,
): HintSending {
  return {
    ...sending,
    answered(status) {
      one.failures = status >= 200 && status < 300 ? 0 : one.failures + 1;
      if (one.failures >= most) giveUp(one);
    },
  };
}

/**
 * Whether a vendor would send there: by https. The sandbox and the service meet on one machine, without
 * certificates: there, and only there, plain http is taken as well.
 */
export function isReachable(text: unknown): text is string {
  const url = typeof text === 'string' ? URL.parse(text) : null;
  if (url === null) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isOwn(url.hostname));
}

const isOwn = (hostname: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
