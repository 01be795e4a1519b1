// Writes to bol: shipments and transports, stock and prices of offers, in both versions.
import type { Catalogue, Order } from '../../catalogue/types.ts';
import { leftToShip } from '../../living/order-steps.ts';
import type { Writes } from '../../living/writes.ts';
import { isJson, type Json, minorOf, readJson, readRows, unknownIn } from '../../read-json.ts';
import type { StoreReply, StoreRequest } from '../../store.ts';
import { orderItemId } from './ids.ts';
import type { Held } from './orders.ts';
import type { Processes } from './processes.ts';
import type { Bundle, Shelf } from './products.ts';
import { methodOf } from './quantities.ts';
import {
  isBodyOf,
  mediaType,
  noContent,
  problem,
  type Version,
  type Violation,
} from './replies.ts';
import { parcelsOf, transportIdOf } from './shipments.ts';
import type { Seller } from './shops.ts';
import { carrierOf, transporterCodes, transporterOf } from './transporters.ts';

export interface Writing {
  readonly request: StoreRequest;
  readonly seller: Seller;
  /** What the seller holds, as it is when it is looked at. */
  readonly place: { readonly held: readonly Held[]; readonly shelf: Shelf };
  readonly processes: Processes;
  readonly writes: Writes;
  readonly catalogue: Catalogue;
  /** The part of the path that names a record. */
  readonly name: string;
}

/** What is wrong with a body is collected; the write itself is what is left. */
type Read<T> = { readonly wrong: readonly Violation[] } | { readonly right: T };

function taken<T>(
  { request }: Writing,
  version: Version,
  read: (body: Json) => Read<T>,
  write: (right: T) => StoreReply,
): StoreReply {
  if (!isBodyOf(version, request))
    return problem(request, 415, `Only ${mediaType(version)} is taken here.`);
  const body = readJson(request.body);
  if (body === undefined) return problem(request, 400, 'The body is not JSON.');
  const given = read(body);
  return 'right' in given ? write(given.right) : problem(request, 400, 'Bad request', given.wrong);
}

const violation = (name: string, reason: string): Violation => ({ name, reason });

/** What was read, unless a rule found something wrong with it. */
const judged = <T>(wrong: readonly (Violation | false)[], right: () => T): Read<T> => {
  const found = wrong.filter((one) => one !== false);
  return found.length > 0 ? { wrong: found } : { right: right() };
};

const badCode = (code: unknown): Violation | false =>
  !transporterCodes.includes(String(code)) &&
  violation('transporterCode', `Request contains invalid value(s): '${String(code ?? '')}', allowed values: ${transporterCodes.join(', ')}.`); // biome-ignore format: one sentence

const isTextOrNull = (value: unknown): boolean => value == null || typeof value === 'string';

interface Shipment {
  readonly items: readonly { readonly id: string; readonly quantity: number | undefined }[];
  readonly reference: string | undefined;
  readonly code: string;
  readonly track: string | null;
}

function readShipment(body: Json): Read<Shipment> {
  const { orderItems, shipmentReference, shippingLabelId, transport } = body;
  const items = readRows(orderItems) ?? [];
  const own = isJson(transport) ? transport : undefined;
  return judged<Shipment>(
    [
      ...unknownIn(body, ['orderItems', 'shipmentReference', 'shippingLabelId', 'transport']).map((name) => violation(name, 'is not a member of the request')),
      (items.length < 1 || items.length > 100) && violation('orderItems', 'size must be between 1 and 100'),
      ...items.flatMap(({ orderItemId: id, quantity }) => [
        (typeof id !== 'string' || id === '') && violation('orderItems.orderItemId', 'must not be empty'),
        quantity != null && !(Number.isInteger(quantity) && Number(quantity) > 0) && violation('orderItems.quantity', 'must be greater than 0'),
      ]),
      (!isTextOrNull(shipmentReference) || shipmentReference === '' || String(shipmentReference).length > 90) && violation('shipmentReference', 'size must be between 1 and 90'),
      shippingLabelId != null && violation('shippingLabelId', 'is not played here'),
      own === undefined ? violation('transport', 'must not be null') : badCode(own.transporterCode),
      own !== undefined && !isTextOrNull(own.trackAndTrace) && violation('transport.trackAndTrace', 'must be a text'),
    ],
    () => ({
      items: items.map(({ orderItemId: id, quantity }) => ({ id: String(id), quantity: quantity == null ? undefined : Number(quantity) })),
      reference: shipmentReference == null ? undefined : String(shipmentReference),
      code: String(own?.transporterCode),
      track: own?.trackAndTrace == null ? null : String(own.trackAndTrace),
    }),
  ); // biome-ignore format: one rule a line
}

export const createShipment = (writing: Writing): StoreReply =>
  taken(writing, 'v10', readShipment, (shipment) => {
    const { processes, seller } = writing;
    const [first] = shipment.items;
    const process = {
      ...{ eventType: 'CREATE_SHIPMENT', entityId: first?.id ?? '' },
      description: `Create shipment for order item(s) ${shipment.items.map(({ id }) => id).join(', ')}.`,
    };
    return processes.accept(seller, process, () => ship(writing, shipment));
  });

/** Why it failed, or nothing. */
function ship({ place, catalogue, writes }: Writing, shipment: Shipment): string | undefined {
  const [first] = shipment.items;
  const named = place.held.find(({ order }) => order.lines.some((line) => orderItemId(line) === first?.id)); // biome-ignore format: one search
  const order: Order | undefined = named && catalogue.orderById.get(named.order.id);
  if (order === undefined) return `Order item with id ${first?.id} not found.`;
  const lines: { lineId: number; quantity: number }[] = [];
  for (const { id, quantity } of shipment.items) {
    const line = order.lines.find((one) => orderItemId(one) === id);
    if (line === undefined) return `Order item ${id} is not of the same order as ${first?.id}.`;
    if (methodOf(line.productId) === 'FBB') return `Order item ${id} is fulfilled by bol.`;
    const open = order.state === 'cancelled' ? 0 : leftToShip(line);
    if (open === 0) return `Order item ${id} has been shipped or cancelled already.`;
    if ((quantity ?? open) > open) return `Order item ${id} has only ${open} open.`;
    lines.push({ lineId: line.id, quantity: quantity ?? open });
  }
  const { code, track, reference } = shipment;
  writes.ship(order.id, {
    ...{ lines, carrier: carrierOf(code), tracking: [{ number: track, url: null }] },
    own: { code, ...(reference !== undefined && { reference }) },
  });
  return undefined;
}

export const changeTransport = (writing: Writing): StoreReply =>
  taken(writing, 'v10', readTransport, ({ code, track }) => {
    const { processes, seller, name, place, writes } = writing;
    const process = { eventType: 'CHANGE_TRANSPORT', entityId: name, description: `Change transport with id ${name}.` }; // biome-ignore format: one process
    return processes.accept(seller, process, () => {
      const parcel = place.held.flatMap(parcelsOf).find((one) => transportIdOf(one) === name);
      if (parcel === undefined) return `Transport with id ${name} not found.`;
      if (parcel.method === 'FBB') return `Transport with id ${name} is bol's own.`;
      const { fulfilment, held: of } = parcel;
      const kept = fulfilment.by === 'bol' ? fulfilment.own : undefined;
      const next = code ?? String(kept?.code ?? transporterOf(fulfilment.carrier));
      writes.track(of.order.id, fulfilment.id, {
        ...{ carrier: carrierOf(next), tracking: [{ number: track, url: null }] },
        ...(kept && { own: { ...kept, code: next } }),
      });
      return undefined;
    });
  });

const readTransport = ({ transporterCode: code, trackAndTrace: track }: Json) =>
  judged(
    [
      code != null && badCode(code),
      (typeof track !== 'string' || track === '') && violation('trackAndTrace', 'must not be empty'), // biome-ignore format: one rule a line
    ],
    () => ({ code: code == null ? undefined : String(code), track: String(track) }),
  );

interface OfferEdit {
  readonly stock?: { readonly amount: number; readonly managed: boolean };
  readonly bundles?: readonly Bundle[];
}

/** Prices come whole: for one piece at least, and less for more pieces. */
function readBundles(given: unknown): Read<readonly Bundle[]> {
  const rows = readRows(isJson(given) ? given.bundlePrices : undefined) ?? [];
  const bundles = rows.map(({ quantity, unitPrice }) => ({
    quantity: Number.isInteger(quantity) ? Number(quantity) : 0,
    cents: minorOf(unitPrice, 2) ?? 0,
  }));
  const isFalling = bundles.every(({ quantity, cents }, at) => {
    const before = bundles[at - 1];
    return before === undefined || (quantity > before.quantity && cents < before.cents);
  });
  return judged(
    [
      (rows.length < 1 || rows.length > 4) && violation('pricing.bundlePrices', 'size must be between 1 and 4'),
      bundles[0]?.quantity !== 1 && violation('pricing.bundlePrices.quantity', 'the element with value 1 must be present'),
      bundles.some(({ quantity }) => quantity > 24) && violation('pricing.bundlePrices.quantity', 'must be less than or equal to 24'),
      bundles.some(({ cents }) => cents < 100 || cents > 999_900) && violation('pricing.bundlePrices.unitPrice', 'must be between 1 and 9999 with 2 decimals'),
      !isFalling && violation('pricing.bundlePrices', 'quantities must rise and prices must fall'),
    ],
    () => bundles,
  ); // biome-ignore format: one rule a line
}

/** `amount` and `managedByRetailer`; what is left out of a version 11 stays as it is. */
function readStock(given: unknown, now: OfferEdit['stock']) {
  const { amount = now?.amount, managedByRetailer = now?.managed } = isJson(given) ? given : {};
  const isAmount = Number.isInteger(amount) && Number(amount) >= 0 && Number(amount) <= 999;
  return judged(
    [
      !isAmount && violation('amount', 'must be between 0 and 999'),
      typeof managedByRetailer !== 'boolean' && violation('managedByRetailer', 'must not be null'),
    ],
    () => ({ amount: Number(amount), managed: managedByRetailer === true }),
  );
}

const offerOf = ({ place, name }: Writing) =>
  place.shelf.offers.find(({ id }) => id === name.toLowerCase());

/** Why it failed, or nothing. */
function editOffer(writing: Writing, { stock, bundles }: OfferEdit): string | undefined {
  const offer = offerOf(writing);
  if (offer === undefined) return `Offer with id ${writing.name} not found.`;
  const { product, variant, held } = offer;
  if (stock && methodOf(product.id) === 'FBB')
    return 'The stock of an offer that bol fulfils cannot be set.';
  const [first] = bundles ?? [];
  const edit = {
    variantId: variant.id,
    ...(stock && {
      ...{ stock: stock.managed ? stock.amount : Math.max(0, stock.amount - held) },
      locationId: 1,
    }),
    ...(first && { price: first.cents }),
  };
  const own = { ...(stock && { managed: stock.managed }), ...(bundles && { bundles }) };
  writing.writes.edit(product.id, [edit], undefined, own);
  return undefined;
}

/** Version 10: taken now, done later. */
const offerProcess = (writing: Writing, eventType: string, edit: OfferEdit): StoreReply =>
  writing.processes.accept(
    writing.seller,
    { eventType, entityId: writing.name, description: `Update offer with offerId ${writing.name}.` },
    () => editOffer(writing, edit),
  ); // biome-ignore format: one process

export const putStock = (writing: Writing): StoreReply =>
  taken(
    writing,
    'v10',
    (body) => readStock(body, undefined),
    (stock) => offerProcess(writing, 'UPDATE_OFFER_STOCK', { stock }),
  );

export const putPrice = (writing: Writing): StoreReply =>
  taken(
    writing,
    'v10',
    ({ pricing }) => readBundles(pricing),
    (bundles) => offerProcess(writing, 'UPDATE_OFFER_PRICE', { bundles }),
  );

/** Version 11: done when it is answered. */
export const patchOffer = (writing: Writing): StoreReply =>
  taken(
    writing,
    'v11',
    (body) => readPatch(body, offerOf(writing)?.stock ?? { amount: 0, managed: false }),
    (edit) => {
      if (offerOf(writing) === undefined)
        return problem(writing.request, 404, `Offer with id ${writing.name} not found.`);
      const failed = editOffer(writing, edit);
      return failed === undefined ? noContent('v11') : problem(writing.request, 400, failed);
    },
  );

function readPatch(body: Json, now: OfferEdit['stock']): Read<OfferEdit> {
  const odd = unknownIn(body, ['stock', 'pricing']);
  if (odd.length > 0 || Object.keys(body).length === 0)
    return { wrong: [violation(odd[0] ?? 'body', 'is not played here')] };
  const stock = body.stock === undefined ? undefined : readStock(body.stock, now);
  const prices = body.pricing === undefined ? undefined : readBundles(body.pricing);
  const wrong = [stock, prices].flatMap((one) => (one && 'wrong' in one ? one.wrong : []));
  if (wrong.length > 0) return { wrong };
  return {
    right: {
      ...(stock && 'right' in stock && { stock: stock.right }),
      ...(prices && 'right' in prices && { bundles: prices.right }),
    },
  };
}
