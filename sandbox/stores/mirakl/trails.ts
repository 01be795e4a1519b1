// How a parcel is followed on a marketplace: a registered carrier by its code, any other by its name.
import type { Fulfilment, Order } from '../../catalogue/types.ts';
import { type Json, unknownIn } from '../../read-json.ts';
import { carriers } from './carriers.ts';

/** What is refused, in a sentence. */
export class Bad extends Error {}

/** How a parcel is followed, as a seller wrote it. */
export interface Trail {
  readonly code: string | null;
  readonly carrier: string | null;
  readonly number: string | null;
  readonly url: string | null;
}

/** A registered carrier by its code, and then a number; any other by its name. */
export function trailOf(body: Json, urlName: 'carrier_url' | 'tracking_url'): Trail {
  const names = [
    'carrier_code',
    'carrier_name',
    'carrier_standard_code',
    urlName,
    'tracking_number',
  ];
  const [odd] = unknownIn(body, names);
  if (odd !== undefined || Object.values(body).some((value) => typeof value !== 'string'))
    throw new Bad(`Unexpected field: ${odd ?? 'a value is not a text'}`);
  const text = (name: string): string | null => (body[name] ? String(body[name]) : null);
  const [code, number] = [text('carrier_code'), text('tracking_number')];
  if (code === null) {
    const carrier = text('carrier_name');
    if (carrier === null) throw new Bad('carrier_name is mandatory for an unregistered carrier');
    return { code: null, carrier, number, url: text(urlName) };
  }
  const known = carriers.find((one) => one.code === code);
  if (known === undefined) throw new Bad(`Carrier with code ${code} does not exist`);
  if (number === null) throw new Bad('tracking_number is mandatory for this carrier');
  const url = known.tracking_url.replace('{trackingId}', encodeURIComponent(number));
  return { code, carrier: known.label, number, url };
}

export const isWritten = ({ by }: Fulfilment): boolean => by === 'mirakl';

export const keptTrail = ({ own }: Order): Trail | undefined =>
  own?.mirakl?.trail as Trail | undefined;

/** What the seller wrote last about how an order is followed. */
export function writtenTrail(order: Order): Trail | undefined {
  const sent = order.fulfilments.findLast(isWritten);
  if (sent === undefined) return keptTrail(order);
  const code = (sent.own?.code as string | null | undefined) ?? null;
  return { code, carrier: sent.carrier, number: sent.trackingNumber, url: sent.trackingUrl };
}
