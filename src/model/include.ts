// What a data call may have added to every record: the words of `include`, and what each adds.
import { Fulfillment } from './fulfillment.ts';
import { Refund } from './refund.ts';
import { Salable } from './salable.ts';
import { Type } from './type.ts';

const Raw = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  description:
    'The native record as the channel gave it, with what had to be fetched beside it under names of its own; numbers exactly as the channel wrote them.',
});

/** By the word that asks for it. */
export const ORDER_INCLUDES = {
  raw: Raw,
  fulfillments: Type.Array(Fulfillment, {
    description: 'What has left, or is to leave, the merchant together.',
  }),
  refunds: Type.Array(Refund, { description: 'What was given back.' }),
};
export const PRODUCT_INCLUDES = {
  raw: Raw,
  salable: Type.Array(Salable, {
    description:
      'What the website can sell now. `inventory_levels` are what lies in each place, reserved or not.',
  }),
};

export type Include = keyof typeof ORDER_INCLUDES | keyof typeof PRODUCT_INCLUDES;
/** Lists that only some channels have; every channel has its native record. */
export type ListInclude = Exclude<Include, 'raw'>;
