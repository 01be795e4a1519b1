// Files of stock (STO01) and prices (PRI01): taken now, worked off later, with a report of the lines in error.
import { randomUUID } from 'node:crypto';
import type { Product } from '../../catalogue/types.ts';
import { inAll } from '../../holding.ts';
import { Refusal } from '../../living/refusal.ts';
import type { VariantEdit, Writes } from '../../living/writes.ts';
import { minorOf } from '../../read-json.ts';
import type { StoreReply, StoreRequest } from '../../store.ts';
import { instant } from './connect-orders.ts';
import { sku } from './ids.ts';
import { onlyVariant, type Range } from './marketplace-offers.ts';
import type { Values } from './params.ts';
import { marketplaceError, marketplaceReply } from './replies.ts';
import type { Stall } from './shops.ts';

/** By the sandbox's clock; Mirakl wants to be asked every five minutes. */
export const doneAfter = 60_000;
const minute = 60_000;

/** A request of one shop, with its parameters and the name in its path. */
export interface MarketCall {
  readonly request: StoreRequest;
  readonly stall: Stall;
  readonly values: Values;
  readonly name: string;
}

type Kind = 'stock' | 'pricing';
type Row = Readonly<Record<string, string>>;

interface Import {
  readonly id: string;
  readonly kind: Kind;
  readonly stall: Stall;
  readonly at: number;
  readonly header: readonly string[];
  readonly rows: readonly Row[];
  /** Why nothing of it was read. */
  readonly unreadable: string | undefined;
  /** Undefined where it was never done, as after a reset. */
  wrong?: ReadonlyMap<number, string>;
}

const columns: Readonly<Record<Kind, readonly string[]>> = {
  stock: ['offer-sku', 'quantity', 'warehouse-code', 'update-delete'],
  pricing: ['offer-sku', 'price', 'price-ranges', 'discount-price', 'discount-ranges', 'discount-start-date', 'discount-end-date'], // biome-ignore format: one list
};
const needed: Readonly<Record<Kind, readonly string[]>> = {
  stock: ['offer-sku', 'quantity'],
  pricing: ['offer-sku', 'price'],
};

/** A line that is not taken, and why. */
class LineError extends Error {}

export function openImports(writes: Writes, now: () => number) {
  const all: Import[] = [];

  function begin({ request, stall, name }: MarketCall): StoreReply {
    const file = fileOf(request);
    if (file === undefined) return marketplaceError(400, 'The multipart field file is mandatory');
    const kind: Kind = name === 'stock' ? 'stock' : 'pricing';
    const [header = [], ...lines] = csvOf(file);
    const rows = lines.map((line): Row => Object.fromEntries(header.map((column, at) => [column, line[at] ?? '']))); // biome-ignore format: one row
    const strange = header.find((column) => !columns[kind].includes(column));
    const missing = needed[kind].find((column) => !header.includes(column));
    const unreadable =
      strange !== undefined ? `Unknown column ${strange}` : missing && `Column ${missing} is missing`; // biome-ignore format: one choice
    const made: Import = { id: randomUUID(), kind, stall, at: now(), header, rows, unreadable };
    all.push(made);
    writes.later(doneAfter, () => {
      made.wrong = unreadable === undefined ? work(made) : new Map();
    });
    return { ...marketplaceReply(JSON.stringify({ import_id: made.id })), status: 201 };
  }

  /** All lines of an offer are one: a line in error takes the others with it. */
  function work({ kind, rows, stall }: Import): ReadonlyMap<number, string> {
    const wrong = new Map<number, string>();
    const bySku = Map.groupBy(rows.entries(), ([, row]) => row['offer-sku'] ?? '');
    for (const [name, entries] of bySku) {
      const product = stall.products.find((one) => sku(onlyVariant(one)) === name);
      try {
        if (product === undefined) throw new LineError(`The offer ${name} does not exist`);
        const own = entries.map(([, row]) => row);
        if (kind === 'stock') setStock(product, own);
        else setPrice(product, own);
      } catch (error) {
        if (!(error instanceof LineError || error instanceof Refusal)) throw error;
        for (const [at] of entries) wrong.set(at, error.message);
      }
    }
    return wrong;
  }

  function setStock(product: Product, rows: readonly Row[]): void {
    const variant = onlyVariant(product);
    const edits = rows.flatMap((row): readonly VariantEdit[] => {
      const { quantity = '', 'warehouse-code': code = '', 'update-delete': way = '' } = row;
      if (!/^\d{1,9}$/.test(quantity)) throw new LineError('The quantity must be an integer');
      if (!['', 'update', 'delete'].includes(way.toLowerCase()))
        throw new LineError('update-delete must be update or delete');
      const stock = way.toLowerCase() === 'delete' ? 0 : Number(quantity);
      if (code === '') return inAll(variant, stock);
      const place = variant.stock.levels.find(({ locationId }) => `KZ-${locationId}` === code);
      if (place === undefined) throw new LineError(`The warehouse ${code} does not exist`);
      return [{ variantId: variant.id, locationId: place.locationId, stock }];
    });
    writes.edit(product.id, edits);
  }

  /** Delete and replace: what the line does not name is gone, prices by quantity too. */
  function setPrice(product: Product, rows: readonly Row[]): void {
    const [row, second] = rows;
    if (row === undefined || second !== undefined)
      throw new LineError('An offer has one price: this operator has neither channels nor schedules'); // biome-ignore format: one sentence
    const base = centsOf(row.price);
    const off = row['discount-price'] ? centsOf(row['discount-price']) : undefined;
    const [from, to] = [dateOf(row['discount-start-date']), dateOf(row['discount-end-date'])];
    if (base === undefined || base === 0) throw new LineError('The price is mandatory');
    if (off !== undefined && off >= base) throw new LineError('The discount price must be less than the price'); // biome-ignore format: one sentence
    const isNow = (from ?? 0) <= now() && now() < (to ?? Infinity);
    if (off !== undefined && !isNow)
      throw new LineError('The sandbox takes only discounts that run now');
    const ranges = (row['price-ranges'] ?? '').split(',').filter(Boolean).map(rangeOf);
    if (off !== undefined && ranges.length > 1) throw new LineError('discount-ranges is mandatory with price-ranges'); // biome-ignore format: one sentence
    const price = off ?? base;
    writes.edit(
      product.id,
      [{ variantId: onlyVariant(product).id, price, compareAtPrice: off === undefined ? null : base }],
      undefined,
      { offer: { price, ranges: ranges.filter(({ from: pieces }) => pieces > 1) } },
    ); // biome-ignore format: one write
  }

  const find = (stall: Stall, id: string): Import | undefined =>
    all.find((one) => one.id === id && one.stall === stall);

  function statusOf(one: Import): object {
    const isOver = now() >= one.at + doneAfter;
    const isRead = one.wrong !== undefined && one.unreadable === undefined;
    const errors = isOver ? (one.wrong?.size ?? 0) : 0;
    const waits = now() < one.at + doneAfter / 2 ? 'WAITING' : 'RUNNING';
    return {
      date_created: instant(one.at),
      has_error_report: errors > 0,
      import_id: one.id,
      lines_in_error: errors,
      lines_in_success: isOver && isRead ? one.rows.length - errors : 0,
      shop_id: one.stall.shopId,
      status: !isOver ? waits : isRead ? 'COMPLETE' : 'FAILED',
    };
  }

  const priceStatus = (one: Import): object => {
    const { lines_in_error: errors, lines_in_success: good } = statusOf(one) as Record<string, number>; // biome-ignore format: one row
    return {
      ...statusOf(one),
      offers_in_error: errors,
      offers_updated: good,
      origin: 'API',
      reason_status: one.unreadable ?? '',
    };
  };

  return {
    begin,
    stockStatus({ stall, name }: MarketCall): StoreReply {
      const one = find(stall, name);
      if (one?.kind !== 'stock') return marketplaceError(404, `Import with identifier ${name} not found`); // biome-ignore format: one sentence
      return marketplaceReply(JSON.stringify(statusOf(one)));
    },
    priceStatuses({ stall, values }: MarketCall): StoreReply {
      const ids = values.list('import_id');
      const mine = all.filter((one) => one.stall === stall && one.kind === 'pricing');
      const found = mine.filter(({ id }) => ids?.includes(id) ?? true).toReversed();
      const data = found.slice(0, values.integer('limit') ?? 10).map(priceStatus);
      return marketplaceReply(JSON.stringify({ data }));
    },
    report({ stall, name }: MarketCall): StoreReply {
      const one = find(stall, name);
      const isOver = one !== undefined && now() >= one.at + doneAfter;
      if (!isOver || !one.wrong?.size) return marketplaceError(404, 'There is no error report');
      const line = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'); // biome-ignore format: one line
      const rows = [...one.wrong].map(([at, why]) => {
        const row = one.rows[at] ?? {};
        return line([String(at + 2), why, ...one.header.map((column) => row[column] ?? '')]);
      });
      const body = [line(['line-number', 'error-message', ...one.header]), ...rows].join('\n');
      return { status: 200, headers: { 'content-type': 'text/csv' }, body: `${body}\n` };
    },
    /** Seconds until another file of this kind may be sent. */
    wait(stall: Stall, path: string): number {
      const kind = path.includes('/stock/') ? 'stock' : 'pricing';
      const last = all.findLast((one) => one.stall === stall && one.kind === kind)?.at ?? 0;
      return Math.max(0, Math.ceil((last + minute - now()) / 1000));
    },
  };
}

const centsOf = (text: string | undefined): number | undefined =>
  /^\d+(\.\d+)?$/.test(text ?? '') ? minorOf(Number(text), 2) : undefined;

function dateOf(text = ''): number | undefined {
  if (text === '') return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new LineError(`The date ${text} is not valid`);
  return at;
}

/** `10|15`: fifteen a piece from ten pieces on. */
function rangeOf(text: string): Range {
  const [pieces = '', price] = text.split('|');
  const cents = centsOf(price);
  if (!/^\d+$/.test(pieces) || cents === undefined) throw new LineError(`The range ${text} is not valid`); // biome-ignore format: one sentence
  return { from: Number(pieces), cents };
}

/** The part of a multipart body that is called file. */
function fileOf({ headers, body }: StoreRequest): string | undefined {
  const type = headers['content-type'] ?? '';
  const [, boundary] = /boundary="?([^";]+)"?/.exec(type) ?? [];
  if (!type.startsWith('multipart/form-data') || boundary === undefined) return undefined;
  const parts = body.split(`--${boundary}`).map((part) => part.split('\r\n\r\n'));
  const part = parts.find(([head = '']) => /; name="?file"?(;|\r|$)/.test(head));
  return part?.slice(1).join('\r\n\r\n').replace(/\r\n$/, '');
}

/** Cells between semicolons, in quotation marks or not; none of these files has a semicolon in a cell. */
const csvOf = (text: string): readonly (readonly string[])[] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(';').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')));
