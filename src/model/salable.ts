// What a website can sell of a variant now, where a channel keeps that apart from what lies in stock.
import { complete, type Draft, type Odd, template } from './record.ts';
import { integer, object, text } from './schema.ts';
import type { Static } from './type.ts';

export const Salable = object('Salable', 'What a website can sell of a variant now.', {
  variant_id: text('`id` of the product’s variant.'),
  stock_id: text('The channel’s identifier of the stock that the website sells from.'),
  quantity: integer('Pieces, less those that orders have reserved.'),
});
export type Salable = Static<typeof Salable>;
export type SalableDraft = Draft<Salable>;

const SALABLE = template<Salable>(Salable);

export const completeSalable = (draft: SalableDraft, odd?: Odd, prefix = ''): Salable =>
  complete(SALABLE, draft, odd, prefix);
