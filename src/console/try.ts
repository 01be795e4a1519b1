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

/** What a form or an address says, by its name. */
type Given = Readonly<Record<string, string>>;

/** Whose records, of which channel, and what can be asked of it. */
interface Choice {
  readonly client: string;
  readonly user: string;
  readonly operation: Operation;
  readonly channel: ChannelCapabilities;
  readonly able: NonNullable<ChannelCapabilities[Operation]>;
  readonly given: Given;
}

export function tryArea({ page, act }: AreaRoutes): void {
  page('', (visit) => shown(visit, Object.entries(visit.query)));

  act('', { forAll: true, run: (visit, form) => shown(visit, [...form], read) });
}

async function shown(
  visit: Visit,
  all: readonly (readonly [string, string])[],
  result?: (visit: Visit, choice: Choice) => Promise<Html>,
): Promise<Shown> {
  const trimmed = all.map(([name, value]) => [name, value.trim()] as const);
  const given = Object.fromEntries(trimmed.filter(([, value]) => value !== ''));
  const title = 'Try it';
  const [choice, choosing] = await choose(visit, given);
  if (!choice) return { title, body: html`<p class="none">There are no clients yet.</p>` };
  const form = reading(visit, choice, 'Read and show', { inputs: inputsOf(choice) });
  const about = html`<p class="soft">Reads as the API does for this client, with its budgets and overrides. Records may hold data of buyers: that you looked is in the audit. Times are UTC unless they say otherwise.</p>`;
  return {
    title,
    body: html`${choosing}${parts.card(`${choice.channel.title}: ${choice.operation}`, html`${about}${form}`)}${await result?.(visit, choice)}`,
  };
}

/** What is chosen, the first of everything where nothing is; and the form to choose otherwise. */
async function choose(
  { acts, live }: Visit,
  given: Given,
): Promise<readonly [Choice | undefined, Html?]> {
  const clients = (await acts.clients.list()).map(({ id }) => id);
  const client = given.client ?? clients[0];
  if (client === undefined) return [undefined];
  const users = await someUsers(acts.users.list(client));
  const user = given.user ?? users?.[0]?.tpUserId ?? '';
  const operation = OPERATIONS.find((one) => one === given.records) ?? OPERATIONS[0];
  const channels = users?.find(({ tpUserId }) => tpUserId === user)?.channels;
  const linked = channels?.map(({ channel }) => channel);
  const having = (await live.capabilities()).filter((one) => one[operation] !== null);
  const channel =
    having.find((one) => one.channel === given.channel) ??
    having.find((one) => linked?.includes(one.channel)) ??
    having[0];
  const able = channel?.[operation];
  if (!channel || !able) return [undefined];
  const titled = ({ channel: name, title }: ChannelCapabilities) =>
    [name, linked && !linked.includes(name) ? `${title} (not linked)` : title] as const;
  const known = users && [...new Set([user, ...users.map(({ tpUserId }) => tpUserId)])];
  const choosing = parts.filters(
    HERE,
    {
      client: { label: 'Client', value: client, choices: clients },
      user: { label: 'User', value: user, choices: known },
      records: { label: 'Records', value: operation, choices: OPERATIONS },
      channel: { label: 'Channel', value: channel.channel, choices: having.map(titled) },
    },
    'Choose',
  );
  return [{ client, user, operation, channel, able, given }, choosing];
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
function inputsOf({ operation, channel, able, given }: Choice): parts.Inputs {
  const { fields } = OPERATION_TABLE[operation];
  const { filters, defaults, include, id_example: example } = able;
  const inputs: Record<string, parts.Input> = {};
  const add = (name: string, more: Partial<parts.Input>) => {
    inputs[name] = { label: name, value: given[name], ...more };
  };
  for (const name of Object.keys(filters)) {
    const { enum: words } = (fields[name] ?? {}) as { readonly enum?: readonly string[] };
    add(name, {
      type: /_at_(min|max)$/.test(name) ? 'datetime-local' : 'text',
      choices: words && choicesOf(words, defaults[name]),
      ...(['ids', 'since_id'].includes(name) && { example }),
    });
  }
  const lists = include.filter((word) => !ALWAYS.includes(word));
  const together = lists.length > 1 ? [lists.join(',')] : [];
  if (lists.length > 0) add('include', { choices: [['', 'nothing more'], ...lists, ...together] });
  const { default: usual, speaks } = channel.api_versions;
  const versions = speaks.map(({ version }) => version);
  if (versions.length > 1) add('api_version', { choices: choicesOf(versions, usual) });
  add('limit', {
    label: `limit (${MOST_RECORDS} at most)`,
    value: given.limit ?? USUAL_RECORDS,
  });
  return inputs;
}

/** Without a choice: what is usual, or all. */
const choicesOf = (words: readonly string[], usual: string | undefined): readonly parts.Choice[] =>
  usual === undefined
    ? [['', 'any'], ...words.filter((word) => word !== 'any')]
    : [['', `${usual}, as usual`], ...words];

/** What the page itself needs of every record. */
const ALWAYS = ['raw', 'reasons'];

/** What was typed or chosen of what the channel takes. */
function typedOf(choice: Choice, ...more: readonly string[]): Given {
  const names = [...Object.keys(inputsOf(choice)), ...more];
  return Object.fromEntries(Object.entries(choice.given).filter(([name]) => names.includes(name)));
}

/** The request that an application would send. */
function askedOf(choice: Choice): Asked {
  const { client, user, operation, channel, able } = choice;
  const { limit = USUAL_RECORDS, include, ...body } = typedOf(choice, 'next_page_token');
  const own = able.include.filter((word) => ALWAYS.includes(word));
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

async function read(visit: Visit, choice: Choice): Promise<Html> {
  const { client, operation } = choice;
  const { channel } = choice.channel;
  const { acts, live } = visit;
  const read = () => live.read(askedOf(choice));
  const about = { client, channel, operation };
  const { Errors, Output, Report } = await acts.console.show('records', about, read);
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
    recordsView(operation, Output.result, (native) => live.sourcesOf(channel, operation, native))
  }${
    next !== undefined &&
    reading(visit, choice, 'Next page', { fields: { ...typedOf(choice), next_page_token: next } })
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
