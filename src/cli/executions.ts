// The command "manifold executions": the data calls of a client, as the service remembers them for 30 days.
import { createConnection } from '../../client/src/connection.ts';
import type { Execution } from '../../client/src/index.ts';
import { PATHS } from '../http/paths.ts';
import { command, part } from './command.ts';
import { cell, type Item, itemIn, itemsIn } from './formats.ts';
import { factLines, lineEach, printAll, tableOf } from './print.ts';
import { SERVICE, withService } from './reach.ts';
import { SHOWN } from './read-records.ts';
import { type Column, shortTime } from './table.ts';
import type { Row } from './text.ts';
import { MOMENT } from './values.ts';

const COLUMNS: readonly Column<Execution>[] = [
  { title: 'STARTED', of: ({ started_at: at }) => shortTime(at) },
  { title: 'ID', of: ({ execution_id: id }) => id },
  { title: 'WHAT', of: ({ operation }) => operation },
  { title: 'CHANNEL', of: ({ channel }) => channel ?? '-' },
  { title: 'OUTCOME', of: ({ status, code }) => code ?? status },
  { title: 'RECORDS', of: ({ result_count: count }) => String(count), right: true, leaves: 2 },
  { title: 'CALLS', of: ({ call_count: count }) => String(count), right: true, leaves: 3 },
  { title: 'MS', of: ({ durations }) => tookOf(durations), right: true, leaves: 1 },
  { title: 'USER', of: ({ tpUserId }) => tpUserId ?? '-', least: 8, leaves: 4 },
];

const tookOf = (durations: Execution['durations']): string =>
  durations ? String(Math.round(durations.TotalRequestsDuration ?? 0)) : '-';

const list = part({
  about: 'list the data calls of the last 30 days, newest first',
  details: `A time is ${MOMENT}`,
  options: {
    'channel <channel>': 'Only those of this channel.',
    'operation <orders|products|fulfillments|stock|prices>': 'Only those of this kind.',
    'status <running|succeeded|failed>': 'Only those with this status.',
    'user <tpUserId>': 'Only those for this user.',
    'started-at-min <time>': 'Started at or after.',
    'started-at-max <time>': 'Started at or before.',
    'max <number|all>': 'How many at most. 20 on a terminal unless given, else all.',
    ...SERVICE,
  },
  examples: {
    'executions list': 'The last ones',
    'executions list --status failed --started-at-min today': 'What went wrong today',
  },
  json: '[execution], as GET …/Executions has them',
  async run({ options, io, json }) {
    const isTable = !json && io.columns !== undefined;
    const { channel, operation, status, user, startedAtMin, startedAtMax, max } = options;
    const wish = {
      ...{ channel, operation, status, user },
      ...{ started_at_min: startedAtMin, started_at_max: startedAtMax },
    };
    await withService({ options, io, json }, async ({ manifold }) => {
      const found = firstOf(manifold.executions(wish), max ?? (isTable ? SHOWN : undefined));
      const lines = lineEach(io, (execution: Execution) => JSON.stringify(execution));
      const count = await printAll({ io, json }, found, isTable ? tableOf(io, COLUMNS) : lines);
      if (isTable && count === 0) io.err('There are none.');
    });
  },
});

async function* firstOf<T>(all: AsyncIterable<T>, max = Number.POSITIVE_INFINITY) {
  let count = 0;
  for await (const one of all) {
    yield one;
    count += 1;
    if (count === max) return;
  }
}

const show = part({
  about: 'show one data call: how it went, how long each part took, and its result if it is kept',
  given: { 'id <execution id>': 'As "executions list" and every answer have it.' },
  options: SERVICE,
  examples: { 'executions show <execution id>': 'Why it failed, or was slow' },
  json: 'the execution, as GET …/Executions/{id} has it, with the response of one that ran in the background',
  async run({ given: { id }, options, io, json, answer }) {
    await withService({ options, io, json }, async (reached) => {
      const { body } = await createConnection(reached.options).send({
        method: 'GET',
        path: `${PATHS.executions}/${encodeURIComponent(id)}`,
      });
      const { response, durations, warnings, ...facts } = itemIn(body);
      answer(body, factLines(facts, io, moreRows({ response, durations, warnings })));
    });
  },
});

/** How long each part took, and what it warned of. */
const moreRows = ({ response, durations, warnings }: Item): Row[] => [
  ...Object.entries(itemIn(durations)).map(
    ([name, value]): Row => [name.replace(/^Total(.*)Duration$/, '$1'), `${cell(value)} ms`],
  ),
  ...itemsIn(warnings).map(({ code, count }): Row => ['warning', `${cell(code)} (${cell(count)})`]),
  ['response', response ? 'kept; --json has it' : ''],
];

export const executions = command('executions', { list, show });
