// The carriers of parcels by WooCommerce's keys: of its own fulfilments, and of what a shop lists itself.
import { type Carriers, type ListedCarrier, listedCarriers } from '../kit/carriers.ts';
import { membersOf } from '../kit/loose.ts';

/** Of the fulfilments in its core: a brand's key is that of its companies in every country. */
export const carriers: Carriers = {
  codes: {
    an_post: 'an-post',
    australia_post: 'australia-post',
    austrian_post: 'osterreichische-post',
    bpost: 'bpost',
    bring: 'posten-norge-bring',
    brt: 'bartolini-brt',
    canada_post: 'canada-post',
    ceska_posta: 'ceska-posta',
    chronopost: 'chronopost',
    colissimo: 'la-poste-colissimo',
    correos: 'correos',
    ctt: 'ctt',
    deutsche_post: 'deutsche-post',
    dhl: 'dhl',
    dhl_ecommerce: 'dhl',
    dhl_express: 'dhl',
    dhl_paket: 'dhl',
    dhl_parcel_nl: 'dhl',
    dhl_parcel_uk: 'dhl',
    dpd: 'dpd',
    dpd_be: 'dpd',
    dpd_de: 'dpd',
    dpd_fr: 'dpd',
    dpd_ie: 'dpd',
    dpd_nl: 'dpd',
    dpd_uk: 'dpd',
    evri: 'evri-hermes',
    fedex: 'fedex',
    gls: 'gls',
    inpost: 'inpost',
    la_poste: 'la-poste-colissimo',
    mondial_relay: 'mondial-relay',
    mrw: 'mrw',
    new_zealand_post: 'new-zealand-post',
    ontrac: 'lasership-ontrac',
    packeta: 'zasilkovna',
    parcelforce: 'parcelforce',
    poczta_polska: 'poczta-polska',
    poste_italiane: 'poste-italiane',
    posti: 'itella',
    postnl: 'postnl',
    postnord: 'postnord',
    purolator: 'purolator',
    royal_mail: 'royal-mail',
    sda: 'sda',
    seur: 'seur',
    startrack: 'startrack',
    swiss_post: 'swiss-post',
    ups: 'ups',
    usps: 'usps',
  },
  // With the name in `_provider_name`.
  free: { code: 'other' },
  source:
    'https://github.com/woocommerce/woocommerce, plugins/woocommerce/src/Admin/Features/Fulfillments/ShippingProviders.php and FulfillmentUtils.php (`resolve_provider_name`)',
};

/**
 * Of the extension Shipment Tracking, by what `GET …/shipment-trackings/providers` gives: names by
 * region. A name is its own code; for any other the extension has `custom_tracking_provider`.
 */
export const trackingCarriers = (providers: Readonly<Record<string, unknown>>): Carriers =>
  listedCarriers(
    Object.values(providers).flatMap((region): ListedCarrier[] =>
      Object.keys(membersOf(region)).map((name) => ({ code: name, name })),
    ),
    {
      free: true,
      source:
        'https://woocommerce.com/document/shipment-tracking/shipment-tracking-rest-api-list-providers/',
    },
  );
