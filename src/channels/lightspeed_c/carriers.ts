// The carriers of parcels: a shipment has a tracking code, and nothing that says whose it is.
import type { Carriers } from '../kit/carriers.ts';

export const carriers: Carriers = {
  codes: {},
  free: false,
  source: 'https://developers.lightspeedhq.com/ecom/endpoints/shipment/ (`trackingCode`)',
};
