// Words and options that several commands have in common, and how the text of some is read.
import { readFileSync } from 'node:fs';
import { DEMO } from '../serve/demo-client.ts';
import { CommandError, UsageError } from './declare.ts';

export const CLIENT = {
  'client <client id>': 'The client application, as "manifold clients list" shows it.',
} as const;
export const USER = {
  'user <tpUserId>': 'The end user, as the client application calls them.',
} as const;

export const CHANNEL = {
  'channel <channel>': 'The sales channel; "manifold channels" lists them.',
} as const;
/** Whose shop is asked, where every sandbox has a client of its own. */
export const SHOP = {
  'user <tpUserId>': `Whose shop, as the client application calls the user. With the demo client ${DEMO.user} unless given.`,
} as const;

/** What deleting does not reach. */
export const BACKUPS =
  'Backups made before still hold it, until they are deleted or the key that they are sealed with has left the ring.';

export const DAY_SECONDS = 24 * 60 * 60;

/** What an option says that is a whole number, from 0 unless said otherwise. */
export function wholeNumber(
  option: string,
  text: string,
  { least = 0, most = Number.MAX_SAFE_INTEGER, or = '' } = {},
): number {
  const number = /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  const upTo = most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`;
  throw new UsageError(`"${option}" is a whole number from ${least}${upTo}${or}, not "${text}".`);
}

/** An option that is a number of days, in seconds. */
export function daysOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new UsageError(`"${text}" is not a number of days: write a whole number from 1.`);
  return Number(text) * DAY_SECONDS;
}

/** What was typed as a list, by commas or by several options. */
export const listOf = (given: string | readonly string[] | undefined): string[] | undefined =>
  given === undefined
    ? undefined
    : [given].flat().flatMap((text) => text.split(/[\s,]+/).filter((name) => name !== ''));

export function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`The file ${file} cannot be read (${code}).`);
  }
}
