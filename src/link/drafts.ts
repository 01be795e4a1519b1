// Drafts: what was typed and what became of it, so that a page can be loaded again and nothing that
// was right must be typed twice.
import { randomBytes } from 'node:crypto';
import { secretKeys } from '../channels/field.ts';
import type { Given } from '../model/credential.ts';
import type { Fault } from '../model/faults.ts';
import type { Draft, Noted, Visit } from '../store/index.ts';
import type { From } from './dependencies.ts';

/** Long enough to look something up; secrets wait no longer than that. */
const LIFE_MS = 15 * 60_000;

/** What a try leaves behind. */
export type Tried = Omit<Draft, 'trouble'>;

export type KeepDraft = ReturnType<typeof createKeepDraft>;

/** Keeps what was typed, without the secrets that were at fault; returns its name. */
export const createKeepDraft =
  ({ channels, store, now }: From<'channels' | 'store' | 'now'>) =>
  async (
    visit: Visit,
    draft: Tried,
    fault?: Fault,
    id = randomBytes(9).toString('base64url'),
  ): Promise<string> => {
    const secrets = secretKeys(channels[draft.channel]?.fields ?? []);
    await store.drafts.add({
      ...draft,
      ...(draft.found && { found: shopIn(draft.found) }),
      given: fault ? withoutFaulty(draft.given, fault, secrets) : draft.given,
      ...(fault && { trouble: noted(fault) }),
      id,
      visitId: visit.id,
      expiresAt: now() + LIFE_MS,
    });
    return id;
  };

/** What the page says of it, without what was typed. */
const shopIn = ({ address, name, guess }: NonNullable<Draft['found']>) => ({
  ...{ address, name, guess },
});

const noted = ({ code, reason, native, field, retryAfter }: Fault): Noted => ({
  code,
  reason,
  native,
  field,
  retryAfter,
});

/** A key that was refused is not kept; one that was not even looked at is. */
function withoutFaulty(given: Given, { code, field }: Fault, secrets: readonly string[]): Given {
  const atFault = (key: string): boolean =>
    field !== undefined && secrets.includes(field)
      ? key === field
      : code === 'credential_refused' && secrets.includes(key);
  return Object.fromEntries(Object.entries(given).filter(([key]) => !atFault(key)));
}
