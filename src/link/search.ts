// Finding a channel by what people call it. The script of the pages does the same while one types.
import { folded } from '../model/text.ts';

export const wordsFor = (names: readonly string[]): string =>
  names
    .map(folded)
    .filter((name) => name !== '')
    .join(' ');

export const isFound = (words: string, query: string): boolean => words.includes(folded(query));
