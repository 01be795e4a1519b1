// What a seller has sent: a shipment that bol takes in, and the process that says what became of it.
import type { Reply } from '../../model/exchange.ts';
import { Refusal } from '../../model/writes.ts';
import type { Reading } from '../channel.ts';
import { batches } from '../kit/groups.ts';
import { membersOf } from '../kit/loose.ts';
import { carrierFor, sorted } from '../kit/plans.ts';
import { filled } from '../kit/text.ts';
import type { FulfillmentWrite, Plan, Step, Taken } from '../writing.ts';
import { API, askFor, writeAsk } from './asks.ts';
import { carriers } from './carriers.ts';

/** https://api.bol.com/retailer/public/redoc/v10/retailer.html (`orderItems`) */
const MOST_LINES = 100;

export function planFulfillments(writes: readonly FulfillmentWrite[]): Promise<Plan> {
  const { planned, refused } = sorted(writes, stepsOf);
  return Promise.resolve({ steps: planned.flat(), refused });
}

function stepsOf({ at, item, lines }: FulfillmentWrite): readonly Step[] | Refusal {
  const carrier = carrierFor('bol', carriers, item.tracking_company);
  if (carrier instanceof Refusal) return carrier;
  const bols = lines.filter(({ line }) => line.fulfillment_service === 'bol');
  if (bols.length > 0)
    return new Refusal(
      'not_shippable',
      `bol sends these lines itself: ${bols.map(({ line }) => line.id).join(', ')}. Name the others in "line_items".`,
    );
  if (carrier === null)
    return new Refusal(
      'tracking_required',
      'bol takes no parcel without its carrier: send "tracking_company".',
    );
  if (item.location_id !== undefined)
    return new Refusal(
      'location_not_found',
      'A shipment of bol’s leaves from no place that is known here: leave "location_id" out.',
    );
  if ((item.tracking_urls ?? []).length > 0)
    return new Refusal(
      'invalid_request',
      'bol makes the address of the tracking page itself: leave "tracking_urls" out.',
    );
  const [trackAndTrace, ...others] = item.tracking_numbers ?? [];
  if (others.length > 0)
    return new Refusal(
      'invalid_request',
      'bol takes one tracking number for a shipment: send each parcel with its lines by a call of its own.',
    );
  const transport = {
    transporterCode: carrier.code,
    ...(trackAndTrace !== undefined && { trackAndTrace }),
  };
  return batches(lines, MOST_LINES).map((some) => {
    const orderItems = some.map(({ line, quantity }) => ({ orderItemId: line.id, quantity }));
    const ask = writeAsk('POST', 'shipments', 'ship', { body: { orderItems, transport } });
    return { items: [at], ask, read: (reply) => [takenAs(reply)] };
  });
}

function takenAs({ body }: Reply): Taken {
  const state = stateOf(body);
  if (state instanceof Refusal) return state;
  const process = filled(membersOf(body).processStatusId);
  return process === null ? undefined : { process };
}

/** bol forgets a process after some time, and may do what it gave up waiting for: reading shows it. */
function stateOf(body: unknown): 'working' | 'done' | Refusal {
  const { status, errorMessage } = membersOf(body);
  if (status === 'FAILURE')
    return new Refusal(
      'refused_by_channel',
      `bol: ${filled(errorMessage) ?? 'refused without a word'}`,
    );
  return status === 'SUCCESS' ? 'done' : 'working';
}

export async function follow(process: string, { call }: Reading) {
  const url = `https://${API}/shared/process-status/${encodeURIComponent(process)}`;
  const { body } = await call({ ...askFor('', 'process', { expect: [404] }), url });
  return stateOf(body);
}
