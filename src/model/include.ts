// What a data call may have added to every record: the words of `include`, and what each adds.
import { Fulfillment } from './fulfillment.ts';
import { NullReason, type Reasons } from './lineage.ts';
import { Salable } from './product.ts';
import { Refund } from './refund.ts';
import { Type } from './type.ts';

const Raw = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  description:
    'The native record as the channel gave it, with what had to be fetched beside it under names of its own; numbers exactly as the channel wrote them.',
});

const Why = Type.Unsafe<Reasons>({
  type: 'object',
  additionalProperties: NullReason,
  description:
    'Why each null of the record is null, by its path with places in lists: `line_items[0].sku`.',
});

/** By the word that asks for it. */
export const ORDER_INCLUDES = {
  raw: Raw,
  reasons: Why,
  fulfillments: Type.Array(Fulfillment, {
    description: 'What has left, or is to leave, the merchant together.',
  }),
  refunds: Type.Array(Refund, { description: 'What was given back.' }),
};
export const PRODUCT_INCLUDES = {
  raw: Raw,
  reasons: Why,
  salable: Type.Array(Salable, {
    description:
      'What the website can sell now. `inventory_levels` are what lies in each place, reserved or not.',
  }),
};

export type Include = keyof typeof ORDER_INCLUDES | keyof typeof PRODUCT_INCLUDES;
/** What every channel has. */
export const EVERYWHERE: readonly string[] = ['raw', 'reasons'];
