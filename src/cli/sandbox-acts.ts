// What can be done to a running sandbox: each call, and the options that make its body. What fits the sandbox says.
import { type Options, placesOf } from './declare.ts';
import { readAs } from './values.ts';

/** The words of each, whether it names a record, and the members that its body may have. */
const CALLS: Readonly<Record<string, string>> = {
  'orders --limit': 'list the newest orders',
  'orders show <order>': 'show an order, and which shops have it',
  'orders create --line --country --currency --coupon --customer --note --paid --at':
    'make a new order, paid unless set otherwise',
  'orders pay <order> --amount --at': 'pay what is outstanding',
  'orders ship <order> --line --at': 'send a parcel with all that is left, or some of it',
  'orders refund <order> --line --shipping --amount --reason --at':
    'give back all that is left, or some of it',
  'orders edit <order> --note --tag --email --phone --line --at': 'change an order',
  'orders cancel <order> --reason --refund --at': 'cancel an order and give the money back',
  'orders delete <order>': 'delete an order',
  'products --limit': 'list the newest products',
  'products show <product>': 'show a product, and which shops have it',
  'products create --title --price --stock --sku --published --at':
    'make a new product, published unless set otherwise',
  'products edit <product> --title --price --stock --sku --at': 'change a product',
  'products publish <product> --at': 'put a product up for sale',
  'products archive <product> --at': 'take a product off sale',
  'products delete <product>': 'delete a product; orders still name it',
  'random --steps --seed': 'change things at random, the same way for the same seed',
  'alive --seconds': 'change something at random from now on, every so many seconds',
  reset: 'put everything back to the start',
};

const MEMBERS: Options = {
  'limit <number>': 'How many, at most 250; 20 unless given.',
  'line <line[:quantity]>...':
    'A line, counted from 1 (of a new order a stock-keeping unit), and how many of it; all that is left unless given.',
  'country <country>': 'Where it is delivered, such as DE.',
  'currency <currency>': 'What the buyer pays in, such as USD.',
  'coupon <code>': 'A coupon of the catalogue.',
  'customer <e-mail>': 'A customer of the catalogue.',
  'note <text>': 'The note of the buyer.',
  'paid <yes|no>': 'Whether it is paid immediately.',
  'tag <tag>...': 'The tags, all of them.',
  'email <e-mail>': 'The buyer’s address.',
  'phone <telephone>': 'The buyer’s telephone.',
  'shipping <yes|no>': 'Whether the shipping is given back too.',
  'amount <amount>': 'In the order’s currency; all of it unless given.',
  'reason <text>':
    'Why; of a cancellation one of customer, fraud, inventory, declined, staff, other.',
  'refund <yes|no>': 'Whether the money is given back.',
  'title <text>': 'Its title.',
  'price <amount>': 'In euro, tax included.',
  'stock <number>': 'How many there are.',
  'sku <sku>': 'Its stock-keeping unit; of an edit which variant, the first unless given.',
  'published <yes|no>': 'Whether it is for sale.',
  'at <instant>': 'When: ISO 8601 with an offset, not in the future; now unless given.',
  'steps <number>': 'How many changes, at most 1000; 10 unless given.',
  'seconds <seconds>':
    'How many seconds between two changes, 5 unless given; 0 for no more of them.',
  'seed <number>': 'Another seed, other changes.',
};

/** What is typed behind the words, and what it does. */
const EXAMPLES: Readonly<Record<string, readonly [typed: string, does: string]>> = {
  orders: ['--limit 5', 'Five of them'],
  'orders show': ['3210', 'By its number'],
  'orders create': ['--line KZ-0001:2 --country DE --paid no', 'This one, to be paid later'],
  'orders pay': ['3210', 'All of it'],
  'orders ship': ['3210 --line 1:1', 'One piece of the first line'],
  'orders refund': ['3210 --amount 5.00', 'A part of it'],
  'orders edit': ['3210 --note "Ring twice"', 'Its note'],
  'orders cancel': ['3210 --reason inventory', 'Out of stock'],
  'orders delete': ['3210', 'As a merchant would'],
  products: ['', 'Twenty of them'],
  'products show': ['KZ-0001', 'By a stock-keeping unit'],
  'products create': ['--title "Teapot" --price 19.95 --stock 12', 'A teapot'],
  'products edit': ['KZ-0001 --stock 3', 'Some were sold elsewhere'],
  'products publish': ['KZ-0001', 'It is seen from now on'],
  'products archive': ['KZ-0001', 'It is not seen any more'],
  'products delete': ['KZ-0001', 'As a merchant would'],
  random: ['--steps 100', 'Something to sync'],
  alive: ['--seconds 2', 'Beside a reader that runs; 0 ends it'],
  reset: ['', 'After a test'],
};

export type Act = (typeof ACTS)[number];

export const ACTS = Object.entries(CALLS).map(([declared, about]) => {
  const words = declared.split(' ');
  const name = words.filter((word) => /^\w/.test(word)).join(' ');
  const [kind = '', verb] = name.split(' ');
  const [typed = '', does = ''] = EXAMPLES[name] ?? [];
  const isRead = verb === 'show' || (verb === undefined && kind.endsWith('s'));
  const own = verb === 'show' || verb === 'create' || verb === 'delete' ? undefined : verb;
  const members = Object.entries(MEMBERS).filter(([key]) =>
    words.includes(`--${key.split(' ', 1)[0]}`),
  );
  return {
    ...{ name, about, examples: { [`sandbox ${name} ${typed}`.trim()]: does } },
    method: isRead ? ('GET' as const) : verb === 'delete' ? ('DELETE' as const) : ('POST' as const),
    /** Where it is called, under /_sandbox/. */
    pathFor: (record: string) =>
      [kind, record && encodeURIComponent(record), own].filter(Boolean).join('/'),
    record: (['order', 'product'] as const).find((each) => words.includes(`<${each}>`)),
    body: Object.fromEntries(members),
  };
});

/** The options that were given, as the body has them: what may be given several times is a list there. */
export function bodyOf({ name, body: declared }: Act, values: object): Record<string, unknown> {
  const given = values as Readonly<Record<string, unknown>>;
  const lineOf = (text: string) => {
    const [first = '', quantity] = text.split(':');
    const number = (digits: string) => readAs('number', digits, '"--line"');
    return {
      ...(name === 'orders create' ? { sku: first } : { line: number(first) }),
      ...(quantity !== undefined && { quantity: number(quantity) }),
    };
  };
  const all = Object.entries(placesOf(declared)).map(([key, { many }]) => {
    const value = given[key];
    const lines = key === 'line' && Array.isArray(value) ? value.map(lineOf) : value;
    return [many ? `${key}s` : key, lines] as const;
  });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}
