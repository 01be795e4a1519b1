// The command "manifold executions": the data calls of a client, as the service remembers them for 30 days.

import { createConnection } from '../../client/src/connection.ts';
import type { Execution } from '../../client/src/index.ts';
import { PATHS } from '../http/paths.ts';
import { command, part } from './command.ts';
import { cell, type Item } from './formats.ts';
import { jsonList } from './json-list.ts';
import { MOMENT, momentOf } from './moments.ts';
import { paint } from './paint.ts';
import { maxOf } from './question.ts';
import { SERVICE, withService } from './reach.ts';
import { type Column, clean, columns, layOut, shortTime } from './table.ts';

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
  details: [`A time is ${MOMENT}`],
  options: {
    channel: { value: 'channel', about: 'Only those of this channel.' },
    operation: {
      value: 'word',
      about: 'Only orders, or only products.',
      words: ['orders', 'products'],
    },
    status: {
      value: 'word',
      about: 'Only running, succeeded or failed ones.',
      words: ['running', 'succeeded', 'failed'],
    },
    user: { value: 'tpUserId', about: 'Only those for this user.' },
    'started-at-min': { value: 'time', about: 'Started at or after.' },
    'started-at-max': { value: 'time', about: 'Started at or before.' },
    max: {
      value: 'number',
      about: 'How many at most, or all. 20 on a terminal unless given, else all.',
    },
    ...SERVICE,
  },
  examples: [
    ['executions list', 'The last ones'],
    ['executions list --status failed --started-at-min today', 'What went wrong today'],
  ],
  json: '[execution], as GET …/Executions has them',
  async run({ options, io, json }) {
    const now = Date.now();
    const isTable = !json && io.columns !== undefined;
    const max = maxOf(options.max, isTable) ?? Number.POSITIVE_INFINITY;
    const moment = (name: 'started-at-min' | 'started-at-max') =>
      options[name] === undefined ? undefined : momentOf(options[name], `--${name}`, now);
    return await withService({ options, io, json }, async ({ manifold }) => {
      const found = manifold.executions({
        channel: options.channel,
        operation: OPERATIONS.find((word) => word === options.operation),
        status: STATUSES.find((word) => word === options.status),
        user: options.user,
        started_at_min: moment('started-at-min'),
        started_at_max: moment('started-at-max'),
      });
      const rows: Execution[] = [];
      const printed = jsonList(io);
      let count = 0;
      for await (const execution of found) {
        if (count >= max) break;
        count += 1;
        if (json) printed.add(execution);
        else if (isTable) rows.push(execution);
        else io.out(JSON.stringify(execution));
      }
      if (json) printed.end();
      if (!isTable) return 0;
      const table = layOut(COLUMNS, rows, io.columns ?? 100);
      if (rows.length > 0) io.out(paint('bold', table.head));
      for (const row of rows) io.out(table.row(row));
      if (rows.length === 0) io.err('There are none.');
      return 0;
    });
  },
});

const OPERATIONS = ['orders', 'products'] as const;
const STATUSES = ['running', 'succeeded', 'failed'] as const;

const show = part({
  about: 'show one data call: how it went, how long each part took, and its result if it is kept',
  given: { id: { word: 'execution id', about: 'As "executions list" and every answer have it.' } },
  options: SERVICE,
  examples: [['executions show <execution id>', 'Why it failed, or was slow']],
  json: 'the execution, as GET …/Executions/{id} has it, with the response of one that ran in the background',
  async run({ given: { id }, options, io, json, answer }) {
    return await withService({ options, io, json }, async (reached) => {
      const { body } = await createConnection(reached.options).send({
        method: 'GET',
        path: `${PATHS.executions}/${encodeURIComponent(id)}`,
      });
      answer(body, columns(rowsOf(body as Item)));
      return 0;
    });
  },
});

/** Facts one under the other; those that are nothing are left out. */
function rowsOf({ response, durations, warnings, ...facts }: Item): string[][] {
  const plain = Object.entries(facts).filter(
    ([, value]) => value !== null && typeof value !== 'object',
  );
  return [
    ...plain.map(([name, value]) => [paint('dim', name.replaceAll('_', ' ')), clean(cell(value))]),
    ...Object.entries((durations ?? {}) as Item).map(([name, value]) => [
      paint('dim', name.replace(/^Total(.*)Duration$/, '$1')),
      `${cell(value)} ms`,
    ]),
    ...(Array.isArray(warnings) ? warnings : []).map(({ code, count }: Item) => [
      paint('yellow', 'warning'),
      `${clean(cell(code))} (${cell(count)})`,
    ]),
    ...(response ? [[paint('dim', 'response'), 'kept; --json has it']] : []),
  ];
}

export const executions = command('executions', { list, show });
