// Linking again: what a way asks for and the account that is linked already says.
import type { Channel } from '../channels/channel.ts';
import type { Way } from '../channels/way.ts';
import type { Account, Given } from '../model/credential.ts';
import { fieldsOf } from './form.ts';

/** Only what is declared and not secret. */
export function knownOf(account: Account | undefined, way: Way | undefined, channel: Channel) {
  const known: Record<string, string | readonly string[]> = {};
  if (!account || !way) return known;
  const all: Given = { ...account, ...channel.asTyped?.(account) };
  for (const { key, secret } of fieldsOf(way, channel)) {
    const value = all[key];
    if (!secret && value !== undefined) known[key] = value;
  }
  return known;
}

/** All that must be known before the visitor can leave for the vendor, if it is. */
export function enoughToLeave(
  account: Account | undefined,
  way: Way | undefined,
  channel: Channel,
): Given | undefined {
  if (way?.kind !== 'consent') return undefined;
  const known = knownOf(account, way, channel);
  const asked = fieldsOf(way, channel).filter(({ optional }) => !optional);
  return asked.every(({ key }) => known[key]?.length) ? known : undefined;
}
