// Changes things at random: seeded, so that the same seed on the same state does the same again.
import { type Random, random as seeded } from '../catalogue/random.ts';
import type { Order, Product } from '../catalogue/types.ts';
import { changeOrder, createOrder, type Done, deleteOrder, type Ground, orderCalls } from './order-calls.ts'; // biome-ignore format: one line
import { leftToRefund, leftToShip } from './order-steps.ts';
import { changeProduct, createProduct, removeProduct } from './product-calls.ts';
import { Refusal } from './refusal.ts';

export interface RandomChange {
  readonly change: string;
  readonly order?: number;
  readonly product?: number;
}

type Step = (random: Random, ground: Ground) => RandomChange;

/** How often each step is taken, against the others. */
const steps: readonly (readonly [weight: number, step: Step])[] = [
  [20, (random, ground) => ofOrder(createOrder(JSON.stringify(newOrder(random, ground)), ground))],
  [14, (random, ground) => onOrder('pay', random, ground, ({ totals, paidAt, state }) => paidAt === null && state === 'open' && totals.outstanding.shop > 0)],
  [18, (random, ground) => onOrder('ship', random, ground, (order) => order.paidAt !== null && order.state === 'open' && order.lines.some((line) => leftToShip(line) > 0))],
  [12, (random, ground) => onOrder('refund', random, ground, (order) => leftToRefund(order).shop > 0)],
  [12, (random, ground) => onOrder('edit', random, ground, ({ state }) => state === 'open')],
  [8, (random, ground) => onOrder('cancel', random, ground, ({ state, fulfilments }) => state === 'open' && fulfilments.length === 0)],
  [3, (random, ground) => ofOrder(deleteOrder(String(random.pick(ground.catalogue.orders).number), '', ground))],
  [4, (random, ground) => ofProduct(createProduct(JSON.stringify({ price: price(random), stock: random.int(0, 40), published: random.chance(80) }), ground))],
  [10, (random, ground) => onProduct('edit', random, ground, () => true)],
  [3, (random, ground) => onProduct('publish', random, ground, ({ status }) => status !== 'active')],
  [3, (random, ground) => onProduct('archive', random, ground, ({ status }) => status !== 'archived')],
  [1, (random, ground) => ofProduct(removeProduct(String(random.pick(ground.catalogue.products).id), '', ground))],
]; // biome-ignore format: one step a line

const allWeights = steps.reduce((sum, [weight]) => sum + weight, 0);
/** A step that cannot be taken now is drawn again; in a catalogue of any size one can. */
const mostDraws = 50;

export function changeAtRandom(
  count: number,
  seed: number,
  ground: Ground,
): readonly RandomChange[] {
  const random = seeded(seed);
  return Array.from({ length: count }, () => oneStep(random, ground));
}

function oneStep(random: Random, ground: Ground): RandomChange {
  for (let draw = 0; draw < mostDraws; draw += 1) {
    try {
      return drawn(random)(random, ground);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  throw new Error('no step could be taken');
}

function drawn(random: Random): Step {
  let left = random.int(1, allWeights);
  for (const [weight, step] of steps) {
    left -= weight;
    if (left <= 0) return step;
  }
  throw new Error('the weights do not add up');
}

const ofOrder = ({ change, record }: Done<Order>): RandomChange => ({
  change,
  order: record.number,
});
const ofProduct = ({ change, record }: Done<Product>): RandomChange => ({
  change,
  product: record.id,
});

function newOrder(random: Random, { catalogue }: Ground): object {
  const sold = catalogue.products.filter(
    ({ kind, status, variants }) =>
      kind === 'physical' && status === 'active' && variants.every((one) => one.price !== null),
  );
  const lines = Array.from({ length: random.int(1, 3) }, () => ({
    product: random.pick(sold).id,
    quantity: random.int(1, 4),
  }));
  const country = random.pick(['NL', 'NL', 'NL', 'DE', 'BE', 'FR', 'GB', 'US', 'JP']);
  return {
    ...(random.chance(60) && { lines }),
    country,
    ...(random.chance(20) && { coupon: random.pick(['thanks10', 'welcome5', 'freeship']) }),
    ...(random.chance(20) && { customer: null }),
    paid: random.chance(70),
  };
}

/** A recent order mostly, since that is what happens in a shop. */
function onOrder(
  change: string,
  random: Random,
  ground: Ground,
  fits: (order: Order) => boolean,
): RandomChange {
  const fitting = ground.catalogue.orders.filter(fits);
  const recent = random.chance(80) ? fitting.slice(-40) : fitting;
  const call = orderCalls[change];
  if (recent.length === 0 || call === undefined) throw new Refusal(409, `Nothing to ${change}.`);
  const order = random.pick(recent);
  const body = JSON.stringify(wishOf(change, order, random));
  return ofOrder(changeOrder(String(order.number), change, call, body, ground));
}

function wishOf(change: string, order: Order, random: Random): object {
  const line = random.int(1, order.lines.length);
  switch (change) {
    case 'ship':
      return random.chance(30) ? { lines: [{ line }] } : {};
    case 'refund':
      return random.pick([{}, { lines: [{ line, quantity: 1 }] }, { amount: '2.00' }, { lines: [{ line }], shipping: true }]); // biome-ignore format: one list
    case 'edit':
      return random.pick([
        { note: `Changed, ${random.hex(6)}` },
        { tags: ['changed', random.hex(4)] },
        { phone: `+31 20 555 ${random.int(1000, 9999)}` },
        { lines: [{ line, quantity: random.int(1, 5) }] },
      ]);
    case 'cancel':
      return { reason: random.pick(['customer', 'inventory', 'staff', 'other']) };
    default:
      return {};
  }
}

function onProduct(
  change: 'edit' | 'publish' | 'archive',
  random: Random,
  ground: Ground,
  fits: (product: Product) => boolean,
): RandomChange {
  const fitting = ground.catalogue.products.filter(fits);
  if (fitting.length === 0) throw new Refusal(409, `Nothing to ${change}.`);
  const product = random.pick(fitting);
  const wish = {
    edit: () => random.pick([{ price: price(random) }, { stock: random.int(0, 60) }, { title: `${product.title.slice(0, 60)} ${random.hex(3)}` }]),
    publish: () => ({}),
    archive: () => ({}),
  }[change](); // biome-ignore format: one list
  return ofProduct(changeProduct(String(product.id), change, JSON.stringify(wish), ground));
}

const price = (random: Random): string => `${random.int(4, 90)}.${random.pick(['00', '50', '95'])}`;
