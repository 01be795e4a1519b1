// Inventory items, stock levels and locations.
import type { Location, StockLevel } from '../../catalogue/types.ts';
import { listed } from './connection.ts';
import { gidOf, idIn, numberOf } from './ids.ts';
import { badRequest } from './refusal.ts';
import type { Resolvers, VariantSource } from './world.ts';

export const itemResolvers: Resolvers<VariantSource> = {
  id: ({ variant }) => gidOf('InventoryItem', variant.id),
  legacyResourceId: ({ variant }) => String(numberOf('InventoryItem', variant.id)),
  tracked: ({ variant }) => variant.stock.tracked,
  requiresShipping: ({ variant }) => variant.requiresShipping,
  measurement: ({ variant: { weight } }) => ({
    weight: weight && {
      unit: weight.unit === 'kg' ? 'KILOGRAMS' : 'GRAMS',
      value: Number(weight.value),
    },
  }),
  inventoryLevel: ({ variant }, { locationId = '' }) =>
    variant.stock.levels.find((one) => one.locationId === idIn('Location', locationId)) ?? null,
  inventoryLevels: ({ variant }, args) => listed(variant.stock.levels, args),
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

export const levelResolvers: Resolvers<StockLevel> = {
  location: (level, _args, { world }) => world.locationById.get(level.locationId),
  quantities: (level, args) =>
    (args.names ?? []).map((name) => {
      if (!quantityNames.includes(name))
        throw badRequest(`The inventory quantity name \`${name}\` does not exist.`);
      const own = name === 'available' || name === 'on_hand';
      return { name, quantity: own ? level.available : 0 };
    }),
};

export const locationResolvers: Resolvers<Location> = {
  id: (location) => gidOf('Location', location.id),
  legacyResourceId: (location) => String(numberOf('Location', location.id)),
  isActive: () => true,
};
