// The carriers of parcels: any name for Mirakl Connect; a marketplace has a list of its own.
import { type Carriers, listedCarriers } from '../kit/carriers.ts';
import { filled } from '../kit/text.ts';
import type { Unread } from '../kit/unread.ts';

/** Of Mirakl Connect, `carrier` of a shipment: the name of the company. */
export const carriers: Carriers = {
  codes: {},
  free: true,
  source:
    'https://developer.mirakl.com/content/product/connect/rest/connect/openapi3 (`CreateShipmentRequest`)',
};

/**
 * Of a marketplace, by the list that it gives (SH21): `carrier_code` for one of these; for any other
 * `carrier_name` alone.
 */
export const marketplaceCarriers = (list: readonly Unread<'code' | 'label'>[]): Carriers =>
  listedCarriers(
    list.flatMap(({ code, label }) => {
      const known = filled(code);
      return known === null ? [] : [{ code: known, name: filled(label) ?? known }];
    }),
    {
      free: true,
      source:
        'https://developer.mirakl.com/content/product/mmp/rest/seller/openapi3 (SH21, OR23, ST01)',
    },
  );
