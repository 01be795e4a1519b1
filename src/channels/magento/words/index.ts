// What a merchant reads when linking Magento / Adobe Commerce, by language.
import { de } from './de.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import { nl } from './nl.ts';

export const words = { en, nl, de, fr };
