// Reads the bodies of calls that change things: known names only, and a sentence for what is wrong.
import { currencies } from '../catalogue/currencies.ts';
import type {
  CancelReason,
  Catalogue,
  ChangeWay,
  CurrencyCode,
  Instant,
  Line,
  Order,
} from '../catalogue/types.ts';
import { badBody, unknownRecord } from './refusal.ts';

export type Body = Readonly<Record<string, unknown>>;

/** The JSON object of a body with none but the known names; an empty body is an empty object. */
export function readBody(text: string, known: readonly string[]): Body {
  if (text.trim() === '') return {};
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw badBody('The body is not JSON.');
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw badBody('The body must be a JSON object.');
  refuseOthers(given as Body, known, 'the body');
  return given as Body;
}

function refuseOthers(given: Body, known: readonly string[], where: string): void {
  const other = Object.keys(given).find((name) => !known.includes(name));
  if (other !== undefined)
    throw badBody(
      `There is no "${other}" in ${where}; it may have ${known.map((name) => `"${name}"`).join(', ')}.`,
    );
}

export function textIn(body: Body, name: string): string | undefined {
  const value = body[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || value === '') throw badBody(`"${name}" must be a text.`);
  if (value.length > 1000) throw badBody(`"${name}" may have at most 1000 characters.`);
  return value;
}

/** A text, or null to take it away. */
export function textOrNullIn(body: Body, name: string): string | null | undefined {
  return body[name] === null ? null : textIn(body, name);
}

export function flagIn(body: Body, name: string): boolean | undefined {
  const value = body[name];
  if (value === undefined || typeof value === 'boolean') return value;
  throw badBody(`"${name}" must be true or false.`);
}

export function countIn(body: Body, name: string, least: number, most: number): number | undefined {
  const value = body[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
    throw badBody(`"${name}" must be a whole number from ${least} to ${most}.`);
  return value;
}

export function tagsIn(body: Body): readonly string[] | undefined {
  const { tags } = body;
  if (tags === undefined) return undefined;
  if (!Array.isArray(tags) || tags.length > 50 || !tags.every(isTag))
    throw badBody('"tags" must be a list of at most 50 texts of at most 40 characters.');
  return tags;
}

const isTag = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 40;

/** A list of objects with known names. */
export function rowsIn(
  body: Body,
  name: string,
  known: readonly string[],
): readonly Body[] | undefined {
  const rows = body[name];
  if (rows === undefined) return undefined;
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > 500)
    throw badBody(`"${name}" must be a list of 1 to 500 entries.`);
  return rows.map((row: unknown) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      throw badBody(`Every entry of "${name}" must be an object.`);
    refuseOthers(row as Body, known, `an entry of "${name}"`);
    return row as Body;
  });
}

/** Lines of an order by their number, which counts from 1, each at most once. */
export function linesIn(
  body: Body,
  order: Order,
  least: 0 | 1,
): readonly { readonly line: Line; readonly quantity: number | undefined }[] | undefined {
  const rows = rowsIn(body, 'lines', ['line', 'quantity']);
  const seen = new Set<number>();
  return rows?.map((row) => {
    const number = countIn(row, 'line', 1, order.lines.length);
    const line = order.lines[(number ?? 0) - 1];
    if (number === undefined || line === undefined)
      throw badBody('Every entry of "lines" must name its "line", which counts from 1.');
    if (seen.has(number)) throw badBody(`Line ${number} is named twice in "lines".`);
    seen.add(number);
    return { line, quantity: countIn(row, 'quantity', least, 999) };
  });
}

const ways: readonly ChangeWay[] = ['import', 'sale'];

export function wayIn(body: Body): ChangeWay | undefined {
  const value = textIn(body, 'by');
  const way = ways.find((known) => known === value);
  if (value !== undefined && way === undefined)
    throw badBody(
      `"by" must be one of ${ways.join(', ')}; leave it out for the admin and the API.`,
    );
  return way;
}

const cancelReasons: readonly CancelReason[] = ['customer', 'fraud', 'inventory', 'declined', 'staff', 'other']; // biome-ignore format: one list

export function reasonIn(body: Body): CancelReason | undefined {
  const value = textIn(body, 'reason');
  const reason = cancelReasons.find((known) => known === value);
  if (value !== undefined && reason === undefined)
    throw badBody(`"reason" must be one of ${cancelReasons.join(', ')}.`);
  return reason;
}

export function currencyIn(body: Body): CurrencyCode | undefined {
  const value = textIn(body, 'currency');
  const known = Object.values(currencies).find(({ code }) => code === value);
  if (value !== undefined && known === undefined)
    throw badBody(`"currency" must be one of ${Object.keys(currencies).join(', ')}.`);
  return known?.code;
}

/** The currency in which each country of the catalogue pays. */
const countries: Readonly<Record<string, CurrencyCode>> = {
  NL: 'EUR', DE: 'EUR', BE: 'EUR', FR: 'EUR', CH: 'EUR', GB: 'GBP', US: 'USD', JP: 'JPY', KW: 'KWD',
}; // biome-ignore format: a table

export function countryIn(body: Body): { readonly country: string; readonly pays: CurrencyCode } {
  const country = textIn(body, 'country') ?? 'NL';
  const pays = countries[country];
  if (pays === undefined)
    throw badBody(`"country" must be one of ${Object.keys(countries).join(', ')}.`);
  return { country, pays };
}

export function couponIn(body: Body, { coupons }: Catalogue) {
  const code = textIn(body, 'coupon');
  const coupon = coupons.find((one) => one.code === code);
  if (code !== undefined && coupon === undefined)
    throw badBody(`"coupon" must be one of ${coupons.map((one) => one.code).join(', ')}.`);
  return coupon;
}

/** By e-mail address; null for a guest. */
export function customerIn(body: Body, { customers }: Catalogue) {
  const email = textOrNullIn(body, 'customer');
  if (email === null || email === undefined) return email;
  const customer = customers.find((one) => one.email === email);
  if (customer === undefined)
    throw unknownRecord(`No customer has the e-mail address ${email}; leave "customer" out.`);
  return customer;
}

/** The instant of a step in whole seconds: now, or one given that is neither ahead nor too early. */
export function instantIn(body: Body, now: Instant, after: Instant | undefined): Instant {
  const text = textIn(body, 'at');
  const present = Math.floor(now / 1000) * 1000;
  if (text === undefined) return Math.max(present, after ?? present);
  const at = Date.parse(text);
  if (
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/.test(text) ||
    Number.isNaN(at)
  )
    throw badBody(
      '"at" must be an ISO 8601 instant with its offset, such as 2026-11-20T10:00:00Z.',
    );
  const whole = Math.floor(at / 1000) * 1000;
  if (whole > present) throw badBody(`"at" lies in the future; it is ${isoText(present)} now.`);
  if (after !== undefined && whole < after)
    throw badBody(`"at" lies before the last change of the record, which was ${isoText(after)}.`);
  return whole;
}

export const isoText = (instant: Instant): string =>
  `${new Date(instant).toISOString().slice(0, 19)}Z`;
