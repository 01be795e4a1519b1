// What people read about a channel on the link pages: data, one file a language, in its own folder.
import type { WriteScope } from '../model/writes.ts';

export const LANGUAGES = ['en', 'nl', 'de', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What stands beside one input of a form. */
export interface FieldWords {
  readonly label: string;
  /** What it is or where it stands, in one sentence. */
  readonly hint?: string;
  /** What the user reads for each value of a choice. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Above the choices beside the first one, where several may be chosen. */
  readonly others?: string;
  /** What the choices are grouped by, by the key of the group. */
  readonly groups?: Readonly<Record<string, string>>;
}

export interface WayWords {
  readonly title: string;
  /** Who should take this way, where a channel has several. */
  readonly suits?: string;
  /** How to get at the values of a form, step by step. */
  readonly steps?: readonly string[];
  /** What of it is drawn: the way through the menu there, with ` > ` between its parts, and the button. */
  readonly menu?: string;
  readonly button?: string;
  /** What to do otherwise in these steps, so that the values let a client write. */
  readonly toWrite?: Readonly<Partial<Record<WriteScope, string>>>;
  /** Where a way asks for a field in other words than the rest. */
  readonly fields?: Readonly<Record<string, FieldWords>>;
}

export interface ChannelWords {
  /** By the key of the field. */
  readonly fields: Readonly<Record<string, FieldWords>>;
  /** By the identifier of the way. */
  readonly ways: Readonly<Record<string, WayWords>>;
  /**
   * By the `reason` of a fault that `accept`, `check` or a way throws: what went wrong and what to
   * do, for the merchant. Reasons that every channel shares are worded by the pages themselves.
   */
  readonly reasons: Readonly<Record<string, string>>;
}

/** The same texts in another language: a key or a step that is missing is an error of types. */
export type Translation<T> = T extends string
  ? string
  : { readonly [Key in keyof T]: Translation<T[Key]> };
