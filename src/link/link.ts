// The link flow as the HTTP edge uses it: visits, what they offer, tries, drafts, trips and logos.

import type { Channel } from '../channels/channel.ts';
import type { Way } from '../channels/way.ts';
import type { Connect } from '../connect.ts';
import type { Given, VendorApp } from '../model/credential.ts';
import { browserAddress, type Routes } from '../net/route.ts';
import type { Sender } from '../net/send.ts';
import type { Seal } from '../seal.ts';
import type { FinishStatus, Store } from '../store/index.ts';
import { createAttempt } from './attempt.ts';
import { createDrafts } from './drafts.ts';
import { createLogos } from './logo.ts';
import { createOffer } from './offer.ts';
import { createTrips, type TripDependencies } from './trip.ts';
import { createVisits, type Guest } from './visit.ts';

export interface LinkDependencies {
  readonly channels: Readonly<Record<string, Channel>>;
  /** The operator's app at each vendor. */
  readonly apps: Readonly<Record<string, VendorApp>>;
  readonly store: Store;
  readonly seal: Seal;
  readonly connect: Connect;
  readonly routes: Routes;
  readonly sender: Sender;
  readonly now: () => number;
  readonly addresses: TripDependencies['addresses'];
  readonly onUnexpected: (error: unknown) => void;
}

export type Link = ReturnType<typeof createLink>;

export function createLink(deps: LinkDependencies) {
  const attempt = createAttempt(deps);
  const drafts = createDrafts(deps);
  return {
    visits: createVisits(deps),
    offer: createOffer(deps),
    attempt,
    drafts,
    trips: createTrips({ ...deps, attempt, drafts }),
    /** Ends the visit for good. */
    finish: ({ visit }: Guest, wanted: FinishStatus) => deps.store.visits.finish(visit, wanted),
    logoOf: createLogos(deps),
    /** The page in the channel's own admin where the values stand, if what was typed says it. */
    place(way: Way | undefined, given: Given): string | undefined {
      if (way?.kind !== 'form' || !way.place) return undefined;
      let address: string | undefined;
      try {
        address = way.place(given);
      } catch {
        return undefined;
      }
      const url = address === undefined ? null : URL.parse(address);
      if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined;
      return browserAddress(url.href, deps.routes);
    },
  };
}
