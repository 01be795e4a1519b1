// Native identifiers: UUIDs made from what they name, the same on every start.
import { createHash } from 'node:crypto';

export function uuid(what: string): string {
  const hex = createHash('sha1').update(`sandbox sharetribe ${what}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

export const listingId = ({ id }: { readonly id: number }): string => uuid(`listing ${id}`);
