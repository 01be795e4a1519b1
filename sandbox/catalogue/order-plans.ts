// The schedule of the two years: when an order is placed and what it is to be.
import { day, hour, minute, second } from './moments.ts';
import type { Random } from './random.ts';
import type {
  CancelReason,
  CurrencyCode,
  Instant,
  Moments,
  OrderSource,
  OrderTrait,
} from './types.ts';

export interface OrderPlan {
  readonly at: Instant;
  /** Traits that only the schedule knows; the others are read off the finished order. */
  readonly traits?: readonly OrderTrait[];
  readonly country?: string;
  readonly currency?: CurrencyCode;
  readonly tax?: 'included' | 'excluded' | 'none';
  readonly lines?: number;
  readonly quantity?: number;
  readonly goods?: 'gift-card' | 'digital' | 'deleted' | 'custom';
  /** Identifiers of coupons. */
  readonly coupons?: readonly number[];
  readonly automatic?: boolean;
  readonly shipping?: 'standard' | 'two' | 'none';
  readonly tip?: number;
  readonly pay?: 'paid' | 'pending' | 'authorized' | 'failed' | 'partial' | 'cod' | 'gift-card';
  readonly ship?: 'none' | 'partial' | 'full';
  readonly refund?: 'partial' | 'full' | 'amount' | 'twice' | 'shipping';
  readonly cancel?: CancelReason;
  readonly guest?: boolean;
  readonly addresses?: 'both' | 'billing' | 'none';
  readonly company?: boolean;
  readonly note?: string;
  readonly test?: boolean;
  readonly source?: OrderSource;
  /** The very second of the last change. */
  readonly updatedAt?: Instant;
}

type Special = Omit<OrderPlan, 'at'>;

export const notes: readonly string[] = [
  'Bitte beim Nachbarn klingeln, Grüße aus München',
  'Leave at the door 🚪 thank you 🙏🏽',
  'Please write "Happy <3 birthday" & nothing else on the card',
  'First line\nSecond line\r\nThird line, after a blank one:\n\nfourth',
  "L'étage 2 \\ code 1234#",
];

/** Each of these is placed several times: long ago, in the last half year and in the last weeks. */
const specials: readonly Special[] = [
  { coupons: [1], lines: 2 },
  { coupons: [3], lines: 3 },
  { coupons: [4], lines: 2, quantity: 3 },
  { coupons: [5] },
  { coupons: [1, 3], lines: 3 },
  { coupons: [7], country: 'DE' },
  { automatic: true, lines: 4 },
  { coupons: [6], shipping: 'none' },
  { coupons: [6, 5], tax: 'included' },
  { tax: 'excluded', country: 'NL', company: true, lines: 4 },
  { tax: 'excluded', country: 'US', lines: 2 },
  { tax: 'excluded', coupons: [2], lines: 3, country: 'DE' },
  { tax: 'none', country: 'DE', company: true, traits: ['reverse-charge'] },
  { refund: 'partial', ship: 'full', lines: 3, quantity: 2 },
  { refund: 'full', ship: 'full', lines: 2 },
  { refund: 'full', ship: 'none' },
  { refund: 'amount', ship: 'full' },
  { refund: 'twice', ship: 'full', lines: 2, quantity: 4 },
  { refund: 'shipping', ship: 'full' },
  { refund: 'partial', tax: 'excluded', country: 'DE', lines: 2, quantity: 3, coupons: [1], ship: 'full' },
  { refund: 'partial', ship: 'none', lines: 2, quantity: 2 },
  { cancel: 'customer', pay: 'paid', refund: 'full', ship: 'none' },
  { cancel: 'inventory', pay: 'paid', ship: 'none' },
  { cancel: 'customer', pay: 'pending', ship: 'none' },
  { cancel: 'fraud', pay: 'authorized', ship: 'none' },
  { cancel: 'staff', pay: 'pending', ship: 'none' },
  { cancel: 'other', pay: 'pending', ship: 'none', guest: true },
  { pay: 'pending', ship: 'none' },
  { pay: 'authorized', ship: 'none' },
  { pay: 'failed', ship: 'none' },
  { pay: 'partial', ship: 'none', lines: 2 },
  { pay: 'cod', ship: 'none' },
  { ship: 'partial', lines: 3, quantity: 2 },
  { currency: 'GBP', country: 'GB', lines: 2 },
  { currency: 'GBP', country: 'GB', coupons: [1], refund: 'partial', ship: 'full', lines: 3 },
  { currency: 'USD', country: 'US', tax: 'none', lines: 2, tip: 250 },
  { currency: 'USD', country: 'US', tax: 'none', refund: 'full', ship: 'full' },
  { currency: 'JPY', country: 'JP', lines: 2 },
  { currency: 'JPY', country: 'JP', coupons: [2, 5], lines: 2 },
  { currency: 'KWD', country: 'KW', lines: 2 },
  { currency: 'KWD', country: 'KW', coupons: [1], refund: 'partial', ship: 'full', lines: 2 },
  { goods: 'gift-card', shipping: 'none' },
  { pay: 'gift-card', lines: 2 },
  { goods: 'digital', shipping: 'none' },
  { goods: 'deleted' },
  { goods: 'custom', lines: 2 },
  { lines: 34 },
  { lines: 120, tax: 'excluded', country: 'NL' },
  { addresses: 'none', guest: true, shipping: 'none', goods: 'digital' },
  { addresses: 'billing', shipping: 'none' },
  { guest: true },
  { tip: 350 },
  { shipping: 'two', lines: 3 },
  { company: true, country: 'BE' },
  { test: true },
  { source: 'pos', addresses: 'none', shipping: 'none' },
  { source: 'admin', note: notes[4] ?? '' },
  { note: notes[0] ?? '', country: 'DE' },
  { note: notes[1] ?? '' },
  { note: notes[2] ?? '' },
  { note: notes[3] ?? '' },
  { quantity: 999, lines: 1 },
  { country: 'CH', tax: 'none' },
]; // biome-ignore format: one plan a line

const regularOrders = 1900;
/** Days before the anchor at which the specials are placed. */
const specialDays = [500, 150, 48, 14];

export function plansOf(random: Random, moments: Moments): readonly OrderPlan[] {
  const plans: OrderPlan[] = [...regular(random, moments), ...placed(moments)];
  for (const [round, days] of specialDays.entries()) {
    for (const [i, special] of specials.entries()) {
      const at = moments.anchor - days * day - i * 37 * minute - round * 17 * second;
      plans.push({ ...special, at });
    }
  }
  plans.push({ at: moments.anchor - 40 * day + 7 * minute, lines: 260, shipping: 'two' });
  plans.push({
    at: moments.anchor - 320 * day + 7 * minute,
    lines: 262,
    tax: 'excluded',
    coupons: [1],
  });
  return plans.sort((one, other) => one.at - other.at);
}

function regular(random: Random, { anchor, first }: Moments): readonly OrderPlan[] {
  const spacing = Math.floor((anchor - first - 3 * hour) / regularOrders / second);
  return Array.from({ length: regularOrders }, (_, i): OrderPlan => {
    const at = first + (i * spacing + random.int(0, spacing - 1)) * second;
    const country = random.pick(['NL', 'NL', 'NL', 'NL', 'NL', 'DE', 'DE', 'BE', 'FR', 'GB', 'US']);
    return {
      at,
      country,
      lines: random.pick([1, 1, 1, 2, 2, 3, 4]),
      ...(country === 'GB' ? { currency: 'GBP' as const } : {}),
      ...(country === 'US' ? { currency: 'USD' as const, tax: 'none' as const } : {}),
      ...(random.chance(8) && country !== 'GB' && country !== 'US'
        ? { coupons: [random.pick([1, 2, 3, 5])] }
        : {}),
      ...(random.chance(7)
        ? { ship: 'none' as const }
        : random.chance(2)
          ? { ship: 'partial' as const }
          : {}),
      ...(random.chance(4) ? { pay: 'pending' as const, ship: 'none' as const } : {}),
      ...(random.chance(3)
        ? { cancel: 'customer' as const, pay: 'pending' as const, ship: 'none' as const }
        : {}),
      ...(random.chance(20) ? { guest: true } : {}),
    };
  });
}

/** Around a change of the clock, in the hours before it and in those that it skips or repeats. */
const nightly = [-90, -45, -15, 0, 15, 45, 75, 90, 105, 150].map((minutes) => minutes * minute);

/** Orders at the bounds that tests ask for. */
function placed({
  anchor,
  midnight,
  bound,
  updatedTogether,
  clockChanges,
}: Moments): readonly OrderPlan[] {
  const plans: OrderPlan[] = [];
  const put = (at: Instant, traits: readonly OrderTrait[], more: Special = {}): void => {
    if (at < anchor) plans.push({ ...more, at, traits });
  };
  put(midnight - second, ['beside-bound']);
  put(midnight, ['at-midnight']);
  put(midnight, ['at-midnight'], { pay: 'pending', ship: 'none' });
  put(midnight + second, ['beside-bound']);
  put(bound - second, ['beside-bound']);
  put(bound, ['at-bound']);
  put(bound, ['at-bound'], { ship: 'none' });
  put(bound, ['at-bound'], { cancel: 'customer', pay: 'pending', ship: 'none' });
  put(bound + second, ['beside-bound']);
  for (const { at, direction } of clockChanges) {
    for (const shift of [-hour, -30 * minute, -second, 0, second, 30 * minute, hour]) {
      const repeated = direction === 'back' && shift >= -hour && shift < hour;
      put(at + shift, repeated ? ['clock-change', 'repeated-hour'] : ['clock-change']);
    }
    // Hours that a clock shows twice or never are not the same when UTC is read as local time.
    for (const [i, shift] of nightly.entries()) {
      if (shift > hour) put(at + shift, ['clock-change']);
      put(at - 9 * day - i * hour, ['clock-change'], { updatedAt: at + shift });
    }
  }
  const together: readonly (readonly [number, OrderTrait])[] = [
    [-second, 'beside-bound'],
    [0, 'updated-together'],
    [0, 'updated-together'],
    [0, 'updated-together'],
    [0, 'updated-together'],
    [second, 'beside-bound'],
  ];
  for (const [i, [shift, trait]] of together.entries()) {
    put(updatedTogether - 7 * day - i * 3 * hour, [trait], { updatedAt: updatedTogether + shift });
  }
  return plans;
}
