// Variants, inventory items, stock levels and locations.
import { country } from '../../catalogue/countries.ts';
import type { Location, StockLevel } from '../../catalogue/types.ts';
import { connect, countOf, cursorOf, listed, sorted } from './connection.ts';
import { formatted } from './customers.ts';
import { gid, gidOf, idIn, numberOf } from './ids.ts';
import { printMoney } from './money.ts';
import { imageSources, optionsOf } from './products.ts';
import { badRequest } from './refusal.ts';
import { printTime } from './time.ts';
import { type Resolvers, stockOf, type VariantSource } from './world.ts';

export interface LevelSource {
  readonly source: VariantSource;
  readonly level: StockLevel;
}

function titleOf({ variant }: VariantSource): string {
  return variant.title ?? 'Default Title';
}

function imageOf({ product, variant }: VariantSource) {
  return imageSources(product).filter(({ image }) => image.id === variant.imageId);
}

export const variantResolvers: Resolvers<VariantSource> = {
  id: ({ variant }) => gidOf('ProductVariant', variant.id),
  legacyResourceId: ({ variant }) => String(numberOf('ProductVariant', variant.id)),
  defaultCursor: (source, _args, { world }) => cursorOf(world.sortedVariants('ID'), source),
  title: titleOf,
  displayName: (source) => `${source.product.title} - ${titleOf(source)}`,
  sku: ({ variant }) => variant.sku,
  barcode: ({ variant }) => variant.barcode,
  // A price cannot be missing here: what the merchant left open is told as nothing.
  price: ({ variant }) => printMoney(variant.price ?? 0, 'EUR'),
  compareAtPrice: ({ variant }) =>
    variant.compareAtPrice === null ? null : printMoney(variant.compareAtPrice, 'EUR'),
  position: ({ variant }) => variant.position,
  taxable: ({ variant }) => variant.taxable,
  createdAt: ({ variant }) => printTime(variant.createdAt),
  updatedAt: ({ variant }) => printTime(variant.updatedAt),
  inventoryQuantity: ({ variant }) => stockOf(variant),
  sellableOnlineQuantity: ({ variant }) => stockOf(variant),
  inventoryPolicy: ({ variant }) => (variant.stock.backorders ? 'CONTINUE' : 'DENY'),
  availableForSale: ({ product, variant }) =>
    product.status === 'active' &&
    (!variant.stock.tracked || variant.stock.backorders || stockOf(variant) > 0),
  requiresComponents: () => false,
  selectedOptions: ({ product, variant }) =>
    optionsOf(product).map((option, i) => {
      const value = variant.optionValues[i] ?? 'Default Title';
      const own = option.values.find(({ name }) => name === value);
      return {
        name: option.name,
        value,
        optionValue: { id: own?.id, name: value, hasVariants: true },
      };
    }),
  product: ({ product }) => product,
  inventoryItem: (source) => source,
  image: (source) => imageOf(source)[0] ?? null,
  media: (source, args) =>
    listed(imageOf(source), args, ({ image }) => numberOf('MediaImage', image.id)),
};

function levelList(levels: readonly LevelSource[]) {
  return sorted(
    levels,
    'ID',
    ({ source, level }) => numberOf('InventoryItem', source.variant.id) + level.locationId,
    ({ level }) => level.locationId,
  );
}

export const itemResolvers: Resolvers<VariantSource> = {
  id: ({ variant }) => gidOf('InventoryItem', variant.id),
  legacyResourceId: ({ variant }) => String(numberOf('InventoryItem', variant.id)),
  sku: ({ variant }) => variant.sku,
  tracked: ({ variant }) => variant.stock.tracked,
  requiresShipping: ({ variant }) => variant.requiresShipping,
  createdAt: ({ variant }) => printTime(variant.createdAt),
  updatedAt: ({ variant }) => printTime(variant.updatedAt),
  duplicateSkuCount: () => 0,
  inventoryHistoryUrl: () => null,
  unitCost: () => null,
  measurement: ({ variant }) => ({
    id: gid('InventoryItemMeasurement', numberOf('InventoryItem', variant.id) + 3),
    weight:
      variant.weight === null
        ? null
        : {
            unit: variant.weight.unit === 'kg' ? 'KILOGRAMS' : 'GRAMS',
            value: Number(variant.weight.value),
          },
  }),
  variant: (source) => source,
  locationsCount: ({ variant }) => countOf(variant.stock.levels.length),
  inventoryLevel: (source, args) => {
    const id = idIn('Location', args.locationId ?? '');
    const level = source.variant.stock.levels.find(({ locationId }) => locationId === id);
    return level === undefined ? null : { source, level };
  },
  inventoryLevels: (source, args) =>
    connect(
      levelList(source.variant.stock.levels.map((level) => ({ source, level }))),
      null,
      args,
      (level) => level,
    ),
};

const quantityNames = [
  'available',
  'committed',
  'damaged',
  'incoming',
  'on_hand',
  'quality_control',
  'reserved',
  'safety_stock',
];

function levelNumber({ source, level }: LevelSource): number {
  return numberOf('Location', level.locationId) * 10 + (source.variant.id % 10);
}

export const levelResolvers: Resolvers<LevelSource> = {
  id: (level) =>
    `${gid('InventoryLevel', levelNumber(level))}?inventory_item_id=${numberOf('InventoryItem', level.source.variant.id)}`,
  item: ({ source }) => source,
  location: ({ level }, _args, { world }) => world.locationById.get(level.locationId),
  isActive: () => true,
  canDeactivate: () => false,
  deactivationAlert: () => null,
  createdAt: ({ source }) => printTime(source.variant.createdAt),
  updatedAt: ({ source }) => printTime(source.variant.updatedAt),
  quantities: (level, args) =>
    (args.names ?? []).map((name) => {
      if (!quantityNames.includes(name))
        throw badRequest(`The inventory quantity name \`${name}\` does not exist.`);
      const own = name === 'available' || name === 'on_hand';
      return {
        id: `${gid('InventoryQuantity', levelNumber(level))}?inventory_item_id=${numberOf('InventoryItem', level.source.variant.id)}&name=${name}`,
        name,
        quantity: own ? level.level.available : 0,
        updatedAt: printTime(level.source.variant.updatedAt),
      };
    }),
};

export const locationResolvers: Resolvers<Location> = {
  id: (location) => gidOf('Location', location.id),
  legacyResourceId: (location) => String(numberOf('Location', location.id)),
  activatable: () => false,
  addressVerified: () => true,
  createdAt: (_location, _args, { world }) => printTime(world.catalogue.shop.createdAt),
  updatedAt: (_location, _args, { world }) => printTime(world.catalogue.shop.createdAt),
  deactivatable: (location) => !location.isDefault,
  deactivatedAt: () => null,
  deletable: () => false,
  fulfillsOnlineOrders: () => true,
  hasActiveInventory: () => true,
  hasUnfulfilledOrders: () => true,
  isActive: () => true,
  isFulfillmentService: () => false,
  isPrimary: (location) => location.isDefault,
  shipsInventory: () => true,
  address: ({ address }) => ({
    address1: address.address1,
    address2: address.address2,
    city: address.city,
    country: country(address.countryCode).name,
    countryCode: address.countryCode,
    formatted: formatted(address, false, false),
    latitude: null,
    longitude: null,
    phone: address.phone,
    province: address.province,
    provinceCode: address.provinceCode,
    zip: address.zip,
  }),
  inventoryLevel: (location, args, { world }) => {
    const id = idIn('InventoryItem', args.inventoryItemId ?? '');
    const source = id === null ? undefined : world.variantById.get(id);
    const level = source?.variant.stock.levels.find((one) => one.locationId === location.id);
    return source === undefined || level === undefined ? null : { source, level };
  },
  inventoryLevels: (location, args, { world }) => {
    const levels = world.variants.flatMap((source) =>
      source.variant.stock.levels
        .filter(({ locationId }) => locationId === location.id)
        .map((level) => ({ source, level })),
    );
    return connect(levelList(levels), null, args, (level) => level);
  },
};
