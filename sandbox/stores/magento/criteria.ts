// Reads search criteria from a query as Magento does, and says what it does not understand.
import type { StoreRequest } from '../../store.ts';

export const conditions = [
  'eq', 'neq', 'gt', 'gteq', 'lt', 'lteq', 'like', 'nlike', 'in', 'nin', 'null', 'notnull',
] as const; // biome-ignore format: a table
export type Condition = (typeof conditions)[number];

export interface Filter {
  readonly field: string;
  readonly value: string;
  readonly condition: Condition;
}

export interface Criteria {
  readonly groups: readonly (readonly Filter[])[];
  readonly sorts: readonly { readonly field: string; readonly direction: 'ASC' | 'DESC' }[];
  /** Null: all rows on one page. */
  readonly pageSize: number | null;
  readonly currentPage: number;
  readonly fields: string | null;
}

/** A sentence that becomes a 400, with its parameters. */
export interface Wrong {
  readonly message: string;
  readonly parameters?: Readonly<Record<string, string | number>>;
}

export function readCriteria(request: StoreRequest): Criteria | Wrong {
  let given = false;
  let fields: string | null = null;
  const groups = new Map<string, Map<string, Record<string, string>>>();
  const sorts = new Map<string, Record<string, string>>();
  const single: Record<string, string> = {};
  for (const [name, value] of request.query) {
    if (name === 'fields') {
      fields = value;
      continue;
    }
    const match = /^search_?[cC]riteria((?:\[\w+\])*)$/.exec(name);
    if (match === null)
      return { message: `${name} is not a parameter of this route; Magento would ignore it.` };
    given = true;
    const parts = [...(match[1] ?? '').matchAll(/\[(\w+)\]/g)].map((part) => part[1] ?? '');
    const [first = '', index = '', second = '', at = '', last = ''] = parts;
    switch (snake(first)) {
      case '':
        break;
      case 'filter_groups': {
        if (snake(second) !== 'filters' || !filterMembers.has(snake(last)) || parts.length !== 5)
          return noAccessor(parts.at(-1) ?? '');
        const filters = group(groups, index, () => new Map<string, Record<string, string>>());
        group(filters, at, () => ({}) as Record<string, string>)[snake(last)] = value;
        break;
      }
      case 'sort_orders': {
        if (!/^(field|direction)$/.test(second) || parts.length !== 3) return noAccessor(second);
        group(sorts, index, () => ({}) as Record<string, string>)[second] = value;
        break;
      }
      case 'page_size':
      case 'current_page':
        if (!/^[1-9]\d*$/.test(value) || parts.length !== 1)
          return {
            message: `The "${value}" value's type is invalid. The "int" type was expected.`,
          };
        single[snake(first)] = value;
        break;
      default:
        return noAccessor(first);
    }
  }
  if (!given)
    return {
      message: '"%fieldName" is required. Enter and try again.',
      parameters: { fieldName: 'searchCriteria' },
    };
  const read: Filter[][] = [];
  for (const filters of groups.values()) {
    const list: Filter[] = [];
    for (const { field, value, condition_type = 'eq' } of filters.values()) {
      const condition = conditions.find((known) => known === condition_type);
      if (field === undefined || value === undefined)
        return { message: 'A filter needs a field and a value.' };
      if (condition === undefined)
        return { message: `${condition_type} is not a condition of a filter.` };
      list.push({ field, value, condition });
    }
    read.push(list);
  }
  const order: Criteria['sorts'][number][] = [];
  for (const { field = '', direction = 'ASC' } of sorts.values()) {
    if (direction !== 'ASC' && direction !== 'DESC')
      return { message: `Invalid sort direction ${direction}; expected ASC or DESC.` };
    order.push({ field, direction });
  }
  return {
    groups: read,
    sorts: order,
    pageSize: single.page_size === undefined ? null : Number(single.page_size),
    currentPage: Number(single.current_page ?? 1),
    fields,
  };
}

const filterMembers = new Set(['field', 'value', 'condition_type']);

/** Both spellings count. */
const snake = (name: string): string => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);

function noAccessor(name: string): Wrong {
  const property = name.charAt(0).toUpperCase() + name.slice(1);
  return {
    message: `Property "${property}" does not have accessor method "get${property}" in class "Magento\\Framework\\Api\\SearchCriteriaInterface".`,
  };
}

function group<V>(map: Map<string, V>, key: string, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
