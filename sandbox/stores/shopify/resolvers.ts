// Puts the resolvers and the access scopes they need onto a schema.
import {
  type GraphQLFieldResolver,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
} from 'graphql';
import { holds } from './app.ts';
import {
  addressResolvers,
  companyLocationResolvers,
  companyResolvers,
  customerResolvers,
} from './customers.ts';
import { type DiscountSource, discountResolvers, discountType } from './discounts.ts';
import { itemResolvers, levelResolvers, locationResolvers, variantResolvers } from './inventory.ts';
import { lineResolvers, shippingResolvers } from './lines.ts';
import { orderResolvers } from './orders.ts';
import {
  fulfilmentResolvers,
  refundLineResolvers,
  refundResolvers,
  transactionResolvers,
} from './payments.ts';
import {
  collectionResolvers,
  imageResolvers,
  mediaResolvers,
  optionResolvers,
  productResolvers,
} from './products.ts';
import { accessDenied } from './refusal.ts';
import { nodeType, rootResolvers } from './roots.ts';
import { installationResolvers, shopResolvers } from './shop.ts';
import type { Ask, FieldArgs, Resolvers } from './world.ts';

const byType = {
  QueryRoot: rootResolvers,
  Shop: shopResolvers,
  AppInstallation: installationResolvers,
  Location: locationResolvers,
  Order: orderResolvers,
  LineItem: lineResolvers,
  ShippingLine: shippingResolvers,
  ...discountResolvers,
  Customer: customerResolvers,
  MailingAddress: addressResolvers,
  Company: companyResolvers,
  CompanyLocation: companyLocationResolvers,
  Refund: refundResolvers,
  RefundLineItem: refundLineResolvers,
  OrderTransaction: transactionResolvers,
  Fulfillment: fulfilmentResolvers,
  Product: productResolvers,
  ProductOption: optionResolvers,
  ProductVariant: variantResolvers,
  Collection: collectionResolvers,
  MediaImage: mediaResolvers,
  Image: imageResolvers,
  InventoryItem: itemResolvers,
  InventoryLevel: levelResolvers,
};

/** Fields that need a scope of their own; where several stand, one is enough. */
const needed: Readonly<Record<string, readonly string[]>> = {
  'QueryRoot.orders': ['read_orders'],
  'QueryRoot.ordersCount': ['read_orders'],
  'QueryRoot.order': ['read_orders'],
  'QueryRoot.orderByIdentifier': ['read_orders'],
  'QueryRoot.refund': ['read_orders'],
  'QueryRoot.fulfillment': ['read_orders'],
  'QueryRoot.products': ['read_products'],
  'QueryRoot.productsCount': ['read_products'],
  'QueryRoot.product': ['read_products'],
  'QueryRoot.productByIdentifier': ['read_products'],
  'QueryRoot.productByHandle': ['read_products'],
  'QueryRoot.productVariants': ['read_products'],
  'QueryRoot.productVariantsCount': ['read_products'],
  'QueryRoot.productVariant': ['read_products'],
  'QueryRoot.productVariantByIdentifier': ['read_products'],
  'QueryRoot.inventoryItem': ['read_inventory', 'read_products'],
  'QueryRoot.inventoryItems': ['read_inventory', 'read_products'],
  'QueryRoot.location': ['read_locations', 'read_inventory'],
  'QueryRoot.locations': ['read_locations', 'read_inventory'],
  'Order.customer': ['read_customers'],
  'Order.retailLocation': ['read_locations'],
  'Order.physicalLocation': ['read_locations'],
  'PurchasingCompany.company': ['read_customers'],
  'PurchasingCompany.location': ['read_customers'],
  'LineItem.product': ['read_products'],
  'LineItem.variant': ['read_products'],
  'RefundLineItem.location': ['read_locations'],
  'Fulfillment.location': ['read_locations'],
  'OrderTransaction.location': ['read_locations'],
  'InventoryItem.inventoryLevel': ['read_inventory'],
  'InventoryItem.inventoryLevels': ['read_inventory'],
  'Location.inventoryLevel': ['read_inventory'],
  'Location.inventoryLevels': ['read_inventory'],
};

type AnyResolver = GraphQLFieldResolver<unknown, Ask, FieldArgs>;

export function bind(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isAbstractType(type)) type.resolveType = typeBehind;
    if (!isObjectType(type)) continue;
    const own = (byType as Readonly<Record<string, Resolvers<never> | undefined>>)[type.name];
    for (const field of Object.values(type.getFields())) {
      const made = own?.[field.name] as AnyResolver | undefined;
      const scopes = needed[`${type.name}.${field.name}`];
      const plain: AnyResolver =
        made ?? ((source) => (source as Readonly<Record<string, unknown>>)[field.name]);
      field.resolve =
        scopes === undefined
          ? plain
          : (source, args, ask, info) => {
              if (!scopes.some((scope) => holds(ask.scopes, scope)))
                throw accessDenied(field.name, scopes);
              return plain(source, args, ask, info);
            };
    }
  }
  return schema;
}

/** Records of the catalogue carry no type name, so each is told by what only it has. */
function typeBehind(value: unknown): string {
  const record = value as Readonly<Record<string, unknown>>;
  if (typeof record.__typename === 'string') return record.__typename;
  const node = nodeType(record);
  if (node !== undefined) return node;
  if ('discount' in record) return discountType(record as unknown as DiscountSource);
  if ('image' in record) return 'MediaImage';
  return 'Customer';
}
