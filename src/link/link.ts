// The link flow as the HTTP edge uses it: visits, what they offer, tries, drafts, trips and logos.

import type { FinishStatus, Visit } from '../store/index.ts';
import { createAttempts } from './attempt.ts';
import { createConsentReturns } from './consent-return.ts';
import type { LinkDependencies } from './dependencies.ts';
import { createKeepDraft } from './drafts.ts';
import { backAddress } from './finish.ts';
import { createLinking } from './linking.ts';
import { createLocate } from './locate.ts';
import { createLogos } from './logo.ts';
import { createOffer } from './offer.ts';
import { createTrips, type Ended } from './trip.ts';
import { createTrySlots } from './try-slots.ts';
import { createVisits, type Guest } from './visit.ts';

export type Link = ReturnType<typeof createLink>;

export function createLink(deps: LinkDependencies) {
  const takeSlot = createTrySlots();
  const locate = createLocate({ ...deps, takeSlot });
  const attempts = createAttempts({ ...deps, takeSlot });
  const keepDraft = createKeepDraft(deps);
  const offer = createOffer(deps);
  const trips = createTrips({ ...deps, attempts, keepDraft });
  return {
    visits: createVisits(deps),
    offer,
    trips,
    linking: createLinking({ ...deps, offer, keepDraft, locate, attempts, trips }),
    consentReturns: createConsentReturns({ ...deps, trips, keepDraft, attempts }),
    /** Ends the visit for good. */
    async finish({ visit }: Guest, wanted: FinishStatus): Promise<void> {
      const ended = await deps.store.visits.finish(visit, wanted);
      if (ended?.status) await deps.store.linkSteps.add(visit, 'finished', null, ended.status);
    },
    /** Ends a trip that an application began; returns where the browser goes, if that was said. */
    async endDirect(guest: Guest, settled: Ended) {
      const { visit } = guest;
      const isLinked = settled.kind === 'linked';
      const trouble = isLinked
        ? undefined
        : (await deps.store.drafts.find(visit.id, settled.draft))?.trouble;
      const status = isLinked ? 'completed' : 'cancelled';
      await this.finish(guest, status);
      const code = isLinked ? undefined : (trouble?.reason ?? trouble?.code);
      return backAddress(visit.redirectUrl, status, isLinked ? [settled.channel] : [], code);
    },
    /** Erases the access to a channel; the visit no longer counts it as linked. */
    async disconnect(visit: Visit, channel: string): Promise<void> {
      const { id, userId } = visit;
      await deps.store.visits.dropLinked(id, channel);
      await deps.store.credentials.remove({ userId, channel }, 'by_user');
      await deps.store.drafts.forget(id, channel);
      await deps.store.linkSteps.add(visit, 'unlinked', channel);
    },
    logoOf: createLogos(deps),
  };
}
