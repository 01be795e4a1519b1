// The carriers of parcels by Magento's codes, `carrier_code` of a track; the name is its `title`.
import type { Carriers } from '../kit/carriers.ts';

export const carriers: Carriers = {
  // Those that come with it; a shop's extensions may have others. Its DHL is DHL Express.
  codes: { dhl: 'dhl', dhl_express: 'dhl', fedex: 'fedex', ups: 'ups', usps: 'usps' },
  free: { code: 'custom' },
  source:
    'https://github.com/magento/magento2, app/code/Magento: Dhl, Fedex, Ups and Usps (Model/Carrier.php), Shipping (Block/Adminhtml/Order/Tracking.php)',
};
