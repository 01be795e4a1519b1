// Which texts can be kept exactly as they are, in a database and elsewhere.

/**
 * PostgreSQL takes no zero character, and half a surrogate pair has no UTF-8: both would fail or,
 * worse, come back as another text. No stored key holds one, so a search for it finds nothing.
 */
export function storable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The nearest text that can be kept, for texts that only people read. */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
