// A list: what it is narrowed by, its columns, and the way to the rows that follow.
import { type Html, html } from '../pages/html.ts';
import { AREAS, type AreaName, pathOf } from './areas.ts';
import { type Filters, narrow } from './filters.ts';
import { addressOf, type Columns, table, way } from './parts.ts';
import type { Shown, Visit } from './visit.ts';

export interface List<Row, Chosen> {
  readonly filters: Filters<Chosen>;
  /** A page of them, after the place where the one before ended. */
  readonly rows: (
    visit: Visit,
    chosen: Chosen,
    after: string | undefined,
  ) => Promise<{ readonly rows: readonly Row[]; readonly next?: string | undefined }>;
  readonly columns: (visit: Visit, chosen: Chosen) => Columns<Row>;
  /** Said where there are none. */
  readonly none: string;
  /** The way to those that follow. */
  readonly more?: string;
  readonly below?: (visit: Visit, chosen: Chosen) => Promise<Html> | Html | undefined | false;
}

/** The first page of an area. */
export async function listPage<Row, Chosen>(
  area: AreaName,
  { filters, more = 'Older', ...list }: List<Row, Chosen>,
  visit: Visit,
): Promise<Shown> {
  const [title, path] = [AREAS[area], pathOf(area)];
  const { chosen, form, inputs } = await narrow(path, filters, visit);
  const { rows, next } = await list.rows(visit, chosen, visit.query.after);
  const none = next === undefined ? list.none : 'There are none among those looked at: go on.';
  const values = Object.entries(inputs).map(([name, { value }]) => [name, value]);
  const onward = { ...visit.query, ...Object.fromEntries(values), after: next };
  return {
    title,
    body: html`${Object.keys(filters).length > 0 && form}${table(title, list.columns(visit, chosen), rows, none)}${
      next !== undefined && html`<p class="more">${way(addressOf(path, onward), more)}</p>`
    }${await list.below?.(visit, chosen)}`,
  };
}
