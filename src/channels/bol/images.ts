// Pictures among the assets of goods: those that can be shown, the main one first.
import type { Image } from '../../model/product.ts';
import type { Draft } from '../../model/record.ts';
import { count, parts } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import type { NativeAsset, NativeRendition } from './native.ts';

/** Words of an asset by which its renditions are distinguished. */
export const RENDITIONS = ['assets.*.variants.*.size'] as const;

/** In their larger size. */
export function imagesOf(assets: readonly NativeAsset[] | null | undefined): Draft<Image>[] {
  return parts(assets)
    .toSorted((a, b) => rankOf(a) - rankOf(b) || orderOf(a) - orderOf(b))
    .flatMap((asset) => pictureOf(asset) ?? [])
    .map(({ url, width, height }) => ({ id: filled(url), src: filled(url), width, height }));
}

const rankOf = ({ usage }: NativeAsset): number => (usage === 'PRIMARY' ? 0 : 1);
const orderOf = ({ order }: NativeAsset): number => count(order) ?? Number.MAX_SAFE_INTEGER;

/** The best rendition; undefined where an asset has none that can be shown. */
export function pictureOf({ variants }: NativeAsset): NativeRendition | undefined {
  const pictures = parts(variants).filter(isPicture);
  return pictures.find(({ size }) => size === 'medium') ?? pictures[0];
}

/** Assets may be films and leaflets too, which then say so. */
const isPicture = ({ url, mimeType }: NativeRendition): boolean =>
  filled(url) !== null && (filled(mimeType) ?? 'image/').startsWith('image/');
