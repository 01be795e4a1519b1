// The apps that the sandbox knows at the vendor: ours, and one that a merchant made for one shop.

/** A public app: since April 2026 its offline tokens must expire. */
export const publicApp = {
  id: 201_199_032_33,
  title: 'Manifold',
  clientId: '6f1d0c7e5b9a48c2a3e4f5061728394a',
  clientSecret: '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',
} as const;

/** Made in the merchant's own dashboard; its client credentials work only for that shop. */
export const merchantApp = {
  id: 188_440_210_91,
  title: 'Warehouse link',
  clientId: 'c0a8b1d2e3f405162738495a6b7c8d9e',
  clientSecret: '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',
  shop: 'custom',
} as const;

export const allScopes = [
  'read_orders',
  'read_all_orders',
  'read_products',
  'read_customers',
  'read_locations',
  'read_inventory',
  'write_orders',
  'write_products',
  'write_customers',
  'write_inventory',
  'write_merchant_managed_fulfillment_orders',
  'write_assigned_fulfillment_orders',
  'write_third_party_fulfillment_orders',
] as const;

export type Scope = (typeof allScopes)[number];

export const readScopes = allScopes.filter((scope) => scope.startsWith('read_'));

export const scopeTitles: Readonly<Record<Scope, string>> = {
  read_orders: 'Read orders, transactions and fulfillments',
  read_all_orders: 'Read all orders, not only those of the last 60 days',
  read_products: 'Read products, variants and collections',
  read_customers: 'Read customer details and customer groups',
  read_locations: 'Read locations',
  read_inventory: 'Read inventory',
  write_orders: 'Modify orders, transactions and fulfillments',
  write_products: 'Modify products, variants and collections',
  write_customers: 'Modify customer details and customer groups',
  write_inventory: 'Modify inventory',
  write_merchant_managed_fulfillment_orders: 'Fulfill orders at your own locations',
  write_assigned_fulfillment_orders: 'Fulfill orders that are assigned to the app',
  write_third_party_fulfillment_orders: 'Fulfill orders at locations of others',
};

/** A scope to write holds the one to read. */
export function holds(scopes: readonly Scope[], wanted: string): boolean {
  return scopes.some((scope) => scope === wanted || scope.replace('write_', 'read_') === wanted);
}
