// What has left a shop: shipments that Lightspeed made with the order, marked as shipped.
import { Refusal } from '../../model/writes.ts';
import type { Reading } from '../channel.ts';
import { listed } from '../kit/loose.ts';
import { carrierFor, sorted } from '../kit/plans.ts';
import type { FulfillmentWrite, Plan, Step } from '../writing.ts';
import { type Server, serverOf, writeAsk } from './asks.ts';
import { carriers } from './carriers.ts';
import { refusalIn } from './explain.ts';
import type { NativeLine, NativeOrder, NativeParcel, NativeShipmentProduct } from './native.ts';
import { placing } from './shipments.ts';

export async function planFulfillments(
  writes: readonly FulfillmentWrite[],
  reading: Reading,
): Promise<Plan> {
  const server = await serverOf(reading);
  const { planned, refused } = sorted(writes, (write) => stepsOf(write, server));
  return { steps: planned.flat(), refused };
}

function stepsOf(write: FulfillmentWrite, server: Server): readonly Step[] | Refusal {
  const { at, item } = write;
  const carrier = carrierFor('Lightspeed', carriers, item.tracking_company);
  if (carrier instanceof Refusal) return carrier;
  if (item.location_id !== undefined)
    return new Refusal(
      'location_not_found',
      'A shipment of Lightspeed leaves from no place that is known here: leave "location_id" out.',
    );
  if ((item.tracking_urls ?? []).length > 0)
    return new Refusal(
      'invalid_request',
      'Lightspeed makes the address of the tracking page itself: leave "tracking_urls" out.',
    );
  const shipments = shipmentsOf(write);
  if (shipments instanceof Refusal) return shipments;
  const { tracking_numbers: numbers = [], notify_customer: notify = false } = item;
  if (numbers.length > 1 && numbers.length !== shipments.length)
    return new Refusal(
      'invalid_request',
      `Lightspeed keeps one tracking code for a shipment: this is ${shipments.length} of them, and ${numbers.length} numbers.`,
    );
  return shipments.map(({ id }, each) => {
    const trackingCode = numbers[each] ?? numbers[0];
    const changes = {
      status: 'shipped',
      ...(trackingCode !== undefined && { trackingCode }),
      doNotifyShipped: notify,
      doNotifyTrackingCode: notify && trackingCode !== undefined,
    };
    return {
      items: [at],
      ask: writeAsk(server, 'shipment', id, changes),
      read: (reply) => [refusalIn(reply)],
    };
  });
}

interface Waiting {
  readonly id: number;
  /** Pieces in it by the identifier of their line; undefined where that is not certain. */
  readonly pieces: ReadonlyMap<string, number> | undefined;
}

/**
 * The shipments that hold just what is asked for. A shipment leaves as a whole, and Lightspeed makes
 * and splits them by itself: what is in none of them, or shares one with other goods, cannot be sent.
 */
function shipmentsOf({ lines, native }: FulfillmentWrite): readonly Waiting[] | Refusal {
  const refuse = (sentence: string) => new Refusal('not_shippable', sentence);
  const waiting = waitingIn(native as NativeOrder);
  if (waiting.length === 0)
    return refuse(
      'Lightspeed has no shipment of this order that waits. Make one in its back office.',
    );
  if (waiting.some(({ pieces }) => pieces === undefined))
    return refuse(
      'Lightspeed names goods of a shipment that are none of the order’s lines for certain. Mark it as shipped in its back office.',
    );
  const left = new Map(lines.map(({ line, quantity }) => [String(line.id), quantity]));
  const chosen: Waiting[] = [];
  for (const shipment of waiting) {
    const pieces = [...(shipment.pieces ?? [])];
    if (pieces.some(([line, quantity]) => quantity > (left.get(line) ?? 0))) continue;
    for (const [line, quantity] of pieces) left.set(line, (left.get(line) ?? 0) - quantity);
    chosen.push(shipment);
  }
  if ([...left.values()].every((quantity) => quantity === 0)) return chosen;
  const shown = waiting.map(({ id, pieces = [] }) => {
    const goods = [...pieces].map(([line, quantity]) => `${quantity} of line ${line}`);
    return `${id} (${goods.join(', ')})`;
  });
  return refuse(
    `Lightspeed sends whole shipments, and those that wait are ${shown.join('; ')}. Ask for all that is in one or more of them, or change them in its back office.`,
  );
}

/** Those with most in them first, so that none is passed over for its parts. */
function waitingIn({ orderProducts, shipmentRecords }: NativeOrder): readonly Waiting[] {
  const place = placing(listed<NativeLine>(orderProducts));
  const all = listed<NativeParcel>(shipmentRecords).map(({ id, status, shipmentProducts }) => {
    const goods = listed<NativeShipmentProduct>(shipmentProducts).flatMap(place);
    const pieces = new Map<string, number>();
    for (const { line, quantity } of goods)
      if (line) pieces.set(String(line.id), (pieces.get(String(line.id)) ?? 0) + quantity);
    const isCertain = goods.every(({ line }) => line);
    return { id, status, pieces: isCertain ? pieces : undefined };
  });
  return all
    .filter(({ status, pieces }) => status === 'not_shipped' && pieces?.size !== 0)
    .toSorted((a, b) => sizeOf(b) - sizeOf(a));
}

const sizeOf = ({ pieces }: Waiting): number =>
  [...(pieces?.values() ?? [])].reduce((sum, quantity) => sum + quantity, 0);
