// What runs now, and what needs a person, with the act that mends it.
import type { Acts } from '../operate/index.ts';
import { type Html, html } from '../pages/html.ts';
import { pathOf } from './areas.ts';
import * as parts from './parts.ts';
import type { AreaRoutes } from './scope.ts';
import type { Visit } from './visit.ts';

const { ago, card, figures, lasting, listed, live, mark } = parts;
const { addressOf, sum, table, to, toClient, toUser, userPath, when } = parts;

type Now = Awaited<ReturnType<Acts['now']>>;
type Needs = Now['needs'][number];
type Need = Needs['rows'][number];

const SUBJECTS: Readonly<Record<Needs['what'], readonly [title: string, none: string]>> = {
  attention: ['Shops that must be linked again', 'Every linked shop can be reached.'],
  watches: ['Watches that are behind or broken', 'Every watch keeps up.'],
  writes: ['Writes whose end is not known', 'The end of every write is known.'],
  deliveries: ['Deliveries that were given up', 'No delivery was given up.'],
};
/** As many or more: counting further would cost more than it is worth. */
const MANY = 10_000;
const CLOCK_OFF_MS = 2000;

export function nowArea({ page }: AreaRoutes): void {
  page('', async (visit) => {
    const now = await visit.acts.now();
    const all = html`${total(now)}${needing(visit, now)}${running(visit, now)}`;
    return { title: 'Now', body: live('now', all) };
  });
}

function total({ under_way, waiting, queues, needs }: Now): Html {
  const person = sum(needs, ({ count }) => count);
  return figures({
    'Calls to channels under way': sum(under_way, ({ calls }) => calls),
    'Waiting for a limit': sum(Object.values(waiting), (calls) => calls),
    'Due in the queues': sum(Object.values(queues), ({ due }) => due),
    'Needs a person': [person, person > 0 ? 'warn' : 'good'],
  });
}

function needing(visit: Visit, { needs, apps_refused, expiring }: Now): Html {
  const some = needs.filter(({ count }) => count > 0);
  return html`${some.length === 0 && html`<p class="said good">${needs.map(({ what }) => SUBJECTS[what][1]).join(' ')}</p>`}${some.map(
    (one) => {
      const [title] = SUBJECTS[one.what];
      const count = one.count >= MANY ? `${MANY} or more` : String(one.count);
      return card(title, table(title, columnsOf(visit, one.what), one.rows), mark(count, 'warn'));
    },
  )}${
    apps_refused.length > 0 &&
    card(
      'Your apps that a vendor refuses',
      html`<p>${apps_refused.map(visit.titleOf).join(', ')}: look at the app in the vendor's own console, then set its keys again. <code>manifold doctor</code> says which settings they are.</p>`,
    )
  }${listed(
    'What ends soon',
    {
      What: ({ what }) => what.replaceAll('_', ' '),
      Channel: ({ channel }) => channel && visit.titleOf(channel),
      'How many': { figure: ({ count }) => count },
      'The first': ({ soonest }) => when(soonest),
    },
    expiring,
  )}`;
}

const columnsOf = (visit: Visit, what: Needs['what']): parts.Columns<Need> => ({
  Since: ({ at }) => ago(at, visit.now),
  Client: ({ client }) => toClient(client),
  User: ({ client, user }) => user && toUser(client, user),
  Channel: ({ channel }) => channel && visit.titleOf(channel),
  Why: ({ code }) => code && visit.help(code),
  'What mends it': (need) => mending(visit, what, need),
});

/** By the acts of the page that it is about. */
function mending(
  { does }: Visit,
  what: Needs['what'],
  { client, user, id }: Need,
): Html | undefined {
  if (what === 'attention' && user !== null)
    return does(userPath(client, user, 'link'), 'New magic link');
  if (what === 'deliveries' && id !== null)
    return does(pathOf('deliveries', client, id, 'replay'), 'Send again');
  if (what === 'writes' && id !== null) return to(pathOf('executions', id), 'See what was written');
  return to(addressOf(pathOf('watches'), { client }), 'See the watch');
}

function running(visit: Visit, { instances, under_way, waiting, queues, watches }: Now): Html {
  return html`<div class="plots">${listed(
    'Calls under way',
    {
      Client: ({ client }) => client || 'the service itself',
      Channel: ({ channel }) => visit.titleOf(channel),
      Calls: { figure: ({ calls }) => calls },
      'Waiting at the channel': { figure: ({ channel }) => waiting[channel] ?? 0 },
    },
    under_way,
    'No channel is being called.',
  )}${listed(
    'Queues',
    {
      Queue: ({ name }) => name,
      Waiting: { figure: ({ waiting }) => waiting },
      Due: { figure: ({ due }) => due },
      Oldest: { figure: ({ due, oldest }) => due > 0 && lasting(oldest) },
    },
    Object.entries(queues).map(([name, queue]) => ({ name, ...queue })),
  )}${listed(
    'Instances',
    {
      Instance: ({ id }) => html`<code>${id.slice(0, 8)}</code>`,
      Version: ({ version }) => version,
      'Runs since': ({ startedAt }) => ago(startedAt, visit.now),
      Clock: ({ clockAhead: ahead }) =>
        Math.abs(ahead) > CLOCK_OFF_MS
          ? mark(`${lasting(Math.abs(ahead))} off`, 'bad')
          : mark('right', 'good'),
      Calls: { figure: ({ busy }) => sum(busy.underWay, ({ calls }) => calls) },
    },
    instances,
    'No instance has reported yet.',
  )}${listed(
    'Watches',
    {
      State: ({ state }) => state,
      'How many': { figure: ({ count }) => count },
      'The one furthest back': ({ oldest }) => ago(oldest, visit.now),
    },
    watches,
    'Nothing is watched.',
  )}</div>`;
}
