// Which language a visitor reads: the one they chose, else the best of what their browser asks for.
import { LANGUAGES, type Language } from '../../channels/words.ts';
import { de } from './de.ts';
import { en, type Vocabulary } from './en.ts';
import { fr } from './fr.ts';
import { nl } from './nl.ts';

export { LANGUAGES, type Language } from '../../channels/words.ts';
export type { MessageName, Reads, Vocabulary } from './en.ts';

export const vocabularies: Readonly<Record<Language, Vocabulary>> = { en, nl, de, fr };

export const isLanguage = (text: string | undefined): text is Language =>
  LANGUAGES.some((language) => language === text);

/** Reads `Accept-Language` (RFC 9110, 12.5.4); English where nothing fits. */
export function bestLanguage(header: string | undefined): Language {
  let best: Language = 'en';
  let weight = 0;
  for (const part of (header ?? '').slice(0, 500).split(',')) {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const primary = range.toLowerCase().split('-')[0];
    const given = parameters.find((piece) => piece.startsWith('q='))?.slice(2);
    const quality = given === undefined ? 1 : /^[01](\.\d{0,3})?$/.test(given) ? Number(given) : 0;
    if (isLanguage(primary) && quality > weight) {
      best = primary;
      weight = quality;
    }
  }
  return best;
}
