// What "manifold orders" and "manifold products" share: how they are called, and which way the answer goes.
import { part } from './command.ts';
import { type Part, UsageError } from './declare.ts';
import { DEMO } from './demo-client.ts';
import { MOMENT } from './moments.ts';
import {
  CHANNEL,
  COMMON,
  filterOptions,
  filtersOf,
  formatOf,
  type Kind,
  limitOf,
  maxOf,
  paramsIn,
  type RecordsAsked,
  SHOWN,
} from './question.ts';
import { withService } from './reach.ts';
import { toOutput, toTable } from './show-records.ts';

export function recordsPart(kind: Kind): Part {
  const options = {
    ...COMMON,
    include: {
      ...COMMON.include,
      about: `What every record shall have beside its fields: ${kind.includes.join(', ')}.`,
    },
  };
  return part({
    about: `read ${kind.name} of a user from a running service`,
    details: [
      `On a terminal it is a table of the first ${SHOWN}; piped it is all of them, a JSON object a line.`,
      `A time is ${MOMENT}`,
    ],
    given: { channel: CHANNEL },
    options: { ...filterOptions(kind), ...options },
    examples: kind.examples,
    json: `[record], as --format json; a record is as the reference has it.`,
    // The filters are options too: by name no type knows them, by value they are all text.
    run: async (asked) => await run(kind, asked as unknown as RecordsAsked),
  });
}

async function run(kind: Kind, asked: RecordsAsked): Promise<number> {
  const { given, options, io, json } = asked;
  const format = formatOf(asked);
  const max = maxOf(options.max, format === 'table');
  const limit = limitOf(options.limit, max);
  return await withService({ options, io, json }, async (reached) => {
    const user = options.user ?? (reached.demo ? DEMO.user : undefined);
    if (user === undefined) throw new UsageError('Say whose shop: --user <tpUserId>.');
    const sent = { ...filtersOf(kind, asked), channel: given.channel, user, limit };
    const params = paramsIn(options['params-file']);
    const reading = { kind, asked, reached, sent, params, max, format };
    return format === 'table' ? await toTable(reading) : await toOutput(reading);
  });
}
