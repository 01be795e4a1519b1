// Executions: every data call of the last 30 days, searched along indexes, one of them as a waterfall, and
// the same request run again.
import { CONSOLE_PATHS } from '../http/paths.ts';
import type { Acts } from '../operate/index.ts';
import { PAGE_ROWS, placeIn } from '../operate/page.ts';
import { type Html, html } from '../pages/html.ts';
import { pathOf } from './layout.ts';
import { clientIds } from './links.ts';
import * as parts from './parts.ts';
import { bar } from './plots.ts';
import type { ConsoleRoutes, Shown, Visit } from './scope.ts';
import { lengthOf, SPANS, spanIn } from './spans.ts';
import { userPath } from './users.ts';

const { anyOf, card, facts, filters, json, lasting, mark, more, table, to, when } = parts;

type List = Awaited<ReturnType<Acts['executions']['list']>>;
type Row = List['rows'][number];
type Found = Awaited<ReturnType<Acts['executions']['find']>>;
type Again = Awaited<ReturnType<Acts['executions']['again']>>;

const HERE = pathOf('executions');
const at = (id: string, ...act: readonly string[]) => CONSOLE_PATHS.area('executions', id, ...act);
const OUTCOMES = ['succeeded', 'failed', 'running'] as const;

const outcomeOf = ({ outcome, code }: Pick<Row, 'outcome' | 'code'>): Html =>
  mark(code ?? outcome, outcome === 'failed' ? 'bad' : outcome === 'running' ? 'warn' : 'good');

const COLUMNS: readonly parts.Column<Row>[] = [
  { title: 'Started', of: ({ id, started_at }) => to(at(id), when(started_at)) },
  { title: 'What', of: ({ operation, channel }) => `${operation} ${channel ?? ''}` },
  { title: 'Outcome', of: outcomeOf },
  { title: 'Client', of: ({ client }) => client },
  { title: 'User', of: ({ user }) => user },
  { title: 'Records', of: ({ records }) => records, isFigure: true },
  { title: 'Calls', of: ({ channel_calls }) => channel_calls, isFigure: true },
  { title: 'Took', of: ({ duration_ms }) => took(duration_ms), isFigure: true },
];

const took = (milliseconds: number | null): string | null =>
  milliseconds === null
    ? null
    : milliseconds < 10_000
      ? `${Math.round(milliseconds)} ms`
      : lasting(milliseconds);

export function executionArea({ page, act }: ConsoleRoutes): void {
  page('executions', HERE, async (visit) => {
    const { query, acts, now, live } = visit;
    const span = spanIn(query.span, '30d');
    const outcome = OUTCOMES.find((one) => one === query.outcome);
    const [client, channel] = [query.client || undefined, query.channel || undefined];
    const { rows, next } = await acts.executions.list({
      ...{ client, channel, outcome, user: query.user || undefined, code: query.code || undefined },
      from: now - lengthOf(span),
      ...{ after: placeIn(query.after), limit: PAGE_ROWS },
    });
    const older = next ? `${next.at}.${next.id}` : undefined;
    return {
      title: 'Executions',
      body: html`${filters(HERE, {
        client: {
          label: 'Client',
          choices: anyOf('All clients', await clientIds(visit)),
          value: client,
        },
        user: { label: 'User', value: query.user, type: 'search' },
        channel: {
          label: 'Channel',
          choices: anyOf('All channels', Object.keys(live.channels)),
          value: channel,
        },
        outcome: { label: 'Outcome', choices: anyOf('Any outcome', OUTCOMES), value: outcome },
        code: { label: 'Code', value: query.code, type: 'search' },
        span: { label: 'Time', choices: SPANS, value: span },
      })}${table('Executions', COLUMNS, rows, older ? 'None among those that were looked through: go on to older ones.' : 'There are no such executions.')}${more(HERE, query, older)}`,
    };
  });

  page('executions', at(':id'), async (visit) => {
    const found = await visit.acts.executions.find(visit.params.id);
    return { ...frameOf(found), above: [['Executions', HERE]], body: detail(visit, found) };
  });

  act('executions', at(':id', 'show'), {
    forAll: true,
    async run(visit) {
      const { id } = visit.params;
      const found = await visit.acts.executions.find(id);
      const { request, native, answer } = await visit.acts.executions.show(id);
      return {
        page: {
          ...frameOf(found),
          body: html`${card('The request', request ? json(request, 'The request') : html`<p class="none">It is not kept.</p>`)}${
            native.length > 0 &&
            card('What the channel said', json(native, 'What the channel said'))
          }${answer && card('The answer', json(answer, 'The answer'))}${detail(visit, found)}`,
        },
      };
    },
  });

  act('executions', at(':id', 'again'), {
    async run(visit) {
      const { id } = visit.params;
      const found = await visit.acts.executions.find(id);
      const done = await visit.acts.executions.again(id, visit.live.read);
      return { page: { ...frameOf(found), title: 'Run again', body: againPage(id, done) } };
    },
  });
}

const frameOf = ({ operation, channel, id }: Found): Omit<Shown, 'body'> => ({
  title: `${operation[0]?.toUpperCase()}${operation.slice(1)}${channel ? ` of ${channel}` : ''}`,
  above: [
    ['Executions', HERE],
    [id.slice(0, 8), at(id)],
  ],
});

function detail(visit: Visit, found: Found): Html {
  const { id, again, user, client } = found;
  return html`${facts({
    Outcome: outcomeOf(found),
    Client: to(CONSOLE_PATHS.area('clients', client), client),
    User: user && to(userPath(client, user), user),
    Started: when(found.started_at),
    Took: took(found.duration_ms),
    Records: found.records,
    Stage: found.stage,
    Mode: found.mode,
    'Trace id': html`<code>${found.trace_id}</code>`,
    'Execution id': html`<code>${id}</code>`,
  })}<div class="acts">${visit.does(at(id, 'show'), 'Show the request', { forAll: true })}${
    again.possible && visit.does(at(id, 'again'), 'Run again')
  }</div>${again.why && html`<p class="soft">It cannot be run again: ${again.why}</p>`}${
    found.faults.length > 0 && card('What went wrong', faultsOf(found))
  }${card('Waterfall', waterfall(found))}${
    found.warnings.length > 0 &&
    card(
      'Warnings',
      table(
        'Warnings',
        [
          { title: 'Code', of: ({ code }) => code },
          { title: 'Field', of: ({ field }) => field },
          { title: 'Times', of: ({ count }) => count, isFigure: true },
        ],
        found.warnings,
        '',
      ),
    )
  }${
    found.items.length > 0 &&
    card(
      'What was written',
      table(
        'Items',
        [
          { title: 'Item', of: ({ index }) => index + 1, isFigure: true },
          { title: 'Outcome', of: ({ outcome }) => outcome ?? 'waiting' },
          { title: 'Code', of: ({ code }) => code },
        ],
        found.items,
        '',
      ),
    )
  }`;
}

const faultsOf = ({ faults }: Found): Html =>
  html`${faults.map(
    ({ code, message, help, status }) =>
      html`<p class="said bad">${message}</p><p>${to(help, code)}${status !== undefined && html` · the channel answered ${status}`}</p>`,
  )}`;

/** Stages first, then the calls, on one scale of time. */
function waterfall({ stages, calls, more_calls, duration_ms }: Found): Html {
  const ends = [...stages, ...calls].map(({ start, duration }) => start + duration);
  const whole = Math.max(1, duration_ms ?? 0, ...ends);
  const rows = [
    ...stages.map((one) => ({ ...one, name: one.stage, call: undefined })),
    ...calls.map((call) => ({ ...call, name: call.path, call })),
  ];
  const spent = table(
    'Waterfall',
    [
      {
        title: 'What',
        of: ({ name, call }) => (call ? callOf(call) : html`<strong>${name}</strong>`),
      },
      {
        title: `0 to ${took(whole)}`,
        of: ({ start, duration, call }) =>
          bar(
            start / whole,
            (start + duration) / whole,
            call ? (call.code === null ? 'plain' : 'bad') : 'soft',
          ),
      },
      { title: 'Answer', of: ({ call }) => call && (call.code ?? call.status) },
      { title: 'Size', of: ({ call }) => call && sizeOf(call.bytes), isFigure: true },
      {
        title: 'Waited',
        of: ({ call }) => call && call.waited > 0 && took(call.waited),
        isFigure: true,
      },
      { title: 'Tries', of: ({ call }) => call?.tries, isFigure: true },
      { title: 'Took', of: ({ duration }) => took(duration), isFigure: true },
    ],
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
  }${
    compared &&
    compared.differences.length > 0 &&
    card(
      'What differs',
      table(
        'Differences',
        [
          { title: 'Record', of: ({ record }) => record },
          { title: 'Field', of: ({ field }) => html`<code>${field}</code>` },
          { title: 'Then', of: ({ first }) => textOf(first) },
          { title: 'Now', of: (row) => textOf(row.again) },
        ],
        compared.differences,
        '',
      ),
    )
  }${card(`The answer now: ${result.length} records`, json(again, 'The answer now'))}<p><a class="button plain" href="${at(id)}">To the execution</a></p>`;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'absent');
