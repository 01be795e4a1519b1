// Health over time: calls, errors by code, latency and the use of limits, by channel, from what the store counted.
import type { Acts } from '../operate/index.ts';
import { type Html, html } from '../pages/html.ts';
import { pathOf } from './layout.ts';
import { clientIds } from './links.ts';
import { addressOf, anyOf, card, figure, figures, filters, live, table, to } from './parts.ts';
import { figureOf, plot, type Series, spark } from './plots.ts';
import type { ConsoleRoutes, Visit } from './scope.ts';
import { lengthOf, SPANS, spanIn } from './spans.ts';

type Point = Awaited<ReturnType<Acts['health']['series']>>['points'][number];

const HERE = pathOf('health');
/** Lines beyond these could not be distinguished; the rest is one more. */
const MOST_CODES = 4;

export function healthArea({ page }: ConsoleRoutes): void {
  page('health', HERE, async (visit) => {
    const { query, acts, now, live: running } = visit;
    const [client, channel] = [query.client || undefined, query.channel || undefined];
    const span = spanIn(query.span, '1h');
    const [from, until] = [now - lengthOf(span), now];
    const names = Object.keys(running.channels);
    const { points } = await acts.health.series({ client, channel, from, to: until });
    const asked = channel === undefined ? names : [];
    const each = await Promise.all(
      asked.map(async (name) => {
        const one = await acts.health.series({ client, channel: name, from, to: until });
        return { name, points: one.points };
      }),
    );
    return {
      title: 'Health',
      body: html`${filters(HERE, {
        channel: { label: 'Channel', choices: anyOf('All channels', names), value: channel },
        client: {
          label: 'Client',
          choices: anyOf('All clients', await clientIds(visit)),
          value: client,
        },
        span: { label: 'Time', choices: SPANS, value: span },
      })}${live('health', html`${total(points)}${plots(points)}${each.length > 0 && byChannel(visit, each)}`)}`,
    };
  });
}

const sum = (points: readonly Point[], of: (point: Point) => number): number =>
  points.reduce((all, point) => all + of(point), 0);

const shareOf = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

const slowest = (points: readonly Point[]): string => {
  const highest = Math.max(-1, ...points.map(({ p95 }) => p95 ?? -1));
  return highest < 0 ? '–' : `${figureOf(highest)} ms`;
};

function total(points: readonly Point[]): Html {
  const [calls, errors] = [sum(points, (one) => one.calls), sum(points, (one) => one.errors)];
  return figures(
    figure('Calls', figureOf(calls)),
    figure('Failed', shareOf(errors, calls), errors > 0 ? 'bad' : 'good'),
    figure('Slowest 95th percentile', slowest(points)),
    figure(
      'Turned away by a channel',
      sum(points, ({ channel }) => channel?.limited ?? 0),
    ),
  );
}

function plots(points: readonly Point[]): Html {
  const moments = points.map(({ at }) => at);
  const line = (name: string, of: (point: Point) => number | null): Series => ({
    name,
    values: points.map(of),
  });
  return html`<div class="plots">${card(
    'Calls',
    plot({
      name: 'Calls',
      moments,
      series: [line('All', ({ calls }) => calls), line('Failed', ({ errors }) => errors)],
    }),
  )}${card('Errors by code', plot({ name: 'Errors by code', moments, series: codesIn(points), none: 'No call failed.' }))}${card(
    'Latency',
    plot({
      ...{ name: 'Latency', unit: ' ms', moments },
      series: [
        line('Half take at most', ({ p50 }) => p50),
        line('95 % take at most', ({ p95 }) => p95),
      ],
    }),
  )}${card(
    'Use of the channels’ limits',
    plot({
      ...{ name: 'Use of the channels’ limits', unit: ' %', moments },
      series: [
        line('Of the tightest limit', ({ channel }) => percent(channel?.used ?? null)),
        line(
          'Calls that waited',
          ({ channel }) =>
            channel && percent(channel.sent === 0 ? null : channel.waits / channel.sent),
        ),
      ],
    }),
  )}</div>`;
}

const percent = (share: number | null): number | null =>
  share === null ? null : Math.min(100, Math.round(share * 100));

/** The most frequent ones, and all others as one. */
function codesIn(points: readonly Point[]): readonly Series[] {
  const counts = new Map<string, number>();
  for (const { codes } of points)
    for (const [code, count] of Object.entries(codes))
      counts.set(code, (counts.get(code) ?? 0) + count);
  const names = [...counts].sort((one, other) => other[1] - one[1]).map(([code]) => code);
  const shown = names.slice(0, MOST_CODES);
  const rest = names.slice(MOST_CODES);
  const all = shown.map((code) => ({
    name: code,
    values: points.map(({ codes }) => codes[code] ?? 0),
  }));
  if (rest.length === 0) return all;
  const others = ({ codes }: Point) => rest.reduce((count, code) => count + (codes[code] ?? 0), 0);
  return [...all, { name: 'others', values: points.map(others) }];
}

interface OfChannel {
  readonly name: string;
  readonly points: readonly Point[];
}

const byChannel = ({ query }: Visit, each: readonly OfChannel[]): Html =>
  card(
    'By channel',
    table(
      'By channel',
      [
        {
          title: 'Channel',
          of: ({ name }) => to(addressOf(HERE, { ...query, channel: name }), name),
        },
        { title: 'Calls over time', of: ({ points }) => spark(points.map(({ calls }) => calls)) },
        { title: 'Calls', of: ({ points }) => sum(points, (one) => one.calls), isFigure: true },
        {
          title: 'Failed',
          of: ({ points }) =>
            shareOf(
              sum(points, (one) => one.errors),
              sum(points, (one) => one.calls),
            ),
          isFigure: true,
        },
        { title: 'Slowest 95th', of: ({ points }) => slowest(points), isFigure: true },
        {
          title: 'Highest use of a limit',
          of: ({ points }) => highestUse(points),
          isFigure: true,
        },
      ],
      each,
      '',
    ),
  );

const highestUse = (points: readonly Point[]): string => {
  const highest = Math.max(-1, ...points.map(({ channel }) => channel?.used ?? -1));
  return highest < 0 ? '–' : `${Math.round(highest * 100)} %`;
};
