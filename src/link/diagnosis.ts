// What went wrong, in words for the merchant: by the channel's own reason, then a shared one, then the code.
import type { Channel } from '../channels/channel.ts';
import type { Language } from '../channels/words.ts';
import type { AttentionCode } from '../model/attention.ts';
import { KEYS_MISSING } from '../store/index.ts';
import { type Reads, vocabularies } from './words/index.ts';

/** What is known of a fault: thrown just now, or noted by a trip. */
export interface Trouble {
  readonly code: string;
  readonly reason?: string | undefined;
  readonly native?: string | undefined;
  readonly field?: string | undefined;
}

/** Begins the reason of a fault that found a shop of another channel; its name follows. */
export const OTHER_KIND = 'other_kind_';

export function diagnose(
  trouble: Trouble,
  channel: Channel,
  language: Language,
  channels: Readonly<Record<string, Channel>> = {},
) {
  const words = vocabularies[language];
  const { code, reason = '', native, field } = trouble;
  const { reasons } = channel.words[language];
  const own = Object.hasOwn(reasons, reason) && reasons[reason];
  const otherName = otherKindIn(reason);
  const kind = otherName === undefined ? undefined : channels[otherName];
  const other = otherName && kind ? { name: otherName, title: kind.title } : undefined;
  const isShared = isKey(words.reasons, reason);
  const general = isKey(words.faults, code) ? code : 'unexpected';
  const name = isShared ? reason : general;
  const say =
    channel.selfHosted && isKey(words.shop.said, name)
      ? words.shop.said[name]
      : isShared
        ? words.reasons[reason]
        : words.faults[general];
  const title = channel.selfHosted && ACTS.has(name) ? words.shop.name : channel.title;
  const text =
    own ||
    (other && words.problem.otherKind(other.title)) ||
    say(title, words.things[readsOf(channel)]);
  const speaker = channel.selfHosted ? words.shop.name : channel.title;
  return {
    /** For programs. */
    code: reason || code,
    ...{ text, field },
    /** The channel's own sentence, and who says it. */
    ...{ said: sayable(native), speaker },
    /** The channel whose shop is at the address that was typed. */
    other,
  };
}

/** Why a linked channel needs attention, and what to do. */
export function attentionIn(code: AttentionCode, channel: Channel, language: Language): string {
  const { attention, unreadable } = vocabularies[language].channel;
  const own = channel.refusals.includes(code) && channel.words[language].reasons[code];
  return own || (code === KEYS_MISSING.code ? unreadable : attention)(channel.title);
}

export const otherKindIn = (reason: string): string | undefined =>
  reason.startsWith(OTHER_KIND) ? reason.slice(OTHER_KIND.length) : undefined;

/** Whose sentences begin with the one who acts: of a shop that its merchant runs, that is the shop. */
const ACTS: ReadonlySet<string> = new Set([
  ...['credential_refused', 'channel_rate_limited', 'code_refused'],
  ...['channel_failed', 'channel_timeout', 'host_left_alone'],
]);

const isKey = <Key extends string>(all: Readonly<Record<Key, unknown>>, key: string): key is Key =>
  Object.hasOwn(all, key);

export const readsOf = ({ orders, products }: Pick<Channel, 'orders' | 'products'>): Reads =>
  orders && products ? 'both' : orders ? 'orders' : 'products';

/** Only a short sentence helps; JSON or a page would not. */
function sayable(native: string | undefined): string | undefined {
  const text = native?.replaceAll(/\s+/g, ' ').trim() ?? '';
  return text === '' || text.length > 200 || /^[[{<]/.test(text) ? undefined : text;
}
