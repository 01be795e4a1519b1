// Rows as answers show them: the fields that a schema declares, under its names, with times as text.
import { isObject, type Keywords } from '../model/check.ts';
import { text } from '../model/schema.ts';
import { writeInstant } from '../model/time.ts';
import type { TSchema } from '../model/type.ts';

/** Under this key a schema says that it is a time, which rows hold as a number. */
const TIME = Symbol('time');

/** A time, or null. */
export const timeOrNull = (description: string) => ({ ...text(description), [TIME]: true });

type Show = (held: unknown) => unknown;

/** `created_at` becomes `createdAt`. */
const nameInRows = (name: string): string =>
  name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** What shows rows so. Of what a row does not have, the optional is left out, and the rest is null. */
export function shownBy(schema: TSchema): Show {
  const { format, properties, items, required = [] } = schema as Keywords;
  if (format === 'date-time' || TIME in schema)
    return (at) => (typeof at === 'number' ? writeInstant(at) : at);
  if (items) {
    const show = shownBy(items);
    return (list) => (Array.isArray(list) ? list.map(show) : list);
  }
  if (!properties) return (held) => held;
  const fields = Object.entries(properties).map(([name, property]) => ({
    ...{ name, from: nameInRows(name), show: shownBy(property) },
    isAlways: required.includes(name),
  }));
  return (row) => {
    if (!isObject(row)) return row;
    const answer: Record<string, unknown> = {};
    for (const { name, from, show, isAlways } of fields) {
      const held = row[from];
      if (held !== undefined) answer[name] = show(held);
      else if (isAlways) answer[name] = null;
    }
    return answer;
  };
}
