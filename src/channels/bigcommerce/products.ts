// Reads products: which ones are asked for, page by page, with variants, images, brands and the store.
import type { Pairs } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { ProductQuery } from '../../model/query.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Products, Reading } from '../channel.ts';
import { count, listed } from '../kit/loose.ts';
import { type Stretch, walk } from '../kit/paging.ts';
import { partOf, readable, readEach } from '../kit/records.ts';
import { filled } from '../kit/text.ts';
import { askFor, batches, MOST, type Numbered, numberedRows, readAll, rowsOf } from './asks.ts';
import { isBound, isWithin, millisecondsOf, rangePairs } from './dates.ts';
import type { NativeProduct, NativeVariant } from './native.ts';
import { handleOf, transformProduct } from './products-transform.ts';
import { storeOf } from './store.ts';

/** The last product that was looked at. */
export interface Place {
  readonly after: number;
}

/** Options come with the variants; asked for by themselves they would shrink pages to ten. */
const INCLUDE = ['include', 'variants,images'] as const;
/** What the filters look at, for reads that only look. */
const LOOK = ['include_fields', 'name,type,brand_id,categories,is_visible,date_created,date_modified,custom_url'] as const; // biome-ignore format: one list
/** Most reads for one page of ours, where the service filters. */
const MOST_READS = 8;

export const products: Products<NativeProduct, Place> = {
  filters: {
    ids: 'channel',
    since_id: 'channel',
    title: 'channel',
    vendor: 'channel',
    product_type: 'channel',
    collection_id: 'channel',
    status: 'channel',
    published_status: 'channel',
    updated_at_min: 'channel',
    updated_at_max: 'channel',
    handle: 'service',
    created_at_min: 'service',
    created_at_max: 'service',
    published_at_min: 'service',
    published_at_max: 'service',
  },
  id: { pattern: /^[1-9]\d{0,9}$/, example: '130' },
  idOf: ({ id }) => id,

  async fetch(query, page, reading) {
    const list = await listOf(query, reading);
    if (!list) return { items: [] };
    const after = page?.after ?? Number(query.since_id ?? 0);
    const { items, next } = query.ids
      ? await pick(list, query.ids, after, query.limit, reading)
      : await walk({
          what: 'products',
          limit: query.limit,
          from: { after },
          most: MOST_READS,
          read: (place: Place, wanted) =>
            (list.sifted ? readSifted : readSome)(list, place.after, wanted, reading),
          keep: list.isWanted,
          nameOf: ({ id }) => String(id),
        });
    const rows = list.sifted && !query.ids ? await whole(items, reading) : items;
    return { items: await complete(rows, reading), ...(next && { next }) };
  },

  transform: transformProduct,
};

interface List {
  readonly pairs: Pairs;
  /** True where most rows may fall out here, so that it pays to look before reading whole ones. */
  readonly sifted: boolean;
  readonly isWanted: (product: NativeProduct) => boolean;
  /** Throws for a product that cannot be held against what was asked for. */
  readonly judged: (product: NativeProduct) => NativeProduct;
}

/** Undefined when no product can match. */
async function listOf(query: ProductQuery, reading: Reading): Promise<List | undefined> {
  const visible = visibilityOf(query);
  const { title, product_type: type, collection_id: category, handle } = query;
  if (visible === 'none' || (type !== undefined && !/^(physical|digital)$/.test(type)))
    return undefined;
  const brand = query.vendor === undefined ? undefined : await brandOf(query.vendor, reading);
  if (brand === null) return undefined;
  if (category !== undefined && !/^[1-9]\d{0,9}$/.test(category))
    throw new Fault(
      'invalid_request',
      '"collection_id" must be the identifier of a category, a number such as 23.',
      { field: 'collection_id' },
    );
  const { channelId } = reading.account;
  const updated = { min: query.updated_at_min, max: query.updated_at_max };
  const created = { min: query.created_at_min, max: query.created_at_max };
  // A visible product counts as published since it was created: there is no other date.
  const published = { min: query.published_at_min, max: query.published_at_max };
  const optional = (name: string, value: string | undefined): Pairs =>
    value === undefined ? [] : [[name, value]];
  return {
    pairs: [
      ...optional('name', title),
      ...optional('brand_id', brand),
      ...optional('type', type),
      ...optional('categories:in', category),
      ...optional('channel_id:in', channelId),
      ...optional('is_visible', visible === undefined ? undefined : String(visible)),
      ...rangePairs(updated, 'date_modified:min', 'date_modified:max'),
    ],
    sifted: [handle, ...Object.values(created), ...Object.values(published)].some((value) => value !== undefined), // biome-ignore format: one list
    isWanted: (product) =>
      (title === undefined || product.name === title) &&
      (brand === undefined || String(product.brand_id) === brand) &&
      (type === undefined || product.type === type) &&
      (category === undefined || (product.categories?.includes(Number(category)) ?? false)) &&
      (visible === undefined || product.is_visible === visible) &&
      (handle === undefined || handleOf(product) === handle) &&
      isWithin(updated, product.date_modified) &&
      isWithin(created, product.date_created) &&
      isWithin(published, product.date_created),
    judged: (product) => {
      const needed: readonly (readonly [place: string, isNeeded: boolean, isThere: boolean])[] = [
        ['name', title !== undefined, filled(product.name) !== null],
        ['type', type !== undefined, filled(product.type) !== null],
        ['brand_id', brand !== undefined, filled(product.brand_id) !== null],
        ['categories', category !== undefined, Array.isArray(product.categories)],
        ['is_visible', visible !== undefined, typeof product.is_visible === 'boolean'],
        ['date_modified', isBound(updated), millisecondsOf(product.date_modified) !== undefined],
        [
          'date_created',
          isBound(created) || isBound(published),
          millisecondsOf(product.date_created) !== undefined,
        ],
      ];
      for (const [place, isNeeded, isThere] of needed)
        if (isNeeded && !isThere) throw unreadableRecord(product.id, place);
      return product;
    },
  };
}

/** Products are visible or not; there is no archive. */
function visibilityOf(query: ProductQuery): boolean | undefined | 'none' {
  const wanted = new Set<boolean>();
  if (query.status === 'archived') return 'none';
  if (query.status !== undefined) wanted.add(query.status === 'active');
  if (query.published_status === 'published') wanted.add(true);
  if (query.published_status === 'unpublished') wanted.add(false);
  if (query.published_at_min !== undefined || query.published_at_max !== undefined)
    wanted.add(true);
  return wanted.size > 1 ? 'none' : [...wanted][0];
}

/** The identifier of the brand with exactly this name; null when there is none. */
async function brandOf(vendor: string, reading: Reading): Promise<string | null> {
  const ask = askFor(reading, 'v3', 'catalog/brands', [
    ['name', vendor],
    ['include_fields', 'name'],
  ]);
  const brands = rowsOf<Brand>(await reading.call(ask), 'v3');
  const found = brands.find(({ name }) => name === vendor);
  return found ? filled(found.id) : null;
}

interface Brand {
  readonly id: number;
  readonly name?: string | null;
}

/** Named products: each read asks only for those not yet reached. */
async function pick(
  list: List,
  ids: readonly string[],
  from: number,
  limit: number,
  reading: Reading,
): Promise<{ readonly items: readonly NativeProduct[]; readonly next?: Place }> {
  const wanted = [...new Set(ids.map(Number))].filter((id) => id > from).sort((a, b) => a - b);
  if (wanted.length === 0) return { items: [] };
  // At most a hundred, so one read brings them all; what is too much waits for the next page.
  const named = { pairs: [...list.pairs, ['id:in', wanted.join(',')] as const] };
  const { rows } = await readList(named, 0, wanted.length, INCLUDE, reading);
  const fitting = judgedRows(list, rows, reading).filter(list.isWanted);
  const last = fitting[limit - 1]?.id;
  return {
    items: fitting.slice(0, limit),
    ...(fitting.length > limit && last !== undefined && { next: { after: last } }),
  };
}

const judgedRows = ({ judged }: List, rows: readonly NativeProduct[], reading: Reading) =>
  readable(rows, (row) => judged(row as NativeProduct), reading);

/** Products by identifier, which never changes: each read asks for those beyond the last one. */
async function readSome(
  list: List,
  after: number,
  wanted: number,
  reading: Reading,
): Promise<Stretch<NativeProduct, Place>> {
  const { rows, full } = await readList(list, after, wanted + 1, INCLUDE, reading);
  const taken = rows.slice(0, wanted);
  const last = taken.at(-1)?.id;
  return {
    rows: judgedRows(list, taken, reading),
    ...(full && last !== undefined && { next: { after: last } }),
  };
}

/** The same where most products fall out: many are looked at, and those that fit are kept. */
async function readSifted(
  list: List,
  after: number,
  wanted: number,
  reading: Reading,
): Promise<Stretch<NativeProduct, Place>> {
  const { rows, full } = await readList(list, after, MOST, LOOK, reading);
  const fitting = judgedRows(list, rows, reading).filter(list.isWanted);
  const taken = fitting.slice(0, wanted);
  const isCut = fitting.length > wanted || (fitting.length === wanted && full);
  const last = (isCut ? taken : rows).at(-1)?.id;
  return {
    rows: taken,
    ...((isCut || full) && last !== undefined && { next: { after: last } }),
  };
}

/** Rows that were only looked at are read with their variants and images. */
async function whole(
  rows: readonly NativeProduct[],
  reading: Reading,
): Promise<readonly NativeProduct[]> {
  if (rows.length === 0) return rows;
  const ids = rows.map(({ id }) => id).join(',');
  const named = { pairs: [['id:in', ids]] as const };
  return (await readList(named, 0, rows.length, INCLUDE, reading)).rows;
}

async function readList(
  { pairs }: Pick<List, 'pairs'>,
  after: number,
  count: number,
  fields: readonly [string, string],
  reading: Reading,
): Promise<Numbered<NativeProduct>> {
  const ask = askFor(reading, 'v3', 'catalog/products', [
    ...pairs,
    ...(after > 0 ? ([['id:greater', String(after)]] as const) : []),
    ['sort', 'id'],
    ['direction', 'asc'],
    ['limit', String(count)],
    fields,
  ]);
  return numberedRows(await reading.call(ask), 'v3', after, count, reading);
}

/** Products with all their variants, their brand, and what holds for the whole store. */
async function complete(
  rows: readonly NativeProduct[],
  reading: Reading,
): Promise<readonly NativeProduct[]> {
  if (rows.length === 0) return rows;
  const store = await storeOf(reading, {
    field: 'variants.currency',
    what: 'variants come without currency and weight, and products without url',
  });
  const brands = await brandsOf(rows, reading);
  return readEach(
    rows,
    async (product) => {
      const brand = brands.get(product.brand_id ?? 0);
      return {
        ...product,
        variants: await variantsOf(product, reading),
        ...(brand && { brand_name: brand }),
        store,
      };
    },
    reading,
  );
}

async function brandsOf(
  rows: readonly NativeProduct[],
  reading: Reading,
): Promise<ReadonlyMap<number, string | null>> {
  const ids = [...new Set(rows.flatMap(({ brand_id }) => count(brand_id) || []))];
  const found: Brand[] = [];
  for (const some of batches(ids)) {
    const ask = askFor(reading, 'v3', 'catalog/brands', [
      ['id:in', some.join(',')],
      ['include_fields', 'name'],
      ['limit', String(MOST)],
    ]);
    found.push(...rowsOf<Brand>(await reading.call(ask), 'v3'));
  }
  return new Map(found.map(({ id, name }) => [id, filled(name)]));
}

/** Every product has a variant. Where none came, or as many as a page holds, they are asked for. */
async function variantsOf(
  { id, variants }: NativeProduct,
  reading: Reading,
): Promise<readonly NativeVariant[]> {
  const shown = listed<NativeVariant>(variants);
  if (shown.length > 0 && shown.length < MOST) return shown;
  return partOf(id, 'its list of variants', reading, (own) =>
    readAll(own, 'v3', `catalog/products/${id}/variants`),
  );
}
