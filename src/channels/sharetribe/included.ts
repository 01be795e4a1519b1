// Puts a listing together with what was included beside it: its images, its stock, its seller's name.
import { count, isRecord, part, parts } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import {
  type ImageRecord,
  idOf,
  type ListingAttributes,
  type NativeListing,
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

/** What came beside the listings, by its type and its identifier. */
export type Included = ReadonlyMap<string, Resource>;

const keyOf = (type: unknown, id: unknown): string => `${String(type)} ${idOf(id)}`;

export const includedIn = (resources: readonly Resource[]): Included =>
  new Map(resources.map((one) => [keyOf(one.type, one.id), one]));

/** Only what is public: whatever else came with the answer goes no further than here. */
export function listingOf({ id, resource }: RawListing, included: Included): NativeListing {
  const relationships = part(resource.relationships);
  const find = (type: string, one: Reference | null | undefined) =>
    part(included.get(keyOf(type, one?.id))?.attributes);
  const profile = find('user', relationships?.author?.data)?.profile;
  const stock = find('stock', relationships?.currentStock?.data)?.quantity;
  return {
    id,
    attributes: publicOf(resource),
    author_name: isRecord(profile) ? filled(profile.displayName) : null,
    image_records: parts(relationships?.images?.data).flatMap((image): ImageRecord[] => {
      const variants = find('image', image)?.variants;
      const own = idOf(image.id);
      return own !== null && isRecord<object>(variants) ? [{ id: own, variants: { ...variants } }] : []; // biome-ignore format: one thought
    }),
    stock: count(stock) ?? null,
  };
}

function publicOf(resource: Resource): ListingAttributes {
  const { title, description, createdAt, price, publicData, state } =
    part(resource.attributes) ?? {};
  return {
    title: filled(title),
    description: filled(description),
    createdAt: filled(createdAt),
    price: isRecord(price) ? { amount: price.amount, currency: price.currency } : (price ?? null),
    publicData: isRecord(publicData) ? publicData : null,
    state: filled(state),
  };
}
