// Configurable products with their children, and what of a product is sold.
import type { Reading } from '../channel.ts';
import { batches, inGroups } from '../kit/groups.ts';
import { type List, readAll } from './lists.ts';
import { isComposite, linksOf, type NativeItem, type NativeProduct } from './native.ts';

/** In the catalogue, in the search, or in both; the children of configurable products are not. */
export const VISIBLE = '2,3,4';

/** Asks under way at the same time; the shop's own limit is the same. */
const TOGETHER = 2;

/** Products with their children beside them, read by the list that is given. */
export async function familiesOf(
  rows: readonly NativeItem[],
  list: List<NativeItem>,
  reading: Reading,
): Promise<readonly NativeProduct[]> {
  const found = await inGroups(
    batches([...new Set(rows.flatMap(linksOf))], list.size),
    (ids) => readAll(list, [[['entity_id', 'in', ids.join(',')]]], reading),
    TOGETHER,
  );
  const byId = new Map(found.flat().map((child) => [child.id, child]));
  return rows.map((row) => {
    const links = linksOf(row);
    const child_records = links.map((id) => byId.get(id)).filter((child) => child !== undefined);
    if (child_records.length < links.length)
      reading.note({
        code: 'variants_withheld',
        message: 'The shop names variants of a product that it does not show.',
        field: 'variants',
        id: String(row.id),
      });
    return { ...row, child_records };
  });
}

/** What of a product is sold, and so has stock. */
export function sellableOf(family: NativeProduct): readonly NativeItem[] {
  const { child_records: children = [] } = family;
  return (children.length > 0 ? children : [family]).filter((item) => !isComposite(item));
}
