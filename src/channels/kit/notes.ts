// What the reader of a record is warned about, in the same words whatever the channel.
import type { Note } from '../channel.ts';
import { filled } from './text.ts';

/** A native word whose meaning is not known: the field is null, and it is said. */
export function noteUnknown(
  note: Note,
  { vendor, word, field, id }: { vendor: string; word: unknown; field: string; id?: unknown },
): void {
  note({
    code: 'unknown_status',
    message: `${vendor} gives "${shown(word)}", whose meaning is not known; ${field} is null.`,
    field,
    word: shown(word),
    ...idOf(id),
  });
}

/** A value that cannot be read: what depends on it is left empty, and it is said. */
export function noteUnreadable(
  note: Note,
  { vendor, what, field, id }: { vendor: string; what: string; field: string; id?: unknown },
): void {
  note({
    code: 'value_unreadable',
    message: `${vendor} sent ${what} that cannot be read; what depends on it is left empty.`,
    field,
    ...idOf(id),
  });
}

const idOf = (id: unknown) => {
  const text = filled(id);
  return text === null ? {} : { id: text };
};

const shown = (word: unknown): string =>
  (typeof word === 'string' ? word : (JSON.stringify(word) ?? '')).slice(0, 100);
