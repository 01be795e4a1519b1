// Puts a listing together with what was included beside it: its images, its stock, its seller's name.
import { isNothing, refuseUnreadable, reportUnreadable } from '../../model/unreadable-values.ts';
import { isRecord, part, parts } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import { without } from '../kit/without.ts';
import {
  type ImageRecord,
  idOf,
  type Listing,
  type ListingAttributes,
  type ListingDocument,
  type Reference,
  type Resource,
} from './native.ts';

/** A listing as it came, with what paging needs of it. */
export interface RawListing {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly resource: Resource;
}

/** What came beside the listings, by its type and then by its identifier. */
export type Included = ReadonlyMap<string, ReadonlyMap<string | null, Resource>>;

export function includedIn(resources: readonly Resource[]): Included {
  const included = new Map<string, Map<string | null, Resource>>();
  for (const one of resources) {
    const type = String(one.type);
    const known = included.get(type);
    if (known) known.set(idOf(one.id), one);
    else included.set(type, new Map([[idOf(one.id), one]]));
  }
  return included;
}

const foundIn = (included: Included, type: string, one: Reference | null | undefined) =>
  included.get(type)?.get(idOf(one?.id));

/** Joins a listing with its seller, its images and its stock. */
export function listingIn({ data, included: beside }: ListingDocument): Listing {
  if (!isRecord(data)) refuseUnreadable(data);
  const all = parts(beside);
  for (const { type, id } of all) mustJoin(type, id);
  const included = includedIn(all);
  const { author, images, currentStock } = part(data.relationships) ?? {};
  const find = (type: string, one: Reference | null | undefined) => {
    mustJoin(type, one?.id);
    return part(foundIn(included, type, one)?.attributes);
  };
  const profile = part<object>(find('user', part(part(author)?.data))?.profile as object);
  const stock = part(part(currentStock)?.data);
  return {
    id: idOf(data.id),
    attributes: publicOf(data),
    author_name: filled((profile as Readonly<Record<string, unknown>> | undefined)?.displayName),
    image_records: parts(part(images)?.data).flatMap((image): ImageRecord[] => {
      const variants = part(find('image', image)?.variants as ImageRecord['variants']);
      const own = idOf(image.id);
      return own !== null && variants ? [{ id: own, variants: { ...variants } }] : [];
    }),
    stock: isNothing(stock) ? null : find('stock', stock)?.quantity,
  };
}

/** What things are joined by: where it is no text, what belongs to it is not found, and that is said. */
function mustJoin(type: unknown, id: unknown): void {
  if (typeof type !== 'string') reportUnreadable(type);
  if (idOf(id) === null) reportUnreadable(id);
}

/** What was asked for of each type; whatever else came goes no further than here. */
export const ASKED = {
  listing: ['title', 'description', 'createdAt', 'price', 'publicData', 'state', 'deleted'],
  image: ['variants'],
  stock: ['quantity'],
} as const;

/** The listing and what was included for it, in the vendor's own form. */
export function documentOf({ resource }: RawListing, included: Included): ListingDocument {
  const { author, images, currentStock } = part(resource.relationships) ?? {};
  const named: readonly (readonly [string, Reference | null | undefined])[] = [
    ...parts(images?.data).map((image) => ['image', image] as const),
    ['stock', currentStock?.data],
    ['user', author?.data],
  ];
  const found = named.map(([type, one]) => foundIn(included, type, one));
  return { data: asAsked(resource), included: found.filter((one) => !!one).map(asAsked) };
}

function asAsked(resource: Resource): Resource {
  const attributes = part(resource.attributes);
  if (!attributes) return resource;
  const { type } = resource;
  if (type === 'user') {
    const profile = attributes.profile;
    const name = isRecord(profile) ? { displayName: profile.displayName } : {};
    return { ...resource, attributes: { profile: name } };
  }
  const asked: readonly string[] =
    type === 'image' ? ASKED.image : type === 'stock' ? ASKED.stock : ASKED.listing;
  const others = Object.keys(attributes).filter((name) => !asked.includes(name));
  return { ...resource, attributes: without(attributes, ...others) };
}

function publicOf(resource: Resource): ListingAttributes {
  const { title, description, createdAt, price, publicData, state } =
    part(resource.attributes) ?? {};
  return {
    title: filled(title),
    description: filled(description),
    createdAt: filled(createdAt),
    price: isRecord(price) ? { amount: price.amount, currency: price.currency } : (price ?? null),
    publicData: part(publicData as ListingAttributes['publicData']) ?? null,
    state: filled(state),
  };
}
