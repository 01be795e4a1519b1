// Linking: how far visitors come, where they leave, why keys were refused, and the steps of one visit.
import { CONSOLE_PATHS } from '../http/paths.ts';
import type { Acts } from '../operate/index.ts';
import { type Html, html } from '../pages/html.ts';
import { pathOf } from './layout.ts';
import { anyOf, type Column, card, filters, mark, table, to, when } from './parts.ts';
import { bar } from './plots.ts';
import type { ConsoleRoutes, Visit } from './scope.ts';
import { lengthOf, SPANS, spanIn } from './spans.ts';

type Funnel = Awaited<ReturnType<Acts['links']['funnel']>>;
type Step = Awaited<ReturnType<Acts['links']['visit']>>[number];

const HERE = pathOf('links');

const WORDS: Readonly<Record<Step['step'], string>> = {
  opened: 'Link opened',
  begun: 'Begun',
  chosen: 'Channel chosen',
  shown: 'Field shown',
  checked: 'Field checked',
  sent: 'Keys sent, or consent begun',
  refused: 'Refused',
  left: 'Left to the vendor',
  returned: 'Came back',
  linked: 'Linked',
  unlinked: 'Unlinked',
  finished: 'Finished',
};

export function linkArea({ page }: ConsoleRoutes): void {
  page('links', HERE, async (visit) => {
    const { query, acts, now, live } = visit;
    const span = spanIn(query.span, '30d');
    const [client, channel] = [query.client || undefined, query.channel || undefined];
    const filter = { client, channel, from: now - lengthOf(span), to: now + 1 };
    const funnel = await acts.links.funnel(filter);
    const visits = await acts.links.visits(filter);
    return {
      title: 'Links',
      body: html`${filters(HERE, {
        client: {
          label: 'Client',
          choices: anyOf('All clients', await clientIds(visit)),
          value: client,
        },
        channel: {
          label: 'Channel',
          choices: anyOf('All channels', Object.keys(live.channels)),
          value: channel,
        },
        span: { label: 'Time', choices: SPANS, value: span },
      })}${card('How far visitors come', funnelOf(funnel))}<div class="plots">${card(
        'By channel',
        table(
          'Steps by channel',
          CHANNEL_COLUMNS,
          funnel.channels,
          'No channel was chosen in this time.',
        ),
      )}${card(
        'Why keys were refused',
        table(
          'Refusals',
          refusalColumns(visit),
          funnel.refusals,
          'Nothing was refused in this time.',
        ),
      )}</div>${card('Visits', table('Visits', VISIT_COLUMNS, visits, 'There were no visits in this time.'))}`,
    };
  });

  page('links', CONSOLE_PATHS.area('links', ':id'), async ({ acts, params }) => {
    const steps = await acts.links.visit(params.id);
    const [first] = steps;
    if (!first) return undefined;
    return {
      title: 'One visit',
      above: [['Links', HERE]],
      body: html`<p>Of ${to(CONSOLE_PATHS.area('clients', first.client), first.client)}, since ${when(first.at)}.</p>${table(
        'Steps',
        [
          { title: 'After', of: ({ at }: Step) => after(at, first.at), isFigure: true },
          ...STEP_COLUMNS,
        ],
        steps,
        '',
      )}`,
    };
  });
}

export const clientIds = async ({ acts }: Visit): Promise<readonly string[]> =>
  (await acts.clients.list()).map(({ id }) => id);

const after = (at: string, first: string): string => {
  const seconds = Math.round((Date.parse(at) - Date.parse(first)) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
};

function funnelOf({ steps }: Funnel): Html {
  const most = Math.max(1, ...steps.map(({ visits }) => visits));
  return table(
    'How far visitors come',
    [
      { title: 'Step', of: ({ step }) => WORDS[step] },
      { title: 'Visits', of: ({ visits }) => visits, isFigure: true },
      { title: 'Of all that came', of: ({ visits }) => bar(0, visits / most) },
      { title: 'Their last step', of: ({ left }) => left, isFigure: true },
    ],
    steps,
    '',
  );
}

const CHANNEL_COLUMNS: readonly Column<Funnel['channels'][number]>[] = [
  { title: 'Channel', of: ({ channel }) => channel },
  ...(['chosen', 'sent', 'refused', 'left', 'returned', 'linked'] as const).map((step) => ({
    title: step[0]?.toUpperCase() + step.slice(1),
    of: (row: Funnel['channels'][number]) => row[step],
    isFigure: true,
  })),
];

const refusalColumns = ({ live }: Visit): readonly Column<Funnel['refusals'][number]>[] => [
  { title: 'Channel', of: ({ channel }) => channel },
  {
    title: 'Reason',
    of: ({ code }) =>
      code === 'form' ? 'something was missing or misspelt' : to(live.helpOf(code), code),
  },
  { title: 'Visits', of: ({ visits }) => visits, isFigure: true },
];

const STEP_COLUMNS: readonly Column<Step>[] = [
  {
    title: 'Step',
    of: ({ step }) =>
      mark(WORDS[step], step === 'refused' ? 'bad' : step === 'linked' ? 'good' : 'plain'),
  },
  { title: 'Channel', of: ({ channel }) => channel },
  { title: 'Said', of: ({ code }) => code },
];

const VISIT_COLUMNS: readonly Column<Step>[] = [
  {
    title: 'Last step',
    of: ({ session, at }) => to(CONSOLE_PATHS.area('links', session), when(at)),
  },
  { title: 'Client', of: ({ client }) => client },
  ...STEP_COLUMNS,
];
