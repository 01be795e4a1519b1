// What the states of a listing mean.
import type { ProductStatus } from '../../model/product.ts';

export const STATES: ReadonlyMap<string, ProductStatus> = new Map([
  ['published', 'active'],
  ['draft', 'draft'],
  ['pendingApproval', 'draft'],
  ['closed', 'archived'],
]);
