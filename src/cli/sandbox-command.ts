// The command "manifold sandbox": runs the fake stores alone, and acts on the orders and products of running ones.
import { once } from 'node:events';
import { callOwn } from '../net/own.ts';
import { command, part } from './command.ts';
import { CommandError, type Part, UsageError } from './declare.ts';
import { exitCode, exitOf } from './exits.ts';
import { cell, type Item } from './formats.ts';
import { paint } from './paint.ts';
import { ACTS, type Act, type BodyOption } from './sandbox-acts.ts';
import { type Column, layOut, shortTime } from './table.ts';
import { wrapped } from './wrap.ts';

const run = part({
  about: 'run the nine fake stores alone, until Ctrl-C',
  details: [
    '"manifold serve" runs them beside the service already; alone they are for tests of your own. The other words act on running ones: every shop that has the order or product tells the change at once, in its vendor’s own way.',
  ],
  options: {
    port: {
      value: 'port',
      about: 'MANIFOLD_SANDBOX_PORT unless given, else 8090; 0 takes any free one.',
    },
    host: { value: 'address', about: 'Where to listen; 127.0.0.1 unless given.' },
    log: {
      value: 'file',
      about: 'Write every exchange as a JSON line, secrets masked.',
    },
    rates: {
      value: 'word',
      about: 'relaxed shows the vendors’ limits, vendor holds to them. relaxed unless given.',
      words: ['relaxed', 'vendor'],
    },
  },
  examples: [
    ['sandbox', 'At http://localhost:8090, where a page lists stores and keys'],
    ['sandbox --rates vendor', 'As strict as the vendors'],
  ],
  async run({ options, io }) {
    const { env } = process;
    const given = options.port ?? (env.MANIFOLD_SANDBOX_PORT || '8090');
    const port = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
    if (!(port <= 65_535)) throw new UsageError(`"${given}" is not a port.`);
    const log = options.log ?? (env.MANIFOLD_SANDBOX_LOG || undefined);
    const rates = options.rates ?? env.MANIFOLD_SANDBOX_RATES;
    const { openStores } = await import('./sandbox.ts');
    const stores = await openStores({
      ...{ port, rates: rates === 'vendor' ? 'vendor' : 'relaxed' },
      ...(options.host !== undefined && { host: options.host }),
      ...(log !== undefined && { log }),
    }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
      throw new CommandError(`Port ${port} is taken. Stop what uses it, or give --port.`);
    });
    io.out(`The sandbox is at ${paint('bold', stores.origin)}; Ctrl-C ends it.`);
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    await stores.close();
    return 0;
  },
});

const URL_OPTION = {
  url: {
    value: 'address',
    about:
      'Where the sandbox is; http://localhost:8090 unless given, or the port of MANIFOLD_SANDBOX_PORT.',
  },
} as const;

const RECORDS = {
  orders: {
    word: 'order',
    about: 'Its number, or a channel and the identifier there: <channel>:<id>.',
  },
  products: {
    word: 'product',
    about:
      'Its number, a stock-keeping unit, or a channel and the identifier there: <channel>:<id>.',
  },
} as const;

function partFor(name: string, act: Act): Part {
  const { body = {}, about, examples, path } = act;
  const hasRecord = path.includes('{}');
  const record = path.startsWith('orders') ? RECORDS.orders : RECORDS.products;
  return part({
    about,
    ...(hasRecord && { given: { record } }),
    options: { ...body, ...URL_OPTION },
    examples,
    json: 'the answer of the sandbox, as its README has it',
    async run({ given, options, answer, io }) {
      const values = options as Readonly<Record<string, string | readonly string[] | undefined>>;
      const record = hasRecord ? (given as { readonly record: string }).record : '';
      const sent = bodyOf(body, values);
      const url = addressOf(typeof values.url === 'string' ? values.url : undefined);
      url.pathname = `/_sandbox/${path.replace('{}', encodeURIComponent(record))}`;
      if (act.method === 'GET')
        url.search = new URLSearchParams(sent as Record<string, string>).toString();
      const said = await send(url, act, sent);
      answer(said, linesOf(name, said, io.columns ?? 100));
      return 0;
    },
  });
}

function addressOf(given: string | undefined): URL {
  const text = given ?? `http://localhost:${process.env.MANIFOLD_SANDBOX_PORT || '8090'}`;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError(`"${text}" is not an address.`);
  return url;
}

async function send(url: URL, { method }: Act, body: object): Promise<Item> {
  const asked = await callOwn(url, { method, ...(method === 'POST' && { body }) }).catch(() => {
    throw new CommandError(
      `Nothing answers at ${url.origin}. Start it with "npm start" or "manifold sandbox", or name another address with --url.`,
      { exit: exitCode('silent'), code: 'no_answer' },
    );
  });
  const said = parsed(asked.text);
  if (asked.status < 300 && said) return said;
  const why = cell(said?.message) || `It answered ${asked.status}, and not as a sandbox does.`;
  throw new CommandError(why, { exit: exitOf(asked.status), code: 'sandbox_refused' });
}

function parsed(text: string): Item | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? { ...read } : undefined;
  } catch {
    return undefined;
  }
}

/** The options that were given, as the body has them. */
function bodyOf(
  declared: Readonly<Record<string, BodyOption>>,
  values: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(declared)) {
    const value = values[name];
    if (value !== undefined) body[option.as ?? name] = READERS[option.read](value, name);
  }
  return body;
}

type Given = string | readonly string[];
const each = (given: Given): readonly string[] => (typeof given === 'string' ? [given] : given);

const READERS: Readonly<Record<BodyOption['read'], (given: Given, name: string) => unknown>> = {
  text: (given) => given,
  list: (given) => each(given),
  flag: (given) => given === 'yes',
  number: (given, name) => wholeNumber(String(given), name),
  goods: (given, name) =>
    each(given).map((text) => {
      const { first, quantity } = splitAt(text, name);
      return { sku: first, ...(quantity !== undefined && { quantity }) };
    }),
  lines: (given, name) =>
    each(given).map((text) => {
      const { first, quantity } = splitAt(text, name);
      return { line: wholeNumber(first, name), ...(quantity !== undefined && { quantity }) };
    }),
};

function splitAt(text: string, name: string) {
  const [first = '', quantity] = text.split(':');
  return { first, quantity: quantity === undefined ? undefined : wholeNumber(quantity, name) };
}

function wholeNumber(text: string, name: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`"--${name}": "${text}" is not a whole number.`);
}

/** For people: the record in a line, and who tells it. */
function linesOf(name: string, said: Item, room: number): string[] {
  for (const kind of ['orders', 'products'] as const) {
    const list = said[kind];
    if (Array.isArray(list) && name === kind) return tableOf(kind, list, room);
  }
  const record = (said.order ?? said.product) as Item | undefined;
  if (!record) return [sentenceOf(said)];
  const what = said.order ? `Order ${cell(record.number)}` : `Product ${cell(record.product)}`;
  const states =
    said.change === 'delete'
      ? ['deleted']
      : [record.state, record.financialStatus, record.fulfilmentStatus, record.status]
          .map(cell)
          .filter((state) => state !== '');
  const total =
    record.total === undefined ? '' : `, ${cell(record.total)} ${cell(record.currency)}`;
  const [told, untold] = [itemsIn(said.told), itemsIn(said.untold)];
  const names = [...told, ...untold].map(({ channel }) => cell(channel).length);
  const width = Math.max(0, ...names) + 4;
  const named = ({ channel }: Item) => `  ${cell(channel)}`.padEnd(width);
  const table = layOut(TOLD, told, room - width);
  return [
    paint('bold', `${what}: ${states.join(', ')}${total}`),
    ...told.map((each) => `${named(each)}${table.row(each)}`),
    ...untold.flatMap((each) => {
      const lines = wrapped(cell(each.why), room - width);
      return lines.map((line, at) =>
        paint('dim', `${at === 0 ? named(each) : ' '.repeat(width)}${line}`),
      );
    }),
  ];
}

const itemsIn = (list: unknown): readonly Item[] => (Array.isArray(list) ? list : []);

/** Who tells a record, and in which words. */
const TOLD: readonly Column<Item>[] = [
  { title: '', of: ({ id }) => cell(id) },
  { title: '', of: ({ native }) => wordIn(native), least: 8 },
  { title: '', of: ({ shops }) => shopsIn(shops), least: 8 },
];

/** The native words of its state; dates are there too. */
const wordIn = (native: unknown): string =>
  Object.values((native ?? {}) as Item)
    .filter((value) => typeof value === 'string' && value !== '' && Number.isNaN(Date.parse(value)))
    .join(', ');

const shopsIn = (shops: unknown): string => {
  const [one = '', ...others] = Array.isArray(shops) ? shops.map(String) : [];
  return others.length > 0 ? `${one} and ${others.length} more` : one;
};

function tableOf(kind: 'orders' | 'products', list: readonly Item[], room: number): string[] {
  const table = layOut(LISTS[kind], list, room);
  return [paint('bold', table.head), ...list.map(table.row)];
}

const LISTS: Readonly<Record<'orders' | 'products', readonly Column<Item>[]>> = {
  orders: [
    { title: 'ORDER', of: ({ number }) => cell(number) },
    { title: 'CREATED', of: ({ createdAt }) => shortTime(createdAt) },
    { title: 'UPDATED', of: ({ updatedAt }) => shortTime(updatedAt), leaves: 1 },
    { title: 'STATE', of: ({ state }) => cell(state) },
    { title: 'PAYMENT', of: ({ financialStatus }) => cell(financialStatus) || '-' },
    { title: 'FULFILLMENT', of: ({ fulfilmentStatus }) => cell(fulfilmentStatus) || '-' },
    { title: 'TOTAL', of: ({ total }) => cell(total), right: true },
    { title: 'CUR', of: ({ currency }) => cell(currency) },
  ],
  products: [
    { title: 'PRODUCT', of: ({ product }) => cell(product) },
    { title: 'TITLE', of: ({ title }) => cell(title), least: 16 },
    { title: 'STATUS', of: ({ status }) => cell(status) },
    { title: 'SKU', of: ({ variants }) => cell(first(variants).sku), leaves: 2 },
    { title: 'STOCK', of: ({ variants }) => cell(first(variants).stock) || '-', right: true },
    { title: 'PRICE', of: ({ variants }) => cell(first(variants).price) || '-', right: true },
    { title: 'UPDATED', of: ({ updatedAt }) => shortTime(updatedAt), leaves: 1 },
  ],
};

const first = (variants: unknown): Item =>
  (Array.isArray(variants) ? variants[0] : undefined) ?? {};

/** Of what is no record: what was done, and the numbers that came with it. */
function sentenceOf({ change, ...facts }: Item): string {
  const numbers = Object.entries(facts).filter(([, value]) => typeof value === 'number');
  return `Done: ${cell(change)} (${numbers.map(([name, value]) => `${name} ${cell(value)}`).join(', ')}).`;
}

export const sandbox = command('sandbox', {
  '': run,
  ...Object.fromEntries(Object.entries(ACTS).map(([name, act]) => [name, partFor(name, act)])),
});
