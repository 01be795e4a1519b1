// Pictures of a product and of its children: whose they are, and which comes first.
import type { Image } from '../../model/product.ts';
import type { Draft } from '../../model/record.ts';
import { parts } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import {
  type GalleryEntry,
  type NativeItem,
  type NativeProduct,
  order,
  type StoreFacts,
} from './native.ts';
import { isNo } from './sources.ts';

const picturesOf = ({ media_gallery_entries }: NativeItem): readonly GalleryEntry[] =>
  parts(media_gallery_entries)
    .filter(({ media_type, disabled }) => media_type === 'image' && isNo(disabled || false))
    .filter(({ file }) => typeof file === 'string' && file !== '')
    .toSorted((a, b) => order(a.position) - order(b.position));

const isMain = ({ types }: GalleryEntry): boolean =>
  Array.isArray(types) && types.includes('image');

/**
 * The picture of a child: one that its parent shows too, in the parent's gallery, else its own.
 * The same file has another identifier in every gallery.
 */
function imageOf(child: NativeItem, parents: readonly GalleryEntry[]): GalleryEntry | undefined {
  const own = picturesOf(child);
  for (const { file } of own) {
    const shared = parents.find((entry) => entry.file === file);
    if (shared) return shared;
  }
  return own.find(isMain) ?? own[0];
}

/** The product's pictures, then those that only a child has; and which each child shows. */
export function imagesOf(
  product: NativeProduct,
  children: readonly NativeItem[],
  store: StoreFacts,
) {
  const parents = picturesOf(product);
  const entries = new Map(parents.map((entry) => [entry, [] as string[]]));
  const shown = children.map((child) => {
    const entry = imageOf(child, parents);
    if (!entry) return null;
    const variants = entries.get(entry) ?? [];
    variants.push(String(child.id));
    entries.set(entry, variants);
    return filled(entry.id);
  });
  const images = [...entries].map(([entry, variant_ids], index) => ({
    main: isMain(entry) && parents.includes(entry),
    image: {
      id: filled(entry.id),
      src: filled(store.media_url) && `${store.media_url}catalog/product${entry.file}`,
      alt: filled(entry.label),
      position: index + 1,
      variant_ids,
    } satisfies Draft<Image>,
  }));
  return { images, shown };
}
