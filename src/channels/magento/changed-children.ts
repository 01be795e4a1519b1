// Finds the configurable products of which a child changed: a child moves its own date, never its
// parent's, and Magento has no question that leads from a child to its parents.
import type { ProductQuery } from '../../model/query.ts';
import { Register } from '../../model/register.ts';
import type { Page, Reading } from '../channel.ts';
import { sift } from '../kit/records.ts';
import { changedAt, isUpdatedIn, secondText } from './dates.ts';
import { type Listing, PRODUCTS } from './listing.ts';
import { type Filter, type List, readAll, readSlice } from './lists.ts';
import { linksOf, type NativeItem, type NativeProduct, numberedOf } from './native.ts';

/** Where the search for parents stands: behind this parent of this child. */
export interface ChildCursor {
  readonly child: number;
  readonly parent: number;
  /** How many pages on end were spent on reading which children belong to which parents. */
  readonly spent?: number;
  /** When the search began: it asks for parents that changed once, not for each page. */
  readonly since?: number;
}

/** A product that changed, and a configurable product that it is a child of. */
export interface Pair {
  readonly child: number;
  readonly parent: number;
}

export const FIRST: ChildCursor = { child: 0, parent: 0 };

const DAY = 86_400;
/** A shop's clock may be as slow as that: the overlap and the settling time of `changes.ts`. */
const SLOW = 960_000;
/** Most lists that are read for one page of ours. */
const MOST_READS = 10;
/** Of more configurable products than this it is not remembered which children they have. */
const MOST_PARENTS = 15_000;
/** Pages after which the reading of families is given up: what is remembered may be lost meanwhile. */
const MOST_SPENT = 50;

const list = (fields: string): List<NativeItem> => ({
  path: 'products',
  sort: 'entity_id',
  size: 100,
  fields: `items[${fields}],search_criteria,total_count`,
  // One whose children cannot be read is named where it is read itself.
  read: numberedOf,
});
const CHANGED = list('id,sku');
const FAMILIES = list('id,sku,extension_attributes[configurable_product_links]');

interface Following {
  readonly query: ProductQuery;
  /** What else is asked for, beside the time of change. */
  readonly listing: Listing;
  readonly bounds: readonly Filter[];
  /** The products with all that stands beside them; fewer, where that takes too many asks. */
  readonly read: (rows: readonly NativeItem[]) => Promise<readonly NativeProduct[]>;
}

/** Products that did not change themselves within the bounds, but of which a child did, each once. */
export async function parentsOfChanged(
  { query, listing, bounds, read: complete }: Following,
  limit: number,
  from: ChildCursor,
  reading: Reading,
): Promise<Page<NativeProduct, { readonly children: ChildCursor }>> {
  const { since = reading.now } = from;
  const { pairs, next } = await changedPairs(bounds, limit, { ...from, since }, reading);
  const places = new Map<number, number>();
  for (const [at, { parent }] of pairs.entries())
    if (!places.has(parent) && parent > Number(query.since_id ?? 0)) places.set(parent, at);
  const placeOf = ({ id }: NativeItem): number => places.get(id) ?? pairs.length;
  const named: Filter = ['entity_id', 'in', [...places.keys()].join(',')];
  const groups = [...listing.filters, named].map((filter) => [filter]);
  const found = places.size === 0 ? [] : await readAll(PRODUCTS, groups, reading);
  const rows = sift(found, listing.keep, reading).sort((a, b) => placeOf(a) - placeOf(b));
  const families = await complete(rows);
  // Of several children that changed, the first brings the parent along.
  const isTurn = (family: NativeProduct): boolean =>
    changedIn(family, query) === pairs[placeOf(family)]?.child &&
    !isUpdatedIn(query, family.id, family.updated_at) &&
    isUpdatedIn(query, family.id, changedAt(family));
  const items = sift(families, isTurn, reading);
  const cut = rows[families.length];
  const behind = cut ? pairs[placeOf(cut) - 1] : next;
  return { items, ...(behind && { next: { children: { ...behind, since } } }) };
}

/** The first child that changed within the bounds. */
const changedIn = ({ child_records = [] }: NativeProduct, query: ProductQuery) =>
  child_records
    .filter(({ id, updated_at }) => isUpdatedIn(query, id, updated_at))
    .reduce((first, { id }) => Math.min(first, id), Number.POSITIVE_INFINITY);

/** At most `wanted` pairs of children that changed and their parents; no `next`: these are all. */
async function changedPairs(
  bounds: readonly Filter[],
  wanted: number,
  from: ChildCursor & { readonly since: number },
  reading: Reading,
): Promise<{ readonly pairs: readonly Pair[]; readonly next?: ChildCursor }> {
  let at: Pair = { child: from.child, parent: from.parent };
  for (let reads = 0; reads < MOST_READS; reads++) {
    const behind: Filter = ['entity_id', 'gteq', String(at.child)];
    const { rows, count, total } = await read(CHANGED, [...bounds, behind], reading);
    if (count === 0) return { pairs: [] };
    const families = await familiesOf(reading, from.since);
    if (families === 'too many') return { pairs: [] };
    if (families === 'under way') {
      const spent = (from.spent ?? 0) + 1;
      if (spent <= MOST_SPENT) return { pairs: [], next: { ...at, spent } };
      noteUnfollowed(reading);
      return { pairs: [] };
    }
    const found = pairsOf(new Set(rows.map(({ id }) => id)), families).filter(
      ({ child, parent }) => child > at.child || parent > at.parent,
    );
    const pairs = found.slice(0, wanted);
    const last = pairs.at(-1);
    if (last && (found.length > wanted || total > count)) return { pairs, next: last };
    if (total <= count) return { pairs };
    // None of these is a child: the next ones stand behind the last of them.
    const end = rows.at(-1)?.id;
    if (end === undefined) return { pairs };
    at = { child: end + 1, parent: 0 };
  }
  return { pairs: [], next: at };
}

const read = (of: List<NativeItem>, filters: readonly Filter[], reading: Reading) =>
  readSlice(
    of,
    filters.map((filter) => [filter]),
    1,
    reading,
  );

/** The configurable products that each of these is a child of; undefined where there are too many to know. */
export async function parentsOf(
  children: readonly number[],
  reading: Reading,
): Promise<readonly Pair[] | undefined> {
  let families = await familiesOf(reading);
  while (families === 'under way') families = await familiesOf(reading);
  return families === 'too many' ? undefined : pairsOf(new Set(children), families);
}

/** In the order of children, then of parents. */
function pairsOf(changed: ReadonlySet<number>, families: Families['links']): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const [parent, links] of families)
    for (const child of links.split(',').map(Number))
      if (changed.has(child)) pairs.push({ child, parent: Number(parent) });
  return pairs.sort((a, b) => a.child - b.child || a.parent - b.parent);
}

interface Families {
  /** By parent: its children, with commas. */
  readonly links: Register<string>;
  /** The last parent read; undefined when all were. */
  after: number | undefined;
  /** Only those that changed since then are read; all of them at first. */
  since?: number;
  /** When this reading of them began, in milliseconds: earlier changes are in it at its end. */
  begun: number;
}

/**
 * Which children each configurable product has. Read once, over as many requests as it takes; from
 * then on only of those that changed, since a child that is added or removed moves its parent. After
 * an import these may be all of them: where their reading stands is kept as well.
 */
async function familiesOf(
  reading: Reading,
  /** What was read since then is new enough. */
  since = reading.now,
): Promise<Families['links'] | 'under way' | 'too many'> {
  const { now } = reading;
  const families = await reading.remember('families', DAY, () =>
    Promise.resolve<Families>({ links: new Register(), after: 0, begun: now }),
  );
  if (families.after === undefined) {
    if (families.begun >= since) return families.links;
    Object.assign(families, { after: 0, since: families.begun - SLOW, begun: now } satisfies Partial<Families>); // biome-ignore format: one line
  }
  for (let reads = 0; families.after !== undefined && reads < MOST_READS; reads++) {
    const { after, begun } = families;
    const filters: Filter[] = [
      ['type_id', 'eq', 'configurable'],
      ['entity_id', 'gt', String(after)],
    ];
    if (families.since !== undefined)
      filters.push(['updated_at', 'gteq', secondText(families.since)]);
    const { rows, count, total } = await read(FAMILIES, filters, reading);
    if (total > MOST_PARENTS) {
      noteUnfollowed(reading);
      return 'too many';
    }
    for (const row of rows) families.links.set(String(row.id), linksOf(row).join(','));
    // Another request may have read on meanwhile, or begun again.
    if (families.after === after && families.begun === begun)
      families.after = total > count ? rows.at(-1)?.id : undefined;
  }
  const isKnown = families.after === undefined && families.begun >= since;
  return isKnown ? families.links : 'under way';
}

const noteUnfollowed = ({ note }: Reading) =>
  note({
    code: 'changes_without_date',
    message:
      'The shop has so many configurable products that those of which only a variant changed are not looked for. Read all products now and then.',
    field: 'updated_at',
  });
