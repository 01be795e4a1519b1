// Which values of a native record a field of ours is made of, down to the entry of a list.

type Item = Readonly<Record<string, unknown>>;

/** By field, entries of lists as `line_items[]`: the native paths that it is made of, or why there are none. */
export type Sources = Readonly<Record<string, readonly string[] | string>>;

/** What one value comes from, or why there is nothing. */
export interface Origin {
  /** In the native record. */
  readonly places: readonly string[];
  /** What this record does not have, and what would hold it: a list without entries, an object that is null. */
  readonly absent: readonly string[];
  readonly holders: readonly string[];
  readonly reason?: string;
}

/** Finds the origin of a value by its path, such as `line_items[0].price`; `places` are the native ones there are. */
export function originsIn(
  sources: Sources,
  record: Item,
  native: unknown,
  places: Iterable<string>,
): (path: string) => Origin | undefined {
  const known = Map.groupBy(places, general);
  const entries = new Map<string, number | undefined>();

  /** The entry of a native list that an entry of ours was made of: by its identifier, else by its place. */
  function entryOf(ours: string, at: number, theirs: string): number | undefined {
    const key = JSON.stringify([ours, at, theirs]);
    if (!entries.has(key)) entries.set(key, findEntry(ours, at, theirs));
    return entries.get(key);
  }

  function findEntry(ours: string, at: number, theirs: string): number | undefined {
    const [list, natives] = [listAt(record, ours), listAt(native, theirs)];
    const named = sources[`${general(ours)}[].id`];
    const within = `${general(theirs)}[].`;
    const id = (list[at] as Item | undefined)?.id;
    for (const source of typeof named === 'object' ? named : []) {
      if (!source.startsWith(within)) continue;
      const found = natives.flatMap((one, place) =>
        isSame(valueAt(one, source.slice(within.length)), id) ? [place] : [],
      );
      if (found.length === 1) return found[0];
    }
    return list.length === natives.length ? at : undefined;
  }

  function placesOf(source: string, path: string): readonly string[] {
    const ours = [...path.matchAll(ENTRY)];
    let prefix = '';
    let rest = source;
    for (const { index, 1: at } of ours) {
      const end = rest.indexOf('[]');
      if (end < 0) break;
      const list = `${prefix}${rest.slice(0, end)}`;
      const entry = entryOf(path.slice(0, index), Number(at), list);
      if (entry === undefined) break;
      prefix = `${list}[${entry}]`;
      rest = rest.slice(end + 2);
    }
    return (known.get(source) ?? []).filter((place) => place.startsWith(prefix));
  }

  /** In a list of several kinds of things whose kind counts, those of the kind that most is made of. */
  function ofOneKind(found: readonly string[]): readonly string[] {
    const kinds = found.filter((place) => place.endsWith('].type'));
    const byEntry = kinds.map((place) => {
      const entry = above(place);
      return { kind: valueAt(native, place), all: found.filter((one) => one.startsWith(entry)) };
    });
    const most = Math.max(...byEntry.map(({ all }) => all.length));
    const kept = new Set(byEntry.filter(({ all }) => all.length === most).map(({ kind }) => kind));
    const others = byEntry.filter(({ kind }) => !kept.has(kind)).flatMap(({ all }) => all);
    return found.filter((place) => !others.includes(place));
  }

  return (path) => {
    const source = nearest(sources, general(path));
    if (source === undefined) return undefined;
    if (typeof source === 'string') return { ...NOWHERE, reason: source };
    const absent = source.filter((one) => !known.has(one));
    return {
      places: ofOneKind(source.flatMap((one) => placesOf(one, path))),
      holders: [...new Set(absent.flatMap((one) => placesOf(holderOf(one, known), path)))],
      absent,
    };
  };
}

const NOWHERE: Origin = { places: [], absent: [], holders: [] };
const ENTRY = /\[(\d+)\]/g;
const general = (path: string): string => path.replaceAll(ENTRY, '[]');

/** Without its last step. */
const above = (path: string): string =>
  path.slice(0, Math.max(0, path.lastIndexOf('.'), path.lastIndexOf('[')));

/** Of the field itself, or of what it is a part of: amounts in two currencies are one value. */
function nearest(sources: Sources, path: string): Sources[string] | undefined {
  if (path === '' || Object.hasOwn(sources, path)) return sources[path];
  return nearest(sources, above(path));
}

function holderOf(path: string, known: ReadonlyMap<string, unknown>): string {
  return path === '' || known.has(path) ? path : holderOf(above(path), known);
}

const valueAt = (value: unknown, path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce<unknown>((at, step) => (at as Item | null | undefined)?.[step], value);

function listAt(value: unknown, path: string): readonly unknown[] {
  const list = valueAt(value, path);
  return Array.isArray(list) ? list : [];
}

/** Vendors write an identifier as a number too, or at the end of an address. */
function isSame(native: unknown, id: unknown): boolean {
  const text = typeof native === 'string' ? native : JSON.stringify(native);
  return typeof id === 'string' && (text === id || text?.endsWith(`/${id}`) === true);
}
