// The state of a sync: one text that says how far the copy is whole, and where a run was broken off.
import { ManifoldError } from './error.ts';

/** Seconds since 1970. */
type Seconds = number;

/** A stretch of time that is read as one; both ends belong to it. */
export interface Window {
  /** Absent in the first window, which reads everything. */
  readonly from?: Seconds | undefined;
  readonly to: Seconds;
  /** The next page, where the window was begun. */
  readonly token?: string | undefined;
  /** The form in which that page will come. */
  readonly form?: string | undefined;
  /** Something in it was left out that has no name: it does not count as read. */
  readonly hole?: boolean | undefined;
}

export interface State {
  /** All that changed up to here was read. */
  readonly until?: Seconds | undefined;
  /** What was being read. */
  readonly window?: Window | undefined;
  /** Records that were left out and are to be read again, by their identifiers. */
  readonly again?: readonly string[] | undefined;
}

/** Whose records they are: a state is of use for no other. */
export interface Owner {
  readonly resource: string;
  readonly channel: string;
  readonly user: string;
}

const VERSION = 1;

const keyOf = ({ resource, channel, user }: Owner): string =>
  JSON.stringify([resource, channel, user]);

export function writeState(state: State, owner: Owner): string {
  const bytes = new TextEncoder().encode(JSON.stringify([VERSION, keyOf(owner), state]));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export function readState(text: string | undefined, owner: Owner): State {
  if (text === undefined || text === '') return {};
  const [version, key, state] = parse(text);
  if (version !== VERSION || !isState(state))
    throw invalid('The state cannot be read: it was cut or changed, or a newer version wrote it.');
  if (key !== keyOf(owner))
    throw invalid('The state belongs to another resource, channel or user.');
  return state;
}

function parse(text: string): readonly unknown[] {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function isState(value: unknown): value is State {
  if (typeof value !== 'object' || value === null) return false;
  const { until, window, again = [] } = value as Readonly<Record<string, unknown>>;
  return (
    isOptional(until, 'number') &&
    (window === undefined || isWindow(window)) &&
    Array.isArray(again) &&
    again.every((id) => typeof id === 'string')
  );
}

function isWindow(value: unknown): value is Window {
  if (typeof value !== 'object' || value === null) return false;
  const { from, to, token, form, hole } = value as Readonly<Record<string, unknown>>;
  return (
    isOptional(from, 'number') &&
    typeof to === 'number' &&
    isOptional(token, 'string') &&
    isOptional(form, 'string') &&
    isOptional(hole, 'boolean')
  );
}

const isOptional = (value: unknown, type: string): boolean =>
  value === undefined || typeof value === type;

const invalid = (what: string) =>
  new ManifoldError(
    'invalid_state',
    `${what} Start again without a state: everything is read again.`,
  );
