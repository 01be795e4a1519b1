// Where the fields of a channel's records come from: `lineage.json` of its folder, written by `npm run lineage`.
import { readFileSync } from 'node:fs';
import type { Operation } from '../model/execution.ts';
import type { ChannelLineage, Lacking } from '../model/lineage.ts';

/**
 * By field, entries of lists as `line_items[]`: the native paths that it is made of, or why there are
 * none. An empty list: it is the same in all records, or follows from its place.
 */
export type Sources = Readonly<Record<string, readonly string[] | Lacking>>;

/** By the native path of the identifier: a channel with two APIs has two forms of record. */
export type Forms = Readonly<Record<string, Sources>>;

export type Lineage = Readonly<Partial<Record<Operation, Forms>>>;

/** Reads the lineage beside a channel's declaration, when it is first asked for. */
export function lineageBeside(declaration: string): () => Lineage {
  let kept: Lineage | undefined;
  return () => {
    kept ??= JSON.parse(readFileSync(new URL('lineage.json', declaration), 'utf8')) as Lineage;
    return kept;
  };
}

/** The same in the form of an answer. */
export function shownLineage(name: string, lineage: Lineage): ChannelLineage {
  const formsOf = (operation: Operation) =>
    Object.entries(lineage[operation] ?? {}).map(([identified_by, sources]) => ({
      identified_by,
      fields: Object.entries(sources).map(([field, source]) => ({
        field,
        from: typeof source === 'string' ? [] : [...source],
        reason: typeof source === 'string' ? source : null,
      })),
    }));
  return { channel: name, orders: formsOf('orders'), products: formsOf('products') };
}

/** What the fields of a native record are made of, by the form that it has. */
export function sourcesOf(forms: Forms, native: unknown): Sources {
  const all = Object.entries(forms);
  const [, sources = {}] = all.find(([id]) => valueAt(native, id) !== undefined) ?? all[0] ?? [];
  return sources;
}

/** The value at a plain path: the place of an identifier is in no list. */
const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((at, step) => (at as Readonly<Record<string, unknown>> | null)?.[step], value);
