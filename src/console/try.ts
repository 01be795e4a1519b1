// Try it: orders or products of a user read by hand, as the API reads them, beside what the channel gave.
import type { ChannelCapabilities } from '../model/capabilities.ts';
import type { Envelope, ErrorItem, Warning } from '../model/envelope.ts';
import { OPERATIONS, type Operation } from '../model/execution.ts';
import { OPERATION_TABLE } from '../model/operations.ts';
import { type Html, html } from '../pages/html.ts';
import { pathOf } from './areas.ts';
import type { Asked } from './live.ts';
import * as parts from './parts.ts';
import { recordsView } from './record-view.ts';
import type { AreaRoutes } from './scope.ts';
import type { Does, Shown, Visit } from './visit.ts';

const HERE = pathOf('try');
/** Records with all their values: more of them are too much for a page. */
const MOST_RECORDS = 25;
const USUAL_RECORDS = '10';
const ANSWER = 'answer';
/** So many users can be chosen from a list; beyond that a name is typed. */
const MOST_USERS = 30;

/** Whose records, of which channel, and what can be asked of it. */
interface Choice {
  readonly client: string;
  readonly user: string;
  readonly operation: Operation;
  readonly channel: ChannelCapabilities;
}

/** What a form or an address says, by its name. */
type Given = (name: string) => string | undefined;

export function tryArea({ page, act }: AreaRoutes): void {
  page('', (visit) => shown(visit, (name) => visit.query[name] || undefined));

  act('', {
    forAll: true,
    run: (visit, form) => shown(visit, (name) => form.get(name)?.trim() || undefined, read),
  });
}

async function shown(
  visit: Visit,
  given: Given,
  result?: (visit: Visit, choice: Choice, given: Given) => Promise<Html>,
): Promise<Shown> {
  const title = 'Try it';
  const [choice, choosing] = await choose(visit, given);
  if (!choice) return { title, body: html`<p class="none">There are no clients yet.</p>` };
  const form = reading(visit, choice, 'Read and show', { inputs: inputsOf(choice, given) });
  const about = html`<p class="soft">Reads as the API does for this client, with its budgets and overrides. Records may hold data of buyers: that you looked is in the audit. Times are UTC unless they say otherwise.</p>`;
  return {
    title,
    body: html`${choosing}${parts.card(`${choice.channel.title}: ${choice.operation}`, html`${about}${form}`)}${
      result && (await result(visit, choice, given))
    }`,
  };
}

/** What is chosen, the first of everything where nothing is; and the form to choose otherwise. */
async function choose(
  { acts, live }: Visit,
  given: Given,
): Promise<readonly [Choice | undefined, Html?]> {
  const clients = (await acts.clients.list()).map(({ id }) => id);
  const client = given('client') ?? clients[0];
  if (client === undefined) return [undefined];
  const users = await someUsers(acts.users.list(client));
  const user = given('user') ?? users?.[0]?.tpUserId ?? '';
  const operation = OPERATIONS.find((one) => one === given('records')) ?? OPERATIONS[0];
  const linked = users
    ?.find(({ tpUserId }) => tpUserId === user)
    ?.channels.map((one) => one.channel);
  const having = (await live.capabilities()).filter((one) => one[operation] !== null);
  const channel =
    having.find((one) => one.channel === given('channel')) ??
    having.find((one) => linked?.includes(one.channel)) ??
    having[0];
  if (!channel) return [undefined];
  const titled = ({ channel: name, title }: ChannelCapabilities) =>
    [name, linked && !linked.includes(name) ? `${title} (not linked)` : title] as const;
  const choosing = parts.filters(
    HERE,
    {
      client: { label: 'Client', value: client, choices: clients },
      user: {
        ...{ label: 'User', value: user },
        choices: users && [...new Set([user, ...users.map(({ tpUserId }) => tpUserId)])],
      },
      records: { label: 'Records', value: operation, choices: OPERATIONS },
      channel: { label: 'Channel', value: channel.channel, choices: having.map(titled) },
    },
    'Choose',
  );
  return [{ client, user, operation, channel }, choosing];
}

/** Undefined where there are more than can be chosen from. */
async function someUsers(all: ReturnType<Visit['acts']['users']['list']>) {
  const some = [];
  for await (const one of all) if (some.push(one) > MOST_USERS) return undefined;
  return some;
}

/** A form that reads, with what is chosen. */
const reading = (
  visit: Visit,
  { client, user, operation, channel }: Choice,
  words: string,
  { fields, inputs }: Pick<Does, 'fields' | 'inputs'>,
): Html | undefined => {
  const chosen = { client, user, records: operation, channel: channel.channel };
  const more = { fields: { ...chosen, ...fields }, ...(inputs && { inputs }), forAll: true };
  return visit.does(`${HERE}#${ANSWER}`, words, more);
};

/** The filters that the channel takes, and what else its records can be asked for. */
function inputsOf({ operation, channel }: Choice, given: Given): Record<string, parts.Input> {
  const { fields } = OPERATION_TABLE[operation];
  const { filters, defaults, include, id_example: example } = ableOf(channel, operation);
  const inputs: Record<string, parts.Input> = {};
  for (const name of Object.keys(filters)) {
    const { enum: words } = (fields[name] ?? {}) as { readonly enum?: readonly string[] };
    const usual = defaults[name];
    const isTime = /_at_(min|max)$/.test(name);
    inputs[name] = {
      ...{ label: name, value: given(name) },
      type: isTime ? 'datetime-local' : 'text',
      choices: words && choicesOf(words, usual),
      ...(['ids', 'since_id'].includes(name) && { example }),
    };
  }
  const lists = include.filter((word) => !ALWAYS.includes(word));
  const { default: usual, speaks } = channel.api_versions;
  const versions = speaks.map(({ version }) => version);
  return {
    ...inputs,
    ...(lists.length > 0 && {
      include: {
        ...{ label: 'include', value: given('include') },
        choices: [
          ['', 'nothing more'],
          ...(lists.length > 1 ? [...lists, lists.join(',')] : lists),
        ],
      },
    }),
    ...(versions.length > 1 && {
      api_version: {
        ...{ label: 'api_version', value: given('api_version') },
        choices: choicesOf(versions, usual),
      },
    }),
    limit: { label: `limit (${MOST_RECORDS} at most)`, value: given('limit') ?? USUAL_RECORDS },
  };
}

/** Without a choice: what is usual, or all. */
const choicesOf = (words: readonly string[], usual: string | undefined): readonly parts.Choice[] =>
  usual === undefined
    ? [['', 'any'], ...words.filter((word) => word !== 'any')]
    : [['', `${usual}, as usual`], ...words];

/** What the page itself needs of every record. */
const ALWAYS = ['raw', 'reasons'];

function ableOf(channel: ChannelCapabilities, operation: Operation) {
  const able = channel[operation];
  if (!able) throw new Error('a channel was chosen that has no such records');
  return able;
}

/** The request that an application would send. */
function askedOf(choice: Choice, given: Given): Asked {
  const { client, user, operation, channel } = choice;
  const names = [...Object.keys(inputsOf(choice, given)), 'next_page_token'];
  const { limit = USUAL_RECORDS, include, ...body } = valuesOf(names, given);
  const own = ableOf(channel, operation).include.filter((word) => ALWAYS.includes(word));
  const most = Number(limit);
  return {
    ...{ operation, client, query: { channel: channel.channel, tpUserId: user } },
    body: {
      ...body,
      // What is no number is refused as it is.
      limit: Number.isNaN(most) ? limit : Math.min(most, MOST_RECORDS),
      include: [...own, ...(include === undefined ? [] : [include])].join(','),
    },
  };
}

const valuesOf = (names: readonly string[], given: Given): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = given(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );

async function read(visit: Visit, choice: Choice, given: Given): Promise<Html> {
  const { client, operation, channel } = choice;
  const asked = askedOf(choice, given);
  const { acts, live } = visit;
  const { Errors, Output, Report } = await acts.console.show(
    'records',
    { client, channel: channel.channel, operation },
    () => live.read(asked),
  );
  const next = Output.next_page_token;
  return html`<h2 id="${ANSWER}">The answer</h2>${fault(Errors, errorsOf(Output))}${parts.facts({
    Execution: parts.to(pathOf('executions', Output.execution_id), Output.execution_id),
    Records: Output.result.length,
    'Values changed by overrides': Output.override_count,
    'Calls to the channel': Report.ExtResources.length,
    Took: parts.lasting(Report.TotalRequestsDuration),
    'Filters in force': Report.Filters.map(
      ({ name, value, by }) => `${name} ${value} (${by})`,
    ).join(', '),
  })}${warnings(Report.Warnings)}${
    Output.override_count > 0 &&
    html`<p class="said warn">Values that the client’s overrides set come from their expressions, not from what lights up.</p>`
  }${
    Output.isSuccess &&
    recordsView(operation, Output.result, (native) =>
      live.sourcesOf(channel.channel, operation, native),
    )
  }${
    next !== undefined &&
    reading(visit, choice, 'Next page', {
      fields: {
        ...valuesOf(Object.keys(inputsOf(choice, given)), given),
        next_page_token: next,
      },
    })
  }`;
}

const errorsOf = (output: Envelope['Output']): readonly ErrorItem[] =>
  [
    ...[output.schemaValidationErrors, output.restErrors],
    ...[output.operationErrors, output.unexpectedErrors],
  ].flatMap((list) => list ?? []);

const ERRORS: parts.Columns<ErrorItem> = {
  Code: ({ code }) => parts.mark(code, 'bad'),
  'What is wrong': ({ message }) => message,
  Field: ({ field }) => field,
  Status: { figure: ({ status }) => status },
  'In the channel’s words': ({ native }) => native,
};

/** What went wrong, and where that is explained. */
export const fault = (errors: Envelope['Errors'], items: readonly ErrorItem[]): Html | false =>
  'code' in errors &&
  html`<p class="said bad" role="alert">${errors.message} <a href="${errors.help}">What ${errors.code} means</a></p>${
    (items.length > 1 || items[0]?.native !== undefined) &&
    parts.table('What went wrong', ERRORS, items)
  }`;

const warnings = (all: readonly Warning[]): Html | undefined =>
  parts.table(
    'Warnings',
    {
      Warning: ({ code }) => parts.mark(code, 'warn'),
      'What to know': ({ message }) => message,
      Field: ({ field }) => field,
      Times: { figure: ({ count }) => count },
    },
    all,
  );
