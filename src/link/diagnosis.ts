// What went wrong, in words for the merchant: by the channel's own reason, then a shared one, then the code.
import type { Channel } from '../channels/channel.ts';
import type { Language } from '../channels/words.ts';
import { vocabularies } from './words/index.ts';
import { FAULT_WORDS, SHARED_REASONS } from './words/words.ts';

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
  /** The channel's own sentence. */
  readonly said: string | undefined;
  readonly field: string | undefined;
}

export function diagnose(trouble: Trouble, channel: Channel, language: Language): Diagnosis {
  const words = vocabularies[language];
  const { code, reason = '', native, field } = trouble;
  const { reasons } = channel.words[language];
  const own = Object.hasOwn(reasons, reason) && reasons[reason];
  const shared = SHARED_REASONS.find((known) => known === reason);
  const general = FAULT_WORDS.find((known) => known === code) ?? 'unexpected';
  const text = own
    ? own
    : shared
      ? words.reasons[shared](channel.title)
      : words.faults[general](channel.title);
  return { text, said: sayable(native), field };
}

/** Only a short sentence helps; JSON or a page would not. */
function sayable(native: string | undefined): string | undefined {
  const text = native?.replaceAll(/\s+/g, ' ').trim() ?? '';
  return text === '' || text.length > 200 || /^[[{<]/.test(text) ? undefined : text;
}
