// Executions: every data call of the last 30 days, searched along indexes, one of them as a waterfall, and
// the same request run again.

import type { Acts } from '../operate/index.ts';
import { type Html, html } from '../pages/html.ts';
import { pathOf } from './areas.ts';
import { anyChannel, anyClient, oneOf, since, typed } from './filters.ts';
import * as parts from './parts.ts';
import { bar } from './plots.ts';
import type { AreaRoutes } from './scope.ts';
import type { Shown, Visit } from './visit.ts';

const { card, facts, json, lasting, listed, mark, to, toClient, toUser, way, when } = parts;

type List = Awaited<ReturnType<Acts['executions']['page']>>;
type Row = List['rows'][number];
type Found = Awaited<ReturnType<Acts['executions']['find']>>;
type Again = Awaited<ReturnType<Acts['executions']['again']>>;

const at = (id: string) => pathOf('executions', id);
const FILTERS = {
  client: anyClient,
  user: typed('User'),
  channel: anyChannel,
  outcome: oneOf('Outcome', ['succeeded', 'failed', 'running'], 'Any outcome'),
  code: typed('Code'),
  span: since('30d'),
};

const outcomeOf = ({ outcome, code }: Pick<Row, 'outcome' | 'code'>): Html =>
  mark(code ?? outcome, outcome === 'failed' ? 'bad' : outcome === 'running' ? 'warn' : 'good');

const columnsOf = ({ titleOf }: Visit): parts.Columns<Row> => ({
  Started: ({ id, startedAt }) => to(at(id), when(startedAt)),
  What: ({ operation }) => operation,
  // It may take two lines: the table is as wide as the page.
  Channel: ({ channel }) => channel && html`${titleOf(channel)}`,
  Outcome: outcomeOf,
  Client: ({ clientId }) => clientId,
  User: ({ tpUserId }) => tpUserId,
  Records: { figure: ({ resultCount }) => resultCount },
  Calls: { figure: ({ calls }) => calls },
  Took: { figure: (row) => took(wholeOf(row)) },
});

const wholeOf = ({ durations }: Row): number | null => durations?.TotalRequestsDuration ?? null;
const took = (milliseconds: number | null): string | null =>
  milliseconds === null
    ? null
    : milliseconds < 10_000
      ? `${Math.round(milliseconds)} ms`
      : lasting(milliseconds);

export function executionArea({ list, page, act }: AreaRoutes): void {
  list({
    filters: FILTERS,
    rows: ({ acts }, { span: from, ...search }, after) =>
      acts.executions.page({ ...search, from }, after),
    columns: columnsOf,
    none: 'There are no such executions.',
  });

  page(':id', async (visit) => {
    const found = await visit.acts.executions.find(visit.params.id);
    return { title: titled(visit, found), body: detail(visit, found) };
  });

  act(':id/show', {
    forAll: true,
    async run(visit) {
      const { id } = visit.params;
      const found = await visit.acts.executions.find(id);
      const { request, native, answer } = await visit.acts.executions.show(id);
      const body = html`${card('The request', request ? json(request, 'The request') : html`<p class="none">It is not kept.</p>`)}${
        native.length > 0 && card('What the channel said', json(native, 'What the channel said'))
      }${answer && card('The answer', json(answer, 'The answer'))}${detail(visit, found)}`;
      return { title: titled(visit, found), under: underOf(id), body };
    },
  });

  act(':id/again', {
    async run({ acts, live, params: { id } }) {
      const body = againPage(id, await acts.executions.again(id, live.read));
      return { title: 'Run again', under: underOf(id), body };
    },
  });
}

const titled = ({ titleOf }: Visit, { execution: { operation, channel } }: Found): string =>
  parts.capital(`${operation}${channel ? ` of ${titleOf(channel)}` : ''}`);
const underOf = (id: string): NonNullable<Shown['under']> => [id.slice(0, 8), at(id)];

function detail({ does }: Visit, found: Found): Html {
  const { execution, not_again: why } = found;
  const { id, clientId: client, tpUserId: user } = execution;
  return html`${facts({
    Outcome: outcomeOf(execution),
    Client: toClient(client),
    User: user && toUser(client, user),
    Started: when(execution.startedAt),
    Took: took(wholeOf(execution)),
    Records: execution.resultCount,
    Stage: execution.stage,
    Mode: execution.mode,
    'Trace id': html`<code>${execution.traceId}</code>`,
    'Execution id': html`<code>${id}</code>`,
  })}<div class="acts">${does('show', 'Show the request', { forAll: true })}${
    why === null && does('again', 'Run again')
  }</div>${why && html`<p class="soft">It cannot be run again: ${why}</p>`}${
    found.faults.length > 0 && card('What went wrong', faultsOf(found))
  }${card('Waterfall', waterfall(found))}${listed(
    'Warnings',
    {
      Code: ({ code }) => code,
      Field: ({ field }) => field,
      Times: { figure: ({ count }) => count },
    },
    found.warnings,
  )}${listed(
    'What was written',
    {
      Item: { figure: ({ place }) => place + 1 },
      Outcome: ({ outcome }) => outcome ?? 'waiting',
      Code: ({ code }) => code,
    },
    found.items,
  )}`;
}

const faultsOf = ({ faults }: Found): Html =>
  html`${faults.map(
    ({ code, message, help, status }) =>
      html`<p class="said bad">${message}</p><p>${to(help, code)}${status !== undefined && html` · the channel answered ${status}`}</p>`,
  )}`;

/** Stages first, then the calls, on one scale of time. */
function waterfall({ execution, stages, calls, more_calls }: Found): Html {
  const ends = [...stages, ...calls].map(({ start, duration }) => start + duration);
  const whole = Math.max(1, wholeOf(execution) ?? 0, ...ends);
  const rows = [
    ...stages.map((one) => ({ ...one, name: one.stage, call: undefined })),
    ...calls.map((call) => ({ ...call, name: call.path, call })),
  ];
  const spent = parts.table(
    'Waterfall',
    {
      What: ({ name, call }) => (call ? callOf(call) : html`<strong>${name}</strong>`),
      [`0 to ${took(whole)}`]: ({ start, duration, call }) =>
        bar(
          start / whole,
          (start + duration) / whole,
          call ? (call.code === null ? 'plain' : 'bad') : 'soft',
        ),
      Answer: ({ call }) => call && (call.code ?? call.status),
      Size: { figure: ({ call }) => call && sizeOf(call.bytes) },
      Waited: { figure: ({ call }) => call && call.waited > 0 && took(call.waited) },
      Tries: { figure: ({ call }) => call?.tries },
      Took: { figure: ({ duration }) => took(duration) },
    },
    rows,
    'Its steps are not kept.',
  );
  return html`${spent}${more_calls > 0 && html`<p class="soft">And ${more_calls} more calls.</p>`}`;
}

/** Its path; where it was sent, and its query, behind it. */
const callOf = ({ method, host, path }: Found['calls'][number]): Html =>
  html`<details class="call"><summary>${method} ${path.split('?')[0]}</summary><code>${host}${path}</code></details>`;

const sizeOf = (bytes: number | null): string | null =>
  bytes === null ? null : bytes < 1024 ? `${bytes} B` : `${Math.round(bytes / 1024)} KB`;

/** What is so now, and what was otherwise. */
function againPage(id: string, { again, compared }: Again): Html {
  const { result } = again.Output;
  const same = compared && compared.differences.length === 0;
  return html`${
    compared
      ? html`<p class="said ${same ? 'good' : 'warn'}" role="status">${same ? 'Every field is as it was.' : `${compared.differences.length + compared.more} fields differ.`} ${compared.records} records then, ${compared.records_again} now.</p>`
      : html`<p class="said plain" role="status">The first answer is not kept, so there is nothing to compare with: answers of background calls are, for a time.</p>`
  }${listed(
    'What differs',
    {
      Record: ({ record }) => record,
      Field: ({ field }) => html`<code>${field}</code>`,
      Then: ({ first }) => textOf(first),
      Now: (row) => textOf(row.again),
    },
    compared?.differences ?? [],
  )}${card(`The answer now: ${result.length} records`, json(again, 'The answer now'))}<p>${way(at(id), 'To the execution')}</p>`;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'absent');
