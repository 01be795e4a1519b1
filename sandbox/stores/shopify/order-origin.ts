// Where an order came from, in the vendor's terms, and the codes that hang on it.
import type { Order, OrderSource } from '../../catalogue/types.ts';
import { publicApp } from './app.ts';
import { numberOf } from './ids.ts';

export interface Origin {
  readonly app: number;
  readonly title: string;
  /** The vendor's `sourceName`. */
  readonly name: string;
}

export const sources: Readonly<Record<OrderSource, Origin>> = {
  web: { app: 580_111, title: 'Online Store', name: 'web' },
  pos: { app: 129_785, title: 'Point of Sale', name: 'pos' },
  admin: { app: 1_354_745, title: 'Draft Orders', name: 'shopify_draft_order' },
  api: { app: publicApp.id, title: publicApp.title, name: String(publicApp.id) },
};

/** Only sales at a counter have a place; the one that handed the goods over. */
export function retailLocationId(order: Order): number | null {
  if (order.source !== 'pos') return null;
  return order.fulfilments[0]?.locationId ?? 2;
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Nine letters and digits that look random but follow from the order. */
export function confirmationNumber(order: Order): string {
  let rest = BigInt(numberOf('Order', order.id)) * 2_654_435_761n;
  let out = '';
  while (out.length < 9) {
    out += letters[Number(rest % 32n)];
    rest /= 32n;
  }
  return out;
}

/** 32 hexadecimal digits, as in the address of an order's status page. */
export function orderToken(order: Order): string {
  const seed = BigInt(numberOf('Order', order.id));
  return ((seed * 0x9e37_79b9_7f4a_7c15n) ** 3n).toString(16).slice(-32).padStart(32, '0');
}
