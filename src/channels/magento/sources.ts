// What lies in a shop's inventory sources, read for many SKUs together.
import { Fault } from '../../model/faults.ts';
import { Register } from '../../model/register.ts';
import type { Reading } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { membersOf } from '../kit/loose.ts';
import { encode } from '../kit/oauth1.ts';
import { filled } from '../kit/text.ts';
import { type List, readAll } from './lists.ts';
import type { SourceItem } from './native.ts';

/** A source may be switched off at any time. */
const MINUTES = 300;
/** Most SKUs in one ask, and most characters of them, so that addresses stay within 8 kB. */
const BATCH = 50;
const LONGEST = 3000;
/** Asks under way at the same time; the shop's own limit is the same. */
const TOGETHER = 2;

/** A row that belongs to no SKU or no source is left out. */
export const SOURCE_ITEMS: List<SourceItem> = {
  path: 'inventory/source-items',
  sort: 'source_item_id',
  size: 300,
  read: (row) => {
    const members = membersOf(row);
    const { sku, source_code } = members;
    if (filled(sku) === null || filled(source_code) === null) return undefined;
    return { ...members, sku: String(sku), source_code: String(source_code) };
  },
};

interface Source {
  readonly code: string;
  readonly name: string | null;
  readonly enabled: boolean;
}

const SOURCES: List<Source> = {
  path: 'inventory/sources',
  sort: 'source_code',
  size: 100,
  read: (row) => {
    const { source_code, name, enabled } = membersOf(row);
    const code = filled(source_code);
    return code === null ? undefined : { code, name: filled(name), enabled: !isNo(enabled) };
  },
};

/** PHP writes a truth value in more than one way. */
export const isNo = (value: unknown): boolean => value === false || value === 0 || value === '0';

/**
 * What each source has of each SKU. One SKU that the shop refuses does not silence the others:
 * `isWhole` is false then.
 */
export async function sourceItemsOf(
  skus: readonly string[],
  reading: Reading,
): Promise<{ readonly rows: readonly SourceItem[]; readonly isWhole: boolean }> {
  let isWhole = true;
  const readList = async (list: readonly string[]): Promise<readonly SourceItem[]> => {
    // Values of `in` are parted by commas.
    const [only = '', ...others] = list;
    const condition = others.length === 0 && only.includes(',') ? 'eq' : 'in';
    try {
      return await readAll(SOURCE_ITEMS, [[['sku', condition, list.join(',')]]], reading);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (others.length === 0) {
        isWhole = false;
        return [];
      }
      const half = Math.ceil(list.length / 2);
      return [...(await readList(list.slice(0, half))), ...(await readList(list.slice(half)))];
    }
  };
  const items = (await inGroups(shortLists(skus), readList, TOGETHER)).flat();
  return { rows: await namedSources(items, reading), isWhole };
}

/** The same rows, with what their source is called and whether it is switched on. */
export async function namedSources(
  items: readonly SourceItem[],
  reading: Reading,
): Promise<readonly SourceItem[]> {
  const sources = await sourcesOf(items, reading);
  return items.map((item) => {
    const { name = null, enabled = true } = sources.get(item.source_code) ?? {};
    return { ...item, source_name: name, source_enabled: enabled };
  });
}

/** A SKU with a comma goes alone. */
function shortLists(skus: readonly string[]): readonly (readonly string[])[] {
  const lists: string[][] = [];
  let length = 0;
  for (const sku of skus.filter((one) => !one.includes(','))) {
    const more = encode(sku).length + 1;
    const last = lists.at(-1);
    const fits = last && last.length < BATCH && length + more <= LONGEST;
    if (fits) last.push(sku);
    else lists.push([sku]);
    length = fits ? length + more : more;
  }
  return [...lists, ...skus.filter((sku) => sku.includes(',')).map((sku) => [sku])];
}

/** The shop, or a firewall before it, takes offence at what it was asked for. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Fault &&
  (error.reason === 'signature' || [400, 403, 406, 414].includes(error.status ?? 0));

/** The shop's sources; read again immediately where a row names one that is not known. */
async function sourcesOf(
  rows: readonly SourceItem[],
  reading: Reading,
): Promise<ReadonlyMap<string, Source>> {
  const known = await reading.remember('sources', MINUTES, () =>
    Promise.resolve(new Register<Source>()),
  );
  if (rows.every(({ source_code }) => known.has(source_code))) return known;
  for (const source of await readAll(SOURCES, [], reading)) known.set(source.code, source);
  // What the shop does not list is not asked for again and again.
  for (const { source_code: code } of rows)
    if (!known.has(code)) known.set(code, { code, name: null, enabled: true });
  return known;
}
