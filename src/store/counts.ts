// The rows of what was counted: by minute and by hour, added up over all instances.
import { sql } from 'kysely';
import {
  type Count,
  type Counted,
  FIGURES,
  type Figures,
  HOUR,
  noFigures,
} from '../model/counts.ts';
import { type Base, groupsOf } from './base.ts';

export interface CountsAsked extends Pick<Counted, 'client' | 'channel'> {
  readonly span: 'minute' | 'hour';
  /** From the beginning of one point to before another. */
  readonly from: number;
  readonly to: number;
  /** Milliseconds from point to point. */
  readonly step: number;
}

/** What was counted from `at` on, for one `step`. */
export type CountedPoint = Figures & Pick<Counted, 'at' | 'code'>;

const KEY = ['client', 'channel', 'span', 'at', 'code'] as const;
const added = Object.fromEntries(
  FIGURES.map((name) => [name, sql`call_count.${sql.ref(name)} + excluded.${sql.ref(name)}`]),
);

export function countStore({ db }: Pick<Base, 'db'>) {
  return {
    /** Adds to what is there, all or nothing. */
    async add(counts: readonly Count[]): Promise<void> {
      const rows = [
        ...counts.map((count) => ({ ...count, span: 'minute' as const })),
        ...byHour(counts).map((count) => ({ ...count, span: 'hour' as const })),
      ];
      // All in one order, so that two instances never wait for each other in a circle.
      const name = (row: (typeof rows)[number]) => KEY.map((column) => row[column]).join(' ');
      const ordered = rows.map((row) => [name(row), row] as const);
      ordered.sort(([a], [b]) => (a < b ? -1 : 1));
      if (rows.length > 0)
        await db.transaction().execute(async (work) => {
          for (const some of groupsOf(ordered.map(([, row]) => row)))
            await work
              .insertInto('call_count')
              .values(some)
              .onConflict((conflict) => conflict.columns(KEY).doUpdateSet(added))
              .execute();
        });
    },

    /** Where nothing was counted there is no point; the oldest first. */
    async list({ client, channel, span, from, to, step }: CountsAsked) {
      const sums = FIGURES.map(
        (name) => sql`cast(sum(${sql.ref(name)}) as bigint) as ${sql.ref(name)}`,
      );
      const { rows } = await sql<CountedPoint>`
        select at - at % ${sql.lit(step)} as at, code, ${sql.join(sums)} from call_count
        where client = ${client} and channel = ${channel} and span = ${span}
          and at >= ${from} and at < ${to}
        group by 1, 2 order by 1, 2`.execute(db);
      return rows.map((row) => ({ ...row }));
    },
  };
}

function byHour(counts: readonly Count[]): readonly Count[] {
  const hours = new Map<string, Count>();
  for (const { client, channel, at, code, ...figures } of counts) {
    const hour = at - (at % HOUR);
    const key = `${hour} ${code} ${channel} ${client}`;
    const sum = hours.get(key) ?? { client, channel, at: hour, code, ...noFigures() };
    const figuresOf = (name: keyof Figures) => [name, sum[name] + figures[name]] as const;
    hours.set(key, {
      ...sum,
      ...(Object.fromEntries(FIGURES.map(figuresOf)) as unknown as Figures),
    });
  }
  return [...hours.values()];
}
