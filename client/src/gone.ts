// Deletions: asks a channel, by identifier, which records it does not have any more.
import type { Connection } from './connection.ts';
import { type Asking, type Resource, recordsOf } from './data.ts';
import type { Filter, Page, Warning } from './page.ts';

/** As many identifiers as one call may name. */
export const CONCURRENCY = 100;
const DAY = 86_400_000;
/** In a list with commas it would be another, or two. */
const UNASKABLE = /^\s|,|\s$/;

/** A record of the copy: with its dates, more can be said of one that a vendor shows for a time only. */
export interface Known {
  readonly id: string;
  readonly created_at?: string | null | undefined;
  readonly updated_at?: string | null | undefined;
}

/** A record that the channel did not give. */
export interface Absent {
  readonly id: string;
  /** `unknown`: it may be there all the same, so keep it. */
  readonly answer: 'gone' | 'unknown';
  /** Why it is not known, in sentences. */
  readonly why?: string;
}

export interface Sought extends Asking {
  readonly resource: Resource;
  /** Identifiers, or records of the copy with their dates. */
  readonly ids: Iterable<string | Known>;
}

/** Which of these the channel does not give any record for, and whether that proves anything. */
export async function* goneOf(
  connection: Connection,
  { ids, resource, ...asking }: Sought,
): AsyncGenerator<Absent, void, undefined> {
  const sought = new Map<string, Known>();
  for (const one of ids) {
    const known = typeof one === 'string' ? { id: one } : one;
    sought.set(known.id, known);
  }
  const all = [...sought.values()];
  for (let at = 0; at < all.length; at += CONCURRENCY) {
    const group = all.slice(at, at + CONCURRENCY);
    // A record that cannot be read is there.
    const query = { ...asking, lenient: true, fields: 'id' };
    yield* (await lookUp<Known>(connection, resource, query, group)).absent;
  }
}

/** What the channel gives for these, and which it does not give. */
interface Found<Item> {
  readonly pages: readonly Page<Item>[];
  readonly absent: readonly Absent[];
}

export async function lookUp<Item extends Known>(
  connection: Connection,
  resource: Resource,
  asking: Asking,
  group: readonly Known[],
): Promise<Found<Item>> {
  const ids = group.map(({ id }) => id).filter((id) => !UNASKABLE.test(id));
  const query = {
    ...asking,
    ids,
    ...(resource === 'orders' && { status: 'any' }),
  };
  const pages: Page<Item>[] = [];
  if (ids.length > 0)
    for await (const page of recordsOf<Item>(connection, resource, query).pages()) pages.push(page);
  const absent = absentOf(group, pages);
  const gone = new Set(absent.filter(({ answer }) => answer === 'gone').map(({ id }) => id));
  if (pages.length === 1 || gone.size === 0 || gone.size === group.length) return { pages, absent };
  // What changes between two pages may move past the reader: those are asked for by themselves.
  const rest = group.filter(({ id }) => gone.has(id));
  const more = await lookUp<Item>(connection, resource, asking, rest);
  const unknown = absent.filter(({ id }) => !gone.has(id));
  return { pages: [...pages, ...more.pages], absent: [...unknown, ...more.absent] };
}

/** Those that did not come. That proves a deletion only where nothing else can have kept them away. */
function absentOf(group: readonly Known[], pages: readonly Page<Known>[]): readonly Absent[] {
  const here = new Set(pages.flatMap(({ records }) => records.map(({ id }) => id)));
  const warnings = pages.flatMap((page) => page.warnings);
  const filters = pages.flatMap((page) => page.filters).filter(({ by }) => by === 'default');
  const isDated = filters.some(({ name }) => DATED.test(name));
  return group
    .filter(({ id }) => !here.has(id))
    .map((known) => {
      const why = [
        ...(UNASKABLE.test(known.id)
          ? ['A comma or an outer space in its id cannot be sent.']
          : []),
        ...warnings.filter((one) => keepsAway(one, known, isDated)).map(({ message }) => message),
        ...filters.filter((one) => !isWithin(one, known)).map(sentence),
      ];
      return why.length === 0
        ? { id: known.id, answer: 'gone' }
        : { id: known.id, answer: 'unknown', why: [...new Set(why)].join(' ') };
    });
}

/** The bound of a window, by one of the dates that a copy has. */
const DATED = /^(created|updated)_at_min$/;

/** Whether the warning is of this record, or may be. A window is judged by its bound, where there is one. */
function keepsAway(warning: Warning, { id }: Known, isDated: boolean): boolean {
  const { code, leaves_out, ids = [], count } = warning;
  if (leaves_out !== 'records' || (code === 'orders_window' && isDated)) return false;
  return ids.length < count || ids.includes(id);
}

/** Whether the record is well within what a filter lets through that no one asked for. */
function isWithin({ name, value }: Filter, known: Known): boolean {
  if (!DATED.test(name)) return false;
  const date = name.startsWith('created') ? known.created_at : known.updated_at;
  return Date.parse(date ?? '') >= Date.parse(value) + DAY;
}

const sentence = ({ name, value }: Filter): string =>
  `The channel was asked with ${name} ${value}, although no one asked for it.`;
