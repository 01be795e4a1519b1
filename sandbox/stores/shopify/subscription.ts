// A subscription to a shop's changes, and those of one app, as resolvers see them.
import type { Subscribed } from '../../subscribed.ts';
import type { Version } from './schema.ts';

export interface Subscription extends Subscribed {
  readonly app: string;
  readonly version: Version;
  includeFields: readonly string[];
}

export interface SubscriptionInput {
  readonly uri?: string | null;
  readonly includeFields?: readonly string[] | null;
  readonly format?: string | null;
  readonly filter?: string | null;
}

/** Those of one app in one shop. */
export interface AppWebhooks {
  list(): readonly Subscription[];
  add(topic: string, input: SubscriptionInput): Subscription;
  change(one: Subscription, input: SubscriptionInput): void;
  remove(one: Subscription): void;
}
