// Says why Amazon kept buyers back: there are several causes, and not every one can be mended.
import type { Note } from '../channel.ts';
import { filled } from '../kit/text.ts';
import type { NativeAddress } from './native.ts';

export interface Delivery {
  /** Whether Amazon ships the order itself. */
  readonly byAmazon: boolean;
  readonly address: NativeAddress | null | undefined;
}

/**
 * Names each cause once. `deliveries` are those of orders in a state in which Amazon discloses the
 * recipient to those who may know; `why` is what keeps an app from knowing.
 */
export function noteWithheld(deliveries: readonly Delivery[], why: string, note: Note): void {
  const withheld = deliveries.filter(({ address }) => isWithheld(address));
  const tell = (cause: string) =>
    note({
      code: 'personal_data_withheld',
      field: 'shipping_address',
      message: `Amazon withholds names, addresses and contacts of buyers: ${cause}`,
    });
  if (withheld.some(({ byAmazon }) => byAmazon))
    tell('it ships some of these orders itself, and keeps to itself whom it ships to.');
  if (withheld.some(({ byAmazon }) => !byAmazon)) tell(why);
}

const isWithheld = (address: NativeAddress | null | undefined): boolean =>
  filled(address?.name) === null && filled(address?.addressLine1) === null;
