// What runs now, and what needs a person, with the act that mends it.
import { CONSOLE_PATHS } from '../http/paths.ts';
import type { Acts } from '../operate/index.ts';
import { type Html, html } from '../pages/html.ts';
import { pathOf } from './layout.ts';
import {
  ago,
  type Column,
  card,
  figure,
  figures,
  lasting,
  live,
  mark,
  table,
  to,
  when,
} from './parts.ts';
import type { ConsoleRoutes, Visit } from './scope.ts';
import { userPath } from './users.ts';

type Now = Awaited<ReturnType<Acts['now']>>;
type Needs = Now['needs'][number];
type Need = Needs['rows'][number];

const SUBJECTS: Readonly<Record<Needs['what'], readonly [title: string, none: string]>> = {
  attention: ['Shops that must be linked again', 'Every linked shop can be reached.'],
  watches: ['Watches that are behind or broken', 'Every watch keeps up.'],
  writes: ['Writes of which the end is not known', 'Of every write the end is known.'],
  deliveries: ['Deliveries that were given up', 'No delivery was given up.'],
};
/** As many or more: counting further would cost more than it is worth. */
const MANY = 10_000;
const CLOCK_OFF_MS = 2000;

export function nowArea({ page, act }: ConsoleRoutes): void {
  page('now', pathOf('now'), async (visit) => {
    const now = await visit.acts.now();
    return {
      title: 'Now',
      body: html`${live('now', html`${total(now)}${needing(visit, now)}${running(visit, now)}`)}`,
    };
  });

  // What mends them stands here, so that no one has to look for it.
  act('now', CONSOLE_PATHS.area('mend', 'magic-link'), {
    async run({ live, acts }, form) {
      const [client, user] = [form.get('client') ?? '', form.get('user') ?? ''];
      const address = await acts.users.magicLink(client, () => live.magicLink(client, user));
      return {
        page: {
          title: 'A new magic link',
          above: [['Now', pathOf('now')]],
          body: html`<p>Send it to ${user}: it works once.</p><pre><code>${address}</code></pre><p><a class="button plain" href="${pathOf('now')}">Back</a></p>`,
        },
      };
    },
  });
  act('now', CONSOLE_PATHS.area('mend', 'replay'), {
    async run({ acts }, form) {
      await acts.deliveries.replay(form.get('client') ?? '', form.get('id') ?? '');
      return { say: 'It is sent again.', to: pathOf('now') };
    },
  });
}

const sum = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((count, one) => count + of(one), 0);

function total({ under_way, waiting, queues, needs }: Now): Html {
  const person = sum(needs, ({ count }) => count);
  return figures(
    figure(
      'Calls to channels under way',
      sum(under_way, ({ calls }) => calls),
    ),
    figure(
      'Waiting for a limit',
      sum(waiting, ({ calls }) => calls),
    ),
    figure(
      'Due in the queues',
      sum(Object.values(queues), ({ due }) => due),
    ),
    figure('Needs a person', person, person > 0 ? 'warn' : 'good'),
  );
}

function needing(visit: Visit, { needs, apps_refused, expiring }: Now): Html {
  const some = needs.filter(({ count }) => count > 0);
  return html`${some.length === 0 && html`<p class="said good">${needs.map(({ what }) => SUBJECTS[what][1]).join(' ')}</p>`}${some.map(
    (one) => {
      const [title] = SUBJECTS[one.what];
      const count = one.count >= MANY ? `${MANY} or more` : String(one.count);
      return card(
        title,
        table(title, columnsOf(visit, one.what), one.rows, ''),
        mark(count, 'warn'),
      );
    },
  )}${
    apps_refused.length > 0 &&
    card(
      'Your apps that a vendor refuses',
      html`<p>${apps_refused.join(', ')}: look at the app in the vendor's own console, then set its keys again. <code>manifold doctor</code> says which settings they are.</p>`,
    )
  }${
    expiring.length > 0 &&
    card(
      'What ends soon',
      table(
        'What ends soon',
        [
          { title: 'What', of: ({ what }) => what.replaceAll('_', ' ') },
          { title: 'Channel', of: ({ channel }) => channel },
          { title: 'How many', of: ({ count }) => count, isFigure: true },
          { title: 'The first', of: ({ soonest }) => when(soonest) },
        ],
        expiring,
        '',
      ),
    )
  }`;
}

function columnsOf(visit: Visit, what: Needs['what']): readonly Column<Need>[] {
  return [
    { title: 'Since', of: ({ at }) => ago(Date.parse(at), visit.now) },
    { title: 'Client', of: ({ client }) => to(CONSOLE_PATHS.area('clients', client), client) },
    {
      title: 'User',
      of: ({ client, user }) => user && to(userPath(client, user), user),
    },
    { title: 'Channel', of: ({ channel }) => channel },
    { title: 'Why', of: ({ code }) => code && to(visit.live.helpOf(code), code) },
    { title: 'What mends it', of: (need) => mending(visit, what, need) },
  ];
}

function mending(visit: Visit, what: Needs['what'], { client, user, id }: Need): Html | undefined {
  const path = (name: string) => CONSOLE_PATHS.area('mend', name);
  if (what === 'attention' && user !== null)
    return visit.does(path('magic-link'), 'New magic link', { fields: { client, user } });
  if (what === 'deliveries' && id !== null)
    return visit.does(path('replay'), 'Send again', { fields: { client, id } });
  if (what === 'writes' && id !== null)
    return to(CONSOLE_PATHS.area('executions', id), 'See what was written');
  return to(`${pathOf('watches')}?client=${encodeURIComponent(client)}`, 'See the watch');
}

function running(visit: Visit, { instances, under_way, waiting, queues, watches }: Now): Html {
  const calls = under_way.map((one) => ({
    ...one,
    waits: waiting.find(({ channel }) => channel === one.channel)?.calls ?? 0,
  }));
  return html`<div class="plots">${card(
    'Calls under way',
    table(
      'Calls under way',
      [
        { title: 'Client', of: ({ client }) => client || 'the service itself' },
        { title: 'Channel', of: ({ channel }) => channel },
        { title: 'Calls', of: ({ calls }) => calls, isFigure: true },
        { title: 'Waiting at the channel', of: ({ waits }) => waits, isFigure: true },
      ],
      calls,
      'No channel is being called.',
    ),
  )}${card(
    'Queues',
    table(
      'Queues',
      [
        { title: 'Queue', of: ({ name }) => name },
        { title: 'Waiting', of: ({ waiting }) => waiting, isFigure: true },
        { title: 'Due', of: ({ due }) => due, isFigure: true },
        { title: 'Oldest', of: ({ due, oldest }) => due > 0 && lasting(oldest), isFigure: true },
      ],
      Object.entries(queues).map(([name, queue]) => ({ name, ...queue })),
      '',
    ),
  )}${card(
    'Instances',
    table(
      'Instances',
      [
        { title: 'Instance', of: ({ id }) => html`<code>${id.slice(0, 8)}</code>` },
        { title: 'Version', of: ({ version }) => version },
        { title: 'Runs since', of: ({ started_at }) => ago(Date.parse(started_at), visit.now) },
        {
          title: 'Clock',
          of: ({ clock_ahead_ms: ahead }) =>
            Math.abs(ahead) > CLOCK_OFF_MS
              ? mark(`${lasting(Math.abs(ahead))} off`, 'bad')
              : mark('right', 'good'),
        },
        { title: 'Calls', of: ({ calls }) => calls, isFigure: true },
      ],
      instances,
      'No instance has reported yet.',
    ),
  )}${card(
    'Watches',
    table(
      'Watches',
      [
        { title: 'State', of: ({ state }) => state },
        { title: 'How many', of: ({ count }) => count, isFigure: true },
        { title: 'The one furthest back', of: ({ oldest }) => ago(Date.parse(oldest), visit.now) },
      ],
      watches,
      'Nothing is watched.',
    ),
  )}</div>`;
}
