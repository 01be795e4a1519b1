// The title of an order's line, as the order wrote it.
import { plainText } from './entities.ts';
import type { NativeLineItem } from './native.ts';
import { variantTitleOf } from './variant-title.ts';

/**
 * A line keeps its own `name`, with the attributes of a variation behind it: "Hoodie - Blue, M".
 * `parent_name` is that of the product as it is today, so it only says where the attributes begin:
 * a product that was renamed or deleted since does not change what was sold.
 */
export function lineTitleOf(line: NativeLineItem): string | null {
  const [name, parent] = [plainText(line.name), plainText(line.parent_name)];
  if (name === null) return parent;
  if (parent !== null && name.startsWith(`${parent} - `)) return parent;
  const attributes = variantTitleOf(line)?.replaceAll(' / ', ', ');
  const suffix = ` - ${attributes}`;
  return attributes !== undefined && name.length > suffix.length && name.endsWith(suffix)
    ? name.slice(0, -suffix.length)
    : name;
}
