// The query of listings: strict about its parameters, as the vendor is, and one page of an answer.
import type { StoreReply, StoreRequest } from '../../store.ts';
import { type Listing, type Resource, states } from './listings.ts';
import { json, refused } from './replies.ts';
import type { Marketplace } from './shops.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;
const relations = ['author', 'images', 'currentStock', 'marketplace'];

const among =
  (known: readonly string[]) =>
  (value: string): boolean =>
    value.split(',').every((one) => known.includes(one));
const isName = (value: string): boolean => value.split(',').every((one) => /^[\w.-]+$/.test(one));

/** Every parameter that is supported; all others are refused. */
const parameters: Readonly<Record<string, (value: string) => boolean>> = {
  page: (value) => /^[1-9]\d{0,5}$/.test(value),
  perPage: (value) => /^[1-9]\d?$|^100$/.test(value),
  include: among(relations),
  states: among(states),
  ids: (value) => value.split(',').every((one) => UUID.test(one)),
  authorId: (value) => UUID.test(value),
  createdAtStart: (value) => TIME.test(value),
  createdAtEnd: (value) => TIME.test(value),
  sort: among(['createdAt', '-createdAt']),
  'fields.listing': isName,
  'fields.user': isName,
  'fields.image': isName,
};

export function queryReply(
  request: StoreRequest,
  shop: Marketplace,
  listings: readonly Listing[],
): StoreReply {
  const given = new Map<string, string>();
  for (const [name, value] of request.query) {
    const isSound = parameters[name];
    if (isSound === undefined) return refused(400, 'validation-disallowed-key', name);
    if (!isSound(value) || given.has(name)) return refused(400, 'validation-invalid-value', name);
    given.set(name, value);
  }
  const kept = listings.filter(filterOf(given));
  if (given.get('sort') === '-createdAt') kept.reverse();
  const page = Number(given.get('page') ?? 1);
  const perPage = Number(given.get('perPage') ?? 100);
  const totalPages = Math.ceil(kept.length / perPage);
  if (shop.paginationLimit !== null && page > shop.paginationLimit)
    return refused(400, 'validation-invalid-value', 'page');
  const rows = kept.slice((page - 1) * perPage, page * perPage);
  const include = given.get('include')?.split(',') ?? [];
  const included = includedWith(rows, include, given);
  return json(
    200,
    JSON.stringify({
      data: rows.map((listing) => dataOf(listing, shop, include, given.get('fields.listing'))),
      ...(include.length > 0 && { included }),
      meta: {
        totalItems: kept.length,
        totalPages,
        page,
        perPage,
        ...(shop.paginationLimit !== null && { paginationLimit: shop.paginationLimit }),
      },
    }),
  );
}

/** The beginning of a window is included, its end is not. */
function filterOf(given: ReadonlyMap<string, string>): (listing: Listing) => boolean {
  const wanted = given.get('states')?.split(',');
  const ids = given.get('ids')?.split(',');
  const author = given.get('authorId');
  const start = Date.parse(given.get('createdAtStart') ?? '');
  const end = Date.parse(given.get('createdAtEnd') ?? '');
  return ({ id, state, createdAt, author: seller }) =>
    (wanted === undefined || wanted.includes(state)) &&
    (ids === undefined || ids.includes(id)) &&
    (author === undefined || seller.id === author) &&
    (Number.isNaN(start) || createdAt >= start) &&
    (Number.isNaN(end) || createdAt < end);
}

function dataOf(
  { id, attributes, author, images, stock }: Listing,
  shop: Marketplace,
  include: readonly string[],
  fields: string | undefined,
): object {
  const reference = ({ id: other, type }: Resource) => ({ id: other, type });
  const related = {
    marketplace: { data: { id: shop.id, type: 'marketplace' } },
    author: { data: reference(author) },
    images: { data: images.map(reference) },
    currentStock: { data: stock && reference(stock) },
  };
  const asked = Object.entries(related).filter(([name]) => include.includes(name));
  return {
    id,
    type: 'listing',
    attributes: only(attributes, fields),
    ...(asked.length > 0 && { relationships: Object.fromEntries(asked) }),
  };
}

function includedWith(
  rows: readonly Listing[],
  include: readonly string[],
  given: ReadonlyMap<string, string>,
): readonly object[] {
  const found = new Map<string, object>();
  const add = (resource: Resource, fields?: string): void => {
    const { id, type, attributes } = resource;
    found.set(`${type} ${id}`, { id, type, attributes: only(attributes, fields) });
  };
  for (const { author, images, stock } of rows) {
    if (include.includes('author')) add(author, given.get('fields.user'));
    if (include.includes('images'))
      for (const image of images) add(image, given.get('fields.image') ?? 'variants.default');
    if (include.includes('currentStock') && stock !== null) add(stock);
  }
  return [...found.values()];
}

/** Sparse attributes: `title,profile.displayName`; all of them unless set. */
function only(
  attributes: Readonly<Record<string, unknown>>,
  fields: string | undefined,
): Readonly<Record<string, unknown>> {
  if (fields === undefined) return attributes;
  const kept: Record<string, unknown> = {};
  for (const path of fields.split(',')) {
    const [first = '', ...rest] = path.split('.');
    const value = attributes[first];
    if (value === undefined) continue;
    const inner = rest.join('.');
    kept[first] =
      inner === ''
        ? value
        : {
            ...(kept[first] as object | undefined),
            ...only(value as Readonly<Record<string, unknown>>, inner),
          };
  }
  return kept;
}
