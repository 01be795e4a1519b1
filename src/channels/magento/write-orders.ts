// Ships orders, which are read for this alone: what is left of each line, and what has left.
import { completeFulfillment, type FulfillmentDraft } from '../../model/fulfillment.ts';
import { isAmount, most, round, subtract, sum } from '../../model/money.ts';
import type { LineItem } from '../../model/order.ts';
import { completeOrder } from '../../model/order-draft.ts';
import type { Draft } from '../../model/record.ts';
import { instant, writeInstant } from '../../model/time.ts';
import { Refusal } from '../../model/writes.ts';
import type { Reading } from '../channel.ts';
import { batches, inGroups } from '../kit/groups.ts';
import { listed, membersOf } from '../kit/loose.ts';
import { encode } from '../kit/oauth1.ts';
import { carrierFor, sorted } from '../kit/plans.ts';
import { filled, identifier, ownId } from '../kit/text.ts';
import type { Unread } from '../kit/unread.ts';
import type { Fulfilling, FulfillmentWrite } from '../writing.ts';
import { askFor, located, writingAsk } from './asks.ts';
import { carriers } from './carriers.ts';
import { type List, readAll } from './lists.ts';
import { attributeOf, itemOf, type NativeItem } from './native.ts';
import { isNo } from './sources.ts';
import { stockWay } from './stock.ts';
import { whole } from './stock-transform.ts';
import { refusedIn } from './write-answers.ts';

const SHIP =
  'https://developer.adobe.com/commerce/webapi/rest/tutorials/orders/order-create-shipment/';
const SEEN = 'seen on Magento 2.4.6';
/** Magento’s own word for a carrier that is none of its own (Shipping, Block/Adminhtml/Order/Tracking.php). */
const CUSTOM = { code: 'custom', name: 'Custom Value' } as const;

export const fulfillments: Fulfilling = {
  facts: {
    needs: {
      about:
        'The permissions Sales > Operations > Orders > Actions > View and Ship, and Sales > Operations > Shipments.',
      source:
        'https://github.com/magento/magento2, app/code/Magento/Sales/etc/webapi.xml (`Magento_Sales::actions_view`, `Magento_Sales::ship`, `Magento_Sales::shipment`)',
    },
    most: 1,
    shows: { seconds: 0, why: 'A shipment and its tracks can be read immediately.', source: SEEN },
    idempotent: {
      is: false,
      about:
        'The same call sent twice ships twice, as far as pieces are left; of more than is left, what is left is shipped.',
      source: SEEN,
    },
    limits: [
      {
        about:
          '`order_id` is the number of the order in the API (`entity_id`), not the one that buyers see (`increment_id`).',
        source: SHIP,
      },
      {
        about:
          'Of a configurable product the line of the product is shipped, not that of its child; of a bundle whose parts are shipped separately, the parts.',
        source:
          'https://github.com/magento/magento2, app/code/Magento/Sales/Model/Order/Item.php (`isDummy`)',
      },
      {
        about:
          'A carrier is kept with a tracking number only, and no address of a parcel is kept: `tracking_urls` are refused.',
        source: SHIP,
      },
      {
        about: '`location_id` is the code of an inventory source; without it the shop chooses.',
        source: 'https://developer.adobe.com/commerce/webapi/rest/inventory/',
      },
    ],
  },
  read: readOrders,
  async plan(writes, reading) {
    const account = await located(reading);
    const places = await placesOf(writes, reading);
    const { planned, refused } = sorted(writes, (write) => {
      const tracks = tracksOf(write);
      const place = write.item.location_id;
      const refusal = tracks instanceof Refusal ? tracks : unshippable(write, places);
      if (refusal) return refusal;
      return {
        items: [write.at],
        ask: writingAsk(account, 'POST', `order/${write.order.id}/ship`, {
          items: write.lines.map(({ line, quantity }) => ({
            order_item_id: Number(line.id),
            qty: quantity,
          })),
          notify: write.item.notify_customer === true,
          tracks,
          ...(place !== undefined && {
            arguments: { extension_attributes: { source_code: place } },
          }),
        }),
        read: refusedIn,
      };
    });
    return { steps: planned, refused };
  },
};

type NativeTrack = Unread<'track_number' | 'title' | 'carrier_code'>;

function tracksOf({
  item: { tracking_company: company, tracking_numbers: numbers = [], tracking_urls: links = [] },
}: FulfillmentWrite): readonly NativeTrack[] | Refusal {
  if (links.length > 0)
    return new Refusal('invalid_request', 'Magento keeps no address of a parcel: leave "tracking_urls" out.'); // biome-ignore format: one sentence
  if (company !== undefined && numbers.length === 0)
    return new Refusal('tracking_required', 'Magento keeps a carrier with a tracking number only: send "tracking_numbers", or leave "tracking_company" out.'); // biome-ignore format: one sentence
  const carrier = carrierFor('Magento', carriers, company) ?? CUSTOM;
  if (carrier instanceof Refusal) return carrier;
  const { code: carrier_code, name: title } = carrier;
  return numbers.map((track_number) => ({ track_number, title, carrier_code }));
}

/** States in which Magento ships nothing (Order::canShip). */
const WAITING: ReadonlyMap<unknown, string> = new Map([
  ['holded', 'The order is on hold.'],
  ['payment_review', 'The payment of the order is under review.'],
]);

function unshippable(
  { item, native, lines }: FulfillmentWrite,
  places: ReadonlySet<string>,
): Refusal | undefined {
  const order = native as NativeOrder;
  const waits = WAITING.get(order.state);
  if (waits !== undefined) return new Refusal('not_shippable', waits);
  if (item.location_id !== undefined && !places.has(item.location_id))
    return new Refusal('location_not_found', `The shop has no inventory source "${item.location_id}" that is switched on.`); // biome-ignore format: one sentence
  const parts = lines.find(({ line }) => {
    const left = leftOf(itemsOf(order).find(({ item_id }) => filled(item_id) === line.id) ?? {});
    return left !== null && round(left, 4) !== round(String(whole(left)), 4);
  });
  return (
    parts && new Refusal('not_shippable', `Line ${parts.line.id} is sold in parts of a piece.`)
  );
}

/** The sources among those that were named, which are there and switched on. */
async function placesOf(
  writes: readonly FulfillmentWrite[],
  reading: Reading,
): Promise<ReadonlySet<string>> {
  const named = [...new Set(writes.flatMap(({ item }) => item.location_id ?? []))];
  if (named.length === 0 || (await stockWay(reading)) === 'items') return new Set();
  const account = await located(reading);
  const found = await inGroups(
    named,
    async (code) => {
      const ask = askFor(account, `inventory/sources/${encode(code)}`);
      const { status, body } = await reading.call({ ...ask, expect: [404] });
      return status < 300 && !isNo(membersOf(body).enabled) ? [code] : [];
    },
    2,
  );
  return new Set(found.flat());
}

// Reading

interface NativeLine
  extends Unread<'item_id' | 'parent_item_id' | 'sku' | 'name' | 'product_id' | 'product_type'>,
    Unread<'is_virtual' | 'qty_ordered' | 'qty_shipped' | 'qty_refunded' | 'qty_canceled'> {}

interface NativeOrder extends Unread<'state' | 'increment_id' | 'created_at' | 'updated_at'> {
  readonly entity_id: number;
  readonly items?: unknown;
}

interface NativeShipment extends Unread<'entity_id' | 'order_id' | 'created_at' | 'items' | 'tracks'> {} // biome-ignore format: one line

const ORDERS: List<NativeOrder> = {
  path: 'orders',
  sort: 'entity_id',
  size: 50,
  // The contract wants the members that it calls required, whether they are read or not.
  fields:
    'items[entity_id,increment_id,state,created_at,updated_at,base_grand_total,grand_total,customer_email,items[item_id,parent_item_id,sku,name,product_id,product_type,is_virtual,qty_ordered,qty_shipped,qty_refunded,qty_canceled]],search_criteria,total_count',
  read: (row) =>
    Number.isSafeInteger(membersOf(row).entity_id) ? (row as NativeOrder) : undefined,
};
const SHIPMENTS: List<NativeShipment> = {
  path: 'shipments',
  sort: 'entity_id',
  size: 100,
  // Not the labels, which are whole documents.
  fields:
    'items[entity_id,order_id,created_at,items[order_item_id,qty],tracks,comments],search_criteria,total_count',
  read: (row) => (filled(membersOf(row).entity_id) === null ? undefined : (row as NativeShipment)),
};
const BUNDLES: List<NativeItem> = {
  path: 'products',
  sort: 'entity_id',
  size: 100,
  fields: 'items[id,sku,custom_attributes],search_criteria,total_count',
  read: itemOf,
};
/** `shipment_type` of a bundle (Catalog, Model/Product/Type/AbstractType.php). */
const SEPARATELY = '1';

async function readOrders(ids: readonly string[], reading: Reading) {
  const named = ids.filter((id) => /^[1-9]\d{0,14}$/.test(id));
  const read = <Row>(list: List<Row>, field: string, values: readonly unknown[]) =>
    inGroups(
      batches([...new Set(values)], list.size),
      (some) => readAll(list, [[[field, 'in', some.join(',')]]], reading),
      2,
    ).then((lists) => lists.flat());
  const orders = await read(ORDERS, 'entity_id', named);
  const shipments = await read(SHIPMENTS, 'order_id', orders.map(({ entity_id }) => entity_id)); // biome-ignore format: one line
  const lines = orders.flatMap(itemsOf).filter(({ product_type }) => product_type === 'bundle');
  const bundles = await read(BUNDLES, 'entity_id', lines.flatMap(({ product_id }) => identifier(product_id) ?? [])); // biome-ignore format: one line
  const separate = new Set(
    bundles
      .filter((bundle) => attributeOf(bundle, 'shipment_type') === SEPARATELY)
      .map(({ id }) => String(id)),
  );
  return orders.map((native) => {
    const id = String(native.entity_id);
    const own = shipments.filter(({ order_id }) => identifier(order_id) === id);
    const changed = instant(native.updated_at) ?? writeInstant(reading.now);
    const order = completeOrder(
      {
        id,
        name: filled(native.increment_id),
        created_at: instant(native.created_at),
        updated_at: instant(native.updated_at),
        cancelled_at: native.state === 'canceled' ? changed : null,
        line_items: shippedLines(native, separate).map(lineOf),
      },
      'magento',
    );
    const left = own.map((shipment) => completeFulfillment(fulfillmentOf(shipment)));
    return { native, order: { ...order, fulfillments: left } };
  });
}

const itemsOf = ({ items }: NativeOrder): readonly NativeLine[] => listed<NativeLine>(items);

/** Of what is put together the whole is a line, or its parts where each is shipped by itself. */
function shippedLines(order: NativeOrder, separate: ReadonlySet<string>): readonly NativeLine[] {
  const items = itemsOf(order);
  const isSeparate = ({ product_type, product_id }: NativeLine) =>
    product_type === 'bundle' && separate.has(identifier(product_id) ?? '');
  const apart = new Set(items.filter(isSeparate).map(({ item_id }) => identifier(item_id)));
  return items.filter((item) => {
    const parent = identifier(item.parent_item_id);
    return parent === null ? !isSeparate(item) : apart.has(parent);
  });
}

function lineOf(item: NativeLine): Draft<LineItem> {
  const isSent = isNo(item.is_virtual ?? 0);
  const shipped = whole(item.qty_shipped ?? 0);
  const left = isSent ? whole(leftOf(item)) : 0;
  return {
    id: ownId(item.item_id),
    product_id: identifier(item.product_id),
    sku: filled(item.sku),
    title: filled(item.name),
    quantity: whole(item.qty_ordered),
    fulfillable_quantity: left,
    fulfillment_status: shipped ? (left === 0 ? 'fulfilled' : 'partial') : null,
    requires_shipping: isSent,
  };
}

/** As Magento reckons it: what was given back may have been shipped before (Item::getSimpleQtyToShip). */
function leftOf(item: NativeLine): string | null {
  const [ordered, shipped, refunded, cancelled] = [
    item.qty_ordered,
    item.qty_shipped ?? 0,
    item.qty_refunded ?? 0,
    item.qty_canceled ?? 0,
  ].map((quantity) => (isAmount(quantity) ? quantity : null));
  if (ordered == null || shipped == null || refunded == null || cancelled == null) return null;
  const left = subtract(ordered, sum([most(shipped, refunded), cancelled]), 0);
  return left.startsWith('-') ? '0' : left;
}

function fulfillmentOf(shipment: NativeShipment): FulfillmentDraft {
  const tracks = listed<NativeTrack>(shipment.tracks);
  const made = instant(shipment.created_at);
  return {
    id: ownId(shipment.entity_id),
    status: 'shipped',
    tracking_company: filled(tracks[0]?.title),
    tracking_numbers: tracks.flatMap(({ track_number }) => filled(track_number) ?? []),
    created_at: made,
    shipped_at: made,
    line_items: listed<Unread<'order_item_id' | 'qty'>>(shipment.items).map((item) => ({
      id: identifier(item.order_item_id),
      quantity: whole(item.qty),
    })),
  };
}
