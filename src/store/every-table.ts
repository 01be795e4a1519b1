// Every table, parents before their children.
import type { Tables } from './schema.ts';

/** An object, so that the compiler finds one that is missing. */
const NAMES: { readonly [T in keyof Tables]: true } = {
  migration: true,
  client: true,
  access_token: true,
  user: true,
  user_key: true,
  credential: true,
  magic_link: true,
  visit: true,
  vendor_trip: true,
  draft: true,
  renewal: true,
  execution: true,
  job: true,
  event_address: true,
  delivery: true,
  hook_message: true,
  former_account: true,
  field_override: true,
  switched_off_rule: true,
  bucket: true,
  place: true,
  key_in_use: true,
  instance: true,
  act: true,
  probe: true,
};

export const EVERY_TABLE: readonly string[] = Object.keys(NAMES);
