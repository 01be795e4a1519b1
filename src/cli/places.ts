// Words and options that several commands have in common.
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
  'Backups made earlier still hold it, until they are deleted or the key that they are sealed with has left the ring.';

const DAY_SECONDS = 24 * 60 * 60;

export const secondsOf = (days: number | undefined): number | undefined =>
  days === undefined ? undefined : days * DAY_SECONDS;

/** How long an older secret lives on beside the new one. */
export function rotationOf({
  endOld,
  keepDays,
}: {
  endOld: boolean;
  keepDays?: number | undefined;
}) {
  if (endOld && keepDays !== undefined)
    throw new UsageError('--end-old ends the old secret now: leave out --keep-days.');
  return { endOld, keepOldSeconds: secondsOf(keepDays) };
}

export function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`The file ${file} cannot be read (${code}).`);
  }
}
