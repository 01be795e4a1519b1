// Every table, parents before their children, and what becomes of its rows in a backup.
import type { Tables } from './schema.ts';

/**
 * `kept` rows are in a backup; `keys` are in a file of their own; `passing` ones are of no use later.
 * A move carries them all, but for `steps`, which the other side makes itself.
 */
export const EVERY_TABLE: { readonly [T in keyof Tables]: 'kept' | 'keys' | 'passing' | 'steps' } =
  {
    migration: 'steps',
    client: 'kept',
    access_token: 'kept',
    user: 'kept',
    user_key: 'keys',
    credential: 'kept',
    magic_link: 'kept',
    visit: 'kept',
    vendor_trip: 'passing',
    draft: 'passing',
    renewal: 'kept',
    execution: 'kept',
    job: 'kept',
    event_address: 'kept',
    delivery: 'kept',
    hook_message: 'kept',
    former_account: 'kept',
    field_override: 'kept',
    switched_off_rule: 'kept',
    bucket: 'kept',
    place: 'passing',
    key_in_use: 'kept',
    instance: 'passing',
    act: 'kept',
    probe: 'passing',
  };

/** Left by an earlier version, and read by nobody since: rows of minutes. */
export const FORMER_TABLES = ['trip'];

export const tablesThatAre = (...kinds: (typeof EVERY_TABLE)[keyof Tables][]): string[] =>
  Object.entries(EVERY_TABLE).flatMap(([table, kind]) => (kinds.includes(kind) ? table : []));
