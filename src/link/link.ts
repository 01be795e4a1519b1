// The link flow as the HTTP edge uses it: visits, what they offer, tries, trips and logos.

import type { Channel } from '../channels/channel.ts';
import type { Way } from '../channels/way.ts';
import type { Connect } from '../connect.ts';
import type { Given, VendorApp } from '../model/credential.ts';
import { browserAddress, type Routes } from '../net/route.ts';
import type { Sender } from '../net/send.ts';
import type { Seal } from '../seal.ts';
import type { Search } from '../search.ts';
import type { Store } from '../store/index.ts';
import { createAttempt } from './attempt.ts';
import { createLocate } from './locate.ts';
import { createLogos } from './logo.ts';
import { createOffer } from './offer.ts';
import { createTryPlaces } from './places.ts';
import { createTrips, type TripDependencies } from './trip.ts';
import { createVisits } from './visit.ts';

export interface LinkDependencies {
  readonly channels: Readonly<Record<string, Channel>>;
  /** The operator's app at each vendor. */
  readonly apps: Readonly<Record<string, VendorApp>>;
  readonly store: Store;
  readonly seal: Seal;
  readonly connect: Connect;
  readonly search: Search;
  readonly routes: Routes;
  readonly sender: Sender;
  readonly now: () => number;
  readonly addresses: TripDependencies['addresses'];
  readonly onUnexpected: (error: unknown) => void;
}

export type Link = ReturnType<typeof createLink>;

export function createLink(deps: LinkDependencies) {
  const takePlace = createTryPlaces();
  const attempt = createAttempt({ ...deps, takePlace });
  return {
    visits: createVisits(deps),
    offer: createOffer(deps),
    attempt,
    locate: createLocate({ ...deps, takePlace }),
    trips: createTrips({ ...deps, attempt }),
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
