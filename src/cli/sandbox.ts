// The command "manifold sandbox": runs the fake stores alone, and acts on the orders and products of running ones.
import { once } from 'node:events';
import { endsAfter } from '../model/ends-after.ts';
import { ask } from '../net/probe.ts';
import { command, part } from './command.ts';
import { CommandError, type Io, type Options, type Part, UsageError } from './declare.ts';
import { exitCode, exitOf } from './exits.ts';
import { cell, type Item, itemIn, itemsIn } from './formats.ts';
import { ACTS, type Act, bodyOf } from './sandbox-acts.ts';
import { type Column, layOut, roomIn, shortTime, tableLines, widthOf } from './table.ts';
import { paint, type Row, twoColumns, wrapped } from './text.ts';

const run = part({
  about: 'run the nine fake stores alone, until Ctrl-C',
  details:
    '"manifold serve" runs them beside the service already; alone they are for tests of your own. The other words act on running ones: every shop that has the order or product shows the change immediately, in its vendor’s own way.',
  options: {
    'port <port>': 'MANIFOLD_SANDBOX_PORT unless given, else 8090; 0 takes any free one.',
    'host <address>': 'Where to listen; 127.0.0.1 unless given.',
    'log <file>': 'Write every exchange as a JSON line, secrets masked.',
    'rates <relaxed|vendor>':
      'relaxed shows the vendors’ limits, vendor enforces them. relaxed unless given.',
  },
  examples: {
    sandbox: 'At http://localhost:8090, where a page lists stores and keys',
    'sandbox --rates vendor': 'As strict as the vendors',
  },
  async run({ options, io }) {
    const { env } = process;
    const given = options.port ?? (env.MANIFOLD_SANDBOX_PORT || '8090');
    const port = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
    if (!(port <= 65_535)) throw new UsageError(`"${given}" is not a port.`);
    const log = options.log ?? (env.MANIFOLD_SANDBOX_LOG || undefined);
    const rates = options.rates ?? env.MANIFOLD_SANDBOX_RATES;
    const { openStores } = await import('../serve/sandbox.ts');
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
  },
});

const WITHIN = 30_000;
const WHERE = {
  'url <address>':
    'Where the sandbox is; http://localhost:8090 unless given, or the port of MANIFOLD_SANDBOX_PORT.',
} as const;

const NAMED = 'a channel and the identifier there: <channel>:<id>.';
const RECORDS = {
  order: { 'record <order>': `Its number, or ${NAMED}` },
  product: { 'record <product>': `Its number, a stock-keeping unit, or ${NAMED}` },
} as const;

function partFor(act: Act): Part {
  const { name, method, about, examples, record: kind } = act;
  const options: Options = { ...act.body, ...WHERE };
  return part({
    ...{ about, options, examples, ...(kind && { given: RECORDS[kind] }) },
    json: 'the answer of the sandbox, as its README has it',
    async run({ given, options: values, answer, io }) {
      const { record = '' } = given as { readonly record?: string };
      const sent = bodyOf(act, values);
      const url = addressOf(cell(values.url) || undefined);
      url.pathname = `/_sandbox/${act.pathFor(record)}`;
      if (method === 'GET')
        url.search = new URLSearchParams(sent as Record<string, string>).toString();
      const said = await send(url, method, sent);
      answer(said, linesOf(name, said, io));
    },
  });
}

function addressOf(given: string | undefined): URL {
  const text = given ?? `http://localhost:${process.env.MANIFOLD_SANDBOX_PORT || '8090'}`;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError(`"${text}" is not an address.`);
  return url;
}

async function send(url: URL, method: Act['method'], body: object): Promise<Item> {
  const json = method === 'POST' ? body : undefined;
  const asked = await ask(url, endsAfter(WITHIN), method, json).catch(() => {
    throw new CommandError(
      `Nothing answers at ${url.origin}. Start it with "npm start" or "manifold sandbox", or name another address with --url.`,
      { exit: exitCode('silent'), code: 'no_answer' },
    );
  });
  let said: Item = {};
  try {
    said = itemIn(JSON.parse(asked.text));
    if (asked.status < 300) return said;
  } catch {
    // Something else is there.
  }
  const why = cell(said.message) || `It answered ${asked.status}, and not as a sandbox does.`;
  throw new CommandError(why, { exit: exitOf(asked.status), code: 'sandbox_refused' });
}

/** For people: the record in a line, and who has it. */
function linesOf(name: string, said: Item, io: Io): string[] {
  if (name === 'orders' || name === 'products')
    return tableLines(LISTS[name], itemsIn(said[name]), io);
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
  const [shown, notShown] = [itemsIn(said.shown), itemsIn(said.notShown)];
  const width = Math.max(0, ...[...shown, ...notShown].map(({ channel }) => cell(channel).length));
  const room = roomIn(io);
  const left = room - width - INDENT;
  const table = layOut(SHOWN, shown, left);
  // Where columns do not fit beside the channel, what they hold is one text, whose lines are broken.
  const fits = shown.every((each) => widthOf(table.row(each)) <= left);
  const textOf = ({ id, native, shops }: Item) =>
    [cell(id), wordIn(native), shopsIn(shops)].filter(Boolean).join(', ');
  const rows = (all: readonly Item[], text: (one: Item) => string, style: 'dim' | [] = []) =>
    twoColumns(all.map((each): Row => [cell(each.channel), text(each)]), room, style, width); // biome-ignore format: one line
  return [
    ...wrapped(`${what}: ${states.join(', ')}${total}`, room).map((line) => paint('bold', line)),
    ...rows(shown, fits ? table.row : textOf),
    ...rows(notShown, ({ why }) => cell(why), 'dim'),
  ];
}

/** What stands beside the two columns. */
const INDENT = 4;

/** Which vendors show a record, and in which words. */
const SHOWN: readonly Column<Item>[] = [
  { title: '', of: ({ id }) => cell(id) },
  { title: '', of: ({ native }) => wordIn(native), least: 8 },
  { title: '', of: ({ shops }) => shopsIn(shops), least: 14 },
];

/** The native words of its state; dates are there too. */
const wordIn = (native: unknown): string =>
  Object.values(itemIn(native))
    .filter((value) => typeof value === 'string' && value !== '' && Number.isNaN(Date.parse(value)))
    .join(', ');

const shopsIn = (shops: unknown): string => {
  const [one = '', ...others] = Array.isArray(shops) ? shops.map(String) : [];
  return others.length > 0 ? `${one} and ${others.length} more` : one;
};

const LISTS: Readonly<Record<'orders' | 'products', readonly Column<Item>[]>> = {
  orders: [
    { title: 'ORDER', of: ({ number }) => cell(number) },
    { title: 'CREATED', of: ({ createdAt }) => shortTime(createdAt), leaves: 1 },
    { title: 'UPDATED', of: ({ updatedAt }) => shortTime(updatedAt), leaves: 2 },
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

const first = (variants: unknown): Item => itemsIn(variants)[0] ?? {};

/** Of what is no record: what was done, and the numbers that came with it. */
function sentenceOf({ change, ...facts }: Item): string {
  const numbers = Object.entries(facts).filter(([, value]) => typeof value === 'number');
  return `Done: ${cell(change)} (${numbers.map(([name, value]) => `${name} ${cell(value)}`).join(', ')}).`;
}

export const sandbox = command('sandbox', {
  '': run,
  ...Object.fromEntries(ACTS.map((act) => [act.name, partFor(act)])),
});
