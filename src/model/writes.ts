// What a client may write: the items of each kind, what becomes of each, and why one is refused.
import { envelope } from './envelope.ts';
import type { WriteOperation } from './execution.ts';
import { FAULTS, type FaultCode } from './faults.ts';
import { shared } from './query.ts';
import {
  decimal,
  integer,
  listed,
  maybe,
  named,
  object,
  openWords,
  orNull,
  record,
  text,
  wordOf,
} from './schema.ts';
import { MAX_VALUE_LENGTH } from './text.ts';
import { type Static, type TSchema, Type } from './type.ts';

export { WRITES, type WriteOperation } from './execution.ts';

export const MOST_ITEMS = 100;
/** Lines, parcels and addresses of one item. */
const MOST_LINES = 500;
const MOST_PARCELS = 50;

const Id = (description: string) =>
  Type.String({ minLength: 1, maxLength: MAX_VALUE_LENGTH, description });
const Pieces = (least: number, description: string) =>
  Type.Integer({ minimum: least, maximum: 1_000_000_000, description });
const Price = (description: string) =>
  Type.String({ pattern: '^[0-9]{1,15}(\\.[0-9]{1,10})?$', description, examples: ['12.50'] });
const Words = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: MAX_VALUE_LENGTH }), {
    maxItems: MOST_PARCELS,
    description,
  });
const optional = <S extends TSchema>(schema: S) => Type.Optional(schema);

export const FulfillmentItem = object('FulfillmentItem', 'What has left the merchant.', {
  order_id: Id('`id` of the order.'),
  line_items: optional(
    Type.Array(
      object('FulfillmentItemLine', 'A quantity of a line.', {
        id: Id('`id` of the line item.'),
        quantity: Pieces(1, 'Pieces that have left.'),
      }),
      {
        minItems: 1,
        maxItems: MOST_LINES,
        description: 'What has left; absent: all that has not left yet.',
      },
    ),
  ),
  tracking_company: optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'Who carries it: one of `GET Carriers`, or another name where the channel takes any.',
    }),
  ),
  tracking_numbers: optional(Words('One for each parcel.')),
  tracking_urls: optional(Words('Where the parcels can be followed.')),
  location_id: optional(Id('Where it leaves from.')),
  notify_customer: optional(
    Type.Boolean({ description: 'Whether the channel writes to the buyer; false unless set.' }),
  ),
  accept: optional(
    Type.Boolean({
      description: 'Accepts the order first, where a marketplace waits for that; false unless set.',
    }),
  ),
});
export type FulfillmentItem = Static<typeof FulfillmentItem>;

export const StockItem = object('StockItem', 'How many of a variant can be sold.', {
  variant_id: Id('`id` of the variant.'),
  location_id: optional(Id('The place; required where the variant has several.')),
  available: Pieces(0, 'How many there are now.'),
  if_available: optional(Pieces(0, 'Writes only if this is how many there were.')),
});
export type StockItem = Static<typeof StockItem>;

export const PriceItem = object('PriceItem', 'What a variant costs.', {
  variant_id: Id('`id` of the variant.'),
  price: Price('What is paid for one, now.'),
  compare_at_price: optional(
    orNull(Price('The price before it was reduced; null ends the reduction; absent leaves it.')),
  ),
  currency: optional(
    Type.String({
      pattern: '^[A-Z]{3}$',
      description: 'Refused where it is not the variant’s.',
      examples: ['EUR'],
    }),
  ),
});
export type PriceItem = Static<typeof PriceItem>;

export type AskedLine = NonNullable<FulfillmentItem['line_items']>[number];

export interface Items {
  readonly fulfillments: FulfillmentItem;
  readonly stock: StockItem;
  readonly prices: PriceItem;
}

/** Why an item was refused, or why it is not known what became of it. */
export const WRITE_CODES = {
  carrier_unknown: 'The channel takes certain carriers only, and this is none of them.',
  currency_differs: 'The channel shows another currency for this variant.',
  duplicate_item:
    'Another item of the same call is for the same order, or the same variant and place.',
  line_not_found: 'The order has no such line.',
  location_not_found: 'The variant or the order has no such place.',
  location_required: 'The variant has several places: say which.',
  more_than_left: 'More is asked for than is left to send.',
  not_accepted: 'The merchant has not accepted the order yet: send `accept`.',
  not_sent:
    'The service ended before the channel was asked: nothing was written. Send it again with another key.',
  not_shippable: 'The order is cancelled, not paid, or not the merchant’s to ship.',
  nothing_left: 'Everything of the order has left already.',
  price_not_set: 'The price of this variant cannot be set so, as the message says.',
  record_not_found: 'The channel has no such order or variant.',
  refused_by_channel: 'The channel refused it; the message has its words.',
  stock_moved: 'There are not as many as `if_available` says.',
  stock_not_counted: 'The channel does not count the stock of this variant.',
  stock_not_set: 'The stock of this variant is not the merchant’s to set, as the message says.',
  superseded: 'A later write of the same variant came before this one could be read back.',
  too_many_decimals: 'The currency has fewer decimals.',
  tracking_required: 'The channel takes no parcel without a carrier or a number.',
  write_differs: 'Read back, it is neither what was there nor what was asked for.',
  write_dropped: 'The channel answered that it was done, and nothing changed.',
  write_under_way: 'An earlier write of the same order is not settled yet.',
  write_unproven: 'The channel may have done it and could not be asked; it is looked at again.',
} as const satisfies Record<string, string>;
export type WriteCode = keyof typeof WRITE_CODES;

/** Nothing was changed: why, and what to change. */
export class Refusal {
  readonly code: WriteCode | FaultCode;
  readonly message: string;

  constructor(code: WriteCode | FaultCode, message: string) {
    this.code = code;
    this.message = message;
  }
}

export const OUTCOMES = {
  confirmed: 'read back, and it is as asked',
  accepted: 'the channel took it and works on it; `write.settled` brings the end',
  unchanged: 'it was so already, and nothing was sent',
  refused: 'nothing was changed',
  unknown:
    'the channel may have done it; it is looked at again, and never written a second time blindly',
} as const;
export type Outcome = keyof typeof OUTCOMES;
export const OUTCOME_WORDS = Object.keys(OUTCOMES) as readonly Outcome[];

export const FulfillmentFigures = object('FulfillmentFigures', 'What has left of an order.', {
  line_items: Type.Array(
    object('FulfillmentFiguresLine', 'Of one line.', {
      id: Type.String({ description: '`id` of the line item.' }),
      quantity: Type.Integer({ description: 'Pieces ordered.' }),
      fulfilled: Type.Integer({ description: 'Pieces that have left.' }),
      left: Type.Integer({ description: 'Pieces that can still leave.' }),
    }),
    { description: 'Every line of the order.' },
  ),
  tracking_numbers: orNull(
    Type.Array(Type.String()),
    'Of all its parcels; null where the channel does not show them.',
  ),
});
export const StockFigures = object('StockFigures', 'How many there are.', {
  location_id: text('The place; null where the channel has none.'),
  available: integer('How many can be sold.'),
});
export const PriceFigures = object('PriceFigures', 'What it costs.', {
  price: decimal('Price of one.'),
  compare_at_price: decimal('The price before it was reduced.'),
  currency: text('ISO 4217.'),
});
const FIGURES = {
  fulfillments: FulfillmentFigures,
  stock: StockFigures,
  prices: PriceFigures,
};
export type Figures<W extends WriteOperation = WriteOperation> = Static<(typeof FIGURES)[W]>;

export const WriteCodeSchema = openWords<WriteCode | FaultCode>(
  'WriteCode',
  `Why, for programs: one of these, or an error code. Others may be added.\n\n${listed(WRITE_CODES)}`,
  [...(Object.keys(WRITE_CODES) as WriteCode[]), ...(Object.keys(FAULTS) as FaultCode[])],
);

export const WriteCall = object('WriteCall', 'A call that would be made to the channel.', {
  method: Type.String({ description: 'The HTTP method.' }),
  url: Type.String({ description: 'The address, without secrets.' }),
  body: text('The body as it would be sent; null where there is none.'),
});
export type AskedCall = Static<typeof WriteCall>;

const outcomeOf = (name: string, figures: TSchema) =>
  named(
    name,
    record(
      {
        index: Type.Integer({ description: 'Which item it is, from 0.' }),
        outcome: wordOf(
          OUTCOME_WORDS,
          Object.entries(OUTCOMES)
            .map(([word, when]) => `${word}: ${when}`)
            .join('; '),
        ),
        code: optional(WriteCodeSchema),
        message: optional(
          Type.String({ description: 'What it means and what to do, in a sentence.' }),
        ),
        id: Type.String({ description: 'The order or variant.' }),
        before: orNull(figures),
        after: orNull(figures),
        calls: optional(
          Type.Array(WriteCall, {
            description: 'In a dry run: what would be asked of the channel.',
          }),
        ),
      },
      'What became of one item. `before` is what was read first, `after` what was read back; null where nothing was read.',
    ),
  );

export const FulfillmentsOutcome = outcomeOf('FulfillmentsOutcome', FulfillmentFigures);
export const StockOutcome = outcomeOf('StockOutcome', StockFigures);
export const PricesOutcome = outcomeOf('PricesOutcome', PriceFigures);

export interface ItemOutcome {
  readonly index: number;
  readonly outcome: Outcome;
  readonly code?: WriteCode | FaultCode;
  readonly message?: string;
  readonly id: string;
  readonly before: Figures | null;
  readonly after: Figures | null;
  readonly calls?: readonly AskedCall[];
}

/** Given to a client by the operator alone. */
export type WriteScope = 'orders.write' | 'products.write';

interface WriteRow {
  readonly summary: string;
  readonly request: string;
  readonly scope: WriteScope;
  readonly item: TSchema;
  readonly answer: TSchema;
  readonly body: TSchema;
}

function row(
  plural: string,
  summary: string,
  scope: WriteRow['scope'],
  item: TSchema,
  outcome: TSchema,
): WriteRow {
  const { params, api_version } = shared;
  return {
    ...{ summary, scope, item, request: `${plural}Write` },
    answer: envelope(
      `${plural}WriteAnswer`,
      'What became of each item, in their order.',
      Type.Array(outcome),
    ),
    body: record(
      {
        items: Type.Array(item, {
          minItems: 1,
          maxItems: MOST_ITEMS,
          description: 'What to write.',
        }),
        dry_run: maybe(
          Type.Boolean({
            description:
              'Reads and checks everything, and says what would be asked of the channel; writes nothing.',
          }),
        ),
        params: maybe(params),
        api_version: maybe(api_version),
      },
      'What to write.',
    ),
  };
}

export const WRITE_TABLE: Readonly<Record<WriteOperation, WriteRow>> = {
  fulfillments: row(
    'Fulfillments',
    'Ship orders',
    'orders.write',
    FulfillmentItem,
    FulfillmentsOutcome,
  ),
  stock: row('Stock', 'Set stock', 'products.write', StockItem, StockOutcome),
  prices: row('Prices', 'Set prices', 'products.write', PriceItem, PricesOutcome),
};

export const recordOf = (item: Items[WriteOperation]): string =>
  'order_id' in item ? item.order_id : item.variant_id;
