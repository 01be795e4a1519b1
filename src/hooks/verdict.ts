// Whether a credential is one that a vendor's message ends: yes, no, or only the vendor can say.
import type { Channel } from '../channels/channel.ts';
import type { HookMessage } from '../channels/hook.ts';
import type { Holder } from '../store/index.ts';

/** `ask`: a live check decides. */
export type Verdict = 'erase' | 'keep' | 'ask';

/** How far two clocks, or the order of two things that happen at once, may be apart. */
const CLOCKS = 2 * 60_000;
/**
 * The request to erase a shop follows the removal of the app after 48 hours. What was linked in the
 * three days before it may have been linked again since.
 */
const REDACTION_FOLLOWS = 72 * 60 * 60_000;

export function verdictOn(
  { kind, at }: Pick<HookMessage, 'kind' | 'at'>,
  { linkedAt, way: id }: Pick<Holder, 'linkedAt' | 'way'>,
  { ways }: Pick<Channel, 'ways'>,
): Verdict {
  const way = ways.find((known) => known.id === id);
  // Keys of the merchant's own do not end with the operator's app.
  if (way && way.kind !== 'consent') return 'keep';
  if (at === undefined) return 'ask';
  if (linkedAt > at + CLOCKS) return 'keep';
  const surely = at - (kind === 'shop_redact' ? REDACTION_FOLLOWS : CLOCKS);
  return way && linkedAt < surely ? 'erase' : 'ask';
}
