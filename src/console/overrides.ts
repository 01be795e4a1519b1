// Field overrides of clients: their rules, changed one at a time, and tried out before they are saved.

import { OPERATIONS, type Operation } from '../model/execution.ts';
import { Fault } from '../model/faults.ts';
import { readBy } from '../model/read.ts';
import { samples } from '../operate/samples.ts';
import { ActError, sentenceFor } from '../operate/sentence.ts';
import { type Html, html } from '../pages/html.ts';
import { type OverrideSets, RuleSetBody } from '../unified/override-sets.ts';
import { pathOf } from './areas.ts';
import { anyChannel, oneClient, oneOf, titlesOf } from './filters.ts';
import * as parts from './parts.ts';
import type { AreaRoutes } from './scope.ts';
import type { Shown, Visit } from './visit.ts';

const { addressOf, button, card, hidden, inputs, json, mark, table, to, when } = parts;

type RuleSet = Awaited<ReturnType<OverrideSets['list']>>[number];
type Rule = RuleSet['rules'][number];
type Tried = Awaited<ReturnType<OverrideSets['try']>>;

const ONE = pathOf('overrides', 'one');
const FILTERS = { client: oneClient, channel: anyChannel, resource: oneOf('Of', OPERATIONS) };

/** The rules of a client for a channel and resource; none where nothing was saved yet. */
interface Rules {
  readonly client: string;
  readonly channel: string;
  readonly resource: Operation;
  readonly rules: readonly Rule[];
  /** When they were saved last: what is changed must be what was shown. */
  readonly saved: string;
}

/** Throws where there can be no such rules. */
async function rulesOf(visit: Visit): Promise<Rules> {
  const { live, query } = visit;
  const { value: client } = await oneClient(query.client || undefined, visit);
  const resource = OPERATIONS.find((one) => one === query.resource);
  const channel = Object.keys(live.channels).find((one) => one === query.channel);
  if (!channel || !resource || client === '')
    throw new Fault('not_found', 'There are no such overrides.');
  const set = (await live.overrides.list(client)).find(
    (one) => one.channel === channel && one.resource === resource,
  );
  const saved = String(set?.updatedAt ?? '');
  return { client, channel, resource, rules: set?.rules ?? [], saved };
}

const at = (
  { client, channel, resource }: Pick<Rules, 'client' | 'channel' | 'resource'>,
  act = '',
  field?: string,
) => addressOf(act ? `${ONE}/${act}` : ONE, { client, channel, resource, field });

/** The form of one rule, empty; `on` is the name of a sample, or nothing for a user's record. */
const EMPTY = { field: '', expression: '', on: '', user: '' };
type Typed = Readonly<typeof EMPTY>;

const withRule = ({ rules }: Rules, { field, expression }: Typed): readonly Rule[] => [
  ...rules.filter((one) => one.field !== field),
  { field, expression },
];

/** The same engine, deadline and share as those of the client's own requests. */
const asking = (
  { client, channel, resource }: Rules,
  rules: readonly Rule[],
  sample?: unknown,
) => ({
  ...{ client, scopes: OPERATIONS, gone: new AbortController().signal },
  body: readBy(RuleSetBody, {
    ...{ channel, resource, rules: rules.map(({ field, expression }) => ({ field, expression })) },
    ...(sample !== undefined && { sample }),
  }),
});

export function overrideArea({ list, page, act }: AreaRoutes): void {
  list({
    filters: FILTERS,
    async rows({ live }, { client, channel, resource }) {
      const isAsked = (set: RuleSet) =>
        (channel ?? set.channel) === set.channel && (resource ?? set.resource) === set.resource;
      return { rows: (await live.overrides.list(client)).filter(isAsked) };
    },
    columns: ({ titleOf }, { client }) => ({
      Channel: (set) => to(at({ ...set, client }), titleOf(set.channel)),
      Of: ({ resource }) => resource,
      Fields: ({ rules }) => rules.map((rule) => rule.field).join(', '),
      'Switched off': {
        figure: ({ rules }) => rules.filter((rule) => rule.switchedOff).length || null,
      },
      Saved: ({ updatedAt }) => when(updatedAt),
    }),
    none: 'There are no such overrides.',
    below({ live }, { client }) {
      const chosen = inputs({
        channel: { label: 'Channel', choices: titlesOf(live) },
        resource: { label: 'Of', choices: OPERATIONS },
      });
      return (
        client !== '' &&
        card(
          'Make or change rules',
          html`<form class="filters" method="get" action="${ONE}">${hidden({ client })}${chosen}${button('Open')}</form>`,
        )
      );
    },
  });

  page('one', async (visit) => {
    const rules = await rulesOf(visit);
    const { field = '' } = visit.query;
    const expression = rules.rules.find((one) => one.field === field)?.expression ?? '';
    const [on = ''] = await samples.list(rules.channel, rules.resource);
    return await opened(visit, rules, { ...EMPTY, field, expression, on });
  });

  /** Shows the form again, as it was typed, with what it led to; unless all that is left is to say so. */
  const again = async (
    visit: Visit,
    form: URLSearchParams,
    work: (rules: Rules, typed: Typed) => Promise<Html | string>,
  ): Promise<Shown | string> => {
    const rules = await rulesOf(visit);
    const typed = { ...EMPTY, ...Object.fromEntries(form) };
    try {
      const done = await work(rules, typed);
      return typeof done === 'string' ? done : await opened(visit, rules, typed, done);
    } catch (error) {
      const sentence = sentenceFor(error);
      if (sentence === undefined) throw error;
      const others = error instanceof Fault ? error.others.map(({ message }) => message) : [];
      const problem = html`<p class="said bad" role="alert">${[sentence, ...others].join(' ')}</p>`;
      return { ...(await opened(visit, rules, typed, problem)), status: 409 };
    }
  };

  act('one/try', {
    forAll: true,
    run: (visit, form) =>
      again(visit, form, async (rules, typed) => {
        const { native, record } = await subjectOf(visit, rules, typed);
        const tried = await visit.live.overrides.try(asking(rules, withRule(rules, typed), native));
        const ruled = rules.rules.map(({ field }) => [field, tried.record?.[field] ?? null]);
        // What was read has the rules in force in it already.
        const before = record ? { ...record, ...Object.fromEntries(ruled) } : (tried.record ?? {});
        return outcome(before, tried, native);
      }),
  });

  /** Puts them in place of those that were shown. */
  async function save(
    { live, acts }: Visit,
    before: Rules,
    form: URLSearchParams,
    field: string | undefined,
    rules: readonly Rule[],
  ): Promise<void> {
    if (form.get('saved') !== before.saved)
      throw new ActError('These rules were changed meanwhile. Load the page again to see them.');
    const { client, channel, resource } = before;
    const put = () => live.overrides.put(asking(before, rules));
    const facts = { client, channel, resource, field };
    if (!(await acts.console.does('overrides.set', facts, put)))
      throw new Fault('not_found', 'The client was deleted.');
  }

  act('one/save', {
    run: (visit, form) =>
      again(visit, form, async (rules, typed) => {
        await save(visit, rules, form, typed.field, withRule(rules, typed));
        return 'Saved; it is in force within 5 seconds.';
      }),
  });

  act('one/delete', {
    asks: async (visit, form) => {
      const { resource, client, channel } = await rulesOf(visit);
      const what = form.get('field') ? `the rule for ${form.get('field')}` : 'all rules';
      return html`<p>Without <strong>${what}</strong>, ${client} gets ${resource} of ${visit.titleOf(channel)} as the service makes them. What the rules say is not kept.</p>`;
    },
    sure: 'Delete it',
    async run(visit, form) {
      const rules = await rulesOf(visit);
      const field = form.get('field') ?? undefined;
      const left = field === undefined ? [] : rules.rules.filter((one) => one.field !== field);
      await save(visit, rules, form, field, left);
      return 'Deleted; it is in force within 5 seconds.';
    },
  });
}

/** What rules are tried on; of a user's record also what the service made of it. */
async function subjectOf(
  { live, acts }: Visit,
  { client, channel, resource }: Rules,
  { on, user }: Typed,
): Promise<{ readonly native: unknown; readonly record?: Readonly<Record<string, unknown>> }> {
  if (on !== '') return { native: await samples.read(channel, resource, on) };
  const body = { limit: 1, include: 'raw', ...(resource === 'orders' && { status: 'any' }) };
  const query = { channel, tpUserId: user };
  const { Output, Errors } = await acts.console.show('record', { client, channel, resource }, () =>
    live.read({ operation: resource, client, query, body }),
  );
  const [first] = Output.result;
  if (!first)
    throw new ActError('message' in Errors ? Errors.message : `This user has no ${resource}.`);
  const { raw, ...record } = first;
  // As a client would send it.
  return { native: JSON.parse(JSON.stringify(raw)), record };
}

/** The rules, and the form of one. */
async function opened(visit: Visit, rules: Rules, typed: Typed, below?: Html): Promise<Shown> {
  const { client, channel, resource, saved } = rules;
  const fields = visit.live.overrides.fieldsOf(resource);
  const names = await samples.list(channel, resource);
  const remove = (words: string, more: Readonly<Record<string, string>>) =>
    visit.does(at(rules, 'delete'), words, { fields: { saved, ...more } });
  const columns: parts.Columns<Rule> = {
    Field: ({ field }) => to(at(rules, '', field), field),
    Expression: ({ expression }) => html`<code>${expression}</code>`,
    State: ({ switchedOff: off }) =>
      off
        ? html`${mark('switched off', 'bad')} since ${when(off.since)}<br><span class="soft">${off.reason} Save it again to switch it on.</span>`
        : mark('on', 'good'),
    Act: ({ field }) => remove('Delete', { field }),
  };
  const form = inputs({
    field: { label: 'Field', value: typed.field, choices: fields },
    on: {
      ...{ label: 'Try it on', value: typed.on },
      choices: [
        ...names.map((one) => [one, `Sample: ${one.replaceAll('-', ' ')}`] as const),
        ['', 'A record of a user (noted in the audit)'],
      ],
    },
    user: { label: 'User, if not on a sample', value: typed.user },
    expression: { label: 'JSONata over the native record', value: typed.expression, rows: 5 },
  });
  return {
    title: `${visit.titleOf(channel)}, ${resource}`,
    body: html`<p>What ${client} gets in place of the service’s own values.</p>${table('Rules', columns, rules.rules, 'There are no rules.')}${
      rules.rules.length > 1 && html`<div class="acts">${remove('Delete all', {})}</div>`
    }${card(
      'A rule',
      html`<form class="filters" method="post" action="${at(rules, 'try')}">${visit.formToken}${hidden({ saved })}${form}${button('Try it')}${visit.isAdmin && html`<button class="button plain" formaction="${at(rules, 'save')}">Save it</button>`}</form>`,
    )}${below}`,
  };
}

interface Compared {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly warning?: string | undefined;
}

const isSame = ({ before, after }: Compared) => JSON.stringify(before) === JSON.stringify(after);

const COMPARED: parts.Columns<Compared> = {
  Field: (one) =>
    html`${one.field}${!isSame(one) && html` ${mark('changed', 'warn')}`}${one.warning && html`<br>${mark('no effect', 'bad')} <span class="soft">${one.warning}</span>`}`,
  Before: ({ field, before }) => cellOf(before, `${field} before`),
  After: ({ field, after }) => cellOf(after, `${field} after`),
};

const cellOf = (value: unknown, name: string): Html =>
  typeof value === 'object' && value !== null
    ? json(value, name)
    : html`<code>${JSON.stringify(value)}</code>`;

/** The record without rules beside what they make of it: first what they are about. */
function outcome(
  record: Readonly<Record<string, unknown>>,
  { result }: Tried,
  native: unknown,
): Html {
  const ruled: readonly Compared[] = result.map(({ field, after, warning }) => ({
    ...{ field, after, warning, before: record[field] ?? null },
  }));
  const others = Object.entries(record)
    .filter(([field]) => !result.some((one) => one.field === field))
    .map(([field, value]) => ({ field, before: value, after: value }));
  const changed = ruled.filter((one) => !isSame(one)).length;
  return html`${card(
    'Before and after',
    html`<p role="status">Fields that change: ${changed}. Nothing is saved by this.</p>${table('Before and after', COMPARED, ruled, 'There are no rules.')}
<details><summary>Fields that stay as they are: ${others.length}</summary>${table('Unchanged', COMPARED, others, 'There are none: the driver cannot read this record.')}</details>
<details><summary>The native record</summary>${json(native, 'The native record')}</details>`,
  )}`;
}
