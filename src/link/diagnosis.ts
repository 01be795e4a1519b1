// What went wrong, in words for the merchant: by the channel's own reason, then a shared one, then the code.
import type { Channel } from '../channels/channel.ts';
import type { Language } from '../channels/words.ts';
import { vocabularies } from './words/index.ts';
import { FAULT_WORDS, type Reads, SHARED_REASONS, SHOP_WORDS } from './words/words.ts';

/** What is known of a fault: thrown just now, or noted by a trip. */
export interface Trouble {
  readonly code: string;
  readonly reason?: string | undefined;
  readonly native?: string | undefined;
  /** The input at fault. */
  readonly field?: string | undefined;
}

export interface Diagnosis {
  readonly text: string;
  /** The channel's own sentence, and who says it. */
  readonly said: string | undefined;
  readonly speaker: string;
  readonly field: string | undefined;
}

/** Begins the reason of a fault that found a shop of another channel; its name follows. */
export const OTHER_KIND = 'other_kind_';

export function diagnose(
  trouble: Trouble,
  channel: Channel,
  language: Language,
  channels: Readonly<Record<string, Channel>> = {},
): Diagnosis {
  const words = vocabularies[language];
  const { code, reason = '', native, field } = trouble;
  const { reasons } = channel.words[language];
  const own = Object.hasOwn(reasons, reason) && reasons[reason];
  const shared = SHARED_REASONS.find((known) => known === reason);
  const general = FAULT_WORDS.find((known) => known === code) ?? 'unexpected';
  const things = words.things[readsOf(channel)];
  const ofShop = channel.selfHosted && SHOP_WORDS.find((known) => known === (shared ?? general));
  const isOther = reason.startsWith(OTHER_KIND);
  const other = isOther ? channels[reason.slice(OTHER_KIND.length)] : undefined;
  const text = own
    ? own
    : other
      ? words.problem.otherKind(other.title)
      : ofShop
        ? words.shop.said[ofShop](things)
        : shared
          ? words.reasons[shared](channel.title)
          : words.faults[general](channel.title, things);
  const speaker = channel.selfHosted ? words.shop.name : channel.title;
  return { text, said: sayable(native), speaker, field };
}

/** What can be read of a channel. */
export const readsOf = ({ orders, products }: Pick<Channel, 'orders' | 'products'>): Reads =>
  orders && products ? 'both' : orders ? 'orders' : 'products';

/** Only a short sentence helps; JSON or a page would not. */
function sayable(native: string | undefined): string | undefined {
  const text = native?.replaceAll(/\s+/g, ' ').trim() ?? '';
  return text === '' || text.length > 200 || /^[[{<]/.test(text) ? undefined : text;
}
