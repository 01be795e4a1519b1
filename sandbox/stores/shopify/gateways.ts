// Payment gateways of the catalogue by the vendor's names.
import type { Payment } from '../../catalogue/types.ts';

export const gateways: Readonly<
  Record<
    Payment['gateway'],
    { readonly name: string; readonly title: string; readonly manual: boolean }
  >
> = {
  card: { name: 'shopify_payments', title: 'Shopify Payments', manual: false },
  ideal: { name: 'mollie', title: 'Mollie - iDEAL', manual: false },
  paypal: { name: 'paypal', title: 'PayPal', manual: false },
  gift_card: { name: 'gift_card', title: 'Gift card', manual: false },
  bank_transfer: { name: 'Bank Deposit', title: 'Bank Deposit', manual: true },
  cash_on_delivery: {
    name: 'Cash on Delivery (COD)',
    title: 'Cash on Delivery (COD)',
    manual: true,
  },
  cash: { name: 'cash', title: 'Cash', manual: true },
};
