// Linking: how far visitors come, where they leave, why keys were refused, and the steps of one visit.
import type { Acts } from '../operate/index.ts';
import { OF_CHANNEL } from '../operate/links.ts';
import { html } from '../pages/html.ts';
import { pathOf } from './areas.ts';
import { anyChannel, anyClient, narrow, since } from './filters.ts';
import { type Columns, capital, listed, mark, table, to, toClient, when } from './parts.ts';
import { bar } from './plots.ts';
import type { AreaRoutes } from './scope.ts';
import type { Visit } from './visit.ts';

type Funnel = Awaited<ReturnType<Acts['links']['funnel']>>;
type Step = Awaited<ReturnType<Acts['links']['visit']>>[number];

const HERE = pathOf('links');
const FILTERS = { client: anyClient, channel: anyChannel, span: since('30d') };

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

export function linkArea({ page }: AreaRoutes): void {
  page('', async (visit) => {
    const { acts, now, help, titleOf } = visit;
    const { chosen, form } = await narrow(HERE, FILTERS, visit);
    const { client, channel, span: from } = chosen;
    const filter = { client, channel, from, to: now + 1 };
    const { steps, channels, refusals } = await acts.links.funnel(filter);
    const visits = await acts.links.visits(filter);
    const most = Math.max(1, ...steps.map((step) => step.visits));
    return {
      title: 'Links',
      body: html`${form}${listed(
        'How far visitors come',
        {
          Step: ({ step }) => WORDS[step],
          Visits: { figure: ({ visits }) => visits },
          'Of all that came': ({ visits }) => bar(0, visits / most),
          'Their last step': { figure: ({ left }) => left },
        },
        steps,
      )}<div class="plots">${listed(
        'By channel',
        { Channel: ({ channel }) => titleOf(channel), ...CHANNEL_FIGURES },
        channels,
        'No channel was chosen in this period.',
      )}${listed(
        'Why keys were refused',
        {
          Channel: ({ channel }) => channel && titleOf(channel),
          Reason: ({ code }) =>
            code === 'form' ? 'something was missing or misspelt' : help(code),
          Visits: { figure: ({ visits }) => visits },
        },
        refusals,
        'Nothing was refused in this period.',
      )}</div>${listed('Visits', visitColumns(visit), visits, 'There were no visits in this period.')}`,
    };
  });

  page(':id', async (visit) => {
    const steps = await visit.acts.links.visit(visit.params.id);
    const [first] = steps;
    if (!first) return undefined;
    const took = { After: { figure: ({ at }: Step) => after(at, first.at) } };
    const columns = { ...took, ...stepColumns(visit) };
    return {
      title: 'One visit',
      body: html`<p>Of ${toClient(first.clientId)}, since ${when(first.at)}.</p>${table('Steps', columns, steps)}`,
    };
  });
}

const after = (at: number, first: number): string => {
  const seconds = Math.round((at - first) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
};

type OfChannel = Funnel['channels'][number];
const CHANNEL_FIGURES: Columns<OfChannel> = Object.fromEntries(
  OF_CHANNEL.map((step, at) => [capital(step), { figure: ({ visits }: OfChannel) => visits[at] }]),
);

const stepColumns = ({ titleOf }: Visit): Columns<Step> => ({
  Step: ({ step }) =>
    mark(WORDS[step], step === 'refused' ? 'bad' : step === 'linked' ? 'good' : 'plain'),
  Channel: ({ channel }) => channel && titleOf(channel),
  Said: ({ code }) => code,
});

const visitColumns = (visit: Visit): Columns<Step> => ({
  'Last step': ({ session, at }) => to(pathOf('links', session), when(at)),
  Client: ({ clientId }) => clientId,
  ...stepColumns(visit),
});
