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
import { fulfilmentOrderLineResolvers, fulfilmentOrderResolvers } from './fulfilment-orders.ts';
import { fulfilmentResolvers } from './fulfilments.ts';
import { itemResolvers, levelResolvers, locationResolvers } from './inventory.ts';
import { lineResolvers, shippingResolvers } from './lines.ts';
import { orderResolvers } from './orders.ts';
import {
  imageResolvers,
  mediaResolvers,
  optionResolvers,
  productResolvers,
  variantResolvers,
} from './products.ts';
import {
  adjustmentResolvers,
  refundLineResolvers,
  refundResolvers,
  refundShippingResolvers,
  transactionResolvers,
} from './refunds.ts';
import { accessDenied } from './refusal.ts';
import { rootResolvers } from './roots.ts';
import { installationResolvers, shopResolvers } from './shop.ts';
import { mutationResolvers, subscriptionResolvers } from './webhooks.ts';
import type { Ask, FieldArgs, Resolvers } from './world.ts';
import { writeResolvers } from './writes.ts';

const byType = {
  QueryRoot: rootResolvers,
  Mutation: { ...mutationResolvers, ...writeResolvers },
  WebhookSubscription: subscriptionResolvers,
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
  Fulfillment: fulfilmentResolvers,
  FulfillmentOrder: fulfilmentOrderResolvers,
  FulfillmentOrderLineItem: fulfilmentOrderLineResolvers,
  Refund: refundResolvers,
  RefundLineItem: refundLineResolvers,
  RefundShippingLine: refundShippingResolvers,
  OrderAdjustment: adjustmentResolvers,
  OrderTransaction: transactionResolvers,
  Product: productResolvers,
  ProductOption: optionResolvers,
  ProductVariant: variantResolvers,
  MediaImage: mediaResolvers,
  Image: imageResolvers,
  InventoryItem: itemResolvers,
  InventoryLevel: levelResolvers,
};

const fulfilmentScopes = (right: 'read' | 'write'): readonly string[] =>
  ['assigned', 'merchant_managed', 'third_party'].map((of) => `${right}_${of}_fulfillment_orders`);

/** Fields that need a scope of their own; where several stand, one is enough. */
const needed: Readonly<Record<string, readonly string[]>> = {
  'QueryRoot.orders': ['read_orders'],
  'QueryRoot.order': ['read_orders'],
  'QueryRoot.fulfillment': ['read_orders'],
  'QueryRoot.refund': ['read_orders'],
  'Fulfillment.location': ['read_locations'],
  'QueryRoot.products': ['read_products'],
  'QueryRoot.product': ['read_products'],
  'QueryRoot.inventoryItem': ['read_inventory', 'read_products'],
  'Order.customer': ['read_customers'],
  'Order.retailLocation': ['read_locations'],
  'PurchasingCompany.company': ['read_customers'],
  'PurchasingCompany.location': ['read_customers'],
  'LineItem.product': ['read_products'],
  'LineItem.variant': ['read_products'],
  'InventoryItem.inventoryLevel': ['read_inventory'],
  'InventoryItem.inventoryLevels': ['read_inventory'],
  'QueryRoot.locations': ['read_locations'],
  'Order.fulfillmentOrders': fulfilmentScopes('read'),
  'Mutation.fulfillmentCreate': fulfilmentScopes('write'),
  'Mutation.fulfillmentTrackingInfoUpdate': fulfilmentScopes('write'),
  'Mutation.inventoryActivate': ['write_inventory'],
  'Mutation.inventorySetQuantities': ['write_inventory'],
  'Mutation.productVariantsBulkUpdate': ['write_products'],
};

type AnyResolver = GraphQLFieldResolver<unknown, Ask, FieldArgs>;

export function bind(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isAbstractType(type)) type.resolveType = typeBehind[type.name];
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

/** Records of the catalogue carry no type name, so each is known by what only it has. */
const typeBehind: Readonly<Record<string, (value: object) => string>> = {
  Node: (value) =>
    'lines' in value
      ? 'Order'
      : 'variants' in value
        ? 'Product'
        : 'isVariant' in value
          ? 'ProductVariant'
          : 'InventoryItem',
  PurchasingEntity: (value) => ('location' in value ? 'PurchasingCompany' : 'Customer'),
  PricingValue: (value) => ('percentage' in value ? 'PricingPercentageValue' : 'MoneyV2'),
  DiscountApplication: (value) => discountType(value as DiscountSource),
  Media: () => 'MediaImage',
};
