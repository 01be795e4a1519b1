// Orders, of Mirakl Connect or of one marketplace: the account says which.

import type { OrderFilter } from '../../model/query.ts';
import { shape } from '../../model/shape.ts';
import type { Orders } from '../channel.ts';
import { bounds, filtersBy } from '../kit/filters.ts';
import { type ConnectOrderCursor, fetchConnectOrders } from './connect-orders.ts';
import { transformConnectOrder } from './connect-orders-transform.ts';
import { isMarketplace } from './marketplace.ts';
import { fetchMarketplaceOrders, type MarketplaceOrderCursor } from './marketplace-orders.ts';
import { transformMarketplaceOrder } from './marketplace-orders-transform.ts';
import { isOfMarketplace, type NativeOrder } from './native.ts';
import { refundsOf } from './refunds.ts';

export const orders: Orders<NativeOrder, ConnectOrderCursor | MarketplaceOrderCursor> = {
  // Both APIs narrow by these as far as they can; the service looks at every order once more.
  filters: filtersBy<OrderFilter>({
    channel: ['ids', 'status', 'updated_at_min'],
    service: ['updated_at_max', ...bounds('created_at')],
  }),
  id: { pattern: /^[^\s,]{1,255}$/, example: '0107_CM-558120-A' },
  idOf: (order) => ('order_id' in order ? order.order_id : order.id),

  // A page token belongs to one account, so the cursor is one of the API that the account has.
  fetch: (query, cursor, reading) =>
    isMarketplace(reading.account)
      ? fetchMarketplaceOrders(query, cursor as MarketplaceOrderCursor | undefined, reading)
      : fetchConnectOrders(query, cursor as ConnectOrderCursor | undefined, reading),

  includes: { refunds: refundsOf },

  shape: shape({
    flags: ['promotions.applied_promotions.*.apportioned'],
    words: [
      'payment_workflow',
      'order_lines.*.adjustments.*.reason',
      'fulfillment.type',
      'order_lines.*.adjustments.*.type',
      'order_tax_mode',
      'promotions.applied_promotions.*.configuration.type',
      'order_lines.*.order_line_state',
    ],
    objects: [
      'billing_info',
      'billing_info.address',
      'channel',
      'customer',
      'customer.billing_address',
      'customer.shipping_address',
      'customer.organization',
      'fulfillment',
      'invoice_details',
      'invoice_details.payment_terms',
      'origin',
      'references',
      'shipping_info',
      'shipping_info.address',
      'order_lines.*.product',
    ],
    needed: ['promotions', 'promotions.applied_promotions.*.configuration'],
  }),
  transform: (order, context) =>
    isOfMarketplace(order)
      ? transformMarketplaceOrder(order, context)
      : transformConnectOrder(order, context),
};
