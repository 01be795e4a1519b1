// The commands that write: "manifold stock set", "prices set" and "orders ship", one item or many from a file.
import { randomUUID } from 'node:crypto';
import type { Written } from '../../client/src/index.ts';
import { MOST_ITEMS, WRITE_TABLE, type WriteOperation } from '../model/writes.ts';
import { command, part } from './command.ts';
import { type Asked, type Chosen, CommandError, type Part } from './declare.ts';
import { exitCode } from './exits.ts';
import type { Item } from './formats.ts';
import { type Outcome, printOutcomes, summaryOf } from './outcomes.ts';
import { CHANNEL, SHOP } from './places.ts';
import { jsonList, lineEach } from './print.ts';
import { SERVICE, withService } from './reach.ts';
import { notesOf } from './read-records.ts';
import { paint } from './text.ts';
import { itemOptions, itemsOf } from './write-items.ts';

interface Writer {
  readonly operation: WriteOperation;
  readonly about: string;
  readonly details: string;
  readonly examples: Part['examples'];
}

const WRITING = {
  ...SHOP,
  'csv <file>':
    'Many items: the first row names fields of an item, as the options are called but with underscores; an empty cell leaves one out.',
  'dry-run': 'Read and check everything, show what would be asked of the channel, write nothing.',
  'key <text>':
    'The Idempotency-Key; one is made unless given. The same command with the same key writes nothing again.',
  ...SERVICE,
} as const;

/** What the typed client calls each. What does not fit the service refuses. */
const CALLS = { stock: 'setStock', prices: 'setPrices', fulfillments: 'fulfill' } as const;

interface WriteAsked extends Omit<Asked, 'given' | 'options'> {
  readonly given: { readonly channel: string };
  readonly options: Chosen<typeof WRITING> & Item;
}

const writer = ({ operation, about, details, examples }: Writer): Part =>
  part({
    ...{ about, examples },
    details: [
      details,
      'Each item is read back; the exit code is 1 where one is neither confirmed, accepted nor unchanged.',
      `The client needs the scope ${WRITE_TABLE[operation].scope}.`,
    ],
    given: CHANNEL,
    options: { ...itemOptions(operation), ...WRITING },
    json: '[outcome], in the order of the items, as Output.result of the call has them',
    // The fields of an item are options too: by name no type knows them.
    run: async (asked) => await run(operation, asked as unknown as WriteAsked),
  });

async function run(operation: WriteOperation, asked: WriteAsked): Promise<number> {
  const { options, io, json } = asked;
  const { dryRun } = options;
  const { channel } = asked.given;
  const call = CALLS[operation];
  const items = itemsOf(operation, options);
  const key = options.key ?? randomUUID();
  const notes = notesOf(asked);
  const all: Outcome[] = [];
  let isSuccess = true;
  const isTable = !json && io.columns !== undefined;
  const printer = json ? jsonList(io) : lineEach(io, (one: Outcome) => JSON.stringify(one));
  const show = () => {
    if (!isTable) printer.end?.();
    else if (all.length > 0) printOutcomes(io, all, dryRun ? items : undefined);
  };
  try {
    await withService(asked, async ({ manifold, userOr, answered }) => {
      const user = userOr(options.user);
      for (let from = 0; from < items.length; from += MOST_ITEMS) {
        // As many as one call takes, each under a key that the same command makes again.
        const batch = items.slice(from, from + MOST_ITEMS) as never[];
        const batchKey = from === 0 ? key : `${key}-${from / MOST_ITEMS + 1}`;
        const wish = { key: batchKey, dryRun };
        const written: Written<Outcome> = await manifold[call](channel, user, batch, wish);
        answered();
        notes.add(written.report);
        isSuccess &&= written.isSuccess;
        const outcomes = written.outcomes.map((one) => ({ ...one, index: one.index + from }));
        all.push(...outcomes);
        if (!isTable) for (const one of outcomes) printer.add(one);
      }
    });
  } catch (error) {
    show();
    throw error instanceof CommandError ? repeatable(error, key) : error;
  }
  show();
  for (const line of isTable ? ['', paint('dim', summaryOf(all, dryRun))] : []) io.err(line);
  notes.print();
  return exitCode(isSuccess ? 'done' : 'failed');
}

/** What became of the call may not be known: with its key it can be asked for. */
const repeatable = ({ message, code, exit, facts }: CommandError, key: string): CommandError =>
  new CommandError(
    exit === exitCode('later') || exit === exitCode('silent') || exit === exitCode('failed')
      ? `${message} Repeated with --key ${key} it writes nothing twice.`
      : message,
    { code, exit, facts: { ...facts, key } },
  );

const set = {
  stock: writer({
    operation: 'stock',
    about: 'set how many of a variant can be sold',
    details: 'An id is one that "manifold products" shows among the variants.',
    examples: {
      'stock set <channel> --variant-id 42 --available 7': 'One variant',
      'stock set <channel> --variant-id 42 --available 7 --if-available 9':
        'Only if nothing was sold meanwhile',
      'stock set <channel> --csv stock.csv --dry-run':
        'Many, tried first; the file begins with variant_id,available',
    },
  }),
  prices: writer({
    operation: 'prices',
    about: 'set what a variant costs',
    details:
      'An id is one that "manifold products" shows among the variants. "none" for the compare-at price ends the reduction.',
    examples: {
      'prices set <channel> --variant-id 42 --price 12.50 --compare-at-price 15.00': 'Reduced',
      'prices set <channel> --variant-id 42 --price 15.00 --compare-at-price none': 'No longer',
      'prices set <channel> --csv prices.csv': 'Many; the file begins with variant_id,price',
    },
  }),
};

export const stock = command('stock', { set: set.stock });
export const prices = command('prices', { set: set.prices });

export const ship = writer({
  operation: 'fulfillments',
  about: 'report what has left the merchant, with its tracking',
  details: 'Without lines it is all that has not left yet.',
  examples: {
    'orders ship <channel> --order-id 1001 --tracking-company postnl --tracking-numbers 3SABCD1234567':
      'A whole order',
    "orders ship <channel> --order-id 1001 --line-items '11:2;12:1'": 'Some of it',
    'orders ship <channel> --csv parcels.csv --dry-run':
      'Many, tried first; the file begins with order_id,tracking_company,tracking_numbers',
  },
});
