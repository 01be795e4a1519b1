// Query parameters, read more strictly than the vendor does: what is not known is refused.
import type { StoreRequest } from '../../store.ts';
import { instantOf } from '../../zone.ts';

/** What a parameter must look like. */
type Kind = 'number' | 'limit' | 'date' | 'text' | 'status';
export type Known = Readonly<Record<string, Kind>>;

export interface Parameters {
  number(name: string): number | undefined;
  text(name: string): string | undefined;
  /** The instant that a date stands for in a zone. */
  instant(name: string, zone: string): number | undefined;
}

const statuses = [
  'on_hold',
  'processing_awaiting_payment',
  'processing_awaiting_shipment',
  'processing_awaiting_pickup',
  'processing_ready_for_pickup',
  'completed',
  'completed_shipped',
  'completed_picked_up',
  'cancelled',
  'new',
  'processing',
];

export const paging: Known = { limit: 'limit', page: 'number' };

export const dates: Known = {
  created_at_min: 'date',
  created_at_max: 'date',
  updated_at_min: 'date',
  updated_at_max: 'date',
};

const checks: Readonly<Record<Kind, readonly [test: (text: string) => boolean, must: string]>> = {
  number: [(text) => /^[1-9]\d{0,14}$/.test(text) || text === '0', 'must be a number'],
  limit: [(text) => /^\d{1,3}$/.test(text) && +text >= 1 && +text <= 250, 'must be 1 to 250'],
  date: [isDate, 'must be a date in the form YYYY-MM-DD HH:MM:SS'],
  text: [(text) => text !== '', 'must not be empty'],
  status: [(text) => statuses.includes(text), 'is not a status'],
};

export type Errors = Readonly<Record<string, readonly string[]>>;

export function readParameters(
  { query }: StoreRequest,
  known: Known,
): { readonly parameters: Parameters } | { readonly errors: Errors } {
  const errors: Record<string, string[]> = {};
  const given = new Map<string, string>();
  for (const [name, value] of query) {
    const kind = Object.hasOwn(known, name) ? known[name] : undefined;
    if (kind === undefined) errors[name] = [`${name} is not a parameter of this resource`];
    else if (given.has(name)) errors[name] = [`${name} is given twice`];
    else if (!checks[kind][0](value)) errors[name] = [`${name} ${checks[kind][1]}`];
    given.set(name, value);
  }
  if (Object.keys(errors).length > 0) return { errors };
  const text = (name: string): string | undefined => given.get(name);
  return {
    parameters: {
      text,
      number: (name) => (given.has(name) ? Number(text(name)) : undefined),
      instant(name, zone) {
        const value = text(name);
        return value === undefined ? undefined : instantOf(zone, value.replace(' ', 'T'));
      },
    },
  };
}

/** A day that exists, without an offset. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text.replace(' ', 'T')}Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 19) === text.replace(' ', 'T');
}
