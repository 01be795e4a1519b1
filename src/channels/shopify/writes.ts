// What a client may change in a Shopify shop: what has left, stock by location, prices.
import type { Reading } from '../channel.ts';
import type { Writes } from '../writing.ts';
import { allByIds } from './listing.ts';
import { numberOf } from './native.ts';
import { productsOfVariants } from './write-documents.ts';
import { planFulfillments } from './write-orders.ts';
import { MOST_STOCK, planPrices, planStock } from './write-products.ts';

const DOCS = 'https://shopify.dev/docs/api/admin-graphql/latest';

/** Records are read by their identifiers afterwards, not by the search, which lags behind. */
const SHOWS = {
  seconds: 0,
  why: 'A mutation answers when it is done, and records are then read by their identifiers.',
  source: 'https://shopify.dev/docs/apps/build/graphql/basics/mutations',
};

export const writes: Writes = {
  fulfillments: {
    facts: {
      needs: {
        about:
          '`write_merchant_managed_fulfillment_orders`; `write_third_party_fulfillment_orders` or `write_assigned_fulfillment_orders` for what fulfilment services send. By a person’s token: the right to fulfil and ship orders.',
        source: `${DOCS}/mutations/fulfillmentCreate`,
      },
      most: 1,
      shows: SHOWS,
      idempotent: {
        is: false,
        about: 'A parcel that is sent twice is there twice, as long as pieces are left.',
        source: `${DOCS}/mutations/fulfillmentCreate (takes no idempotency key)`,
      },
      limits: [
        {
          about:
            'What one order has at several locations becomes a parcel for each of them, all with the same tracking numbers. Where only a part of such a line has left, `location_id` says from where.',
          source: `${DOCS}/mutations/fulfillmentCreate (fulfilment orders of one location)`,
        },
        {
          about:
            'What is on hold or scheduled cannot be shipped, nor what a fulfilment service sends whose orders the app may not see.',
          source: `${DOCS}/enums/FulfillmentOrderStatus`,
        },
        {
          about: 'A parcel holds 512 lines at most; more of them become several parcels.',
          source: `${DOCS}/input-objects/FulfillmentOrderLineItemsInput`,
        },
      ],
    },
    plan: planFulfillments,
  },
  stock: {
    facts: {
      needs: {
        about:
          '`write_inventory` and `read_locations`. By a person’s token: the right to update inventory.',
        source: `${DOCS}/mutations/inventorySetQuantities`,
      },
      most: MOST_STOCK,
      shows: SHOWS,
      idempotent: {
        is: true,
        about: 'Each write has a key: what comes a second time with it is answered and not done.',
        source: 'https://shopify.dev/docs/api/usage/implementing-idempotency',
      },
      comparesFirst: true,
      limits: [
        {
          about:
            'Only at locations where the variant is stocked already. Pieces that orders hold are not among those that are available.',
          source:
            'https://shopify.dev/docs/apps/build/orders-fulfillment/inventory-management-apps',
        },
      ],
    },
    plan: planStock,
  },
  prices: {
    facts: {
      needs: { about: '`write_products`.', source: `${DOCS}/mutations/productVariantsBulkUpdate` },
      most: 250,
      shows: SHOWS,
      idempotent: {
        is: false,
        about: 'It takes no key; the same price set twice is the same price.',
        source: `${DOCS}/mutations/productVariantsBulkUpdate`,
      },
      limits: [
        {
          about:
            'In the currency of the shop. Prices that a market or a catalogue has of its own stay as they are.',
          source: `${DOCS}/objects/ProductVariant (price: in the default shop currency)`,
        },
      ],
    },
    plan: planPrices,
  },
  productsOf,
};

async function productsOf(variantIds: readonly string[], reading: Reading) {
  const ids = variantIds.filter((id) => /^\d{1,19}$/.test(id));
  const found = await allByIds<{ id: string; product?: { legacyResourceId?: unknown } }>(
    productsOfVariants,
    ids.map((id) => `gid://shopify/ProductVariant/${id}`),
    reading,
  );
  const pairs = found.map(({ id, product }) => [numberOf(id), product?.legacyResourceId]);
  return new Map(
    pairs.filter((pair): pair is [string, string] => pair.every((one) => typeof one === 'string')),
  );
}
