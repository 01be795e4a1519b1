// One thing to know about an account, declared once: it feeds `params` and their documents, the
// forms of the link pages, checks, and what may be shown again.
import type { Given } from '../model/credential.ts';
import type { Language } from './words.ts';

export interface Field {
  readonly key: string;
  /** Never shown again, and sealed at rest. */
  readonly secret?: true;
  /** Must be given in `params`; where keys may stand in for each other, `accept` decides. */
  readonly required?: true;
  /** A list of values rather than one. */
  readonly list?: true;
  /** How a form asks for it; as text, or hidden while it is typed where it is secret. */
  readonly kind?: Kind;
  /**
   * All that a whole value of it may be, without spaces around; any visible ASCII unless set. What
   * was pasted along is taken off only where the rest fits; `accept` has the last word.
   */
  readonly pattern?: string;
  /** How its values, and no others, begin: so that one in a wrong place is recognised. */
  readonly begins?: readonly string[];
  /** What its values look like, though others may, too: so that two that were swapped are recognised. */
  readonly looks?: string;
  /** The reason for which the channel has words when a value does not fit. */
  readonly wrong?: string;
  /** The values of a choice, and their names where these are not among the channel's words. */
  readonly choices?: readonly string[];
  readonly choiceName?: (value: string, language: Language) => string;
  /** The key of the group a choice belongs to, whose name is among the words. */
  readonly choiceGroup?: (value: string) => string | undefined;
  /** Nothing but these choices is accepted, in `params` too. */
  readonly only?: true;
  /** A form may leave it empty. */
  readonly optional?: true;
  readonly example: string;
  /** What it is and where it is found, for those who call the API. */
  readonly about: string;
}

/** `choices`: one that comes first, and any others beside it. */
export type Kind = 'text' | 'secret' | 'address' | 'choice' | 'choices';

/** What a way asks for: a field by its key, or a field and what this way asks otherwise. */
export type Input =
  | string
  | (Pick<Field, 'key'> &
      Partial<
        Pick<Field, 'kind' | 'pattern' | 'choices' | 'choiceName' | 'choiceGroup' | 'example'>
      >);

/** The keys of what is never shown again. */
export const secretKeys = (fields: readonly Field[]): readonly string[] =>
  fields.filter(({ secret }) => secret).map(({ key }) => key);

/** The secrets among what was given. */
export const secretsAmong = (given: Given, fields: readonly Field[]): readonly string[] =>
  secretKeys(fields).flatMap((key) => given[key] ?? []);
