// Health over time: calls, errors by code, latency and the use of limits, by channel, from what the store counted.
import type { Acts } from '../operate/index.ts';
import { type Html, html } from '../pages/html.ts';
import { pathOf } from './areas.ts';
import { anyChannel, anyClient, narrow, since } from './filters.ts';
import { addressOf, card, figures, listed, live, sum, to } from './parts.ts';
import { figureOf, type Plot, plot, type Series, spark } from './plots.ts';
import type { AreaRoutes } from './scope.ts';
import type { Visit } from './visit.ts';

type Point = Awaited<ReturnType<Acts['health']['series']>>['points'][number];

const HERE = pathOf('health');
const FILTERS = { channel: anyChannel, client: anyClient, span: since('1h') };
/** Lines beyond these could not be distinguished; the rest is one more. */
const MOST_CODES = 4;

export function healthArea({ page }: AreaRoutes): void {
  page('', async (visit) => {
    const { chosen, form } = await narrow(HERE, FILTERS, visit);
    const { client, channel, span: from } = chosen;
    const pointsOf = async (channel: string | undefined) =>
      (await visit.acts.health.series({ client, channel, from, to: visit.now })).points;
    const points = await pointsOf(channel);
    const names = channel === undefined ? Object.keys(visit.live.channels) : [];
    const each = await Promise.all(
      names.map(async (name) => ({ name, points: await pointsOf(name) })),
    );
    const all = html`${total(points)}${plots(points)}${byChannel(visit, each)}`;
    return { title: 'Health', body: html`${form}${live('health', all)}` };
  });
}

const shareOf = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

const slowest = (points: readonly Point[]): string => {
  const highest = Math.max(-1, ...points.map(({ p95 }) => p95 ?? -1));
  return highest < 0 ? '–' : `${figureOf(highest)} ms`;
};

function total(points: readonly Point[]): Html {
  const [calls, errors] = [sum(points, (one) => one.calls), sum(points, (one) => one.errors)];
  return figures({
    Calls: figureOf(calls),
    Failed: [shareOf(errors, calls), errors > 0 ? 'bad' : 'good'],
    'Slowest 95th percentile': slowest(points),
    'Turned away by a channel': sum(points, ({ channel }) => channel?.limited ?? 0),
  });
}

function plots(points: readonly Point[]): Html {
  const moments = points.map(({ at }) => at);
  const line = (name: string, of: (point: Point) => number | null): Series => ({
    name,
    values: points.map(of),
  });
  const half = line('Half take at most', ({ p50 }) => p50);
  const most = line('95 % take at most', ({ p95 }) => p95);
  const used = line('Of the tightest limit', ({ channel }) => percent(channel?.used ?? null));
  const waited = line(
    'Calls that waited',
    ({ channel }) => channel && percent(channel.sent === 0 ? null : channel.waits / channel.sent),
  );
  const drawn = (name: string, series: readonly Series[], more: Partial<Plot> = {}) =>
    card(name, plot({ name, moments, series, ...more }));
  return html`<div class="plots">${[
    drawn('Calls', [line('All', ({ calls }) => calls), line('Failed', ({ errors }) => errors)]),
    drawn('Errors by code', codesIn(points), { none: 'No call failed.' }),
    drawn('Latency', [half, most], { unit: ' ms' }),
    drawn('Use of the channels’ limits', [used, waited], { unit: ' %' }),
  ]}</div>`;
}

const percent = (share: number | null): number | null =>
  share === null ? null : Math.min(100, Math.round(share * 100));

/** The most frequent ones, and all others as one. */
function codesIn(points: readonly Point[]): readonly Series[] {
  const all = Map.groupBy(
    points.flatMap(({ codes }) => Object.entries(codes)),
    ([code]) => code,
  );
  const counts = [...all].map(([code, some]) => ({ code, count: sum(some, ([, one]) => one) }));
  const codes = counts.sort((one, other) => other.count - one.count).map(({ code }) => code);
  const series = (name: string, of: readonly string[]): Series => ({
    name,
    values: points.map((point) => sum(of, (code) => point.codes[code] ?? 0)),
  });
  const rest = codes.slice(MOST_CODES);
  const shown = codes.slice(0, MOST_CODES).map((code) => series(code, [code]));
  return rest.length === 0 ? shown : [...shown, series('others', rest)];
}

interface OfChannel {
  readonly name: string;
  readonly points: readonly Point[];
}

const byChannel = ({ query, titleOf }: Visit, each: readonly OfChannel[]): Html | undefined =>
  listed(
    'By channel',
    {
      Channel: ({ name }) => to(addressOf(HERE, { ...query, channel: name }), titleOf(name)),
      'Calls over time': ({ points }) => spark(points.map(({ calls }) => calls)),
      Calls: { figure: ({ points }) => sum(points, (one) => one.calls) },
      Failed: {
        figure: ({ points }) =>
          shareOf(
            sum(points, (one) => one.errors),
            sum(points, (one) => one.calls),
          ),
      },
      'Slowest 95th': { figure: ({ points }) => slowest(points) },
      'Highest use of a limit': { figure: ({ points }) => highestUse(points) },
    },
    each,
  );

const highestUse = (points: readonly Point[]): string => {
  const highest = Math.max(-1, ...points.map(({ channel }) => channel?.used ?? -1));
  return highest < 0 ? '–' : `${Math.round(highest * 100)} %`;
};
