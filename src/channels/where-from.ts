// Where one value of a record comes from: the places in its native record, found by trying them.
import type { Operation } from '../model/execution.ts';
import type { NullReason } from '../model/lineage.ts';
import { OPERATION_TABLE } from '../model/operations.ts';
import type { Channel, Context, Warning } from './channel.ts';
import { sourcesOf } from './lineage.ts';
import { reasonFor } from './reasons.ts';

export interface Origin {
  /** Places in the native record, as `lineItems.nodes[2].sku`, with what stands there. */
  readonly from: readonly { readonly path: string; readonly value: unknown }[];
  /** Why the field is null; undefined where it is not. */
  readonly reason: NullReason | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * `field` is a path in the record, places in lists filled in (`line_items[2].sku`) or not. Of places in lists,
 * those count that move it when they are changed; where none does, all that it may be made of.
 */
export function whereFrom(
  channel: Channel,
  operation: Operation,
  field: string,
  native: unknown,
  { account = {}, now = 0 }: Partial<Pick<Context, 'account' | 'now'>> = {},
): Origin {
  const sources = sourcesOf(channel.lineage()[operation] ?? {}, native);
  const name = field.replaceAll(/\[\d+\]/g, '[]');
  const source = sources[name] ?? [];
  const places = typeof source === 'string' ? [] : source.flatMap((path) => placesOf(native, path));
  const warnings: Warning[] = [];
  const read = (one: unknown, note: Context['note'] = () => {}) => {
    try {
      return valueAt(recordOf(channel, operation, one, { account, now, note }), field);
    } catch {
      // What is raw may lack what was fetched beside it: nothing can be tried then.
      return undefined;
    }
  };
  const before = read(native, (warning) => warnings.push(warning));
  const moving = before === undefined ? [] : places.filter((place) => moves(place));
  const from = (moving.length > 0 ? moving : places).map((path) => ({
    path,
    value: valueAt(native, path),
  }));
  return { from, reason: before === null ? reasonFor(name, sources, warnings) : undefined };

  function moves(place: string): boolean {
    return othersFor(valueAt(native, place)).some((other) => {
      const after = read(withValue(native, stepsOf(place), other));
      return JSON.stringify(after) !== JSON.stringify(before);
    });
  }
}

function recordOf(channel: Channel, operation: Operation, native: unknown, context: Context) {
  const resource = channel[operation];
  if (!resource) return {};
  const lists = Object.entries(resource.includes ?? {}).map(
    ([word, list]: [string, (native: unknown, context: Context) => unknown]) => {
      try {
        return [word, list(native, context)];
      } catch {
        return [word, undefined];
      }
    },
  );
  const { complete } = OPERATION_TABLE[operation];
  return { ...Object.fromEntries(lists), ...complete(resource.transform(native, context), '') };
}

/** Every place that a path of the lineage stands for in a record. */
function placesOf(native: unknown, path: string): string[] {
  return path.split('.').reduce<string[]>(
    (found, step) =>
      found.flatMap((at) => {
        const name = step.replaceAll('[]', '');
        const place = at === '' ? name : `${at}.${name}`;
        if (!step.endsWith('[]')) return [place];
        const list = valueAt(native, place);
        return Array.isArray(list) ? list.map((_, index) => `${place}[${index}]`) : [];
      }),
    [''],
  );
}

const stepsOf = (path: string): string[] => path.replaceAll(/\[(\d+)\]/g, '.$1').split('.');

const valueAt = (value: unknown, path: string): unknown =>
  stepsOf(path).reduce<unknown>((at, step) => (at as Fields | null | undefined)?.[step], value);

/** Other values of the same kind: a field that is made of it comes out otherwise with one of them. */
function othersFor(value: unknown): unknown[] {
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [value + 1, value * 2 + 3];
  if (typeof value !== 'string') return [undefined];
  if (/^-?\d+(\.\d+)?$/.test(value)) return [`1${value.replace('-', '')}`];
  if (/^\d{4}-\d{2}-\d{2}/.test(value)) return [value.replace(/^\d{4}/, '2019')];
  return [`${value} too`, 'USD', ''];
}

function withValue(value: unknown, [step, ...rest]: readonly string[], other: unknown): unknown {
  if (step === undefined) return other;
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  (copy as Record<string, unknown>)[step] = withValue((value as Fields)?.[step], rest, other);
  return copy;
}
