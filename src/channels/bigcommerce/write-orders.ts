// Ships orders: one shipment for each address that the lines go to.
import { carrierOf } from '../../model/carriers.ts';
import type { Reply } from '../../model/exchange.ts';
import type { LineItem } from '../../model/order.ts';
import { Refusal } from '../../model/writes.ts';
import { listed } from '../kit/loose.ts';
import { carrierFor, sorted } from '../kit/plans.ts';
import { identifier } from '../kit/text.ts';
import type { Fulfilling, FulfillmentWrite, Step } from '../writing.ts';
import { writingAsk } from './asks.ts';
import { carriers, providers } from './carriers.ts';
import type { NativeLine, NativeOrder } from './native.ts';
import { REFUSED, refusedIn } from './write-answers.ts';

const SHIPMENTS =
  'https://developer.bigcommerce.com/docs/rest-management/orders/order-shipments#create-order-shipment';
const GUIDE =
  'https://developer.bigcommerce.com/docs/store-operations/orders#creating-order-shipments';

/** The longest `tracking_number` and `tracking_link`. */
const LONGEST_NUMBER = 50;
const LONGEST_LINK = 500;

export const fulfillments: Fulfilling = {
  facts: {
    needs: {
      about: 'The scope Orders (modify), `store_v2_orders`.',
      source:
        'https://developer.bigcommerce.com/docs/start/authentication/api-accounts#oauth-scopes',
    },
    most: 1,
    shows: {
      seconds: 0,
      why: 'BigCommerce answers with the shipment that it made.',
      source: SHIPMENTS,
    },
    idempotent: {
      is: false,
      about: 'The same shipment sent twice is two shipments, as far as pieces are left.',
      source: SHIPMENTS,
    },
    limits: [
      {
        about:
          'A shipment goes to one address and has one tracking number, of at most 50 characters, and one tracking address, of at most 500. Parcels are sent one by one, each with its lines; lines that go to several addresses become a shipment for each, without tracking.',
        source: SHIPMENTS,
      },
      {
        about:
          'Only physical lines are shipped: not downloads, gift certificates and what is picked up.',
        source: GUIDE,
      },
      {
        about:
          'Whether the buyer gets an e-mail is decided by the store’s own setting, whatever `notify_customer` says.',
        source: GUIDE,
      },
      {
        about: 'A shipment does not say which place it leaves from: `location_id` is refused.',
        source: SHIPMENTS,
      },
    ],
  },
  ships: (line, native) => addressOf(line, native) !== null,
  plan(writes, { account }) {
    const { planned, refused } = sorted(writes, (write): readonly Step[] | Refusal => {
      const tracking = trackingOf(write);
      if (tracking instanceof Refusal) return tracking;
      const parcels = parcelsOf(write);
      if (parcels instanceof Refusal) return parcels;
      const path = `v2/orders/${write.order.id}/shipments` as const;
      return parcels.map(([address, items]) => ({
        items: [write.at],
        ask: writingAsk(
          account,
          'POST',
          path,
          {
            order_address_id: Number(address),
            ...tracking,
            items,
          },
          { expect: REFUSED },
        ),
        read: (reply: Reply) => refusedIn(reply, [write.order]),
      }));
    });
    return Promise.resolve({ steps: planned.flat(), refused });
  },
};

interface Packed {
  readonly order_product_id: number;
  readonly quantity: number;
}

/** Where a line goes; null for downloads, gift certificates, and what is picked up. */
function addressOf({ id: line }: LineItem, native: unknown): string | null {
  const records = listed<NativeLine>((native as NativeOrder).line_records);
  const record = records.find(({ id }) => identifier(id) === line);
  return record?.type === 'physical' ? identifier(record.order_address_id) : null;
}

/** What goes to each address. */
function parcelsOf({
  item,
  lines,
  native,
}: FulfillmentWrite): readonly (readonly [string, readonly Packed[]])[] | Refusal {
  const parcels = new Map<string, Packed[]>();
  for (const { line, quantity } of lines) {
    const address = addressOf(line, native);
    if (address === null)
      return new Refusal(
        'not_shippable',
        `Line ${line.id} is not shipped: it is downloaded, sent by e-mail or picked up. Name the lines that leave.`,
      );
    const packed = { order_product_id: Number(line.id), quantity };
    parcels.set(address, [...(parcels.get(address) ?? []), packed]);
  }
  const { tracking_numbers: numbers = [], tracking_urls: links = [] } = item;
  return parcels.size > 1 && numbers.length + links.length > 0
    ? new Refusal(
        'invalid_request',
        `The lines go to ${parcels.size} addresses, and a tracking number belongs to one: send the lines of each address by a call of their own.`,
      )
    : [...parcels];
}

/** The tracking of one shipment, in the vendor's words. */
function trackingOf({ item }: FulfillmentWrite): Readonly<Record<string, string>> | Refusal {
  const {
    tracking_company: company,
    tracking_numbers: [number, ...numbers] = [],
    tracking_urls: [link, ...links] = [],
  } = item;
  if (item.location_id !== undefined)
    return new Refusal('location_not_found', 'A shipment of BigCommerce leaves from no place: leave "location_id" out.'); // biome-ignore format: one sentence
  if (numbers.length + links.length > 0)
    return new Refusal(
      'invalid_request',
      'BigCommerce takes one tracking number and one address of it a shipment: send each parcel with its lines by a call of its own.',
    );
  for (const [name, value, longest] of [
    ['tracking_numbers', number, LONGEST_NUMBER],
    ['tracking_urls', link, LONGEST_LINK],
  ] as const)
    if (value !== undefined && value.length > longest)
      return new Refusal('invalid_request', `BigCommerce takes at most ${longest} characters in "${name}".`); // biome-ignore format: one sentence
  const carrier = carrierFor('BigCommerce', carriers, company);
  if (carrier instanceof Refusal) return carrier;
  const ours = company === undefined ? undefined : carrierOf(company);
  const provider = ours && providers[ours.id];
  return {
    ...(number !== undefined && { tracking_number: number }),
    ...(link !== undefined && { tracking_link: link }),
    // Either makes a tracking address; one that BigCommerce knows itself is named by the first alone.
    ...(carrier !== null && {
      shipping_provider: provider ?? '',
      tracking_carrier: provider === undefined ? (carrier.code ?? carrier.name) : '',
    }),
  };
}
