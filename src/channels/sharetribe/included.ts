// Puts a listing together with what was included beside it: its images, its stock, its seller's name.
import { filled } from '../kit/text.ts';
import {
  type ImageRecord,
  idOf,
  isMoney,
  type ListingAttributes,
  type NativeListing,
  type Rendition,
  type Resource,
} from './native.ts';

/** A listing as it came, with what paging needs of it. */
export interface RawListing {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly resource: Resource;
}

export function imagesOf(included: readonly Resource[]): ReadonlyMap<string, ImageRecord> {
  const images = included.filter(({ type }) => type === 'image');
  return new Map(
    images.map(({ id, attributes }) => {
      const variants = (attributes?.variants ?? {}) as Readonly<Record<string, Rendition>>;
      return [idOf(id), { id: idOf(id), variants }];
    }),
  );
}

/** Only what is public: whatever else came with the answer goes no further than here. */
export function listingOf(
  { id, resource }: RawListing,
  included: readonly Resource[],
  images: ReadonlyMap<string, ImageRecord>,
): NativeListing {
  const { relationships } = resource;
  const find = (type: string, one: { readonly id: Resource['id'] } | null | undefined) =>
    one && included.find((other) => other.type === type && idOf(other.id) === idOf(one.id));
  const author = find('user', relationships?.author?.data);
  const profile = author?.attributes?.profile as { displayName?: unknown } | undefined;
  const stock = find('stock', relationships?.currentStock?.data)?.attributes?.quantity;
  return {
    id,
    attributes: publicOf(resource),
    author_name: filled(profile?.displayName),
    image_records: (relationships?.images?.data ?? []).flatMap(
      (image) => images.get(idOf(image.id)) ?? [],
    ),
    stock: Number.isSafeInteger(stock) ? (stock as number) : null,
  };
}

function publicOf({ attributes }: Resource): ListingAttributes {
  const { title, description, createdAt, price, publicData, state } = (attributes ?? {}) as Record<
    string,
    unknown
  >;
  return {
    title: typeof title === 'string' ? title : null,
    description: typeof description === 'string' ? description : null,
    createdAt: String(createdAt),
    price: isMoney(price) ? { amount: price.amount, currency: price.currency } : null,
    publicData:
      typeof publicData === 'object' ? (publicData as Readonly<Record<string, unknown>>) : null,
    state: typeof state === 'string' ? state : null,
  };
}
