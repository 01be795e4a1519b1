// Lines for people: broken between words, at most so wide.

/** Lines of at most so many characters, broken between words; a long word stays whole. */
export function wrapped(text: string, room: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= room)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Beyond this, lines are hard to read. */
export const WIDEST = 100;
const NARROWEST = 60;

/** How wide text may be on a terminal of so many columns. */
export const roomOn = (columns: number | undefined): number =>
  Math.max(NARROWEST, Math.min(columns ?? WIDEST, WIDEST));
