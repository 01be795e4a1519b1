// The carriers that an operator has registered (SH21); any other is named by the seller.

export interface Carrier {
  readonly code: string;
  readonly label: string;
  readonly standard_code: string;
  readonly tracking_url: string;
}

const carrier = (code: string, label: string, url: string): Carrier => ({
  ...{ code, label, standard_code: code },
  tracking_url: `https://${url}{trackingId}`,
});

/** By their labels. */
export const carriers: readonly Carrier[] = [
  carrier('BPOST', 'bpost', 'track.bpost.cloud/btr/web/#/search?itemCode='),
  carrier('DHL', 'DHL', 'www.dhl.com/nl-nl/home/tracking.html?tracking-id='),
  carrier('DPD', 'DPD', 'tracking.dpd.de/status/nl_NL/parcel/'),
  carrier('GLS', 'GLS', 'gls-group.com/track/'),
  carrier('POSTNL', 'PostNL', 'jouw.postnl.nl/track-and-trace/'),
  carrier('UPS', 'UPS', 'www.ups.com/track?tracknum='),
];
