// What a seller has sent: one call for each package, by the Orders API v0, which alone can confirm one.
import { Refusal } from '../../model/writes.ts';
import type { Reading } from '../channel.ts';
import { parts } from '../kit/loose.ts';
import { carrierFor, sorted } from '../kit/plans.ts';
import { filled } from '../kit/text.ts';
import type { FulfillmentWrite, Plan, Step } from '../writing.ts';
import { writeAsk, written } from './asks.ts';
import { carriers } from './carriers.ts';
import type { NativeOrder } from './native.ts';

export function planFulfillments(
  writes: readonly FulfillmentWrite[],
  reading: Reading,
): Promise<Plan> {
  const { planned, refused } = sorted(writes, (write) => stepOf(write, reading));
  return Promise.resolve({ steps: planned, refused });
}

function stepOf(write: FulfillmentWrite, { account, now }: Reading): Step | Refusal {
  const { at, item, order, lines } = write;
  const { location_id: marketplaceId } = order;
  const carrier = carrierFor('Amazon', carriers, item.tracking_company);
  if (carrier instanceof Refusal) return carrier;
  const refusal = refusalOf(write);
  if (refusal) return refusal;
  const [trackingNumber] = item.tracking_numbers ?? [];
  if (carrier === null || trackingNumber === undefined)
    return new Refusal(
      'tracking_required',
      'Amazon takes no package without its carrier and its number: send "tracking_company" and "tracking_numbers".',
    );
  const packageDetail = {
    packageReferenceId: nextReference(write),
    carrierCode: carrier.code,
    ...(carrier.code === OTHER && { carrierName: carrier.name }),
    trackingNumber,
    shipDate: written(Math.floor(now / 1000) * 1000),
    orderItems: lines.map(({ line, quantity }) => ({ orderItemId: line.id, quantity })),
  };
  const path = `/orders/v0/orders/${encodeURIComponent(order.id)}/shipmentConfirmation`;
  const ask = writeAsk(account, 'confirmShipment', path, { marketplaceId, packageDetail });
  return { items: [at], ask };
}

const OTHER = typeof carriers.free === 'object' ? carriers.free.code : undefined;

/** What Amazon would not take, or not keep. */
function refusalOf({ item, order, lines }: FulfillmentWrite): Refusal | undefined {
  if (lines.some(({ line }) => line.fulfillment_service === 'amazon'))
    return new Refusal('not_shippable', 'Amazon sends this order itself (FBA).');
  if (order.financial_status === 'pending')
    return new Refusal(
      'not_shippable',
      'The payment is still pending: Amazon has not released the order to be sent.',
    );
  if (order.location_id === null)
    return new Refusal('not_shippable', 'Amazon does not say in which marketplace it was sold.');
  if (item.location_id !== undefined)
    return new Refusal(
      'location_not_found',
      'A package of Amazon’s leaves from no place that is known here: leave "location_id" out.',
    );
  if ((item.tracking_urls ?? []).length > 0)
    return new Refusal(
      'invalid_request',
      'Amazon keeps no addresses of tracking pages: leave "tracking_urls" out.',
    );
  if ((item.tracking_numbers ?? []).length > 1)
    return new Refusal(
      'invalid_request',
      'Amazon takes one tracking number for a package: send each package with its lines by a call of its own.',
    );
  return undefined;
}

/**
 * Amazon wants a text that holds a positive number, and changes the package that has it already.
 * https://github.com/amzn/selling-partner-api-models/issues/5094
 */
function nextReference({ native }: FulfillmentWrite): string {
  const names = parts((native as NativeOrder).packages).map(({ packageReferenceId }) =>
    filled(packageReferenceId),
  );
  const numbers = names.map((name) => (/^\d{1,15}$/.test(name ?? '') ? Number(name) : 0));
  return String(Math.max(0, ...numbers) + 1);
}
