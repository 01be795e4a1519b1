// The carriers of parcels by bol's codes, `transporterCode` of a shipment: no other is taken.
import type { Carriers } from '../kit/carriers.ts';

export const carriers: Carriers = {
  codes: {
    bpost: 'BPOST_BE',
    budbee: 'BUDBEE',
    cycloon: 'CYCLOON',
    dhl: 'DHL',
    dhl_ecommerce: 'DHL-GLOBAL-MAIL',
    dhl_paket: 'DHL_DE',
    dhl_parcel_nl: 'DHLFORYOU',
    dpd_be: 'DPD-BE',
    dpd_nl: 'DPD-NL',
    gls: 'GLS',
    packs: 'PACKS',
    // As on the labels that bol sells, where TNT is “PostNL & bol.com”.
    postnl: 'TNT',
    tnt_express: 'TNT-EXPRESS',
    transmission: 'TRANSMISSION',
    trunkrs: 'TRUNKRS',
    ups: 'UPS',
  },
  // What is no carrier of our list, or a kind of post; `OTHER` has no place for a name.
  listed: [
    ...['AMPERE', 'BPOST_BRIEF', 'BRIEFPOST', 'COURIER', 'DHL-SD', 'DYL', 'FEDEX_BE', 'FEDEX_NL'],
    ...['OTHER', 'PARCEL-NL', 'PES', 'TNT-EXTRA', 'TNT_BRIEF', 'TSN'],
  ].map((code) => ({ code, name: code })),
  free: false,
  source:
    'https://api.bol.com/retailer/public/redoc/v10/retailer.html (`transporterCode`; the list is that of October 2023, later documents have none); https://api.bol.com/retailer/public/Retailer-API/demo/v10-SHIPPING_LABELS.html',
};
