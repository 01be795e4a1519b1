// Channels write "nothing" in many ways; unified records have one.
import { reportUnreadable, UnreadableValue } from '../../model/unreadable-values.ts';

/** The trimmed text, or null for anything empty. */
export function filled(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') {
    if (value !== null && value !== undefined) reportUnreadable(value);
    return null;
  }
  const text = value.trim();
  return text === '' ? null : text;
}

/** An identifier as text; null for 0, false and nothing. */
export function identifier(value: unknown): string | null {
  const text = filled(value);
  return text === '0' ? null : text;
}

/** The parts that hold something, joined; null when none does. */
export function joined(parts: readonly unknown[], separator = ' '): string | null {
  let whole: string | null = null;
  for (const part of parts) {
    const text = filled(part);
    if (text !== null) whole = whole === null ? text : `${whole}${separator}${text}`;
  }
  return whole;
}

/** The identifier a record cannot do without; throws where there is none, so that it is refused. */
export function ownId(value: unknown): string {
  const id = identifier(value);
  if (id === null) throw new UnreadableValue(value);
  return id;
}
