// Reads orders: by search or one by one, from the Orders API 2026-01-01.

import type { Ask, Pairs, Reply } from '../../model/exchange.ts';
import type { Fault } from '../../model/faults.ts';
import type { OrderFilter, OrderQuery } from '../../model/query.ts';
import { shape } from '../../model/shape.ts';
import type { Orders, Reading } from '../channel.ts';
import { bounds, filtersBy } from '../kit/filters.ts';
import { membersOf, parts, texts } from '../kit/loose.ts';
import { pick } from '../kit/paging.ts';
import { pair } from '../kit/pairs.ts';
import { without } from '../kit/without.ts';
import { noteWithheld } from './addresses.ts';
import { askFor, broken, isRefusedInput, marketplaceIdsOf, nextTokenIn } from './asks.ts';
import { withProducts } from './joins.ts';
import type { NativeOrder } from './native.ts';
import { transformOrder } from './orders-transform.ts';
import { fulfillmentsOf, packagesWithheld } from './packages.ts';
import {
  byNumber,
  type Fetch,
  fits,
  isSoldIn,
  type OrderCursor,
  orderIn,
  type Search,
  type Shape,
  search,
} from './search.ts';
import { wordsOf } from './status.ts';
import { namesOf, reportHorizon, timesOf } from './window.ts';

export const orders: Orders<NativeOrder, OrderCursor> = {
  filters: filtersBy<OrderFilter>({
    channel: ['ids', 'status', ...bounds('created_at', 'updated_at')],
  }),
  defaults: { status: 'open' },
  id: { pattern: /^\d{3}-\d{7}-\d{7}$/, example: '305-4471820-9914367' },
  idOf: ({ orderId }) => orderId,

  async fetch(query, cursor, reading) {
    const read = query.ids ? readNamed : readList;
    const { items, next } = await read(query, cursor, reading);
    noteWithheld(items, NO_ROLE, reading.note);
    return { items: await withProducts(items, skusOf, reading), ...(next && { next }) };
  },

  shape: shape({
    numbers: ['OrderItems.*.QuantityOrdered'],
    words: [
      'orderAliases.*.aliasType',
      'proceeds.breakdowns.*.type',
      'fulfillment.fulfilledBy',
      'FulfillmentChannel',
      'orderItems.*.proceeds.breakdowns.*.type',
      'orderItems.*.proceeds.breakdowns.*.detailedBreakdowns.*.subtype',
      'orderItems.*.promotion.breakdowns.*.promotionId',
      'OrderItems.*.PromotionIds.*',
      'orderItems.*.cancellation.cancellationExecution.cancelledBy',
      'tax.taxRegistrations.*.entityType',
    ],
    flags: [
      'IsPrime',
      'IsBusinessOrder',
      'OrderItems.*.BuyerRequestedCancel.IsBuyerRequestedCancel',
    ],
    objects: [
      'buyer',
      'BuyerInfo',
      'proceeds.grandTotal',
      'OrderTotal',
      'fulfillment',
      'payment',
      'recipient',
      'recipient.deliveryAddress',
      'recipient.deliveryPreference',
      'salesChannel',
      'ShippingAddress',
      'tax',
      'tax.taxRegistrations.*.taxRegistrationAddress',
      'productsBySku',
      'packages.*.packageStatus',
      'orderItems.*.cancellation',
      'orderItems.*.cancellation.cancellationExecution',
      'orderItems.*.fulfillment',
      'orderItems.*.product.condition',
      'OrderItems.*.BuyerRequestedCancel',
    ],
    needed: [
      'proceeds',

      'proceeds.breakdowns.*.subtotal',

      'orderItems.*.product',
      'orderItems.*.product.price',
      'orderItems.*.product.price.unitPrice',
      'orderItems.*.promotion',
      'orderItems.*.proceeds',
      'orderItems.*.proceeds.breakdowns.*.subtotal',
      'orderItems.*.proceeds.breakdowns.*.detailedBreakdowns.*.value',
      'OrderItems.*.BuyerInfo',
      'OrderItems.*.ItemPrice',
      'OrderItems.*.ItemTax',
      'OrderItems.*.PromotionDiscount',
      'OrderItems.*.PromotionDiscountTax',
      'OrderItems.*.ShippingDiscount',
      'OrderItems.*.ShippingDiscountTax',
      'OrderItems.*.ShippingPrice',
      'OrderItems.*.ShippingTax',
      'OrderItems.*.CODFee',
      'OrderItems.*.CODFeeDiscount',
    ],
  }),
  transform: transformOrder,
  raw: (order) => without(order, 'productsBySku'),
  includes: { fulfillments: fulfillmentsOf },
};

const PATH = '/orders/2026-01-01/orders';
const NO_ROLE = 'the app lacks the restricted role "Direct-to-Consumer Delivery".';

const SHAPE: Shape<NativeOrder> = {
  idName: 'orderId',
  headOf: (order) => ({
    id: order.orderId,
    state: order.fulfillment?.fulfillmentStatus,
    created: ['createdTime', order.createdTime],
    updated: ['lastUpdatedTime', order.lastUpdatedTime],
  }),
};

const skusOf = ({ orderItems }: NativeOrder): readonly string[] =>
  texts(parts(orderItems).map(({ product }) => product?.sellerSku));

const readList: Fetch<NativeOrder> = (query, cursor, reading) => {
  const included = createIncluded(cursor?.less === true, query, reading);
  const read: Search<NativeOrder>['read'] = async (window, token, wanted) => {
    const { body } = await included.ask((data) =>
      askFor(reading.account, 'searchOrders', PATH, [
        ...timesOf(window),
        ...pair('fulfillmentStatuses', wordsOf(query.status)),
        ...pair('marketplaceIds', marketplaceIdsOf(reading.account)),
        ...data,
        ...pair('maxResultsPerPage', wanted),
        ...pair('paginationToken', token),
      ]),
    );
    const { orders: rows, [namesOf(window)[1]]: reach } = membersOf(body);
    if (!Array.isArray(rows)) throw broken('a list of orders');
    return { rows, token: nextTokenIn(body), reach };
  };
  const kept = () => (included.isLess() ? { less: true as const } : {});
  return search(query, cursor, { limit: query.limit, shape: SHAPE, read, kept }, reading);
};

/** The quota allows so many single orders at the same time, and one every two seconds afterwards. */
const MOST_IDS = 30;
const CONCURRENCY = 5;

const readNamed: Fetch<NativeOrder> = async (query, cursor, reading) => {
  const marketplaces = marketplaceIdsOf(reading.account);
  const included = createIncluded(false, query, reading);
  let isLacking = false;
  const readOne = async (id: string) => {
    const { status, body } = await included.ask((data) => ({
      ...askFor(reading.account, 'getOrder', `${PATH}/${id}`, data),
      expect: [404],
    }));
    isLacking ||= status === 404;
    if (status === 404) return undefined;
    return orderIn(membersOf(body).order, SHAPE, query, id);
  };
  const isSold = ({ salesChannel, orderId }: NativeOrder): boolean => {
    const isHere = isSoldIn(salesChannel?.marketplaceId, marketplaces);
    if (!isHere)
      reading.note({
        code: 'record_not_shown',
        message: 'The order was sold in another marketplace than those of this account.',
        field: 'ids',
        id: orderId,
      });
    return isHere;
  };
  const { items, next } = await pick(
    {
      ids: query.ids ?? [],
      from: cursor?.at ?? 0,
      limit: query.limit,
      most: MOST_IDS,
      concurrency: CONCURRENCY,
      read: (id) => byNumber(id, () => readOne(id), reading),
      keep: (order) => fits(order, SHAPE, query) && isSold(order),
    },
    reading,
  );
  if (isLacking) reportHorizon(reading);
  return { items, ...(next !== undefined && { next: { at: next } }) };
};

const MOST_DATA = 'BUYER,RECIPIENT,PROCEEDS,PROMOTION,CANCELLATION,FULFILLMENT';
const ALL_DATA = `${MOST_DATA},PACKAGES,TAX,PAYMENT`;

/**
 * Asks for all that Amazon can give of an order. While Amazon brings new parts to one account after
 * another it may refuse them as invalid input; then the older parts are asked for, and it is said.
 * https://github.com/amzn/selling-partner-api-models/issues/5365
 */
function createIncluded(isLess: boolean, { include }: OrderQuery, { call, note }: Reading) {
  const isNeeded = include?.includes('fulfillments') === true;
  const send = (data: string, ask: (data: Pairs) => Ask) => call(ask([['includedData', data]]));
  return {
    isLess: () => isLess,
    async ask(ask: (data: Pairs) => Ask): Promise<Reply> {
      let refusal: Fault | undefined;
      if (!isLess)
        try {
          return await send(ALL_DATA, ask);
        } catch (error) {
          if (!isRefusedInput(error)) throw error;
          refusal = error;
        }
      const reply = await send(MOST_DATA, ask).catch((error: unknown) => {
        throw refusal ?? error;
      });
      if (isNeeded) throw packagesWithheld();
      isLess = true;
      note({
        code: 'field_withheld',
        field: 'payment_gateway_names',
        fields: ['billing_address', 'shipping_lines.carrier_identifier'],
        message:
          'Amazon does not give packages, payments and tax registrations for this seller: the carrier, payment_gateway_names and billing_address are left out.',
      });
      return reply;
    },
  };
}
