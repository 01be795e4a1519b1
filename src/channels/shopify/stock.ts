// Stock by location, asked for beside the products: inside them the lists would multiply, and one
// scope that is missing would take all products away.
import type { Reading } from '../channel.ts';
import { readEach } from '../kit/records.ts';
import { installed, missingOf } from './installation.ts';
import { allByIds, whole } from './listing.ts';
import { type InventoryItem, nodesOf, type Product, type Variant } from './native.ts';
import { inventoryLevels, moreLevels } from './product-documents.ts';

/** The products with the stock of their tracked variants by location. */
export async function withStock(
  items: readonly Product[],
  reading: Reading,
): Promise<readonly Product[]> {
  const tracked = items
    .flatMap(({ variants }) => nodesOf(variants).map(({ inventoryItem }) => inventoryItem))
    .filter((item) => item?.tracked === true && typeof item.id === 'string');
  if (tracked.length === 0 || !(await mayReadStock(reading))) return items;
  const ids = tracked.map(({ id }) => id);
  const levels = await readLevels(ids, reading);
  const stocked = (variant: Variant): Variant => {
    const found = levels.get(variant?.inventoryItem?.id);
    if (!found) return variant;
    return { ...variant, inventoryItem: { ...variant.inventoryItem, inventoryLevels: found } };
  };
  return items.map((product) => {
    const { variants } = product;
    if (!Array.isArray(variants?.nodes)) return product;
    return { ...product, variants: { ...variants, nodes: variants.nodes.map(stocked) } };
  });
}

async function mayReadStock(reading: Reading): Promise<boolean> {
  const { scopes } = await installed(reading);
  const missing = missingOf(scopes, ['read_inventory', 'read_locations']);
  if (missing.length > 0)
    reading.note({
      code: 'field_withheld',
      field: 'variants.inventory_levels',
      message: `Stock by location is left out, since the access token lacks the scope ${missing.join(' and ')}.`,
    });
  return missing.length === 0;
}

type Stocked = Required<Pick<InventoryItem, 'id' | 'inventoryLevels'>>;

/** The levels of each inventory item, by its global id; items that Shopify withholds are absent. */
async function readLevels(ids: readonly string[], reading: Reading) {
  const found = await allByIds<Stocked>(inventoryLevels, ids, reading);
  const read = async ({ id, inventoryLevels: part }: Stocked) =>
    [id, await whole(part, moreLevels, id, reading)] as const;
  return new Map(await readEach(found, read, reading));
}
