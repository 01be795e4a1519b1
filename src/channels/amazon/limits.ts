// The usage plans that Amazon publishes for each operation, per app and seller.
// https://developer-docs.amazon.com/sp-api/docs/usage-plans-and-rate-limits
import type { Ask, Limit, Pace, Reply } from '../../model/exchange.ts';

/** Requests a second, and how many may be made at the same time after a pause. */
const PLANS = {
  searchOrders: { rate: 0.0056, burst: 20 },
  getOrder: { rate: 0.5, burst: 30 },
  // These two belong to Orders v0.
  getOrders: { rate: 0.0167, burst: 20 },
  getOrderItems: { rate: 0.5, burst: 30 },
  confirmShipment: { rate: 2, burst: 10 },
  searchListingsItems: { rate: 5, burst: 5 },
  patchListingsItem: { rate: 5, burst: 5 },
  getInventorySummaries: { rate: 2, burst: 2 },
  getMarketplaceParticipations: { rate: 0.016, burst: 15 },
} as const;

export type Operation = keyof typeof PLANS;

const isOperation = (name: string | undefined): name is Operation =>
  name !== undefined && Object.hasOwn(PLANS, name);

export const limits: readonly Limit[] = Object.entries(PLANS).map(([name, { rate, burst }]) => ({
  name,
  by: 'credential',
  operations: [name],
  tokens: rate,
  seconds: 1,
  burst,
}));

/** The rate in force for this seller; big sellers have higher ones. A 429 never has it. */
export function pace({ headers }: Reply, { operation }: Ask): readonly Pace[] {
  const rate = headers['x-amzn-ratelimit-limit']?.trim() ?? '';
  if (!isOperation(operation) || !/^\d+(\.\d+)?$/.test(rate) || Number(rate) === 0) return [];
  return [{ limit: operation, rate: Number(rate) }];
}

/** Milliseconds after which one more request is allowed: Amazon does not say, its plan does. */
export const pauseOf = (operation: string | undefined): number =>
  isOperation(operation) ? Math.ceil(1000 / PLANS[operation].rate) : 1000;
