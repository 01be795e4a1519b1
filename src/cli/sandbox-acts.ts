// What can be done to a running sandbox: each call with the options that make its body.
import type { Example, Option } from './declare.ts';

/** How the text of an option becomes a value of the body. */
type Read = 'text' | 'number' | 'flag' | 'list' | 'goods' | 'lines';

export interface BodyOption extends Option {
  readonly value: string;
  readonly read: Read;
  /** Its name in the body, where that is another. */
  readonly as?: string;
}

export interface Act {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Under /_sandbox/; `{}` is the record that was named. */
  readonly path: string;
  readonly about: string;
  readonly body?: Readonly<Record<string, BodyOption>>;
  readonly examples: readonly Example[];
}

const text = (value: string, about: string): BodyOption => ({ read: 'text', value, about });
const flag = (about: string): BodyOption => ({
  read: 'flag',
  value: 'yes|no',
  about,
  words: ['yes', 'no'],
});
const number = (about: string): BodyOption => ({ read: 'number', value: 'number', about });

const AT = text('time', 'When: ISO 8601 with an offset, not in the future; now unless given.');
const LIMIT = number('How many, at most 250; 20 unless given.');
const LINE: BodyOption = {
  ...{ read: 'lines', as: 'lines', value: 'line[:quantity]', many: true },
  about: 'A line, counted from 1, and how many of it; all that is left unless given.',
};

export const ACTS: Readonly<Record<string, Act>> = {
  orders: {
    method: 'GET',
    path: 'orders',
    about: 'list the newest orders',
    body: { limit: LIMIT },
    examples: [['sandbox orders --limit 5', 'Five of them']],
  },
  'orders show': {
    method: 'GET',
    path: 'orders/{}',
    about: 'show an order, and which shops tell it',
    examples: [['sandbox orders show 3210', 'By its number']],
  },
  'orders create': {
    method: 'POST',
    path: 'orders',
    about: 'make a new order, paid unless told otherwise',
    body: {
      line: {
        ...{ read: 'goods', as: 'lines', value: 'sku[:quantity]', many: true },
        about: 'What is ordered; something of the catalogue unless given.',
      },
      country: text('country', 'Where it is delivered, such as DE.'),
      currency: text('currency', 'What the buyer pays in, such as USD.'),
      coupon: text('code', 'A coupon of the catalogue.'),
      customer: text('e-mail', 'A customer of the catalogue.'),
      note: text('text', 'A note of the buyer.'),
      paid: flag('Whether it is paid at once.'),
      at: AT,
    },
    examples: [
      ['sandbox orders create', 'Any order'],
      [
        'sandbox orders create --line KZ-0001:2 --country DE --paid no',
        'This one, to be paid later',
      ],
    ],
  },
  'orders pay': {
    method: 'POST',
    path: 'orders/{}/pay',
    about: 'pay what is outstanding',
    body: { amount: text('amount', 'In the order’s currency; all of it unless given.'), at: AT },
    examples: [['sandbox orders pay 3210', 'All of it']],
  },
  'orders ship': {
    method: 'POST',
    path: 'orders/{}/ship',
    about: 'send a parcel with all that is left, or some of it',
    body: { line: LINE, at: AT },
    examples: [['sandbox orders ship 3210 --line 1:1', 'One piece of the first line']],
  },
  'orders refund': {
    method: 'POST',
    path: 'orders/{}/refund',
    about: 'give back all that is left, or some of it',
    body: {
      line: LINE,
      shipping: flag('Whether the shipping is given back too.'),
      amount: text('amount', 'In the order’s currency.'),
      reason: text('text', 'Why.'),
      at: AT,
    },
    examples: [['sandbox orders refund 3210 --amount 5.00', 'A part of it']],
  },
  'orders edit': {
    method: 'POST',
    path: 'orders/{}/edit',
    about: 'change an order',
    body: {
      note: text('text', 'The note.'),
      tag: { read: 'list', as: 'tags', value: 'tag', many: true, about: 'The tags, all of them.' },
      email: text('e-mail', 'The buyer’s address.'),
      phone: text('number', 'The buyer’s telephone.'),
      line: {
        ...LINE,
        value: 'line:quantity',
        about: 'A line, counted from 1, and its new quantity.',
      },
      at: AT,
    },
    examples: [['sandbox orders edit 3210 --note "Ring twice"', 'Its note']],
  },
  'orders cancel': {
    method: 'POST',
    path: 'orders/{}/cancel',
    about: 'cancel an order and give the money back',
    body: {
      reason: {
        ...text('word', 'Why.'),
        words: ['customer', 'fraud', 'inventory', 'declined', 'staff', 'other'],
      },
      refund: flag('Whether the money is given back.'),
      at: AT,
    },
    examples: [['sandbox orders cancel 3210 --reason inventory', 'Out of stock']],
  },
  'orders delete': {
    method: 'DELETE',
    path: 'orders/{}',
    about: 'delete an order',
    examples: [['sandbox orders delete 3210', 'As a merchant would']],
  },
  products: {
    method: 'GET',
    path: 'products',
    about: 'list the newest products',
    body: { limit: LIMIT },
    examples: [['sandbox products', 'Twenty of them']],
  },
  'products show': {
    method: 'GET',
    path: 'products/{}',
    about: 'show a product, and which shops tell it',
    examples: [['sandbox products show KZ-0001', 'By a stock-keeping unit']],
  },
  'products create': {
    method: 'POST',
    path: 'products',
    about: 'make a new product, published unless told otherwise',
    body: {
      title: text('text', 'Its title.'),
      price: text('amount', 'In euro, tax included.'),
      stock: number('How many there are.'),
      sku: text('sku', 'Its stock-keeping unit.'),
      published: flag('Whether it is for sale.'),
      at: AT,
    },
    examples: [['sandbox products create --title "Teapot" --price 19.95 --stock 12', 'A teapot']],
  },
  'products edit': {
    method: 'POST',
    path: 'products/{}/edit',
    about: 'change a product',
    body: {
      title: text('text', 'Its title.'),
      price: text('amount', 'In euro, tax included.'),
      stock: number('How many there are.'),
      sku: text('sku', 'Which variant; the first unless given.'),
      at: AT,
    },
    examples: [['sandbox products edit KZ-0001 --stock 3', 'Some were sold elsewhere']],
  },
  'products publish': {
    method: 'POST',
    path: 'products/{}/publish',
    about: 'put a product up for sale',
    body: { at: AT },
    examples: [['sandbox products publish KZ-0001', 'It is seen from now on']],
  },
  'products archive': {
    method: 'POST',
    path: 'products/{}/archive',
    about: 'take a product off sale',
    body: { at: AT },
    examples: [['sandbox products archive KZ-0001', 'It is not seen any more']],
  },
  'products delete': {
    method: 'DELETE',
    path: 'products/{}',
    about: 'delete a product; orders still name it',
    examples: [['sandbox products delete KZ-0001', 'As a merchant would']],
  },
  random: {
    method: 'POST',
    path: 'random',
    about: 'change things at random, the same way for the same seed',
    body: {
      steps: number('How many changes, at most 1000; 10 unless given.'),
      seed: number('Another seed, other changes.'),
    },
    examples: [['sandbox random --steps 100', 'Something to sync']],
  },
  reset: {
    method: 'POST',
    path: 'reset',
    about: 'put everything back to the start',
    examples: [['sandbox reset', 'After a test']],
  },
};
