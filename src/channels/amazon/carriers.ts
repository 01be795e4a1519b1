// The carriers of parcels by Amazon's codes, `carrierCode` of a confirmed shipment.
import type { Carriers } from '../kit/carriers.ts';

export const carriers: Carriers = {
  // Only what Amazon's own schema lists: with a code that it does not know, the shipment is dropped in
  // silence. Seller Central shows more, and not the same in every country.
  codes: {
    '4px': '4PX',
    aramex: 'Aramex',
    australia_post: 'Australia Post',
    blue_dart: 'BlueDart',
    canada_post: 'Canada Post',
    china_post: 'China Post',
    chronopost: 'Chronopost',
    correios: 'Correios',
    correos: 'Correos',
    delhivery: 'Delhivery',
    deutsche_post: 'Deutsche Post',
    dhl: 'DHL',
    dhl_express: 'DHL',
    dhl_paket: 'DHL',
    dpd: 'DPD',
    dpd_be: 'DPD',
    dpd_de: 'DPD',
    dpd_fr: 'DPD',
    dpd_ie: 'DPD',
    dpd_nl: 'DPD',
    dpd_uk: 'DPD',
    fedex: 'FedEx',
    gls: 'GLS',
    hermes: 'Hermes Logistik Gruppe',
    india_post: 'India Post',
    la_poste: 'La Poste',
    mrw: 'MRW',
    nacex: 'Nacex',
    ontrac: 'OnTrac',
    parcelforce: 'Parcelforce',
    poste_italiane: 'Poste Italiane',
    royal_mail: 'Royal Mail',
    sda: 'SDA',
    seur: 'Seur',
    sf_express: 'SF Express',
    tnt_express: 'TNT',
    ups: 'UPS',
    usps: 'USPS',
    yanwen: 'YANWEN',
    yodel: 'Yodel',
    yunexpress: 'Yun Express',
  },
  // With the name in `carrierName`. For India Amazon announced the end of it in May 2021.
  free: { code: 'Other' },
  source:
    'https://images-na.ssl-images-amazon.com/images/G/01/rainier/help/xsd/release_4_1/amzn-base.xsd (`CarrierCode`, as published in 2020); https://github.com/amzn/selling-partner-api-docs/issues/772, /413 and /712; https://github.com/amzn/selling-partner-api-models/issues/5232',
};
