// The shops of this vendor: what each holds and what is special about it.
import type { Catalogue } from '../../catalogue/types.ts';
import { type Holding, stillFew } from '../../holding.ts';
import { derived } from '../../living/derived.ts';
import { allScopes, readScopes, type Scope } from './app.ts';
import type { TokenKind } from './tokens.ts';

export interface ShopPlan {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly timeZone: string;
  readonly token: TokenKind;
  readonly scopes: readonly Scope[];
  /** What the vendor answers instead of data, to any caller. */
  readonly closed?: 'frozen' | 'locked';
  /** Only a dozen of orders and what they name. */
  readonly small?: true;
}

const without = (...scopes: readonly Scope[]): readonly Scope[] =>
  readScopes.filter((scope) => !scopes.includes(scope));

const usual = { timeZone: 'Europe/Amsterdam', token: 'expiring', scopes: readScopes } as const;

/** A token names its shop by its place in this list: new ones go to the end. */
export const shopPlans: readonly ShopPlan[] = [
  {
    ...usual,
    name: 'demo',
    title: 'Kade & Zonen',
    about:
      'The whole catalogue, linked by OAuth with a token that expires, can be refreshed and may write.',
    scopes: allScopes,
  },
  {
    ...usual,
    name: 'small',
    title: 'Kade & Zonen (small)',
    about: 'A dozen orders and the products they name.',
    small: true,
  },
  {
    ...usual,
    name: 'custom',
    title: 'Kade & Zonen (custom app)',
    about: "A merchant's own app: a pasted token that never expires, and client credentials.",
    token: 'custom',
  },
  {
    ...usual,
    name: 'no-orders',
    title: 'Kade & Zonen (no orders)',
    about: 'The token lacks read_orders.',
    scopes: without('read_orders', 'read_all_orders'),
  },
  {
    ...usual,
    name: 'no-customers',
    title: 'Kade & Zonen (no customers)',
    about: 'The token lacks read_customers: orders come without their customer.',
    scopes: without('read_customers'),
  },
  {
    ...usual,
    name: 'recent',
    title: 'Kade & Zonen (60 days)',
    about: 'The token lacks read_all_orders: older orders are not there, and nothing says so.',
    scopes: without('read_all_orders'),
  },
  {
    ...usual,
    name: 'frozen',
    title: 'Kade & Zonen (frozen)',
    about: 'The merchant owes the vendor money: every call is answered 402.',
    token: 'custom',
    closed: 'frozen',
  },
  {
    ...usual,
    name: 'new-york',
    title: 'Kade & Zonen (New York)',
    about: 'The same catalogue in another time zone, which decides what a date means.',
    timeZone: 'America/New_York',
  },
  {
    ...usual,
    name: 'locked',
    title: 'Kade & Zonen (locked)',
    about: 'Locked by the vendor: every call is answered 423.',
    token: 'custom',
    closed: 'locked',
  },
  {
    ...usual,
    name: 'never-expires',
    title: 'Kade & Zonen (token of an older app)',
    about: 'A public app with a token that never expires, which the vendor refuses with 403.',
    token: 'public',
  },
  {
    ...usual,
    name: 'writable',
    title: 'Kade & Zonen (writable)',
    about: 'The token may write orders, products, inventory and fulfillments.',
    scopes: allScopes,
  },
];

/** What a shop holds, as it is now. */
export function holdingOf(plan: ShopPlan, catalogue: Catalogue): () => Holding {
  if (plan.small !== true) return () => catalogue;
  const these = stillFew(catalogue);
  return derived(catalogue, () => these(catalogue));
}
